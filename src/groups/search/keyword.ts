import { Type } from 'typebox'
import { Keyword } from '#src/catalogue/parts/keywords.ts'
import { revisionTag } from '#src/contract/cache-tags.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { page } from '#src/contract/parameters.ts'
import { raw, sql } from '#src/database/sql.ts'
import { foundPage, idsOf, order, query } from '#src/search/found-page.ts'

export const keyword = operation('search.keyword', 'GET /3/search/keyword', {
  summary: `Keywords by name: ${order}`,
  access: 'key',
  query: Type.Object({ query, page }),
  reply: paged(Keyword),
  cache: { seconds: cacheSeconds, tags: [revisionTag('names')] },

  handle: ({ db, query }) =>
    foundPage(db, ['keyword'], query, async (found) => {
      const ids = idsOf(found, 'keyword')
      const rows = await db.all(Keyword, sql`select id, name from keyword where ${db.engine.anyOf(raw('id'), ids)}`)
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    }),
})
