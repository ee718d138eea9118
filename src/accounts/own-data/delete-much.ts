import { Type } from 'typebox'
import { countRows } from '#src/database/count-rows.ts'
import type { Database } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { limit, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { type RatedKind, removeRatings } from '#src/kept/ratings.ts'

/** Rows that are deleted in one transaction, which other writers have to wait for. */
const ROWS_AT_ONCE = 2_000

const Rated = Type.Object({ kind: Type.Unsafe<RatedKind>({ type: 'string' }), entity_id: Type.Integer() })

/** With more rows than these an account has much. So many are deleted in a part of a second. */
export const mostAtOnce = 20_000

/** Whether an account has so much that it takes more than one transaction to delete it. */
export async function hasMuch(db: Database, account_id: number): Promise<boolean> {
  const own = sql`account_id = ${account_id}`
  const some = limit(mostAtOnce + 1)
  const counts = await Promise.all([
    countRows(
      db.wide,
      sql`from (
        select 1 from list_item where list_id in (select id from user_list where ${own}) ${some}
      ) as items`,
    ),
    countRows(
      db.wide,
      sql`from (
        select 1 from kept_import_entry where import_id in (select id from kept_import where ${own}) ${some}
      ) as entries`,
    ),
    countRows(db.wide, sql`from (select 1 from rating where ${own} ${some}) as ratings`),
    countRows(db.wide, sql`from (select 1 from watched where ${own} ${some}) as viewings`),
    // Each is an edit of the catalogue.
    countRows(db.wide, sql`from (select 1 from review where ${own} ${some}) as reviews`).then((count) => 20 * count),
  ])
  return counts.reduce((sum, count) => sum + count, 0) > mostAtOnce
}

/** Works until less than a whole portion was left. */
async function inPortions(work: () => Promise<number>): Promise<void> {
  while ((await work()) >= ROWS_AT_ONCE);
}

/**
 * Deletes what an account may have so much of that it does not fit into one transaction: its lists, ratings, imports
 * and what was watched. If it is interrupted the account is still there, and its deletion can be asked for again.
 */
export async function deleteMuch(db: Database, account_id: number): Promise<void> {
  const lists = await db.all(Id, sql`select id from user_list where account_id = ${account_id} order by id`)
  // Each with its titles, of which there are 10,000 at most.
  for (const { id } of lists)
    await db.transaction(async (tx) => {
      await revise(tx, 'lists')
      await tx.run(sql`delete from user_list where id = ${id}`)
    })
  await inPortions(async () => {
    const some = await db.all(
      Rated,
      sql`
      select kind, entity_id from rating where account_id = ${account_id}
      order by kind, entity_id ${limit(ROWS_AT_ONCE)}`,
    )
    return removeRatings(db, { account_id }, some)
  })
  await inPortions(() =>
    db.run(sql`
      delete from watched where account_id = ${account_id} and (kind, entity_id, watched_at) in (
        select kind, entity_id, watched_at from watched where account_id = ${account_id}
        order by kind, entity_id, watched_at ${limit(ROWS_AT_ONCE)})`),
  )
  const imports = await db.all(Id, sql`select id from kept_import where account_id = ${account_id} order by id`)
  for (const { id } of imports)
    await inPortions(() =>
      db.run(sql`
        delete from kept_import_entry where import_id = ${id} and number in (
          select number from kept_import_entry where import_id = ${id} order by number ${limit(ROWS_AT_ONCE)})`),
    )
}
