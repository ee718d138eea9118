import { Type } from 'typebox'
import { moviesById } from '#src/catalogue/summaries/by-id.ts'
import { moviesOfCollection, type PartOfCollection } from '#src/catalogue/summaries/collection-movies.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { language } from '#src/contract/parameters.ts'
import { CollectionFacts, collectionFacts } from '#src/groups/collections/details.ts'
import { withShortNames } from '#src/run/ask.ts'
import { languageOf, languageTag } from '../components/languages.ts'
import type { PageContext } from '../page.ts'

/**
 * A collection without its movies, which may be thousands. It is run like an operation of the interface, so that merged
 * records lead on and replies are kept, but is none: only pages ask for it.
 */
const factsOfPages = operation('pages.collection', 'GET /3/collection/{collection_id}/facts', {
  summary: 'A collection without its movies',
  access: 'key',
  query: Type.Object({ language }),
  reply: CollectionFacts,
  cache: { seconds: cacheSeconds },
  handle: (context) => collectionFacts(context, context.params.collection_id),
})

/** A collection, and what its movies are sorted by; undefined if there is no such record. */
export async function collectionOf(context: PageContext, collection_id: number) {
  const query = { language: languageTag(context) }
  const facts = await context.ask(factsOfPages, { params: { collection_id }, query })
  return facts && { ...facts, all: await moviesOfCollection(context.db, collection_id, languageOf(context)) }
}

/** Movies that data, sentences and pictures about a collection name: the first ones. */
const maxNamed = 20

/** The same with its first movies. */
export async function sharedCollectionOf(context: PageContext, collection_id: number) {
  const collection = await collectionOf(context, collection_id)
  return collection && { ...collection, first: await moviesIn(context, collection.all.slice(0, maxNamed)) }
}

/** Movies of a collection as cards show them. */
export async function moviesIn(context: PageContext, parts: readonly PartOfCollection[]) {
  const ids = parts.map(({ id }) => id)
  return withShortNames(await moviesById(context.db, ids, languageOf(context)))
}
