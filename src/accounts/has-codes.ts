import { Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

const Holder = Type.Object({ account_id: Type.Integer() })

/** Whether an account signs in with a second factor after its password. */
export async function hasCodes(db: Reader, account_id: number): Promise<boolean> {
  const holder = await db.one(
    Holder,
    sql`select account_id from totp where account_id = ${account_id} and confirmed_at is not null`,
  )
  return holder !== undefined
}
