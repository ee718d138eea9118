import { Type } from 'typebox'
import { foundPage, idsOf, includeAdult, query } from '#src/catalogue/look-up.ts'
import { peopleById } from '#src/catalogue/rows-by-id.ts'
import { PersonSummary } from '#src/catalogue/rows-people.ts'
import { namesTag } from '#src/catalogue/shown.ts'
import { cacheSeconds, operation } from '#src/operation.ts'
import { paged } from '#src/paging.ts'
import { language, page } from '#src/parameters.ts'

export const person = operation('search.person', 'GET /3/search/person', {
  summary: 'People with a name that begins so: those that are named exactly so, then the most popular',
  access: 'key',
  query: Type.Object({ query, include_adult: includeAdult, language, page }),
  reply: paged(PersonSummary),
  cache: { seconds: cacheSeconds, tags: [namesTag] },

  handle: ({ db, query }) =>
    foundPage(db, ['person'], query, (found) => peopleById(db, idsOf(found, 'person'), query.language)),
})
