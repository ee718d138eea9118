import { Type } from 'typebox'
import { isPublic, listFacts, listSummary } from '#src/catalogue/summaries/lists.ts'
import { operation } from '#src/contract/operation.ts'
import { onPage, paged, pageOf } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'
import { nullable } from '#src/contract/schema.ts'
import { countRows } from '#src/database/count-rows.ts'
import { sql } from '#src/database/sql.ts'
import { dayMs } from '#src/reference/days.ts'

/** Days for which a title is new on a list. */
const NEW_DAYS = 14

const FollowedList = Type.Object(
  {
    ...listFacts,
    created_by: Type.String(),
    followed_at: Type.String({ description: 'Since when the account follows it' }),
    new_item_count: Type.Integer({
      description: `Titles that were added in the last ${NEW_DAYS} days, and since the account follows the list`,
    }),
    latest_item_at: nullable(Type.String({ description: 'When the latest title was added; null for an empty list' })),
  },
  { title: 'FollowedList' },
)

export const followedLists = operation('watches.lists', 'GET /commons/1/account/followed_lists', {
  summary:
    'Public lists of others that the account follows, those to which something was added last first. ' +
    '`POST /commons/1/watches` with `list` follows one, or stops following it',
  access: 'session',
  query: Type.Object({ language, page }),
  reply: paged(FollowedList),

  async handle({ db, caller, now, query: { language, page } }) {
    const followed = sql`
      from list_follow w join user_list l on l.id = w.list_id and ${isPublic} where w.account_id = ${caller.account.id}`
    const since = new Date(now.getTime() - NEW_DAYS * dayMs).toISOString()
    const [rows, count] = await Promise.all([
      db.all(
        FollowedList,
        sql`
        select ${listSummary(language)}, a.username as created_by, shown.followed_at, shown.latest_item_at,
          (select count(*) from list_item i where i.list_id = l.id and i.created_at >= ${since}
            and i.created_at >= shown.followed_at) as new_item_count
        from (
          select * from (
            select w.list_id, w.created_at as followed_at,
              (select max(i.created_at) from list_item i where i.list_id = w.list_id) as latest_item_at
            ${followed}) as followed
          order by coalesce(latest_item_at, '') desc, list_id desc ${onPage(page)}
        ) as shown join user_list l on l.id = shown.list_id join account a on a.id = l.account_id
        order by coalesce(shown.latest_item_at, '') desc, l.id desc`,
      ),
      countRows(db, followed),
    ])
    return pageOf(page, rows, count)
  },
})
