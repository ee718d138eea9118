import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

const Codes = Type.Object({ made_at: Type.String(), confirmed_at: nullable(Type.String()) })
const RecoveryCode = Type.Object({ made_at: Type.String(), used_at: nullable(Type.String()) })
const Passkey = Type.Object({
  name: Type.String(),
  host: Type.String(),
  made_at: Type.String(),
  last_used_at: nullable(Type.String()),
})

/** With what an account signs in besides its password, for the file of one's own data. Secrets are not in it. */
export async function factorData(db: Reader, account_id: number) {
  const [one_time_codes, passkeys, recovery_codes] = await Promise.all([
    db.all(Codes, sql`select made_at, confirmed_at from totp where account_id = ${account_id}`),
    db.all(
      Passkey,
      sql`select name, host, made_at, last_used_at from passkey where account_id = ${account_id} order by id`,
    ),
    db.all(
      RecoveryCode,
      sql`select made_at, used_at from recovery_code where account_id = ${account_id} order by digest`,
    ),
  ])
  return { one_time_codes, passkeys, recovery_codes }
}
