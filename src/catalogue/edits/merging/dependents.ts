import { Type } from 'typebox'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { kindNames } from '../../kinds.ts'
import { parts } from '../../parts/index.ts'
import type { RecordKind } from '../../record-kinds.ts'
import { StatementError } from '../../statements/check.ts'
import { keptTablesOf } from '../gone/kept-tables.ts'
import { shapeOf } from '../kind-shape.ts'
import { maxMergedChildren, maxMovedReferences } from './merge-records.ts'

const OfKind = Type.Object({ kind: Type.Unsafe<RecordKind>({ type: 'string' }), count: Type.Integer() })

/** What depends on a record, and goes with it. */
export type Dependents = {
  seasons: number
  episodes: number
  /** What other records refer to it by: a column, or entries of a part. */
  references: { kind: RecordKind; field: string; count: number }[]
  /** What people keep about it, by table. */
  kept: { table: string; count: number }[]
}

/**
 * Counts what depends on a record, without what depends on its seasons and episodes. What other people keep is private,
 * so only what one account keeps is counted, unless it is for a moderator.
 */
export async function dependentsOf(
  db: Reader,
  of: RecordKind,
  id: number,
  keptBy: number | 'everybody',
): Promise<Dependents> {
  const references: Dependents['references'] = []
  for (const kind of kindNames)
    for (const { column, field, target } of shapeOf(kind).references) {
      const count = target === of ? await countRows(db, sql`from ${raw(kind)} where ${raw(column)} = ${id}`) : 0
      if (count > 0) references.push({ kind, field, count })
    }
  for (const { name, store } of parts)
    for (const [column, target] of Object.entries(store?.references ?? {})) {
      if (!store || target !== of) continue
      const found = await db.all(
        OfKind,
        sql`
        select kind, count(*) as count from ${raw(store.table)} where ${raw(column)} = ${id}
        group by kind order by kind`,
      )
      for (const { kind, count } of found) references.push({ kind, field: name, count })
    }
  const kept: Dependents['kept'] = []
  for (const { table, owner } of keptTablesOf(of)) {
    // Who follows a record, and whether anybody does, is a matter of nobody else.
    if (keptBy === 'everybody' && table === 'record_follow') continue
    const isOwn = keptBy === 'everybody' ? sql`true` : isOwnedBy(owner, keptBy)
    const count = await countRows(db, sql`from ${raw(table)} where kind = ${of} and entity_id = ${id} and ${isOwn}`)
    if (count > 0) kept.push({ table, count })
  }
  return { ...(await childrenOf(db, of, id)), references, kept }
}

function isOwnedBy(owner: string, account_id: number): Sql {
  if (owner === 'account_id') return sql`account_id = ${account_id}`
  return owner === 'list_id' ? sql`list_id in (select id from user_list where account_id = ${account_id})` : sql`false`
}

async function childrenOf(db: Reader, of: RecordKind, id: number): Promise<{ seasons: number; episodes: number }> {
  if (of === 'series')
    return {
      seasons: await countRows(db, sql`from season where series_id = ${id}`),
      episodes: await countRows(db, sql`from episode where series_id = ${id}`),
    }
  if (of !== 'season') return { seasons: 0, episodes: 0 }
  const episodes = await countRows(
    db,
    sql`
    from season s join episode e on e.series_id = s.series_id and e.season_number = s.season_number
    where s.id = ${id}`,
  )
  return { seasons: 0, episodes }
}

/** Throws a StatementError if there is no such record, or if too much depends on it to go in one transaction. */
export async function checkDeletion(tx: Database, of: RecordKind, id: number): Promise<void> {
  const refuse = (reason: string): never => {
    throw new StatementError([{ record: 0, place: 'id', reason }])
  }
  if (!(await tx.one(Id, sql`select id from record where kind = ${of} and id = ${id}`)))
    refuse(`is no ${of} of the catalogue`)
  const { seasons, episodes, references } = await dependentsOf(tx, of, id, 'everybody')
  if (seasons + episodes > maxMergedChildren) refuse(`has more than ${maxMergedChildren} seasons and episodes`)
  const count = references.reduce((sum, one) => sum + one.count, 0)
  if (count > maxMovedReferences) refuse(`is named by more than ${maxMovedReferences} others`)
}
