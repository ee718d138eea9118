import { type Static, Type } from 'typebox'
import { showsRevision } from '#src/contract/cache-tags.ts'
import { onPage, pageOf } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'
import { countRows } from '#src/database/count-rows.ts'
import { limit, sql } from '#src/database/sql.ts'
import { part } from '../part.ts'
import { isPublic, ListSummary, listRow, SeriesListSummary } from '../summaries/lists.ts'

/** The newest lists of a title that are found and counted. */
const maxListsOfTitle = 1_000

const envelope = <Row extends typeof ListSummary | typeof SeriesListSummary>(row: Row) => ({
  page: Type.Integer(),
  // Also an empty list changes when somebody puts the title on one.
  results: Type.Array(row, showsRevision('lists')),
  total_pages: Type.Integer(),
  total_results: Type.Integer(),
})

export const lists = part({
  name: 'lists',
  summary: `Public lists with the title, newest first. At most ${maxListsOfTitle} are found and counted`,
  query: Type.Object({ language, page }),
  reply: { movie: envelope(ListSummary), series: envelope(SeriesListSummary) },
  async load({ db, query: { language, page } }, of, id) {
    const found = sql`(select l.id from list_item t join user_list l on l.id = t.list_id
      where t.kind = ${of} and t.entity_id = ${id} and ${isPublic} order by t.list_id desc ${limit(maxListsOfTitle)})`
    const [rows, count] = await Promise.all([
      db.all(
        ListSummary,
        sql`
        select ${listRow(language)} from (select id from ${found} as found order by id desc ${onPage(page)}) as shown
        join user_list l on l.id = shown.id order by l.id desc`,
      ),
      countRows(db, sql`from ${found} as found`),
    ])
    const results = of === 'movie' ? rows : rows.map(({ list_type: _, ...row }) => row as Static<typeof ListSummary>)
    return pageOf(page, results, count)
  },
})
