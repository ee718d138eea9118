import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { isUniqueViolation } from '#src/database/errors.ts'
import { sql } from '#src/database/sql.ts'
import { genres } from '#src/reference/reference.ts'
import type { PartName } from '../kinds.ts'
import type { Entry } from '../part.ts'
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
import { broughtWords } from './brought-words.ts'
import { checkEdit, checkStatements } from './check-edit.ts'
import { destroyRecords } from './destroy.ts'
import { type Change, type Difference, differenceOf, type Logging } from './difference.ts'
import { entryKeyOf, shapeOf } from './kind-shape.ts'
import { type EntriesStatement, type Lock, merge, type Statement, type TextStatement } from './merge.ts'
import { parentChanges } from './parents.ts'
import { checkRevisions } from './record-for-editing.ts'
import { blankRecord, loadRecords, type StoredEntry } from './record-loader.ts'
import { resolveReferences } from './references.ts'
import { appendChanges, writeDifferences } from './write.ts'

/** Ids of records that are made here begin with this one. */
export const firstLocalId = 1_500_000_000
/** Attempts of an edit whose new id another edit may have taken first. */
const EDIT_ATTEMPTS = 5

/** Who makes an edit, why, and where the facts are from. */
export type Origin = {
  account_id: number | null
  source_id: string
  note: string
  source_url?: string
  /** What the edit undoes, if that is what it does. */
  undoes?: object
}

/** What sources state about one record, in the order in which it is applied. */
export type RecordStatements = {
  id: number
  numbering: Readonly<Record<string, number>>
  statements: readonly Statement[]
}

/** Notes of the edits with which every catalogue begins, and which say nothing about what it holds. */
export const beginningNotes = ['reference lists', 'words become records'] as const

/** Adds the sources and genres that every catalogue has. It runs after the migrations, on every start. */
export async function prepareCatalogue(db: Database, at: Date = new Date()): Promise<void> {
  const byId = new Map([...genres.movie, ...genres.tv].map((genre) => [genre.id, genre]))
  const records = [...byId.values()].map(({ id, name }) => ({ kind: 'genre' as const, id, values: { name } }))
  await db.transaction((tx) => putSources(tx, builtInSources))
  await applyEdit(db, { account_id: null, source_id: referenceSource, note: beginningNotes[0], at, records })
}

const EditId = Type.Object({ id: Type.Integer() })
const Highest = Type.Object({ id: Type.Integer() })

export async function openEdit(
  db: Database,
  { account_id, source_id, note, source_url = '', undoes }: Origin,
  at: string,
): Promise<number> {
  const row = await db.one(
    EditId,
    sql`
    insert into edit (at, account_id, source_id, note, source_url, undoes)
    values (${at}, ${account_id}, ${source_id}, ${note}, ${source_url}, ${undoes ?? null})
    returning id`,
  )
  return (row as { id: number }).id
}

/**
 * What has to be written so that records of one kind agree with the statements; records that do not exist yet are
 * created.
 */
export async function compare(
  db: Database,
  of: RecordKind,
  statements: readonly RecordStatements[],
  logging: Logging,
): Promise<Difference[]> {
  // What nobody says something about stays, and need not be known.
  const parts = new Set(statements.flatMap(({ statements }) => statements.flatMap(({ parts }) => [...parts.keys()])))
  const ids = statements.map(({ id }) => id)
  const stored = await loadRecords(db, of, ids, parts)
  return statements.flatMap(({ id, numbering, statements }) => {
    const before = stored.get(id)
    const record = before ?? blankRecord(of, id, statements[0]?.source_id ?? peopleSource, numbering)
    const difference = differenceOf(before, merge(record, statements, logging.rankOf), logging)
    return difference ? [difference] : []
  })
}

/**
 * Writes differences of records of one kind and returns their rows of the change log. When the promise is returned, the
 * statements are already sent.
 */
export async function write(db: Database, of: RecordKind, differences: readonly Difference[], edit_id: number) {
  const written = writeDifferences(db, of, differences, edit_id)
  const children = differences
    .filter(({ changes }) => changes.some(({ same_value }) => !same_value))
    .map(({ record: { id, numbering }, isNew }) => ({
      id,
      numbering,
      action: isNew ? ('created' as const) : ('updated' as const),
    }))
  const [ofParents] = await Promise.all([parentChanges(db, of, children, edit_id), written])
  return [...differences.flatMap(({ changes }) => changes), ...ofParents]
}

/** Creates the words that statements bring along, and returns their rows of the change log. */
export async function writeBroughtWords(
  db: Database,
  of: RecordKind,
  statements: readonly Statement[],
  rankOf: RankOf,
  open: () => Promise<number>,
): Promise<Change[]> {
  const changes: Change[] = []
  for (const { vocabulary, differences } of await broughtWords(db, of, statements, rankOf)) {
    changes.push(...(await write(db, vocabulary, differences, await open())))
  }
  return changes
}

/** What a person or a followed source changes about one record. Every value is meant: an empty one clears the field. */
export type RecordEdit = {
  kind: RecordKind
  /** Without an id, a record is created. */
  id?: number
  /** The revision of the record that was read; the edit is refused if somebody has changed the record since. */
  revision?: number
  /** Where a new season or episode belongs. */
  numbering?: Readonly<Record<string, number>>
  /** Columns of the kind's table; its texts are those in en-US. */
  values?: Readonly<Record<string, unknown>>
  texts?: readonly Omit<TextStatement, 'source_id'>[]
  /**
   * By the name of the part: entries with all of their columns, and entries to remove, of which only the key counts.
   */
  parts?: Readonly<Partial<Record<PartName, { put?: readonly Entry[]; remove?: readonly Entry[] }>>>
  locks?: readonly Lock[]
  /** Deletes the whole record, with its seasons and episodes. */
  isDestroyed?: true
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

async function applyOnce(tx: Database, edit: Edit): Promise<Applied> {
  const { account_id, source_id = peopleSource, note = '', source_url = '' } = edit
  const at = edit.at.toISOString()
  const rankOf = rankOfSources(await allSources(tx))
  if (rankOf(source_id) < 0) throw new Error(`There is no source ${source_id}`)
  const ids = await numberNewRecords(tx, edit.records)
  await checkEdit(tx, edit.records, ids)
  await checkRevisions(tx, edit.records)
  const changes: Change[] = []
  let edit_id: number | undefined
  const open = async () => (edit_id ??= await openEdit(tx, { account_id, source_id, note, source_url }, at))

  for (const of of recordKindNames) {
    const statements = edit.records.flatMap((record, index) =>
      record.kind === of && !record.isDestroyed ? [statementsOf(record, ids[index] as number, source_id)] : [],
    )
    if (statements.length === 0) continue
    const all = statements.flatMap(({ statements }) => statements)
    changes.push(...(await writeBroughtWords(tx, of, all, rankOf, open)))
    const isMade = (target: RecordKind, id: number) =>
      edit.records.some(({ kind }, index) => kind === target && ids[index] === id)
    const { resolved, missing } = await resolveReferences(tx, of, all, edit.at, isMade)
    // Another edit may have destroyed it since it was looked up.
    const [nowhere] = missing
    if (nowhere) throw new Error(`The ${nowhere.target} ${nowhere.id} has just been destroyed`)
    const resolvedStatements = statements.map((one, index) => ({ ...one, statements: [resolved[index] as Statement] }))
    const differences = await compare(tx, of, resolvedStatements, { rankOf, isThorough: true })
    if (differences.length > 0) changes.push(...(await write(tx, of, differences, await open())))
  }
  for (const of of recordKindNames.toReversed()) {
    const removed = edit.records.flatMap((record, index) =>
      record.kind === of && record.isDestroyed ? [ids[index] as number] : [],
    )
    if (removed.length > 0) changes.push(...(await destroyRecords(tx, of, removed, rankOf)))
  }
  if (changes.length > 0) await appendChanges(tx, changes, await open(), at)
  return { edit_id, ids }
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

/** The first local id that no record of the kind has or had, and that no foreign id is mapped to. */
export async function nextLocalId(db: Database, of: RecordKind): Promise<number> {
  const row = await db.one(
    Highest,
    sql`
    select max(id) as id from (
      select ${firstLocalId - 1} as id
      union all select coalesce(max(id), 0) from record where kind = ${of}
      union all select coalesce(max(id), 0) from source_id_map where kind = ${of}
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
  return { id, numbering: edit.numbering ?? {}, statements: [statement] }
}
