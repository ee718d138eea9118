import { type Static, Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import type { RecordKind } from '../../record-kinds.ts'

/** Pictures drawn for records of the sample are removed with a record and come back with it, like what people keep. */

const columns = {
  name: Type.String(),
  gallery: Type.String(),
  version: Type.Integer(),
  recipe: Type.Unknown(),
  colour: Type.String(),
}
const Drawing = Type.Object({ kind: Type.String(), entity_id: Type.Integer(), ...columns })
const table = { name: 'drawing', key: ['name'], row: Drawing }
const Aside = Type.Object({
  entity_id: Type.Integer(),
  entry: Type.Unsafe<Static<typeof Drawing>>({ type: 'object' }),
})
const asideTable = {
  name: 'kept_aside',
  key: [],
  row: Type.Object({
    kind: Type.String(),
    entity_id: Type.Integer(),
    kept: Type.String(),
    state: Type.String(),
    entry: Type.Unknown(),
  }),
}

/** Sets the drawings of records aside; `moves` says to which record each one goes, if to any. */
export async function setDrawingsAside(
  tx: Database,
  of: RecordKind,
  ids: readonly number[],
  moves: ReadonlyMap<number, number>,
): Promise<void> {
  const drawings = await tx.all(
    Drawing,
    sql`
    select kind, entity_id, name, gallery, version, recipe, colour from drawing
    where kind = ${of} and ${tx.engine.anyOf(raw('entity_id'), ids)} order by name`,
  )
  if (drawings.length === 0) return
  const rows = drawings.map((entry) => {
    const { entity_id } = entry
    return { kind: of, entity_id, kept: 'drawing', state: moves.has(entity_id) ? 'moved' : 'aside', entry }
  })
  await tx.put(asideTable, rows as never)
  const moved = drawings.flatMap((drawing) => {
    const into = moves.get(drawing.entity_id)
    return into === undefined ? [] : [{ ...drawing, entity_id: into }]
  })
  if (moved.length > 0) await tx.put(table, moved)
}

/** Gives records their drawings back, wherever they are now. */
export async function bringBackDrawings(tx: Database, of: RecordKind, ids: readonly number[]): Promise<void> {
  const rows = await tx.all(
    Aside,
    sql`
    select entity_id, entry from kept_aside
    where kind = ${of} and ${tx.engine.anyOf(raw('entity_id'), ids)} and kept = 'drawing' order by id`,
  )
  const drawings = rows.map(({ entity_id, entry }) => ({ ...entry, kind: of, entity_id }))
  if (drawings.length > 0) await tx.put(table, drawings)
}
