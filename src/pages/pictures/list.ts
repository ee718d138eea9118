import { galleriesOf, galleryPage } from '#src/catalogue/galleries.ts'
import { pageIn } from '../catalogue/page-number.ts'
import { html } from '../html.ts'
import { page } from '../page.ts'
import { emptyState, pagination } from '../parts/lists.ts'
import { imageList } from './gallery.ts'
import { places } from './records.ts'

/** All images of a record, one gallery at a time. */
export const imageLists = places.map(({ path, find }) =>
  page(`GET ${path}/images`, {
    access: 'anyone',
    query: ['gallery', 'page'],
    async handle(context) {
      const { db, query, texts, format } = context
      const number = pageIn(query.page)
      const record = number === undefined ? undefined : await find(context)
      if (!record || number === undefined) return undefined
      const galleries = await galleriesOf(db, record.kind, record.id, 0)
      const chosen =
        galleries.find(({ gallery }) => gallery === query.gallery) ??
        galleries.find(({ count }) => count > 0) ??
        galleries[0]
      if (!chosen) return undefined
      const shown = await galleryPage(db, record.kind, record.id, chosen, number)
      const { pictures } = texts
      const address = `${record.address}/images`
      return {
        title: pictures.imagesOf(record.name),
        main: html`
<nav class="trail" aria-label="${texts.catalogue.trail}"><a href="${record.address}">${record.name}</a></nav>
<h1>${pictures.imagesOf(record.name)}</h1>
<nav class="kinds" aria-label="${pictures.images}"><ul>${galleries.map(
          ({ gallery, count }) => html`
<li><a href="${address}?gallery=${gallery}"${gallery === chosen.gallery && html` aria-current="true"`}>${
            pictures.galleries[gallery]
          } (${format.number(count)})</a></li>`,
        )}</ul></nav>
${
  chosen.count === 0
    ? emptyState(pictures.none, pictures.noneText)
    : html`${imageList(context, record, shown.results)}
${pagination(context, shown, (to) => `${address}?gallery=${chosen.gallery}&page=${to}`)}`
}`,
      }
    },
  }),
)
