import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import type { RecordKind } from '../../record-kinds.ts'
import { type Change, change } from '../change.ts'
import type { StoredRecord } from '../record-loader.ts'
import type { Replaced } from '../replaced.ts'
import { bringBackKept, moveKept, type Pair, setAside } from './kept-aside.ts'
import { type Fate, fatesOf, survivorsOf } from './survivors.ts'

/** What becomes of records that are deleted; without a fate, as if they had never been. */
export type Fates = ReadonlyMap<number, Fate>

const Gone = Type.Object({
  kind: Type.String(),
  id: Type.Integer(),
  into_id: nullable(Type.Integer()),
  source_id: Type.String(),
  series_id: nullable(Type.Integer()),
  season_number: nullable(Type.Integer()),
  episode_number: nullable(Type.Integer()),
})
export const goneTable = { name: 'gone_record', key: ['kind', 'id'], row: Gone }

/**
 * Notes what becomes of records that are about to be deleted, and moves what people keep about them, or sets it aside.
 */
export async function leave(tx: Database, of: RecordKind, records: readonly StoredRecord[], fates: Fates) {
  const rows = records.flatMap(({ id, numbering }) => {
    const fate = fates.get(id)
    if (!fate) return []
    const place = { series_id: null, season_number: null, episode_number: null, ...numbering }
    return [{ kind: of, id, into_id: fate.is === 'merged' ? fate.into_id : null, source_id: fate.source_id, ...place }]
  })
  if (rows.length > 0) await tx.put(goneTable, rows)
  const pairs = pairsIn(fates)
  const merged = new Set(pairs.map(({ id }) => id))
  const removed = records.map(({ id }) => id).filter((id) => !merged.has(id))
  if (pairs.length > 0) {
    await moveKept(tx, of, pairs)
    await noteExternalIds(tx, of, pairs)
  }
  if (removed.length > 0) await setAside(tx, of, removed)
}

const pairsIn = (fates: Fates): Pair[] =>
  [...fates].flatMap(([id, fate]) => (fate.is === 'merged' ? [{ id, into_id: fate.into_id }] : []))

/** Ids in other systems that the survivors do not have still find them. */
const noteExternalIds = (tx: Database, of: RecordKind, pairs: readonly Pair[]) =>
  tx.run(sql`
    insert into merged_external_id (kind, entity_id, external_source, value)
    select e.kind, e.entity_id, e.external_source, e.value
    from external_id e join ${tx.engine.rows(PairRow, pairs)} as p on p.id = e.entity_id
    where e.kind = ${of} and not exists (
      select 1 from external_id o
      where o.kind = ${of} and o.entity_id = p.into_id and o.external_source = e.external_source and o.value = e.value)
    on conflict do nothing`)

const PairRow = Type.Object({ id: Type.Integer(), into_id: Type.Integer() })
/** What a record was before it was created: merged into another one, or deleted. */
const replacedFate = (fate: Fate): Replaced => ({
  removed_by: fate.source_id,
  ...(fate.is === 'merged' && { merged_into: fate.into_id }),
})

/** The fate that a change says a record had before. */
export const fateBefore = ({ removed_by, merged_into }: Replaced): Fate | undefined =>
  removed_by === undefined
    ? undefined
    : merged_into === undefined
      ? { is: 'removed', source_id: removed_by }
      : { is: 'merged', into_id: merged_into, source_id: removed_by }

/**
 * Newly created records may have existed before: they get back what was set aside, and their ids are their own again.
 * Returns what they were before, and rows of the change log for the survivors that give something back.
 */
export async function comeBack(
  tx: Database,
  of: RecordKind,
  ids: readonly number[],
): Promise<{ before: ReadonlyMap<number, Replaced>; changes: Change[] }> {
  const fates = await fatesOf(tx, of, ids)
  const aside = await tx.all(
    Id,
    sql`
    select distinct entity_id as id from kept_aside
    where kind = ${of} and ${tx.engine.anyOf(raw('entity_id'), ids)} and state <> 'behind' and undo_edit_id is null`,
  )
  const back = [...new Set([...fates.keys(), ...aside.map(({ id }) => id)])].sort((a, b) => a - b)
  if (back.length === 0) return { before: new Map(), changes: [] }
  await tx.run(sql`delete from gone_record where kind = ${of} and ${tx.engine.anyOf(raw('id'), back)}`)
  const pairs = await presentSurvivors(tx, of, pairsIn(fates))
  await bringBackKept(tx, of, back, pairs)
  return {
    before: new Map([...fates].map(([id, fate]) => [id, replacedFate(fate)])),
    changes: pairs.map(({ id, into_id }) =>
      change(of, into_id, mergedKey, 'deleted', { original_value: mergedValue(of, id) }),
    ),
  }
}

/** The key of the rows that merges leave on survivors. */
export const mergedKey = 'merged'

/** What such a row says: the record, and for seasons and episodes their ids as the contract has them. */
export const mergedValue = (of: RecordKind, id: number) => ({ kind: of, id })

/** Where the records went, over all merges since, as far as that is there. */
export async function presentSurvivors(tx: Database, of: RecordKind, pairs: readonly Pair[]): Promise<Pair[]> {
  if (pairs.length === 0) return []
  const further = await survivorsOf(
    tx,
    of,
    pairs.map(({ into_id }) => into_id),
  )
  const ends = pairs.map(({ id, into_id }) => ({ id, into_id: further.get(into_id)?.id ?? into_id }))
  const there = await tx.all(
    Id,
    sql`
    select id from record where kind = ${of} and ${tx.engine.anyOf(
      raw('id'),
      ends.map(({ into_id }) => into_id),
    )}`,
  )
  const present = new Set(there.map(({ id }) => id))
  return ends.filter(({ into_id }) => present.has(into_id))
}
