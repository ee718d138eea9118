import type { DialectName } from '#src/contract/dialects.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { GUEST_HOURS } from '#src/kept/guests.ts'
import { dayMs, hourMs, utcDay } from '#src/reference/days.ts'

/** How old the account is: no limit is one for newcomers. */
const ACCOUNT_DAYS = 60

/** What depends on when a server begins, and on the field names that its key has. */
export async function beginAt(db: Database, now: Date, dialect: DialectName): Promise<void> {
  const at = now.toISOString()
  const createdAt = new Date(now.getTime() - ACCOUNT_DAYS * dayMs).toISOString()
  await db.run(sql`
    update account set created_at = ${createdAt}, email_verified_at = ${createdAt}, trusted_at = ${createdAt}
    where id = 1`)
  await db.run(sql`update api_key set dialect = ${dialect}, created_at = ${createdAt} where id = 1`)
  await db.run(sql`update session set created_at = ${at}, last_used_on = ${utcDay(now)}`)
  const expiresAt = new Date(now.getTime() + GUEST_HOURS * hourMs).toISOString()
  await db.run(sql`update guest_session set created_at = ${at}, expires_at = ${expiresAt}`)
}
