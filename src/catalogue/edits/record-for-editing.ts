import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import type { PartName } from '../kinds.ts'
import { type RecordKind, recordKind } from '../record-kinds.ts'
import { allSources, type Source } from '../sources.ts'
import { entryKeyOf, shapeOf } from './kind-shape.ts'
import type { RecordEdit } from './record-edit.ts'
import { fieldKey, loadRecords, type StoredEntry, type StoredRecord } from './record-loader.ts'
import { entryPlace, fieldState, textState } from './replaced.ts'

/**
 * The revision of a record is the number of its last change. What seasons and episodes leave on their parents counts
 * as little as changes that leave all values as they are: neither is a reason to look at a form again.
 */

/** Changes that a conflict shows of one record, the latest of all. */
export const maxChangesOfConflict = 500

/** The rows of the change log that make a revision. */
const counts = sql`not (c.key in ('season', 'episode') and c.place = '') and not c.same_value`

const Numbered = Type.Object({ entity_id: Type.Integer(), seq: Type.Integer() })

/** The revisions of records of a kind; 0 for those about which the log has nothing. */
export async function revisionsOf(db: Reader, of: RecordKind, ids: readonly number[]): Promise<Map<number, number>> {
  const revisions = new Map(ids.map((id) => [id, 0]))
  const found = await db.all(
    Numbered,
    sql`
    select r.id as entity_id, coalesce((
      select c.seq from change c where c.kind = ${of} and c.entity_id = r.id and ${counts}
      order by c.seq desc ${limit(1)}), 0) as seq
    from record r where r.kind = ${of} and ${db.engine.anyOf(raw('r.id'), ids)}`,
  )
  for (const { entity_id, seq } of found) revisions.set(entity_id, seq)
  return revisions
}

export const ChangeSince = Type.Object({
  seq: Type.Integer(),
  edit_id: Type.Integer(),
  at: Type.String(),
  account_id: nullable(Type.Integer()),
  username: nullable(Type.String()),
  source_id: Type.String(),
  key: Type.String(),
  place: Type.String(),
  action: Type.String(),
  iso_639_1: Type.String(),
  iso_3166_1: Type.String(),
  original_value: Type.Unknown(),
  value: Type.Unknown(),
})
/** A change that somebody made since a record was read: from what to what, and who. */
export type ChangeSince = Static<typeof ChangeSince>

/** What changed on a record after a revision, the oldest first. */
export async function changesSince(db: Reader, of: RecordKind, id: number, revision: number): Promise<ChangeSince[]> {
  const found = await db.all(
    ChangeSince,
    sql`
    select c.seq, c.edit_id, c.at, e.account_id, a.username, e.source_id, c.key, c.place, c.action, c.iso_639_1,
      c.iso_3166_1, c.original_value, c.value
    from change c join edit e on e.id = c.edit_id left join account a on a.id = e.account_id
    where c.kind = ${of} and c.entity_id = ${id} and c.seq > ${revision} and ${counts}
    order by c.seq desc ${limit(maxChangesOfConflict)}`,
  )
  return found.reverse()
}

/** What changed on one record of an edit since it was read. `record` is its position in the edit. */
export type Conflict = { record: number; kind: RecordKind; id: number; revision: number; changes: ChangeSince[] }

/** An edit that was refused, because somebody has changed one of its records since it was read. */
export class RevisionConflict extends Error {
  override name = 'RevisionConflict'
  readonly conflicts: readonly Conflict[]
  constructor(conflicts: readonly Conflict[]) {
    super(conflicts.map(({ kind, id }) => `the ${kind} ${id} has changed since it was read`).join('; '))
    this.conflicts = conflicts
  }
}

/** Throws a RevisionConflict if records have changed since the revisions that an edit names. */
export async function checkRevisions(tx: Database, records: readonly RecordEdit[]): Promise<void> {
  const conflicts: Conflict[] = []
  for (const [record, { kind, id, revision }] of records.entries()) {
    if (id === undefined || revision === undefined) continue
    const changes = await changesSince(tx, kind, id, revision)
    const last = changes.at(-1)
    if (last) conflicts.push({ record, kind, id, revision: last.seq, changes })
  }
  if (conflicts.length > 0) throw new RevisionConflict(conflicts)
}

/** The latest changes of a record, in which the author of a value is looked for. */
export const maxChangesForAuthors = 5_000

/** Where a value comes from. `source` is undefined where nobody has given one; the author is absent for imports. */
export type Provenance = {
  source: Source | undefined
  locked: boolean
  at: string
  author: { account_id: number; username: string } | undefined
}

export type ValueForEditing = { value: unknown } & Provenance
export type TextsForEditing = {
  iso_639_1: string
  iso_3166_1: string
  texts: Readonly<Record<string, ValueForEditing>>
}
/** `key` tells an entry apart from the others of its part. */
export type EntryForEditing = { key: string; entry: StoredEntry } & Provenance

/**
 * Everything that can be edited about a record, each value with its provenance, and the revision that an edit of it
 * names.
 */
export type RecordForEditing = {
  kind: RecordKind
  id: number
  revision: number
  /** All that is stored about it. */
  stored: StoredRecord
  numbering: Readonly<Record<string, number>>
  /** By column; the texts in en-US are among them. */
  values: Readonly<Record<string, ValueForEditing>>
  /** Other languages, by code. */
  texts: readonly TextsForEditing[]
  /** The entries of each part, in its order. */
  parts: ReadonlyMap<PartName, readonly EntryForEditing[]>
}

/** A record as a form shows it; undefined if there is none. */
export async function readRecordForEditing(
  db: Reader,
  kind: RecordKind,
  id: number,
): Promise<RecordForEditing | undefined> {
  // The revision is read first: a change that comes in between is then a conflict, and never lost.
  const revision = (await revisionsOf(db, kind, [id])).get(id) ?? 0
  const record = (await loadRecords(db, kind, [id])).get(id)
  if (!record) return undefined
  const provenance = await provenanceOf(db, record)
  const { fields, texts } = recordKind(kind)
  const values = Object.keys(fields).map((column): [string, ValueForEditing] => {
    const { value, source_id, locked } = fieldState(record, column)
    return [column, { value, ...provenance(fieldKey(column), source_id, locked) }]
  })
  const languages = [...record.translations.values()].sort((a, b) => (tagOf(a) < tagOf(b) ? -1 : 1))
  return {
    kind,
    id,
    revision,
    stored: record,
    numbering: record.numbering,
    values: Object.fromEntries(values),
    texts: languages.map(({ iso_639_1, iso_3166_1 }) => {
      const ofLanguage = texts.map((name): [string, ValueForEditing] => {
        const { value, source_id, locked } = textState(record, { iso_639_1, iso_3166_1 }, name)
        return [name, { value, ...provenance(fieldKey(name, iso_639_1, iso_3166_1), source_id, locked) }]
      })
      return { iso_639_1, iso_3166_1, texts: Object.fromEntries(ofLanguage) }
    }),
    parts: new Map(
      shapeOf(kind).storedParts.map(({ name, store }) => [
        name,
        [...(record.entries.get(name)?.values() ?? [])].map((entry) => {
          const key = entryKeyOf(store, entry)
          return { key, entry, ...provenance(entryPlace(name, key), entry.source_id, false) }
        }),
      ]),
    ),
  }
}

const tagOf = ({ iso_639_1, iso_3166_1 }: { iso_639_1: string; iso_3166_1: string }) => `${iso_639_1}-${iso_3166_1}`

const Made = Type.Object({
  at: Type.String(),
  account_id: nullable(Type.Integer()),
  username: nullable(Type.String()),
})
const Changed = Type.Object({ place: Type.String(), ...Made.properties })

/** Finds the provenance of values: who changed one last, or else who made the record. */
async function provenanceOf(db: Reader, { kind, id, edit_id }: StoredRecord) {
  const sources = new Map((await allSources(db)).map((source) => [source.id, source]))
  const changes = await db.all(
    Changed,
    sql`
    select c.place, c.at, e.account_id, a.username
    from change c join edit e on e.id = c.edit_id left join account a on a.id = e.account_id
    where c.kind = ${kind} and c.entity_id = ${id} and c.place <> ''
    order by c.seq desc ${limit(maxChangesForAuthors)}`,
  )
  const made = await db.one(
    Made,
    sql`
    select e.at, e.account_id, a.username from edit e left join account a on a.id = e.account_id
    where e.id = ${edit_id ?? 0}`,
  )
  const last = new Map(changes.toReversed().map((change) => [change.place, change]))
  return (place: string, source_id: string | undefined, locked: boolean): Provenance => {
    const { at = '', account_id = null, username = null } = last.get(place) ?? made ?? {}
    const author = account_id !== null && username !== null ? { account_id, username } : undefined
    return { source: source_id === undefined ? undefined : sources.get(source_id), locked, at, author }
  }
}
