import { type Static, Type } from 'typebox'
import type { Change } from '#src/catalogue/edits/change.ts'
import { deleteRecords } from '#src/catalogue/edits/delete-records.ts'
import { differenceOf } from '#src/catalogue/edits/difference.ts'
import { shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import { loadRecords, type StoredRecord } from '#src/catalogue/edits/record-loader.ts'
import { openEdit, write } from '#src/catalogue/edits/steps.ts'
import {
  changesToUndo,
  notYetHandled,
  openUndo,
  recordsOf,
  type UndoCursor,
  undoPhase,
  undoPhases,
} from '#src/catalogue/edits/undo/undo.ts'
import { inUse } from '#src/catalogue/edits/undo/uses.ts'
import { appendChanges } from '#src/catalogue/edits/write.ts'
import { kindNames } from '#src/catalogue/kinds.ts'
import { parts } from '#src/catalogue/parts/index.ts'
import { type RecordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import { allSources, isPeopleSource, peopleSource, type RankOf, rankOfSources } from '#src/catalogue/sources.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database } from '#src/database/database.ts'
import { join, limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { clearHistory } from './clear-history.ts'
import { otherSources, withoutSource } from './without-source.ts'

/** Changes that are undone, and records that are cleared, in one transaction, so that a server can write in between. */
const CHANGES_AT_ONCE = 200
const RECORDS_AT_ONCE = 100

const Count = Type.Object({ n: Type.Integer() })
const SourceId = Type.Object({ source_id: Type.String() })

/** Tables in which something of a record has a source of its own. */
const tablesOfValues = [
  ...['field_source', 'translation', 'removed_entry'],
  ...new Set(parts.flatMap(({ store }) => (store ? [store.table] : []))),
]

/** How much of a source the catalogue has: records that began with it, and values beside them. */
export async function measureSource(db: Database, source_id: string): Promise<{ records: number; values: number }> {
  const count = (table: string) => countRows(db, sql`from ${raw(table)} where source_id = ${source_id}`)
  let values = 0
  for (const table of tablesOfValues) values += await count(table)
  return { records: await count('record'), values }
}

type Removing = {
  db: Database
  source_id: string
  at: Date
  rankOf: RankOf
  /** The edit of the removal, once there is one. */
  edit_id: number | undefined
  onProgress(records: number): void
}

/**
 * Removes all that a source has said, as undo of all its edits does first: what it replaced comes back, and what only
 * it had goes. What undo leaves, because others have changed it since, is then cleared value by value; a record that
 * something of others refers to keeps its name. At the end the history forgets what the source had said. Whenever it is
 * interrupted, it can be run again.
 */
export async function removeSource(
  db: Database,
  source_id: string,
  { at, also = [], onProgress = () => {} }: RemovingOptions,
): Promise<Removal> {
  const rankOf = rankOfSources(await allSources(db))
  const removing: Removing = { db, source_id, at, rankOf, edit_id: undefined, onProgress }
  await undoSource(removing, { since: '', note: noteOf(source_id), by: peopleSource })
  for (const each of [source_id, ...also]) {
    const clearing = { ...removing, source_id: each }
    await clearRest(clearing)
    removing.edit_id = clearing.edit_id
  }
  await clearHistory(db, [source_id, ...also], removing.edit_id)
  for (const each of [source_id, ...also]) await forgetSource(db, each)
  return countRemoved(removing)
}

type RemovingOptions = {
  at: Date
  /** Sources whose values came in by edits of this one, and go with them. */
  also?: readonly string[]
  onProgress?(records: number): void
}

/** Undoes what edits of a source have done since some moment. Whenever it is interrupted, it can be run again. */
export async function undoSince(
  db: Database,
  source_id: string,
  { at, since, note, onProgress = () => {} }: Omit<RemovingOptions, 'also'> & { since: string; note: string },
): Promise<number | undefined> {
  const rankOf = rankOfSources(await allSources(db))
  const removing: Removing = { db, source_id, at, rankOf, edit_id: undefined, onProgress }
  await undoSource(removing, { since, note, by: source_id })
  return removing.edit_id
}

const Removal = Type.Object({ removed: Type.Integer(), changed: Type.Integer() })
/** Records that went, and those that others have said something about and that stay. */
type Removal = Static<typeof Removal>

async function countRemoved({ db, edit_id = 0 }: Removing): Promise<Removal> {
  const records = sql`select kind, entity_id, max(case when action = 'destroyed' then 1 else 0 end) as is_gone
    from change where edit_id = ${edit_id} group by kind, entity_id`
  const found = await db.one(
    Removal,
    sql`select coalesce(sum(is_gone), 0) as removed, count(*) - coalesce(sum(is_gone), 0) as changed
      from (${records}) as records`,
  )
  return found ?? { removed: 0, changed: 0 }
}

/** Undoes the edits of the source since a moment, as the job of an undo does. */
async function undoSource(removing: Removing, { since, note, by }: { since: string; note: string; by: string }) {
  const { db, source_id, at } = removing
  const last = await db.one(Count, sql`select coalesce(max(id), 0) as n from edit where source_id = ${source_id}`)
  if (!last?.n) return
  const scope = { of: 'source' as const, source_id, since, until: last.n }
  const undoer = { account_id: null, source_id: by, note, at }
  for (const phase of undoPhases) {
    for (let before: UndoCursor | undefined; ; ) {
      const touched = await changesToUndo(db, scope, phase, before, CHANGES_AT_ONCE)
      const fresh = await notYetHandled(db, scope, phase, touched, before)
      await db.transaction(async (tx) => {
        const undoing = await openUndo(tx, scope, undoer, removing.edit_id)
        const { changes } = await undoPhase(tx, recordsOf(fresh, phase), phase, undoing)
        const edit_id = undoing.edit_id()
        if (edit_id !== undefined) await appendChanges(tx, changes, edit_id, at.toISOString())
        removing.edit_id = edit_id
      })
      removing.onProgress(fresh.length)
      const end = touched.at(-1)
      if (!end || touched.length < CHANGES_AT_ONCE) break
      before = { edit_id: end.edit_id, seq: end.seq }
    }
  }
}

const noteOf = (source_id: string) => `removal of the source ${source_id}`

/** Clears what undo has left, what refers to others before that. */
async function clearRest(removing: Removing) {
  const { db, source_id } = removing
  for (const of of recordKindNames.toReversed()) {
    for (let after = 0; ; ) {
      const rows = await db.all(Id, recordsWith(of, source_id, after))
      const ids = rows.map(({ id }) => id)
      if (ids.length === 0) break
      await clearRecords(removing, of, ids)
      removing.onProgress(ids.length)
      after = ids.at(-1) as number
    }
  }
}

/** The next records of a kind of which the source has said something. */
function recordsWith(of: RecordKind, source_id: string, after: number): Sql {
  const here = (id: string) => sql`kind = ${of} and ${raw(id)} > ${after} and source_id = ${source_id}`
  const of_parts = tablesOfValues.map(
    (table) => sql`select entity_id as id from ${raw(table)} where ${here('entity_id')}`,
  )
  const all = join([sql`select id from record where ${here('id')}`, ...of_parts], ' union ')
  return sql`select id from (${all}) as named order by id ${limit(RECORDS_AT_ONCE)}`
}

const clearRecords = (removing: Removing, of: RecordKind, ids: readonly number[]): Promise<void> =>
  removing.db.transaction(async (tx) => {
    const { source_id, rankOf, at } = removing
    const stored = await loadRecords(tx, of, ids)
    const used = await inUse(tx, of, [...stored.keys()])
    const isGone = (record: StoredRecord) =>
      record.source_id === source_id && !used.has(record.id) && otherSources(record, source_id).size === 0
    const gone = [...stored.values()].filter(isGone).map(({ id }) => id)
    const differences = []
    for (const record of stored.values()) {
      if (isGone(record)) continue
      const heir = record.source_id === source_id ? await heirOf(tx, record, removing) : record.source_id
      if (heir !== record.source_id)
        await tx.run(sql`update record set source_id = ${heir} where kind = ${of} and id = ${record.id}`)
      const difference = differenceOf(record, withoutSource(record, source_id, heir), { rankOf, isThorough: true })
      if (difference) differences.push(difference)
    }
    if (gone.length + differences.length === 0) return
    const origin = { account_id: null, source_id: peopleSource, note: noteOf(source_id) }
    const edit_id = removing.edit_id ?? (await openEdit(tx, origin, at.toISOString()))
    const changes: Change[] = differences.length > 0 ? await write(tx, of, differences, edit_id) : []
    if (gone.length > 0) for (const each of await deleteRecords(tx, of, gone, rankOf)) changes.push(each)
    await appendChanges(tx, changes, edit_id, at.toISOString())
    removing.edit_id = edit_id
  })

/**
 * Whose a record is from now on: of those who have said something about it, or refer to it, the one of the lowest rank,
 * so that everybody can correct its name.
 */
async function heirOf(tx: Database, record: StoredRecord, { source_id, rankOf }: Removing): Promise<string> {
  const others = otherSources(record, source_id)
  if (others.size === 0) for (const other of await referringSources(tx, record, source_id)) others.add(other)
  const [lowest] = [...others].sort(
    (a, b) => rankOf(a) - rankOf(b) || Number(isPeopleSource(a)) - Number(isPeopleSource(b)),
  )
  return lowest ?? peopleSource
}

/** Sources of what refers to a record, or belongs to it. */
async function referringSources(tx: Database, { kind: of, id }: StoredRecord, removed: string): Promise<string[]> {
  const queries: Sql[] = []
  for (const { store } of parts)
    for (const [column, target] of Object.entries(store?.references ?? {}))
      if (store && target === of)
        queries.push(sql`select source_id from ${raw(store.table)} where ${raw(column)} = ${id}`)
  const ofRecord = (kind: RecordKind, rows: Sql) =>
    sql`select r.source_id from ${rows} join record r on r.kind = ${kind} and r.id = t.id`
  for (const kind of kindNames)
    for (const { column, target } of shapeOf(kind).references)
      if (target === of)
        queries.push(ofRecord(kind, sql`(select id from ${raw(kind)} where ${raw(column)} = ${id}) as t`))
  if (of === 'series') queries.push(ofRecord('season', sql`(select id from season where series_id = ${id}) as t`))
  if (of === 'season')
    queries.push(
      ofRecord(
        'episode',
        sql`(select e.id from season s join episode e using (series_id, season_number) where s.id = ${id}) as t`,
      ),
    )
  if (queries.length === 0) return []
  const all = join(queries, ' union ')
  const rows = await tx.all(
    SourceId,
    sql`select distinct source_id from (${all}) as named where source_id <> ${removed}`,
  )
  return rows.map((row) => row.source_id)
}

/** Forgets what the keys of the source are, and lets a server start that is not private. */
const forgetSource = (db: Database, source_id: string) =>
  db.transaction(async (tx) => {
    for (const table of ['source_key', 'import_review', 'source_id_map', 'gone_record'])
      await tx.run(sql`delete from ${raw(table)} where source_id = ${source_id}`)
    await tx.run(sql`
      delete from account where source_id = ${source_id}
        and not exists (select 1 from review where account_id = account.id)
        and not exists (select 1 from act where act.account_id = account.id)`)
    await tx.run(sql`update source set private_only = false where id = ${source_id}`)
  })
