import { type Static, Type } from 'typebox'
import { mergedKey } from '#src/catalogue/edits/gone/gone.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import type { Database } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { keyOf, knownKeys, rememberKeys } from '#src/import/foreign/source-keys.ts'
import { commonGenres } from '../following/words.ts'

/** Records that are looked up together. */
const AT_ONCE = 1_000
/** Records that were merged into one and are looked at. */
const maxMerged = 100

export type Named = { of: RecordKind; id: number }
/** The number that a record has at the publisher; undefined if it does not have it. */
export type NumberThere = (of: RecordKind, id: number) => number | undefined

const Key = Type.Object({ source_key: Type.String(), entity_id: Type.Integer() })

/** What numbers records of here have at a publisher, as it was found out when its catalogue came in. */
export async function numbersThere(db: Database, source_id: string, named: readonly Named[]): Promise<NumberThere> {
  const found = new Map<string, number>()
  for (const [of, some] of Map.groupBy(named, (one) => one.of)) {
    const ids = [...new Set(some.map(({ id }) => id))]
    for (let at = 0; at < ids.length; at += AT_ONCE)
      for (const { source_key, entity_id } of await keysOf(db, source_id, of, ids.slice(at, at + AT_ONCE)))
        note(found, of, entity_id, Number(source_key))
    for (const id of ids) if (of === 'genre' && commonGenres.has(id)) found.set(`${of} ${id}`, id)
  }
  return (of, id) => found.get(`${of} ${id}`)
}

const keysOf = (db: Database, source_id: string, of: RecordKind, ids: readonly number[]) =>
  db.all(
    Key,
    sql`
    select source_key, entity_id from source_key
    where kind = ${of} and ${db.engine.anyOf(raw('entity_id'), ids)} and source_id = ${source_id}`,
  )

/** Of several records there that are one here, the oldest is meant. */
function note(found: Map<string, number>, of: RecordKind, id: number, there: number) {
  const known = found.get(`${of} ${id}`)
  if (Number.isSafeInteger(there) && (known === undefined || there < known)) found.set(`${of} ${id}`, there)
}

const Merged = Type.Object({ id: Type.Integer() })

/** The number that a record has at a publisher, or one that was merged into it here. */
export async function numberThere(db: Database, source_id: string, { of, id }: Named): Promise<number | undefined> {
  const own = (await numbersThere(db, source_id, [{ of, id }]))(of, id)
  if (own !== undefined) return own
  const merged: Static<typeof Merged>[] = await db.all(
    Merged,
    sql`
    select cast(value ->> 'id' as integer) as id from change
    where kind = ${of} and entity_id = ${id} and key = ${mergedKey} and place = '' and value is not null
    order by seq desc ${limit(maxMerged)}`,
  )
  const there = await numbersThere(
    db,
    source_id,
    merged.map((one) => ({ of, id: one.id })),
  )
  const numbers = merged.flatMap((one) => there(of, one.id) ?? [])
  return numbers[0]
}

/** Remembers which number a record of here has got at a publisher, unless that is known. */
export async function rememberNumber(db: Database, source_id: string, { of, id }: Named, there: number) {
  const known = await knownKeys(db, source_id, of, [String(there)])
  if (known.size === 0) await rememberKeys(db, [keyOf(source_id, of, String(there), id, false)])
}
