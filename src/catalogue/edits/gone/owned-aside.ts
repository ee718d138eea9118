import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import type { RecordKind } from '../../record-kinds.ts'

/** That a record lies in the house is set aside with it, and comes back with it, like what people keep. */

const Owned = Type.Object({ entity_id: Type.Integer(), folder_id: Type.Integer(), since: Type.String() })
const Aside = Type.Object({
  entity_id: Type.Integer(),
  entry: Type.Unsafe<{ folder_id: number; since: string }>({ type: 'object' }),
})
const asideTable = {
  name: 'kept_aside',
  key: [],
  row: Type.Object({
    ...{ kind: Type.String(), entity_id: Type.Integer(), kept: Type.String(), state: Type.String() },
    entry: Type.Unknown(),
  }),
}

/** Sets aside where records lie; `moves` says to which record each one goes, if to any. */
export async function setOwnedAside(
  tx: Database,
  of: RecordKind,
  ids: readonly number[],
  moves: ReadonlyMap<number, number>,
): Promise<void> {
  const found = await tx.all(
    Owned,
    sql`
    select entity_id, folder_id, since from owned
    where kind = ${of} and ${tx.engine.anyOf(raw('entity_id'), ids)} order by entity_id, folder_id`,
  )
  if (found.length === 0) return
  const rows = found.map(({ entity_id, ...entry }) => {
    return { kind: of, entity_id, kept: 'owned', state: moves.has(entity_id) ? 'moved' : 'aside', entry }
  })
  await tx.put(asideTable, rows as never)
  const moved = found.flatMap(({ entity_id, ...entry }) => {
    const into = moves.get(entity_id)
    return into === undefined ? [] : [{ entity_id: into, ...entry }]
  })
  await putOwned(tx, of, moved)
}

/** Gives records back where they lie, wherever they are now. */
export async function bringBackOwned(tx: Database, of: RecordKind, ids: readonly number[]): Promise<void> {
  const rows = await tx.all(
    Aside,
    sql`
    select entity_id, entry from kept_aside
    where kind = ${of} and ${tx.engine.anyOf(raw('entity_id'), ids)} and kept = 'owned' order by id`,
  )
  await putOwned(
    tx,
    of,
    rows.map(({ entity_id, entry }) => ({ entity_id, ...entry })),
  )
}

async function putOwned(
  tx: Database,
  of: RecordKind,
  rows: readonly { entity_id: number; folder_id: number; since: string }[],
) {
  if (rows.length === 0) return
  await tx.run(sql`
    insert into owned (folder_id, kind, entity_id, since)
    select f.id, cast(${of} as text), r.entity_id, r.since
    from ${tx.engine.rows(Owned, [...rows])} as r join media_folder f on f.id = r.folder_id
    where true on conflict do nothing`)
}
