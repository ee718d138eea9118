import type { Static } from 'typebox'
import { externalIdsOf } from '#src/catalogue/parts/external-ids.ts'
import { sourcesOfText } from '#src/catalogue/summaries/text-sources.ts'
import { details } from '#src/groups/collections/details.ts'
import { inOrder, orderLinks, orderNamed } from '../discover/in-order.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page } from '../page.ts'
import { headBackdrop, headPicture, imagesSection, loadGalleries } from '../pictures/gallery.ts'
import { recordNotice } from '../queue/record-notice.ts'
import { sharedCollection } from '../sharing/others.ts'
import { addressOf, idIn, redirectToCanonical } from './addresses.ts'
import { cards, movieCard, section } from './cards.ts'
import { recordHead } from './head.ts'
import { textInSomeLanguage } from './languages.ts'
import { idsSection, outsideAddresses } from './outside-ids.ts'
import { detailsOf } from './part-replies.ts'

export const collection = page('GET /collection/{collection}', {
  access: 'anyone',
  query: ['sort'],
  async handle(context) {
    const { db, texts } = context
    const collection_id = idIn(context.params.collection)
    if (collection_id === undefined) return undefined
    const params = { collection_id }
    const [collection, galleries, outside] = await Promise.all([
      detailsOf(context, details, params, ['translations']),
      loadGalleries(db, 'collection', collection_id),
      externalIdsOf(db, 'collection', collection_id),
    ])
    if (!collection) return undefined
    const address = addressOf('collection', collection.id, collection.original_name)
    const other = redirectToCanonical(address, context.address)
    if (other) return other
    const { name, overview, original_language: original, parts } = collection
    const record = { kind: 'collection' as const, id: collection.id, name, address }
    return {
      title: name,
      ...sharedCollection(context, collection, { address, elsewhere: outsideAddresses(outside, 'collection') }),
      main: html`
<article class="record">
${recordHead(context, {
  record,
  address,
  notice: await recordNotice(context, 'collection', collection.id),
  picture: headPicture(
    context,
    record,
    { gallery: 'posters', file_path: collection.poster_path, shape: 'upright' },
    galleries,
  ),
  backdrop: headBackdrop(collection.backdrop_path, galleries),
  title: name,
  notes: [texts.catalogue.movieCount(parts.length)],
  text: textInSomeLanguage(context, {
    text: overview,
    name: 'overview',
    original,
    sources: await sourcesOfText(db, 'collection', [collection.id], 'overview'),
    translations: collection.translations.translations,
  }),
})}
${moviesSection(context, parts, address)}
${idsSection(context, outside, 'collection')}
${imagesSection(context, record, galleries, [collection.poster_path, collection.backdrop_path])}
</article>`,
    }
  },
})

type Parts = Static<typeof details.reply>['parts']

/** The movies of a collection, the oldest first unless somebody chooses another order. */
function moviesSection(context: PageContext<string, 'sort'>, parts: Parts, address: string): Html {
  const { common } = context.texts
  const sort = orderNamed(context.query.sort, 'oldest')
  const of = (movie: Parts[number]) => ({ ...movie, name: movie.title, day: movie.release_date })
  const orders = orderLinks(context, sort, (name) => (name === 'oldest' ? address : `${address}?sort=${name}`))
  const sorted = inOrder(parts, sort, { language: context.language, of })
  const shown = cards(sorted.map((movie) => movieCard(movie)))
  return section(common.movies, html`${parts.length > 1 && orders}${shown}`, parts.length)
}
