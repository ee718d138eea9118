import { details } from '#src/groups/collections/details.ts'
import { html } from '../html.ts'
import { page } from '../page.ts'
import { addressOf, idIn, towards } from './addresses.ts'
import { type Images, operationNamed } from './asking.ts'
import { cards, drawnPicture, movieCard, section } from './cards.ts'
import { recordHead } from './head.ts'
import { imagesSection } from './parts.ts'
import { languageTag, type Translations, textInSomeLanguage } from './texts-of.ts'

export const collection = page('GET /collection/{collection}', {
  access: 'anyone',
  async handle(context) {
    const { ask, texts } = context
    const collection_id = idIn(context.params.collection)
    if (collection_id === undefined) return undefined
    const params = { collection_id }
    const [found, images] = await Promise.all([
      ask(details, { params, query: { language: languageTag(context), append_to_response: 'translations' } }),
      ask(operationNamed('collection.images'), { params }) as Promise<Images>,
    ])
    if (!found) return undefined
    const shown = found as typeof found & { translations: Translations }
    const other = towards(addressOf('collection', shown.id, shown.original_name), context.address)
    if (other) return other
    const { name, overview, original_language: original, parts } = shown
    return {
      title: name,
      description: overview,
      main: html`
<article class="record">
${recordHead(context, {
  picture: drawnPicture(shown.id, name),
  title: name,
  notes: [texts.catalogue.movieCount(parts.length)],
  text: textInSomeLanguage(context, {
    ...{ text: overview, name: 'overview', original },
    translations: shown.translations.translations,
  }),
})}
${section(texts.common.movies, cards(parts.map((movie) => movieCard(movie))), parts.length)}
${imagesSection(context, images)}
</article>`,
    }
  },
})
