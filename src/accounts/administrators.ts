import { countRows } from '#src/database/count-rows.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

/**
 * Whether an account is the only one that can administer the server. Until this transaction ends no other one adds or
 * removes an administrator, because each writes the rows of all of them.
 */
export async function isLastAdministrator(tx: Database, account_id: number): Promise<boolean> {
  await tx.run(sql`update account set role = role where role = 'administrator'`)
  const isOne = sql`role = 'administrator' and disabled_at is null and deleted_at is null`
  const [itself, others] = await Promise.all([
    countRows(tx, sql`from account where id = ${account_id} and ${isOne}`),
    countRows(tx, sql`from account where id <> ${account_id} and ${isOne}`),
  ])
  return itself === 1 && others === 0
}
