import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { write } from '#src/contract/write.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

/** Who got back into an account is shown what else opens it, until they say that they have looked at it. */

/** Notes that somebody gets back into an account, in the transaction that lets them. */
export const noteRecovery = (tx: Database, account_id: number, now: Date): Promise<number> =>
  tx.run(sql`update account set recovered_at = ${now.toISOString()} where id = ${account_id}`)

const Recovered = Type.Object({ recovered_at: nullable(Type.String()) })

/** Since when somebody has to look. */
export const recoveredAt = async (db: Reader, account_id: number): Promise<string | null> =>
  (await db.one(Recovered, sql`select recovered_at from account where id = ${account_id}`))?.recovered_at ?? null

/** Notes that somebody has looked, or has nothing to look at. */
export const noteLook = (db: Database, account_id: number): Promise<number> =>
  db.run(sql`update account set recovered_at = null where id = ${account_id}`)

/** Somebody has looked. */
export const endRecovery = write([], ({ db, account }) => noteLook(db, account.id))
