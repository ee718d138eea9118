import { Type } from 'typebox'
import { foundPage, idsOf, query } from '#src/catalogue/look-up.ts'
import { CompanySummary, companiesById } from '#src/catalogue/rows-by-id.ts'
import { namesTag } from '#src/catalogue/shown.ts'
import { cacheSeconds, operation } from '#src/operation.ts'
import { paged } from '#src/paging.ts'
import { page } from '#src/parameters.ts'

export const company = operation('search.company', 'GET /3/search/company', {
  summary: 'Companies with a name that begins so: those that are named exactly so, then in order of their ids',
  access: 'key',
  query: Type.Object({ query, page }),
  reply: paged(CompanySummary),
  cache: { seconds: cacheSeconds, tags: [namesTag, 'company'] },

  handle: ({ db, query }) => foundPage(db, ['company'], query, (found) => companiesById(db, idsOf(found, 'company'))),
})
