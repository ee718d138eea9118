import { Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import { generations, version } from './generations.ts'
import { searchedKinds } from './searched-kinds.ts'

/**
 * Whether the index is complete. While it is built, the one before answers, which may lack what has changed since;
 * where there is none before, as at the first start and after some upgrades, searches find nothing.
 */
export type IndexState = 'complete' | 'rebuilding' | 'missing'

/** It reads a table of one or two rows. A generation of another version is about to be replaced. */
export async function indexState(db: Reader): Promise<IndexState> {
  const all = await generations(db)
  const current = all.find(({ is_current }) => is_current)
  if (!current) return 'missing'
  const isReplaced = current.version !== version || all.some(({ number }) => number > current.number)
  return isReplaced ? 'rebuilding' : 'complete'
}

const Share = Type.Object({ done: Type.Integer(), of: Type.Integer() })

/**
 * The share of records, from 0 to 1, that the generation which is being built has read. Where their numbers have gaps
 * it is only nearly right: counting the records would take seconds in a large catalogue, and this takes two steps a
 * kind.
 */
export async function shareOfRead(db: Reader): Promise<number> {
  const all = await generations(db)
  const current = all.find(({ is_current }) => is_current)?.number ?? 0
  const fresh = all.find(({ number }) => number > current)
  if (!fresh) return 0
  const lastOf = (kind: string): Sql => sql`
    select coalesce((select max(entity_id) from search_record
        where generation = ${fresh.number} and kind = ${kind}), 0) as done,
      coalesce((select max(id) from record where kind = ${kind}), 0) as last`
  const kinds = searchedKinds.map(lastOf).reduce((all, one) => sql`${all} union all ${one}`)
  const share = await db.one(
    Share,
    sql`select cast(sum(done) as bigint) as done, cast(sum(last) as bigint) as ${raw('"of"')} from (${kinds}) as k`,
  )
  if (!share || share.of === 0) return 0
  return Math.min(Math.floor((share.done / share.of) * 100) / 100, 1)
}
