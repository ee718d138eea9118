import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

const Author = Type.Object({ disabled_at: nullable(Type.String()), deleted_at: nullable(Type.String()) })

/**
 * Keeps others from changing the contributions of an account until the transaction ends: everybody who does writes its
 * row. Throws `account_disabled` if the account must not write.
 */
export async function lockAuthor(tx: Database, account_id: number): Promise<void> {
  const author = await tx.one(
    Author,
    sql`update account set username = username where id = ${account_id} returning disabled_at, deleted_at`,
  )
  if (!author || author.disabled_at !== null || author.deleted_at !== null) throw new ApiError('account_disabled')
}
