import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

const Author = Type.Object({
  disabled_at: nullable(Type.String()),
  deleted_at: nullable(Type.String()),
  email_verified_at: nullable(Type.String()),
})

async function locked(tx: Database, account_id: number) {
  const author = await tx.one(
    Author,
    sql`
    update account set username = username where id = ${account_id}
    returning disabled_at, deleted_at, email_verified_at`,
  )
  if (!author || author.disabled_at !== null || author.deleted_at !== null) throw new ApiError('account_disabled')
  return author
}

/**
 * Keeps others from changing the contributions of an account until the transaction ends: everybody who does writes its
 * row. Throws `account_disabled` if the account must not write.
 */
export async function lockAuthor(tx: Database, account_id: number): Promise<void> {
  await locked(tx, account_id)
}

/**
 * The same for what opens the account or something private in it. Throws `email_unverified`, too: until then the
 * account may have an address that is somebody else's, who gets it with all that was prepared. An account without an
 * address counts as verified from the beginning: whoever runs the server has made it.
 */
export async function lockVerified(tx: Database, account_id: number): Promise<void> {
  const { email_verified_at } = await locked(tx, account_id)
  if (email_verified_at === null) throw new ApiError('email_unverified')
}
