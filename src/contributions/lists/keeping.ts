import { Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { type Sql, sql } from '#src/database/sql.ts'

const Keeping = Type.Object({ has_accepted: Type.Boolean() })

/** Whether an account keeps a list of somebody else together with them, or is invited to. */
export async function keeping(
  db: Reader,
  list_id: number,
  account_id: number,
): Promise<'keeps' | 'invited' | undefined> {
  const found = await db.one(
    Keeping,
    sql`
    select accepted_at is not null as has_accepted from list_keeper
    where list_id = ${list_id} and account_id = ${account_id}`,
  )
  return found && (found.has_accepted ? 'keeps' : 'invited')
}

/** Of a list `l`: an account keeps it, as its owner or together with its owner. */
export const isKeptBy = (account_id: number): Sql => sql`
  l.id in (
    select o.id from user_list o where o.account_id = ${account_id}
    union all select k.list_id from list_keeper k join user_list o on o.id = k.list_id
    where k.account_id = ${account_id} and k.accepted_at is not null and coalesce(o.hidden, '') <> 'list')`
