import { Type } from 'typebox'
import { shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import type { EntriesStatement } from '#src/catalogue/edits/merge.ts'
import type { StoredEntry } from '#src/catalogue/edits/record-loader.ts'
import { isKind, kindNames, type PartName } from '#src/catalogue/kinds.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import type { LineKind } from './line.ts'
import type { ReadRecord, Report } from './read-records.ts'
import { numberOfKind, type Staging } from './staging.ts'

/** Mapped ids that are written in one transaction. */
const MAPPED_IDS = 1_000

const Mapped = Type.Object({
  source_id: Type.String(),
  kind: Type.String(),
  foreign_id: Type.Integer(),
  id: Type.Integer(),
})

/** Stores the ids that were mapped in this import, for the next one. */
export async function applyMaps(db: Database, { connection }: Staging): Promise<void> {
  for (const of of kindNames) {
    for (let after = { source_id: '', foreign_id: 0 }; ; ) {
      const page = connection.all(sql`
        select source_id, foreign_id, id from map
        where kind = ${numberOfKind(of)} and is_new = 1 and id is not null
          and (source_id, foreign_id) > (${after.source_id}, ${after.foreign_id})
        order by source_id, foreign_id ${limit(MAPPED_IDS)}`) as { source_id: string; foreign_id: number; id: number }[]
      const last = page.at(-1)
      if (!last) break
      const rows = page.map((row) => ({ ...row, kind: of }))
      await db.run(sql`
        insert into source_id_map (source_id, kind, foreign_id, id)
        select r.source_id, r.kind, r.foreign_id, r.id from ${db.engine.rows(Mapped, rows)} as r where true
        on conflict (source_id, kind, foreign_id) do update set id = excluded.id`)
      after = last
    }
  }
}

const nameOf = (source_id: string, target: string, id: number) =>
  `${source_id} ${numberOfKind(target as LineKind)} ${id}`

/**
 * Lines of a source refer to records by the source's own ids. If such an id is mapped, the reference gets the mapped
 * id; if the source's record was refused, the reference is dropped.
 */
export function mappedReferences(
  { connection }: Staging,
  of: RecordKind,
  records: readonly ReadRecord[],
  report: Report,
): readonly ReadRecord[] {
  const all = records.flatMap((record) => record.lines)
  const sources = mappedAmong(connection, new Set(all.map(({ statement }) => statement.source_id)))
  if (sources.size === 0) return records
  const lines = all.filter(({ statement }) => sources.has(statement.source_id))
  const fields = shapeOf(of).references.filter(({ target }) => isKind(target))
  const wanted: { source_id: string; kind: number; foreign_id: number }[] = []
  const want = (source_id: string, target: string, foreign_id: unknown) => {
    if (typeof foreign_id !== 'number' || !isKind(target)) return
    wanted.push({ source_id, kind: numberOfKind(target), foreign_id })
  }
  for (const { statement } of lines) {
    for (const { column, target } of fields) want(statement.source_id, target, statement.values[column])
    for (const { name, references } of shapeOf(of).storedParts) {
      for (const [column, target] of references) {
        for (const entry of statement.parts.get(name)?.entries ?? []) want(statement.source_id, target, entry[column])
      }
    }
  }
  const rows = connection.all(sql`
    select distinct m.source_id, m.kind, m.foreign_id, m.id from json_each(${wanted}) as w
    join map m on m.source_id = w.value ->> 'source_id' and m.kind = w.value ->> 'kind'
      and m.foreign_id = w.value ->> 'foreign_id'`)
  const mapped = new Map(
    rows.map(({ source_id, kind, foreign_id, id }) => [`${source_id} ${kind} ${foreign_id}`, id as number | null]),
  )
  if (mapped.size === 0) return records
  return records.map((record) => ({ ...record, lines: record.lines.map((line) => mapLine(of, line, mapped, report)) }))
}

/**
 * The sources that have mapped ids. Each one is looked up, because this runs for every chunk and must not scan all ids.
 */
function mappedAmong(connection: Staging['connection'], source_ids: ReadonlySet<string>): ReadonlySet<unknown> {
  const rows = connection.all(sql`
    select value as source_id from json_each(${[...source_ids]})
    where exists (select 1 from map where source_id = value)`)
  return new Set(rows.map(({ source_id }) => source_id))
}

type ReadLine = ReadRecord['lines'][number]

function mapLine(of: RecordKind, line: ReadLine, mapped: ReadonlyMap<string, number | null>, report: Report): ReadLine {
  const { staged, statement } = line
  const values = { ...statement.values }
  const here = (target: string, id: number) => {
    const found = isKind(target) ? mapped.get(nameOf(statement.source_id, target, id)) : undefined
    return found === undefined ? id : found
  }
  for (const { column, target, field } of shapeOf(of).references) {
    const id = values[column]
    if (typeof id !== 'number') continue
    const found = here(target, id)
    if (found !== null) values[column] = found
    else {
      delete values[column]
      report(staged, field, target, id)
    }
  }
  const parts = new Map<PartName, EntriesStatement>(statement.parts)
  for (const { name, references } of shapeOf(of).storedParts) {
    const part = parts.get(name)
    for (const [column, target] of references) {
      const entries = (parts.get(name)?.entries ?? []).flatMap((entry): StoredEntry[] => {
        const id = entry[column] as number
        const found = here(target, id)
        if (found === null) report(staged, name, target, id)
        return found === null ? [] : found === id ? [entry] : [{ ...entry, [column]: found }]
      })
      if (part) parts.set(name, { ...part, entries })
    }
  }
  return { staged, statement: { ...statement, values, parts } }
}
