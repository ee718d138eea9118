import { Type } from 'typebox'
import { CollectionSummary, collectionsById } from '#src/catalogue/summaries/by-id.ts'
import { revisionTag } from '#src/contract/cache-tags.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { country, language, page } from '#src/contract/parameters.ts'
import { foundPage, idsOf, includeAdult, order, query } from '#src/search/found-page.ts'

export const collection = operation('search.collection', 'GET /3/search/collection', {
  summary: `Collections by name: ${order}`,
  access: 'key',
  query: Type.Object({
    query,
    include_adult: includeAdult,
    language,
    region: country('Without effect: accepted because clients send it'),
    page,
  }),
  reply: paged(CollectionSummary),
  cache: { seconds: cacheSeconds, tags: [revisionTag('names')] },

  handle: ({ db, query }) =>
    foundPage(db, ['collection'], query, (found) => collectionsById(db, idsOf(found, 'collection'), query.language)),
})
