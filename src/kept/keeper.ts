import { Type } from 'typebox'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'

/**
 * Who keeps something: a person with an account, or a guest, who keeps ratings only, and whose ratings count where a
 * setting says so.
 */
export type Keeper = { account_id: number } | { guest_id: number; isCounted?: boolean }

const ratings = {
  account: { name: 'rating', table: raw('rating'), column: 'account_id', owner: raw('account_id') },
  guest: { name: 'guest_rating', table: raw('guest_rating'), column: 'guest_id', owner: raw('guest_id') },
} as const

/** The table of a keeper's ratings, the column that names the keeper there, and the keeper. */
export const ratingsOf = (keeper: Keeper) =>
  'account_id' in keeper ? { ...ratings.account, id: keeper.account_id } : { ...ratings.guest, id: keeper.guest_id }

const Standing = Type.Object({ is_open: Type.Boolean(), is_counted: Type.Boolean() })

/**
 * Keeps others from changing what a keeper keeps until the transaction ends, and says whether ratings of the keeper
 * count: those of accounts do when their address is verified. Throws `account_disabled` for an
 * account that must not write, and `session_required` for a guest who is gone.
 */
export async function lockKeeper(tx: Database, keeper: Keeper): Promise<{ is_counted: boolean }> {
  const standing = await tx.one(
    Standing,
    'account_id' in keeper
      ? sql`
        update account set username = username where id = ${keeper.account_id}
        returning disabled_at is null and deleted_at is null as is_open, email_verified_at is not null as is_counted`
      : sql`
        update guest_session set key_id = key_id where id = ${keeper.guest_id}
        returning true as is_open, ${keeper.isCounted ? sql`true` : sql`false`} as is_counted`,
  )
  if (!standing?.is_open) throw new ApiError('account_id' in keeper ? 'account_disabled' : 'session_required')
  return standing
}
