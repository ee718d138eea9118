import type { Database, Reader } from '#src/database/database.ts'
import { isUniqueViolation } from '#src/database/errors.ts'
import { makeLineage } from '#src/database/lineage.ts'
import { sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { genres } from '#src/reference/reference.ts'
import type { PartName } from '../kinds.ts'
import { type RecordKind, recordKindNames } from '../record-kinds.ts'
import {
  allSources,
  builtInSources,
  peopleSource,
  putSources,
  type RankOf,
  rankOfSources,
  referenceSource,
} from '../sources.ts'
import type { Change } from './change.ts'
import { checkEdit, checkStatements } from './check-edit.ts'
import { deleteRecords } from './delete-records.ts'
import { entryKeyOf, shapeOf } from './kind-shape.ts'
import type { EntriesStatement, Statement } from './merge.ts'
import { mergeRecords } from './merging/merge-records.ts'
import { moveRecord } from './merging/move-record.ts'
import { withSurvivors } from './merging/with-survivors.ts'
import { withTidyProse } from './prose.ts'
import type { RecordEdit } from './record-edit.ts'
import { checkRevisions } from './record-for-editing.ts'
import type { StoredEntry } from './record-loader.ts'
import { resolveReferences } from './references.ts'
import { compare, openEdit, type RecordStatements, write, writeBroughtWords } from './steps.ts'
import { appendChanges } from './write.ts'

/** Ids of records that are made here begin with this one. */
export const firstLocalId = 1_500_000_000
/** Attempts of an edit whose new id another edit may have taken first. */
const EDIT_ATTEMPTS = 5

/** Notes of the edits that every catalogue begins with, which say nothing about its content. */
export const beginningNotes = ['reference lists', 'words become records'] as const

/** Adds the sources, genres and lineage that every catalogue has. It runs after the migrations, on every start. */
export async function prepareCatalogue(db: Database, at: Date = new Date()): Promise<void> {
  const byId = new Map([...genres.movie, ...genres.tv].map((genre) => [genre.id, genre]))
  const records = [...byId.values()].map(({ id, name }) => ({ kind: 'genre' as const, id, values: { name } }))
  await makeLineage(db)
  await db.transaction((tx) => putSources(tx, builtInSources))
  await applyEdit(db, { account_id: null, source_id: referenceSource, note: beginningNotes[0], at, records })
}

export type Edit = {
  account_id: number | null
  /** `people` if absent. */
  source_id?: string
  note?: string
  /** The address of the page that says so. */
  source_url?: string
  at: Date
  records: readonly RecordEdit[]
}

/** The edit, unless nothing had to change, and the ids of the records in the order of `records`. */
export type Applied = { edit_id: number | undefined; ids: number[] }

/**
 * Changes the catalogue: tables, change log and lists of changed ids, in one transaction. An edit that says what cannot
 * be is refused with a StatementError, and one of a record that has changed since it was read with a RevisionConflict,
 * before anything is written.
 */
export async function applyEdit(db: Database, edit: Edit): Promise<Applied> {
  checkStatements(edit.records)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction((tx) => applyOnce(tx, edit))
    } catch (error) {
      const mayHaveLost = edit.records.some(({ id }) => id === undefined) && isUniqueViolation(error)
      if (!mayHaveLost || attempt === EDIT_ATTEMPTS) throw error
    }
  }
}

async function applyOnce(tx: Database, stated: Edit): Promise<Applied> {
  const [records, sources] = await Promise.all([withSurvivors(tx, stated.records), allSources(tx)])
  const edit = { ...stated, records }
  // Two that were merged may be named in one edit.
  if (edit.records !== stated.records) checkStatements(edit.records)
  const { account_id, source_id = peopleSource, note = '', source_url = '' } = edit
  const at = edit.at.toISOString()
  const rankOf = rankOfSources(sources)
  if (rankOf(source_id) < 0) throw new Error(`There is no source ${source_id}`)
  const ids = await numberNewRecords(tx, edit.records)
  await checkEdit(tx, edit.records, ids)
  await checkRevisions(tx, edit.records)
  const changes: Change[] = []
  let edit_id: number | undefined
  const open = async () => (edit_id ??= await openEdit(tx, { account_id, source_id, note, source_url }, at))

  for (const of of recordKindNames) {
    const statements = edit.records.flatMap((record, index) =>
      record.kind === of && isStated(record) ? [statementsOf(record, ids[index] as number, source_id)] : [],
    )
    if (statements.length === 0) continue
    const all = statements.flatMap(({ statements }) => statements)
    for (const each of await writeBroughtWords(tx, of, all, rankOf, open)) changes.push(each)
    const isMade = (target: RecordKind, id: number) =>
      edit.records.some(({ kind }, index) => kind === target && ids[index] === id)
    const { resolved, missing } = await resolveReferences(tx, of, all, edit.at, { isMade })
    // Another edit may have deleted it since it was looked up.
    const [nowhere] = missing
    if (nowhere) throw new Error(`The ${nowhere.target} ${nowhere.id} has just been deleted`)
    const resolvedStatements = statements.map((one, index) => ({ ...one, statements: [resolved[index] as Statement] }))
    const differences = await compare(tx, of, resolvedStatements, { rankOf, isThorough: true })
    if (differences.length > 0) for (const each of await write(tx, of, differences, await open())) changes.push(each)
  }
  const fate = { is: 'removed' as const, source_id }
  for (const record of edit.records)
    for (const each of await mergeOrMove(tx, record, { by: source_id, rankOf, open })) changes.push(each)
  for (const of of recordKindNames.toReversed()) {
    const removed = edit.records.flatMap((record, index) =>
      record.kind === of && record.isDeleted ? [ids[index] as number] : [],
    )
    const fates = new Map(removed.map((id) => [id, fate]))
    if (removed.length > 0) for (const each of await deleteRecords(tx, of, removed, rankOf, fates)) changes.push(each)
  }
  if (changes.length > 0) await appendChanges(tx, changes, await open(), at)
  return { edit_id, ids }
}

const isStated = ({ isDeleted, mergedInto, movedTo }: RecordEdit) => !isDeleted && !mergedInto && !movedTo

type Making = { by: string; rankOf: RankOf; open(): Promise<number> }

async function mergeOrMove(tx: Database, { kind: of, id = 0, mergedInto: into, movedTo }: RecordEdit, making: Making) {
  if (into) return mergeRecords(tx, { of, id, into, ...making })
  return movedTo ? moveRecord(tx, { of, id, numbering: movedTo, ...making }) : []
}

/** Records without an id get the next local ones. */
async function numberNewRecords(tx: Database, records: readonly RecordEdit[]): Promise<number[]> {
  const next = new Map<RecordKind, number>()
  for (const of of new Set(records.filter(({ id }) => id === undefined).map(({ kind }) => kind))) {
    next.set(of, await nextLocalId(tx, of))
  }
  return records.map(({ kind, id }) => {
    if (id !== undefined) return id
    const own = next.get(kind) as number
    next.set(kind, own + 1)
    return own
  })
}

/** The first local id that no record of the kind has or had, and that no record of an outside source is mapped to. */
export async function nextLocalId(db: Reader, of: RecordKind): Promise<number> {
  const row = await db.one(
    Id,
    sql`
    select max(id) as id from (
      select ${firstLocalId - 1} as id
      union all select coalesce(max(id), 0) from record where kind = ${of}
      union all select coalesce(max(id), 0) from source_id_map where kind = ${of}
      union all select coalesce(max(entity_id), 0) from source_key where kind = ${of}
      union all select coalesce(max(entity_id), 0) from change where kind = ${of}
    ) as used`,
  )
  return (row as { id: number }).id + 1
}

function statementsOf(edit: RecordEdit, id: number, source_id: string): RecordStatements {
  const parts = new Map<PartName, EntriesStatement>()
  for (const { name, store } of shapeOf(edit.kind).storedParts) {
    const { put = [], remove = [] } = edit.parts?.[name] ?? {}
    if (put.length === 0 && remove.length === 0) continue
    const entries = put.map((entry): StoredEntry => ({ ...entry, source_id }))
    parts.set(name, { entries, removedKeys: remove.map((entry) => entryKeyOf(store, entry)), isComplete: false })
  }
  const texts = (edit.texts ?? []).map((stated) => ({ ...stated, source_id }))
  const statement: Statement = {
    source_id,
    isExplicit: true,
    values: edit.values ?? {},
    texts,
    hasAllTexts: false,
    parts,
    locks: edit.locks ?? [],
  }
  return { id, numbering: edit.numbering ?? {}, statements: [withTidyProse(edit.kind, statement)] }
}
