import { loadRecords } from '#src/catalogue/edits/record-loader.ts'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import type { Kind } from '#src/catalogue/kinds.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { namesOf } from '#src/contributions/editing/names.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { forOthers, lineOf } from '../export.ts'

export type Line = Record<string, any>
export type NameOf = (of: RecordKind, id: number) => string

/** The lines of records by their ids, and the names of what they refer to. */
export async function factsOf(
  db: Database,
  of: Kind,
  ids: readonly number[],
): Promise<{ lines: Map<number, Line>; nameOf: NameOf }> {
  const records = await loadRecords(db, of, ids)
  const ofSample = await idsOfSample(db, of, ids)
  const lines = new Map(
    [...records].map(([id, record]): [number, Line] => [
      id,
      { ...lineOf(forOthers(record)), isOfSample: ofSample.has(id) },
    ]),
  )
  const wanted = new Map<RecordKind, Set<number>>()
  const note = (kind: RecordKind, entries: readonly Line[] = []) => {
    const known = wanted.get(kind) ?? new Set()
    wanted.set(kind, known)
    for (const { id } of entries) known.add(id)
  }
  for (const line of lines.values()) {
    const { cast = [], crew = [], guest_stars = [] } = line.credits ?? {}
    note('person', [...cast, ...crew, ...guest_stars])
    note('genre', line.genres)
    note('company', line.production_companies)
    note('network', line.networks)
    note('collection', line.belongs_to_collection ? [line.belongs_to_collection] : [])
  }
  const names = await namesOf(db, wanted)
  return { lines, nameOf: (kind, id) => names.get(`${kind} ${id}`) ?? '' }
}

async function idsOfSample(db: Database, of: Kind, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.all(
    Id,
    sql`
    select id from record where kind = ${of} and ${db.engine.anyOf(raw('id'), ids)}
      and edit_id in (select id from edit where note = ${sampleNote})`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The texts of a record in a language; those of its own columns where it has none. */
export function textsIn(line: Line, language: string): Line {
  const [iso_639_1 = '', iso_3166_1 = ''] = language.split('-')
  const own = { title: line.title ?? line.name ?? '', overview: line.overview ?? '', tagline: line.tagline ?? '' }
  const found = (line.translations?.translations ?? []).find(
    (one: Line) => one.iso_639_1 === iso_639_1 && (iso_3166_1 === '' || one.iso_3166_1 === iso_3166_1),
  )
  const { title, name, overview, tagline } = found?.data ?? {}
  return { title: title || name || own.title, overview: overview || own.overview, tagline: tagline || own.tagline }
}
