import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import { type Change, type Difference, zerosOf } from './difference.ts'
import type { Kind } from './kinds.ts'
import { shapeOf } from './stored.ts'

const Id = Type.Object({ entity_id: Type.Integer() })
const Language = { iso_639_1: Type.String(), iso_3166_1: Type.String() }
const Source = { source_id: Type.String() }

type Rows<Row extends TObject> = readonly Static<Row>[]
type Table = { name: string; key: readonly string[]; columns: TProperties }

const translations: Table = {
  name: 'translation',
  key: ['iso_639_1', 'iso_3166_1'],
  columns: {
    ...Language,
    ...{ title: Type.String(), name: Type.String(), overview: Type.String(), tagline: Type.String() },
    ...{ homepage: Type.String(), biography: Type.String(), runtime: Type.Integer() },
    ...Source,
  },
}
const noTexts = { title: '', name: '', overview: '', tagline: '', homepage: '', biography: '', runtime: 0 }
const owners: Table = {
  name: 'field_source',
  key: ['key', 'iso_639_1', 'iso_3166_1'],
  columns: { key: Type.String(), ...Language, ...Source, locked: Type.Boolean() },
}
const removedEntries: Table = {
  name: 'removed_entry',
  key: ['part', 'key'],
  columns: { part: Type.String(), key: Type.String(), ...Source },
}

/**
 * Writes differences of records of one kind; the rows of each table go in one statement. All statements are sent at
 * once: the database carries them out in order, and whoever calls can go on in the meantime.
 */
export function writeDifferences(db: Database, of: Kind, differences: readonly Difference[], edit_id: number) {
  const sent = [
    ...writeRecords(db, of, differences, edit_id),
    ...writeTable(db, of, translations, differences, (difference) => ({
      put: [...difference.translations.put.values()].map(({ texts, ...row }) => ({ ...row, ...noTexts, ...texts })),
      gone: [...difference.translations.gone.values()],
    })),
    ...shapeOf(of).keptParts.flatMap(({ store }) => {
      const table = { name: store.table, key: store.key, columns: { ...store.columns, ...Source } }
      const sent = writeTable(db, of, table, differences, ({ entries }) => {
        const outcome = entries.find((entry) => entry.store === store)
        return outcome && { put: [...outcome.put.values()], gone: [...outcome.gone.values()] }
      })
      return [...sent]
    }),
    ...writeTable(db, of, owners, differences, (difference) => ({
      put: [...difference.owners.put].map(([place, owner]) => ({ ...placeRow(place), ...owner })),
      gone: [...difference.owners.gone.keys()].map(placeRow),
    })),
    ...writeTable(db, of, removedEntries, differences, ({ removed }) => ({
      put: removed.flatMap(({ part, put }) => [...put].map(([key, source_id]) => ({ part, key, source_id }))),
      gone: removed.flatMap(({ part, gone }) => [...gone.keys()].map((key) => ({ part, key }))),
    })),
  ]
  return Promise.all(sent)
}

function placeRow(place: string) {
  const [key, iso_639_1, iso_3166_1] = place.split('|')
  return { key, iso_639_1, iso_3166_1 }
}

const RecordRow = Type.Object({ id: Type.Integer(), ...Source, stated_zeros: Type.String() })

/** Writes the rows of `record` and of the kind's own table. */
function* writeRecords(db: Database, of: Kind, differences: readonly Difference[], edit_id: number) {
  const records = differences.filter(({ isNew, hasOtherZeros }) => isNew || hasOtherZeros)
  if (records.length > 0) {
    const rows = records.map(({ record }) => ({
      ...{ id: record.id, source_id: record.source_id, stated_zeros: zerosOf(record) },
    }))
    yield db.run(sql`
      insert into record (kind, id, source_id, edit_id, stated_zeros)
      select ${of}, r.id, r.source_id, ${edit_id}, r.stated_zeros
      from ${db.engine.rows(RecordRow, rows)} as r where true
      on conflict (kind, id) do update set stated_zeros = excluded.stated_zeros`)
  }
  const changed = differences.filter(({ isNew, hasOtherColumns }) => isNew || hasOtherColumns)
  if (changed.length === 0) return
  const { columns } = shapeOf(of)
  const rows = changed.map(({ record: { id, numbering, values } }) => ({ id, ...numbering, ...values }))
  yield db.run(insertion(db, raw(of), columns, ['id'], rows as never))
}

/** Writes the rows of one table that belong to records, whose primary key is `(kind, entity_id, …key)`. */
function* writeTable(
  db: Database,
  of: Kind,
  { name, key, columns }: Table,
  differences: readonly Difference[],
  outcomeOf: (difference: Difference) => { put: readonly object[]; gone: readonly object[] } | undefined,
) {
  const put: object[] = []
  const gone: object[] = []
  for (const difference of differences) {
    const outcome = outcomeOf(difference)
    const { id } = difference.record
    for (const row of outcome?.put ?? []) put.push({ entity_id: id, ...row })
    for (const row of outcome?.gone ?? []) gone.push({ entity_id: id, ...row })
  }
  if (gone.length > 0) {
    const places = Type.Object({ ...Id.properties, ...Object.fromEntries(key.map((name) => [name, columns[name]!])) })
    const given = Object.keys(places.properties)
    yield db.run(sql`
      delete from ${raw(name)} where (kind, ${quoted(given)}) in (
        select ${of}, ${quoted(given, 'r.')} from ${db.engine.rows(places, gone as never)} as r)`)
  }
  if (put.length === 0) return
  const all = Type.Object({ ...Id.properties, ...columns })
  yield db.run(insertion(db, raw(name), all, ['entity_id', ...key], put as never, of))
}

const quoted = (columns: readonly string[], from = ''): Sql =>
  raw(columns.map((column) => `${from}"${column}"`).join(', '))

/** Inserts rows, or changes those that have the same key. */
function insertion<Row extends TObject>(
  db: Database,
  table: Sql,
  row: Row,
  key: readonly string[],
  rows: Rows<Row>,
  of?: Kind,
): Sql {
  const columns = Object.keys(row.properties)
  const others = columns.filter((column) => !key.includes(column)).map((column) => `"${column}" = excluded."${column}"`)
  return sql`
    insert into ${table} (${raw(of ? 'kind, ' : '')}${quoted(columns)})
    select ${of ? sql`${of}, ` : raw('')}${quoted(columns, 'r.')} from ${db.engine.rows(row, rows)} as r where true
    on conflict (${raw(of ? 'kind, ' : '')}${quoted(key)}) do update set ${raw(others.join(', '))}`
}

const ChangeRow = Type.Object({
  position: Type.Integer(),
  ...{ kind: Type.String(), entity_id: Type.Integer(), key: Type.String(), action: Type.String() },
  ...{ ...Language, original_value: Type.Unknown(), value: Type.Unknown() },
})

/**
 * Appends rows to the change log, and to the lists of changed ids. It is the last thing that a transaction does,
 * because others wait for the lock that it takes.
 */
export async function appendChanges(db: Database, changes: readonly Change[], edit_id: number, at: string) {
  if (changes.length === 0) return
  const rows = db.engine.rows(
    ChangeRow,
    changes.map((change, position) => ({ position, ...change })),
  )
  const records = new Map(changes.map(({ kind, entity_id }) => [`${kind} ${entity_id}`, { kind, entity_id }]))
  const changed = db.engine.rows(Type.Object({ kind: Type.String(), ...Id.properties }), [...records.values()])
  await db.run(sql`
    insert into record_changed (kind, day, entity_id, last_at)
    select r.kind, ${at.slice(0, 10)}, r.entity_id, ${at} from ${changed} as r where true
    on conflict (kind, day, entity_id) do update set last_at = excluded.last_at`)
  await db.lockChanges()
  await db.run(sql`
    insert into change (edit_id, at, kind, entity_id, key, action, iso_639_1, iso_3166_1, original_value, value)
    select ${edit_id}, ${at}, r.kind, r.entity_id, r.key, r.action, r.iso_639_1, r.iso_3166_1, r.original_value, r.value
    from ${rows} as r order by r.position`)
}
