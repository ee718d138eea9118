import { type TObject, Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { join, raw, sql } from '#src/database/sql.ts'
import { numberingOf, type PartName } from '../kinds.ts'
import { type Entry, entriesOf, names } from '../part.ts'
import { columnsOf, type RecordKind, recordKind } from '../record-kinds.ts'
import { entryKeyOf, shapeOf } from './kind-shape.ts'
import { statedColumn } from './release-days.ts'

/** Who gave a value, if not the source of its record or translation. */
export type Owner = { readonly source_id: string; readonly locked: boolean }

export type StoredEntry = Entry & { readonly source_id: string }

/** The texts of a record in another language than that of its own table, which is en-US. */
export type Translation = {
  readonly iso_639_1: string
  readonly iso_3166_1: string
  readonly source_id: string
  readonly texts: Readonly<Record<string, unknown>>
}

/** Everything that is stored about one record. The maps of a part are keyed by `entryKeyOf`. */
export type StoredRecord = {
  readonly kind: RecordKind
  readonly id: number
  readonly source_id: string
  /** The edit that created it; undefined until it is written. */
  readonly edit_id: number | undefined
  /** Where a season or an episode belongs. */
  readonly numbering: Readonly<Record<string, number>>
  readonly values: Readonly<Record<string, unknown>>
  /** Columns that are 0 or false because the record's source says so. */
  readonly zeros: ReadonlySet<string>
  /** Keyed by `fieldKey`. */
  readonly owners: ReadonlyMap<string, Owner>
  /** Keyed by `languageKey`. */
  readonly translations: ReadonlyMap<string, Translation>
  readonly entries: ReadonlyMap<PartName, ReadonlyMap<string, StoredEntry>>
  /** The source that removed an entry. */
  readonly removed: ReadonlyMap<PartName, ReadonlyMap<string, string>>
}

/** Identifies a field of a record: a column of its table, or a text in a language. */
export const fieldKey = (column: string, iso_639_1 = '', iso_3166_1 = ''): string =>
  `${column}|${iso_639_1}|${iso_3166_1}`

export const languageKey = ({ iso_639_1, iso_3166_1 }: { iso_639_1: string; iso_3166_1: string }): string =>
  `${iso_639_1}-${iso_3166_1}`

const nothing = new Map<never, never>()
const noZeros: ReadonlySet<string> = new Set()

/** A record about which nothing is known yet. */
export const blankRecord = (
  of: RecordKind,
  id: number,
  source_id: string,
  numbering: Readonly<Record<string, number>>,
): StoredRecord => ({
  kind: of,
  id,
  source_id,
  edit_id: undefined,
  numbering,
  values: shapeOf(of).empty,
  zeros: noZeros,
  owners: nothing,
  translations: nothing,
  entries: nothing,
  removed: nothing,
})

const OwnerRow = Type.Object({
  entity_id: Type.Integer(),
  key: Type.String(),
  iso_639_1: Type.String(),
  iso_3166_1: Type.String(),
  source_id: Type.String(),
  locked: Type.Boolean(),
})
const RemovedRow = Type.Object({
  entity_id: Type.Integer(),
  part: Type.Unsafe<PartName>(Type.String()),
  key: Type.String(),
  source_id: Type.String(),
})

type LoadedRecord = Omit<StoredRecord, 'owners' | 'translations' | 'entries' | 'removed'> & {
  owners: Map<string, Owner>
  translations: Map<string, Translation>
  entries: Map<PartName, Map<string, StoredEntry>>
  removed: Map<PartName, Map<string, string>>
}

/** For so few records everything is queried at once, before it is known which of them exist. */
const maxAskedAtOnce = 50

/**
 * The records of a kind that exist among `ids`, with everything that is stored about them, or of the parts only with
 * those in `wanted`: one query for each table.
 */
export async function loadRecords(
  db: Reader,
  of: RecordKind,
  ids: readonly number[],
  wanted?: ReadonlySet<PartName>,
): Promise<Map<number, StoredRecord>> {
  const { row, storedParts } = shapeOf(of)
  const records = new Map<number, LoadedRecord>()
  const rows = db.all(
    row,
    sql`
    select ${join(Object.keys(columnsOf(of)).map((column) => statedColumn(of, column)))},
      r.source_id, r.edit_id, r.stated_zeros
    from record r join ${raw(of)} t on t.id = r.id where r.kind = ${of} and ${db.engine.anyOf(raw('r.id'), ids)}`,
  )
  const found = rows.then((rows) => {
    for (const each of rows) {
      const record = recordOf(of, each)
      records.set(record.id, record)
    }
  })
  if (ids.length > maxAskedAtOnce) await found
  const there = ids.length > maxAskedAtOnce ? [...records.keys()] : ids
  if (there.length === 0) return records
  // All of it is sent together: each wait for the database's thread or server costs more than most queries.
  await Promise.all([
    found,
    loadProvenance(db, of, there, { records, found }),
    recordKind(of).texts.length > 0 && loadTranslations(db, of, there, { records, found }),
    ...storedParts.map(async ({ name, store }) => {
      if (wanted && !wanted.has(name)) return
      const entries = await entriesOf(db, store, of, there)
      await found
      for (const { entity_id, ...entry } of entries)
        mapIn(records.get(entity_id)?.entries, name)?.set(entryKeyOf(store, entry), entry)
    }),
  ])
  return records
}

/** Records that others complete as soon as they are found. */
type Loading = { records: ReadonlyMap<number, LoadedRecord>; found: Promise<void> }

function recordOf(of: RecordKind, row: Record<string, unknown>): LoadedRecord {
  const { id, source_id, edit_id, stated_zeros, ...columns } = row as Record<string, unknown> & {
    id: number
    source_id: string
    edit_id: number
    stated_zeros: string
  }
  const numbering: Record<string, number> = {}
  for (const column of numberingOf(of)) {
    numbering[column] = columns[column] as number
    delete columns[column]
  }
  return {
    kind: of,
    id,
    source_id,
    edit_id,
    numbering,
    values: columns,
    zeros: new Set(stated_zeros === '' ? [] : stated_zeros.split(' ')),
    owners: new Map(),
    translations: new Map(),
    entries: new Map(),
    removed: new Map(),
  }
}

async function loadProvenance(db: Reader, of: RecordKind, ids: readonly number[], { records, found }: Loading) {
  const owners = db.all(
    OwnerRow,
    sql`
    select entity_id, key, iso_639_1, iso_3166_1, source_id, locked from field_source
    where kind = ${of} and ${db.engine.anyOf(raw('entity_id'), ids)}`,
  )
  const removed = db.all(
    RemovedRow,
    sql`
    select entity_id, part, key, source_id from removed_entry
    where kind = ${of} and ${db.engine.anyOf(raw('entity_id'), ids)}`,
  )
  const [, ofOwners, ofRemoved] = await Promise.all([found, owners, removed])
  for (const { entity_id, key, iso_639_1, iso_3166_1, ...owner } of ofOwners) {
    records.get(entity_id)?.owners.set(fieldKey(key, iso_639_1, iso_3166_1), owner)
  }
  for (const { entity_id, part, key, source_id } of ofRemoved) {
    mapIn(records.get(entity_id)?.removed, part)?.set(key, source_id)
  }
}

async function loadTranslations(db: Reader, of: RecordKind, ids: readonly number[], { records, found }: Loading) {
  const { translation } = shapeOf(of)
  const rows = await db.all(
    translation as TObject,
    sql`
    select ${names(translation.properties)} from translation
    where kind = ${of} and ${db.engine.anyOf(raw('entity_id'), ids)}`,
  )
  await found
  for (const row of rows as (Record<string, unknown> & Translation & { entity_id: number })[]) {
    const { entity_id, iso_639_1, iso_3166_1, source_id, ...texts } = row
    const translation = { iso_639_1, iso_3166_1, source_id, texts }
    records.get(entity_id)?.translations.set(languageKey(translation), translation)
  }
}

function mapIn<Key, Value>(maps: Map<Key, Map<string, Value>> | undefined, name: Key) {
  let map = maps?.get(name)
  if (!map) {
    map = new Map()
    maps?.set(name, map)
  }
  return map
}
