import { Type } from 'typebox'
import { peopleById } from '#src/catalogue/summaries/by-id.ts'
import { PersonSummary } from '#src/catalogue/summaries/people.ts'
import { revisionTag } from '#src/contract/cache-tags.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'
import { foundPage, idsOf, includeAdult, order, query } from '#src/search/found-page.ts'

export const person = operation('search.person', 'GET /3/search/person', {
  summary: `People by name: ${order}`,
  access: 'key',
  query: Type.Object({ query, include_adult: includeAdult, language, page }),
  reply: paged(PersonSummary),
  cache: { seconds: cacheSeconds, tags: [revisionTag('names')] },

  handle: ({ db, query }) =>
    foundPage(db, ['person'], query, (found) => peopleById(db, idsOf(found, 'person'), query.language)),
})
