import { Type } from 'typebox'
import { listFacts, listSummary } from '#src/catalogue/summaries/lists.ts'
import { MovieRow, SeriesRow } from '#src/catalogue/summaries/titles.ts'
import { revisionTag } from '#src/contract/cache-tags.ts'
import { operation } from '#src/contract/operation.ts'
import { pageOf, pageSize } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'
import { itemsOf } from '#src/contributions/lists/items.ts'
import { visibleList } from '#src/contributions/lists/lists.ts'
import { sql } from '#src/database/sql.ts'

/** How long clients may cache what shows lists of people. */
export const listSeconds = 300

const Facts = Type.Object(listFacts)

export const details = operation('lists.details', 'GET /3/list/{list_id}', {
  summary: 'A list with a page of its items, in its own order. Only its owner can see a list that is not public',
  access: 'key',
  knowsSession: true,
  query: Type.Object({ language, page }),
  reply: Type.Object(
    {
      created_by: Type.String(),
      ...listFacts,
      items: Type.Array(Type.Union([MovieRow, SeriesRow])),
      page: Type.Integer(),
      total_pages: Type.Integer(),
      total_results: Type.Integer(),
    },
    { title: 'ListDetails' },
  ),
  refusals: ['not_found'],
  cache: { seconds: listSeconds, tags: [revisionTag('lists'), revisionTag('authors')] },

  async handle({ db, caller, params, query: { language, page } }) {
    const { account } = caller
    const list = await visibleList(db, params.list_id, account)
    if (!list) return undefined
    const isOwn = list.account_id === account?.id
    const [facts, items] = await Promise.all([
      db.one(Facts, sql`select ${listSummary(language, isOwn)} from user_list l where l.id = ${list.id}`),
      itemsOf(db, list, language, { first: (page - 1) * pageSize, most: pageSize }),
    ])
    if (!facts) return undefined
    const { results, ...place } = pageOf(page, items, facts.item_count)
    return { created_by: list.username, ...facts, items: results, ...place }
  },
})
