import { galleriesOf, galleryPage } from '#src/catalogue/galleries.ts'
import type { Gallery } from '#src/catalogue/kinds.ts'
import { mayModerate } from '#src/contract/access.ts'
import { removedImages } from '#src/contributions/images.ts'
import { pendingImagesOf } from '#src/contributions/pending-images.ts'
import { buttonForm } from '../components/form.ts'
import { emptyState, pagination } from '../components/lists.ts'
import { queueAddress } from '../components/page-addresses.ts'
import { pageIn } from '../components/page-number.ts'
import { framed, pictureOf } from '../components/picture.ts'
import { smallHead } from '../components/small-head.ts'
import { type Html, html, nothing } from '../html.ts'
import { type PageContext, page } from '../page.ts'
import { section } from '../records/cards.ts'
import { imageList, type Pictured } from '../records/gallery.ts'
import { places } from '../records/places.ts'

/** The removed images, for those who may restore them. */
async function hiddenList(context: PageContext, record: Pictured): Promise<Html> {
  const { db, viewer, texts } = context
  const { pictures } = texts
  if (!viewer || !mayModerate(viewer.role)) return nothing
  const hidden = await removedImages(db, { kind: record.kind, entity_id: record.id })
  return section(
    pictures.hidden,
    html`<ul class="listed">${hidden.map(({ gallery, id, file_path, width, height }) => {
      const of = gallery as Gallery
      const alt = pictures.shows[of](record.name)
      const picture = pictureOf({ gallery: of, file_path, width: 'listed', alt, original: { width, height } })
      return html`<li><span class="listed-picture">${framed(0, record.name, 'upright', picture)}</span>
<div>${pictures.galleries[of]} <span class="note">${width} × ${height}</span></div>
${buttonForm(context, `${record.address}/images/${gallery}/${id}/show`, pictures.showAgain)}</li>`
    })}</ul>`,
    hidden.length,
  )
}

/** What the reader has added and waits, which nobody else sees here. */
async function ownWaiting(context: PageContext, record: Pictured): Promise<Html> {
  const { db, viewer, texts } = context
  const { pictures, queue } = texts
  const waiting = viewer ? await pendingImagesOf(db, viewer.id, record) : []
  const listed = waiting.map(({ gallery, file_path, width, height, edit }) => {
    const of = gallery as Gallery
    const alt = pictures.shows[of](record.name)
    const picture = pictureOf({ gallery: of, file_path, width: 'listed', alt, original: { width, height } })
    return html`<li><span class="listed-picture">${framed(0, record.name, 'upright', picture)}</span>
<div><a class="listed-name" href="${queueAddress}/${edit}">${pictures.galleries[of]}</a>
<span class="note">${width} × ${height} · ${queue.states.waiting}</span></div></li>`
  })
  return section(
    pictures.yours,
    html`<p class="note">${pictures.yoursText}</p><ul class="listed">${listed}</ul>`,
    waiting.length,
  )
}

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
      const picturesPage = await galleryPage(db, record.kind, record.id, chosen, number)
      const { pictures } = texts
      const address = `${record.address}/images`
      const pages = pagination(context, picturesPage, (to) => `${address}?gallery=${chosen.gallery}&page=${to}`)
      const add = html`<a class="button primary" href="${address}/add?gallery=${chosen.gallery}">${pictures.add}</a>`
      return {
        title: pictures.imagesOf(record.name),
        main: html`
${smallHead(context, record, pictures.imagesOf(record.name))}
<nav class="kinds" aria-label="${pictures.images}"><ul>${galleries.map(
          ({ gallery, count }) => html`
<li><a href="${address}?gallery=${gallery}"${gallery === chosen.gallery && html` aria-current="true"`}>${
            pictures.galleries[gallery]
          } (${format.number(count)})</a></li>`,
        )}</ul></nav>
${
  chosen.count === 0
    ? emptyState(pictures.none, pictures.noneText, add)
    : html`${imageList(context, record, picturesPage.results)}
${pages}
<p class="actions">${add}</p>`
}
${await ownWaiting(context, record)}
${await hiddenList(context, record)}`,
      }
    },
  }),
)
