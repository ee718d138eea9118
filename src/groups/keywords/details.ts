import { Keyword } from '#src/catalogue/parts/keywords.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { sql } from '#src/database/sql.ts'

export const details = operation('keywords.details', 'GET /3/keyword/{keyword_id}', {
  summary: 'A keyword',
  access: 'key',
  reply: Keyword,
  cache: { seconds: cacheSeconds },
  handle: ({ db, params: { keyword_id } }) =>
    db.one(Keyword, sql`select id, name from keyword where id = ${keyword_id}`),
})
