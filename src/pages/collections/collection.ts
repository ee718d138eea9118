import { partOperation } from '#src/catalogue/part-operations.ts'
import { externalIdsOf } from '#src/catalogue/parts/external-ids.ts'
import type { PartOfCollection } from '#src/catalogue/summaries/collection-movies.ts'
import { sourcesOfText } from '#src/catalogue/summaries/text-sources.ts'
import { textInSomeLanguage } from '../components/languages.ts'
import { cardsOnPage, pagination } from '../components/lists.ts'
import { pageIn } from '../components/page-number.ts'
import type { OrderName } from '../discover/choices.ts'
import { inOrder, orderLinks, orderNamed } from '../discover/in-order.ts'
import { type Html, html } from '../html.ts'
import { withParameters } from '../local-address.ts'
import { type PageContext, page } from '../page.ts'
import { recordNotice } from '../queue/notice-on-records.ts'
import { addressOf, idIn } from '../records/addresses.ts'
import { redirectFirst } from '../records/canonical.ts'
import { cards, movieCard, section } from '../records/cards.ts'
import { moviesIn, sharedCollectionOf } from '../records/collection-movies.ts'
import { headBackdrop, headPicture, imagesSection, loadGalleries } from '../records/gallery.ts'
import { recordHead } from '../records/head.ts'
import { idsSection, outsideAddresses } from '../records/outside-ids.ts'
import { sharedCollection } from '../sharing/people-and-companies.ts'

export const collection = page('GET /collection/{collection}', {
  access: 'anyone',
  query: ['sort', 'page'],
  async handle(context) {
    const { ask, db, texts } = context
    const collection_id = idIn(context.params.collection)
    const number = pageIn(context.query.page)
    if (collection_id === undefined || number === undefined) return undefined
    const other = await redirectFirst(context, 'collection')
    if (other) return other
    const [collection, translations, galleries, outside] = await Promise.all([
      sharedCollectionOf(context, collection_id),
      ask(partOperation('collection', 'translations'), { params: { collection_id } }),
      loadGalleries(db, 'collection', collection_id),
      externalIdsOf(db, 'collection', collection_id),
    ])
    if (!collection || !translations) return undefined
    const address = addressOf('collection', collection.id, collection.original_name)
    const { name, overview, original_language: original, all } = collection
    const record = { kind: 'collection' as const, id: collection.id, name, address }
    const movies = await moviesSection(context, all, { address, page: number })
    const elsewhere = outsideAddresses(outside, 'collection')
    const notice = await recordNotice(context, 'collection', collection.id)
    return {
      title: name,
      ...sharedCollection(context, collection, { address, listed: movies.address, elsewhere }),
      main: html`
<article class="record">
${recordHead(context, {
  record,
  address,
  notice,
  picture: headPicture(
    context,
    record,
    { gallery: 'posters', file_path: collection.poster_path, shape: 'upright', notice },
    galleries,
  ),
  backdrop: headBackdrop(collection.backdrop_path, galleries),
  title: name,
  notes: [texts.catalogue.movieCount(all.length)],
  text: textInSomeLanguage(context, {
    text: overview,
    name: 'overview',
    original,
    sources: await sourcesOfText(db, 'collection', [collection.id], 'overview'),
    translations: translations.translations,
  }),
})}
${movies.section}
${idsSection(context, outside, 'collection')}
${imagesSection(context, record, galleries, [collection.poster_path, collection.backdrop_path])}
</article>`,
    }
  },
})

type Asked = { address: string; page: number }

/** A page of the movies of a collection, the oldest first unless somebody chooses another order, and its address. */
async function moviesSection(
  context: PageContext<string, 'sort'>,
  all: readonly PartOfCollection[],
  { address, page }: Asked,
): Promise<{ section: Html; address: string }> {
  const sort = orderNamed(context.query.sort, 'oldest')
  const addressOf = (order: OrderName, number = 1) =>
    withParameters(address, {
      ...(order !== 'oldest' && { sort: order }),
      ...(number > 1 && { page: String(number) }),
    })
  const sorted = inOrder(all, sort, { language: context.language, of: (movie) => movie })
  const shown = await moviesIn(context, sorted.slice((page - 1) * cardsOnPage, page * cardsOnPage))
  const paged = { page, total_pages: Math.ceil(all.length / cardsOnPage) }
  const orders = orderLinks(context, sort, (name) => addressOf(name))
  const content = html`${all.length > 1 && orders}${cards(shown.map((movie) => movieCard(movie)))}
${pagination(context, paged, (to) => addressOf(sort, to))}`
  return {
    section: section(context.texts.common.movies, content, all.length),
    // In another order it is the same list.
    address: addressOf('oldest', page),
  }
}
