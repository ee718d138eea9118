import { Type } from 'typebox'
import { AccountListItem, listSummary } from '#src/catalogue/summaries/lists.ts'
import { operation } from '#src/contract/operation.ts'
import { onPage, paged, pageOf } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'
import { countRows } from '#src/database/count-rows.ts'
import { sql } from '#src/database/sql.ts'

export const lists = operation('account.lists', 'GET /3/account/{account_id}/lists', {
  summary: 'Lists of the account, including private ones, oldest first',
  access: 'session',
  query: Type.Object({ language, page }),
  reply: paged(AccountListItem),

  async handle({ db, caller, query: { language, page } }) {
    const own = sql`from user_list where account_id = ${caller.account.id}`
    const [rows, count] = await Promise.all([
      db.all(
        AccountListItem,
        sql`
        select ${listSummary(language, true)} from (select id ${own} order by id ${onPage(page)}) as shown
        join user_list l on l.id = shown.id order by l.id`,
      ),
      countRows(db, own),
    ])
    return pageOf(page, rows, count)
  },
})
