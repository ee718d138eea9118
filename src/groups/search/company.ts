import { Type } from 'typebox'
import { CompanySummary, companiesById } from '#src/catalogue/summaries/by-id.ts'
import { revisionTag } from '#src/contract/cache-tags.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { page } from '#src/contract/parameters.ts'
import { foundPage, idsOf, order, query } from '#src/search/found-page.ts'

export const company = operation('search.company', 'GET /3/search/company', {
  summary: `Companies by name: ${order}`,
  access: 'key',
  query: Type.Object({ query, page }),
  reply: paged(CompanySummary),
  cache: { seconds: cacheSeconds, tags: [revisionTag('names'), 'company'] },

  handle: ({ db, query }) => foundPage(db, ['company'], query, (found) => companiesById(db, idsOf(found, 'company'))),
})
