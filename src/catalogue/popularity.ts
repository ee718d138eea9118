import { type PopularKind, popularKinds } from '#src/contract/signals.ts'
import type { Reader } from '#src/database/database.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'

export const hasPopularity = (of: string): of is PopularKind => (popularKinds as readonly string[]).includes(of)

/**
 * The popularity in replies and orders: what a source states, or else what follows from the facts of the record, plus
 * what is counted, with four decimals.
 */
export function shownPopularity(start: Sql = raw('start_popularity'), counted: Sql = raw('counted_popularity')): Sql {
  const base = sql`case when stated_popularity > 0 then stated_popularity else ${start} end`
  return sql`case when ${counted} = 0 then ${base} else floor((${base} + ${counted}) * 10000 + 0.5) / 10000.0 end`
}

/** Updates the popularity of some records after what is stated about them has changed. */
export const showPopularity = (db: Reader, of: PopularKind, ids: readonly number[]): Sql => sql`
  update ${raw(of)} set popularity = ${shownPopularity()}
  where ${db.engine.anyOf(raw('id'), ids)} and popularity <> ${shownPopularity()}`
