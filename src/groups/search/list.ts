import { Type } from 'typebox'
import { isPublic, ListSummary, listRow } from '#src/catalogue/summaries/lists.ts'
import { revisionTag } from '#src/contract/cache-tags.ts'
import { parseLocale } from '#src/contract/languages.ts'
import { operation } from '#src/contract/operation.ts'
import { paged, pageOf, pageSize } from '#src/contract/paging.ts'
import { page } from '#src/contract/parameters.ts'
import { findLists, maxFoundLists } from '#src/contributions/lists/search.ts'
import { raw, sql } from '#src/database/sql.ts'
import { query } from '#src/search/found-page.ts'
import { listSeconds } from '../lists/details.ts'

const includeAdult = Type.Boolean({
  default: false,
  description: 'Whether to find lists with adult movies or series',
})
const english = parseLocale('en-US')!

export const list = operation('search.list', 'GET /3/search/list', {
  summary: `Public lists by words of their names, shortest name first. At most ${maxFoundLists} are found`,
  access: 'key',
  query: Type.Object({ query, page, include_adult: includeAdult }),
  reply: paged(ListSummary),
  isWide: true,
  cache: { seconds: listSeconds, tags: [revisionTag('lists')] },

  async handle({ db, query: { query, page, include_adult } }) {
    const found = await findLists(db, query, include_adult)
    const ids = found.slice((page - 1) * pageSize, page * pageSize)
    const rows = await db.all(
      ListSummary,
      sql`select ${listRow(english)} from user_list l where ${db.engine.anyOf(raw('l.id'), ids)} and ${isPublic}`,
    )
    const byId = new Map(rows.map((row) => [row.id, row]))
    return pageOf(
      page,
      ids.flatMap((id) => byId.get(id) ?? []),
      found.length,
    )
  },
})
