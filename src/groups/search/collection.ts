import { Type } from 'typebox'
import { foundPage, idsOf, includeAdult, query } from '#src/catalogue/look-up.ts'
import { CollectionSummary, collectionsById } from '#src/catalogue/rows-by-id.ts'
import { namesTag } from '#src/catalogue/shown.ts'
import { cacheSeconds, operation } from '#src/operation.ts'
import { paged } from '#src/paging.ts'
import { language, page } from '#src/parameters.ts'

export const collection = operation('search.collection', 'GET /3/search/collection', {
  summary: 'Collections with a name that begins so: those that are named exactly so, then in order of their ids',
  access: 'key',
  query: Type.Object({ query, include_adult: includeAdult, language, page }),
  reply: paged(CollectionSummary),
  cache: { seconds: cacheSeconds, tags: [namesTag] },

  handle: ({ db, query }) =>
    foundPage(db, ['collection'], query, (found) => collectionsById(db, idsOf(found, 'collection'), query.language)),
})
