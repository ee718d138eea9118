import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

const Count = Type.Object({ count: Type.Integer() })

/**
 * Whether an account is the only one that can administer the server. Until this transaction ends no other one adds or
 * removes an administrator, because each writes the rows of all of them.
 */
export async function isLastAdministrator(tx: Database, account_id: number): Promise<boolean> {
  await tx.run(sql`update account set role = role where role = 'administrator'`)
  const isOne = sql`role = 'administrator' and disabled_at is null and deleted_at is null`
  const [itself, others] = await Promise.all([
    tx.one(Count, sql`select count(*) as count from account where id = ${account_id} and ${isOne}`),
    tx.one(Count, sql`select count(*) as count from account where id <> ${account_id} and ${isOne}`),
  ])
  return itself?.count === 1 && others?.count === 0
}
