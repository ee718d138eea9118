import { createAccount } from '#src/accounts/accounts.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

/** The secret of the one-time codes of `fay`. */
export const codesOfFay = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** Adds `fay`, whose password is that of all others. */
export async function loadSecondFactor(db: Database, password: string, loadedAt: string) {
  const passwords = { hash: async () => '', verify: async () => false }
  const account = { username: 'fay', name: '', email: '', password, now: new Date(loadedAt) }
  const fay = await createAccount(db, passwords, account)
  await db.run(sql`
    update account set password = (select password from account where folded_username = 'ada') where id = ${fay?.id}`)
  await db.run(sql`
    insert into totp (account_id, secret, made_at, confirmed_at, last_period)
    values (${fay?.id}, ${`readable ${codesOfFay}`}, ${loadedAt}, ${loadedAt}, 0)`)
}
