import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

const SecurityEvent = Type.Object({
  at: Type.String(),
  what: Type.String(),
  network: Type.String(),
  browser: Type.String(),
  key: nullable(Type.String()),
})
const Act = Type.Object({ at: Type.String(), what: Type.String(), is_own: Type.Boolean(), reason: Type.String() })

/** What the logs say of an account. Others who did something to it are not named. */
export async function loggedData(db: Reader, account_id: number) {
  const [security_events, acts] = await Promise.all([
    db.all(
      SecurityEvent,
      sql`
      select security_event.at, what, network, browser, api_key.name as key
      from security_event left join api_key on api_key.id = security_event.key_id
      where security_event.account_id = ${account_id} order by security_event.id`,
    ),
    db.all(
      Act,
      sql`
      select at, what, is_own, reason from (
        select id, at, what, true as is_own, reason from act where actor_id = ${account_id}
        union all
        select id, at, what, false as is_own, reason from act
        where account_id = ${account_id} and coalesce(actor_id, 0) <> ${account_id}) as own
      order by id`,
    ),
  ])
  return { security_events, acts }
}
