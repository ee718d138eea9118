import { Type } from 'typebox'
import { digestOf, newSecret } from '#src/credentials/secrets.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

const Made = Type.Object({ created_at: Type.String() })

/** When an account has got the address of its calendar; undefined if it has none. */
export const calendarAddressOf = async (db: Reader, account_id: number): Promise<string | undefined> =>
  (await db.one(Made, sql`select created_at from calendar_address where account_id = ${account_id}`))?.created_at

/** Gives the calendar of an account an address, in place of the one before. Returns its secret, which is not stored. */
export async function replaceCalendarAddress(tx: Database, account_id: number, now: Date): Promise<string> {
  const secret = newSecret('calendar')
  await tx.run(sql`
    insert into calendar_address (account_id, secret_digest, created_at)
    values (${account_id}, ${digestOf(secret)}, ${now.toISOString()})
    on conflict (account_id) do update
    set secret_digest = excluded.secret_digest, created_at = excluded.created_at`)
  return secret
}

export const removeCalendarAddress = (db: Database, account_id: number) =>
  db.run(sql`delete from calendar_address where account_id = ${account_id}`)

const Owner = Type.Object({ id: Type.Integer(), iso_639_1: Type.String(), iso_3166_1: Type.String() })

/** Whose calendar is at an address; that of a suspended account is away. */
export const ownerOfCalendar = (db: Reader, secret: string) =>
  db.one(
    Owner,
    sql`
    select a.id, a.iso_639_1, a.iso_3166_1 from calendar_address c join account a on a.id = c.account_id
    where c.secret_digest = ${digestOf(secret)} and a.disabled_at is null and a.deleted_at is null`,
  )
