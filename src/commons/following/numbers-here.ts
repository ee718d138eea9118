import { type Static, Type } from 'typebox'
import { survivorsOf } from '#src/catalogue/edits/gone/survivors.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { commonGenres } from './words.ts'

/** Numbers that are kept in memory; then all are looked up again. */
const maxKept = 200_000
/** Keys that are looked up with one query. */
const LOOKUP_KEYS = 2_000

const Row = Type.Object({
  source_key: Type.String(),
  entity_id: nullable(Type.Integer()),
  is_gone: Type.Boolean(),
  is_there: Type.Boolean(),
})
const Moved = Type.Object({ source_key: Type.String(), entity_id: Type.Integer() })
const Shared = Type.Object({ entity_id: Type.Integer() })

type Wish = (of: RecordKind, id: number) => void
export type NumbersHere = ReturnType<typeof openNumbersHere>

/** The numbers here of the records of a publisher. */
export function openNumbersHere(db: Database, source_id: string, takes: (of: RecordKind) => boolean) {
  const kept = new Map<string, number | undefined>()
  const fresh = new Set<string>()

  async function look(of: RecordKind, ids: readonly number[]) {
    for (let at = 0; at < ids.length; at += LOOKUP_KEYS) {
      const some = ids.slice(at, at + LOOKUP_KEYS)
      const rows = await db.all(
        Row,
        sql`
        select source_key, entity_id,
          exists (
            select 1 from gone_record g
            where g.kind = ${of} and g.id = entity_id and g.into_id is not null and g.source_id <> ${source_id})
            and not exists (select 1 from record where kind = ${of} and id = entity_id) as is_gone,
          exists (select 1 from record where kind = ${of} and id = entity_id) as is_there
        from source_key
        where source_id = ${source_id} and kind = ${of} and ${db.engine.anyOf(raw('source_key'), some.map(String))}`,
      )
      for (const id of some) kept.set(`${of} ${id}`, of === 'genre' && commonGenres.has(id) ? id : undefined)
      for (const { source_key, entity_id, is_there, is_gone } of await survivors(of, rows)) {
        kept.set(`${of} ${source_key}`, entity_id ?? undefined)
        if (entity_id !== null && !is_there && !is_gone) fresh.add(`${of} ${source_key}`)
      }
    }
  }

  /** Those that were merged here are the survivors from now on. */
  async function survivors(of: RecordKind, rows: readonly Static<typeof Row>[]) {
    const merged = rows.flatMap(({ entity_id, is_gone }) => (is_gone && entity_id !== null ? [entity_id] : []))
    if (merged.length === 0) return rows
    const found = await survivorsOf(db, of, merged)
    const moved = rows.flatMap(({ source_key, entity_id }) => {
      const survivor = found.get(entity_id ?? 0)
      return survivor ? [{ source_key, entity_id: survivor.id }] : []
    })
    await db.run(sql`
      update source_key set entity_id = m.entity_id from ${db.engine.rows(Moved, moved)} as m
      where source_key.source_id = ${source_id} and source_key.kind = ${of} and source_key.source_key = m.source_key`)
    const now = new Map(moved.map((row) => [row.source_key, row.entity_id]))
    return rows.map((row) => ({ ...row, entity_id: now.get(row.source_key) ?? row.entity_id }))
  }

  return {
    /** Looks up all records that `name` names. */
    async know(name: (wish: Wish) => void): Promise<void> {
      if (kept.size > maxKept) {
        kept.clear()
        fresh.clear()
      }
      const wanted = new Map<RecordKind, Set<number>>()
      name((of, id) => {
        if (!takes(of) || kept.has(`${of} ${id}`)) return
        const ids = wanted.get(of) ?? new Set()
        wanted.set(of, ids.add(id))
      })
      for (const [of, ids] of wanted) await look(of, [...ids])
    },
    /** One that was looked up; undefined if it is not here. */
    of: (of: RecordKind, id: number): number | undefined => kept.get(`${of} ${id}`),
    /** Whether one that was looked up has a number and is still to be made. */
    isFresh: (of: RecordKind, id: number): boolean => fresh.has(`${of} ${id}`),
    forget() {
      kept.clear()
      fresh.clear()
    },
    /** Records here, among `ids`, that several of the publisher are: none of these says all about them. */
    shared: (of: RecordKind, ids: readonly number[]) => sharedAmong(db, source_id, of, ids),
  }
}

async function sharedAmong(db: Database, source_id: string, of: RecordKind, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db.all(
    Shared,
    sql`
    select entity_id from source_key
    where kind = ${of} and ${db.engine.anyOf(raw('entity_id'), ids)} and source_id = ${source_id}
    group by entity_id having count(*) > 1`,
  )
  return rows.map(({ entity_id }) => entity_id)
}
