import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { type Sql, sql } from '#src/database/sql.ts'

const Standing = Type.Object({ is_counted: Type.Boolean() })

/**
 * Makes the ratings of an account count or not, after what decides that has changed in the same transaction: whether
 * its address is verified, and whether it is suspended or deleted. Averages follow in the background, because there
 * may be very many (`followRatings`).
 */
export async function recountAccount(tx: Database, account_id: number): Promise<void> {
  const standing = await tx.one(
    Standing,
    sql`
    select email_verified_at is not null and disabled_at is null and deleted_at is null as is_counted
    from account where id = ${account_id}`,
  )
  const is_counted = standing?.is_counted ?? false
  const changing = sql`account_id = ${account_id} and is_counted = ${!is_counted}`
  await wait(tx, sql`rating where ${changing}`, is_counted ? sql`1` : sql`-1`)
  await tx.run(sql`update rating set is_counted = ${is_counted} where ${changing}`)
}

/** Takes the ratings of some guests out of averages, before the guests are deleted. */
export const uncountGuests = (tx: Database, guest_ids: readonly number[]): Promise<void> =>
  wait(tx, sql`guest_rating where ${tx.engine.anyOf(sql`guest_id`, guest_ids)} and is_counted = true`, sql`-1`)

/** Takes the ratings of an account out of averages, before they are deleted. */
export const uncountAccount = (tx: Database, account_id: number): Promise<void> =>
  wait(tx, sql`rating where account_id = ${account_id} and is_counted = true`, sql`-1`)

async function wait(tx: Database, ratings: Sql, sign: Sql): Promise<void> {
  await tx.run(sql`
    insert into waiting_rating (kind, entity_id, votes, points)
    select kind, entity_id, ${sign}, ${sign} * value from ${ratings} order by kind, entity_id`)
}
