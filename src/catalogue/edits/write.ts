import { type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { quoted, type Table } from '#src/database/table.ts'
import type { Store } from '../part.ts'
import { hasPopularity, showPopularity } from '../popularity.ts'
import type { RecordKind } from '../record-kinds.ts'
import { writeAirYears, writeReleaseYears } from '../title-years.ts'
import { hasVotes, showVotes } from '../votes.ts'
import type { Change } from './change.ts'
import { type Difference, zerosOf } from './difference.ts'
import { shapeOf } from './kind-shape.ts'
import { deriveReleaseDays, isDerivedDay } from './release-days.ts'

const Language = { iso_639_1: Type.String(), iso_3166_1: Type.String() }
const Source = { source_id: Type.String() }

/** A table whose rows belong to records; `key` tells the rows of one record apart. */
const tableOfRecords = (name: string, key: readonly string[], columns: TProperties): Table => ({
  name,
  key: ['kind', 'entity_id', ...key],
  row: Type.Object({ kind: Type.String(), entity_id: Type.Integer(), ...columns }),
})

const translations = tableOfRecords('translation', ['iso_639_1', 'iso_3166_1'], {
  ...Language,
  title: Type.String(),
  name: Type.String(),
  overview: Type.String(),
  tagline: Type.String(),
  homepage: Type.String(),
  biography: Type.String(),
  runtime: Type.Integer(),
  ...Source,
})
const noTexts = { title: '', name: '', overview: '', tagline: '', homepage: '', biography: '', runtime: 0 }
const owners = tableOfRecords('field_source', ['key', 'iso_639_1', 'iso_3166_1'], {
  key: Type.String(),
  ...Language,
  ...Source,
  locked: Type.Boolean(),
})
const removedEntries = tableOfRecords('removed_entry', ['part', 'key'], {
  part: Type.String(),
  key: Type.String(),
  ...Source,
})

const tablesOfParts = new Map<Store, Table>()

/** The table of a part, made once. */
function tableOf(store: Store): Table {
  let known = tablesOfParts.get(store)
  if (!known) {
    known = tableOfRecords(store.table, store.key, { ...store.columns, ...Source })
    tablesOfParts.set(store, known)
  }
  return known
}

const records: Table = {
  name: 'record',
  key: ['kind', 'id'],
  row: Type.Object({
    kind: Type.String(),
    id: Type.Integer(),
    ...Source,
    edit_id: Type.Integer(),
    stated_zeros: Type.String(),
  }),
}

/**
 * Writes differences of records of one kind, with one statement for the rows of each table. All statements are sent at
 * once: the database runs them in order, and the caller can go on meanwhile.
 */
export function writeDifferences(db: Database, of: RecordKind, differences: readonly Difference[], edit_id: number) {
  const sent = [
    ...writeRecords(db, of, differences, edit_id),
    ...writeTable(db, of, translations, differences, (difference) => ({
      put: [...difference.translations.put.values()].map(({ texts, ...row }) => ({ ...row, ...noTexts, ...texts })),
      deleted: [...difference.translations.deleted.values()],
    })),
    ...shapeOf(of).storedParts.flatMap(({ store }) => [
      ...writeTable(db, of, tableOf(store), differences, ({ entries }) => {
        const outcome = entries.find((entry) => entry.store === store)
        return outcome && { put: [...outcome.put.values()], deleted: [...outcome.deleted.values()] }
      }),
    ]),
    ...writeYears(db, of, differences),
    ...writeTable(db, of, owners, differences, (difference) => ({
      put: [...difference.owners.put].map(([place, owner]) => ({ ...placeRow(place), ...owner })),
      deleted: [...difference.owners.deleted.keys()].map(placeRow),
    })),
    ...writeTable(db, of, removedEntries, differences, ({ removed }) => ({
      put: removed.flatMap(({ part, put }) => [...put].map(([key, source_id]) => ({ part, key, source_id }))),
      deleted: removed.flatMap(({ part, deleted }) => [...deleted.keys()].map((key) => ({ part, key }))),
    })),
  ]
  return Promise.all(sent)
}

/** What follows from the releases of movies, their own days, and from episodes, which have to be written before. */
function* writeYears(db: Database, of: RecordKind, differences: readonly Difference[]) {
  if (of !== 'movie' && of !== 'episode') return
  const changed = differences.filter(
    ({ isNew, hasOtherColumns, entries }) =>
      isNew || hasOtherColumns || entries.some(({ store }) => store.table === 'release_date'),
  )
  if (changed.length === 0) return
  const ids = changed.map(({ record: { id } }) => id)
  const undated = changed.flatMap(({ record: { id, values } }) => (values.release_date === '' ? id : []))
  const statements =
    of === 'movie'
      ? [...(undated.length > 0 ? [deriveReleaseDays(db, undated)] : []), ...writeReleaseYears(db, ids)]
      : writeAirYears(
          db,
          changed.map(({ record: { numbering } }) => Number(numbering.series_id)),
        )
  for (const statement of statements) yield db.run(statement)
}

function placeRow(place: string) {
  const [key, iso_639_1, iso_3166_1] = place.split('|')
  return { key, iso_639_1, iso_3166_1 }
}

/** Writes the rows of `record` and of the kind's table. */
function* writeRecords(db: Database, of: RecordKind, differences: readonly Difference[], edit_id: number) {
  const rows = differences.flatMap(({ record, isNew, hasOtherZeros }) => {
    const { id, source_id } = record
    const row = { kind: of, id, source_id, edit_id: record.edit_id ?? edit_id, stated_zeros: zerosOf(record) }
    return isNew || hasOtherZeros ? [row] : []
  })
  if (rows.length > 0) yield db.put(records, rows as never)
  const changed = differences.filter(({ isNew, hasOtherColumns }) => isNew || hasOtherColumns)
  if (changed.length === 0) return
  const own = changed.map(({ record: { id, numbering, values } }) => ({ id, ...numbering, ...values }))
  // A new row shows what its source states; for others, the statements after this add what is counted here.
  const computed = Object.entries({
    ...(hasPopularity(of) && { popularity: 'stated_popularity' }),
    ...(hasVotes(of) && { vote_average: 'stated_average', vote_count: 'stated_count' }),
  })
  const shown = own.map((values: Record<string, unknown>) => {
    const sames = Object.fromEntries(computed.map(([column, stated]) => [column, values[stated]]))
    return { ...values, ...sames, ...(of === 'movie' && { [isDerivedDay]: false }) }
  })
  yield db.put({ name: of, key: ['id'], row: withComputed(of, computed) }, shown as never)
  const ids = own.map(({ id }) => id)
  if (hasPopularity(of)) yield db.run(showPopularity(db, of, ids))
  if (hasVotes(of)) yield db.run(showVotes(db, of, ids))
}

const rowsWithComputed = new Map<RecordKind, TObject>()

/** The columns of a kind and the computed ones, made once: databases remember their statements by this object. */
function withComputed(of: RecordKind, computed: readonly (readonly [column: string, stated: string])[]): TObject {
  const { properties } = shapeOf(of).columns
  const more = computed.map(([column, stated]) => [column, properties[stated] as TSchema])
  const ofMovies = of === 'movie' && { [isDerivedDay]: Type.Boolean() }
  const known = rowsWithComputed.get(of) ?? Type.Object({ ...properties, ...Object.fromEntries(more), ...ofMovies })
  rowsWithComputed.set(of, known)
  return known
}

/** Writes the rows of one table that belong to records. */
function* writeTable(
  db: Database,
  of: RecordKind,
  table: Table,
  differences: readonly Difference[],
  outcomeOf: (difference: Difference) => { put: readonly object[]; deleted: readonly object[] } | undefined,
) {
  const put: object[] = []
  const deleted: object[] = []
  for (const difference of differences) {
    const outcome = outcomeOf(difference)
    const { id } = difference.record
    for (const row of outcome?.put ?? []) put.push({ kind: of, entity_id: id, ...row })
    for (const row of outcome?.deleted ?? []) deleted.push({ kind: of, entity_id: id, ...row })
  }
  if (deleted.length > 0) {
    const { name, key, row } = table
    const places = Type.Pick(row, [...key])
    yield db.run(sql`
      delete from ${raw(name)} where (${raw(quoted(key))}) in (
        select ${raw(quoted(key))} from ${db.engine.rows(places, deleted as never)} as r)`)
  }
  if (put.length > 0) yield db.put(table, put as never)
}

const changeLog: Table = {
  name: 'change',
  key: [],
  row: Type.Object({
    edit_id: Type.Integer(),
    at: Type.String(),
    kind: Type.String(),
    entity_id: Type.Integer(),
    key: Type.String(),
    action: Type.String(),
    ...Language,
    original_value: Type.Unknown(),
    value: Type.Unknown(),
    place: Type.String(),
    same_value: Type.Boolean(),
    replaced: Type.Unknown(),
  }),
}
const changedRecords: Table = {
  name: 'record_changed',
  key: ['kind', 'day', 'entity_id'],
  row: Type.Object({
    kind: Type.String(),
    day: Type.String(),
    entity_id: Type.Integer(),
    last_at: Type.String(),
  }),
}

/**
 * Appends rows to the change log and to the lists of changed ids. This is the last step of a transaction, because
 * others wait for its lock.
 */
export async function appendChanges(db: Database, changes: readonly Change[], edit_id: number, at: string) {
  if (changes.length === 0) return
  const day = at.slice(0, 10)
  const seen = changes.filter(({ same_value }) => !same_value)
  const changed = new Map(
    seen.map(({ kind, entity_id }) => [`${kind} ${entity_id}`, { kind, day, entity_id, last_at: at }]),
  )
  // Sent together, they still run in this order.
  await Promise.all([
    changed.size > 0 && db.put(changedRecords, [...changed.values()] as never),
    db.lockChanges(),
    db.put(changeLog, changes.map((change) => ({ edit_id, at, ...change })) as never),
  ])
}
