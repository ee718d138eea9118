import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import type { RecordKind } from '../record-kinds.ts'
import { peopleSource, type RankOf } from '../sources.ts'
import { broughtWords } from './brought-words.ts'
import type { Change } from './change.ts'
import { type Difference, differenceOf, type Logging } from './difference.ts'
import { comeBack } from './gone/gone.ts'
import { moveToNumbers } from './gone/move.ts'
import { merge, type Statement } from './merge.ts'
import { parentChanges } from './parents.ts'
import { blankRecord, loadRecords, type StoredRecord } from './record-loader.ts'
import type { Replaced } from './replaced.ts'
import { writeDifferences } from './write.ts'

/** The steps that every change to the catalogue goes through, whoever makes it. */
/** Who makes an edit, why, and where the facts are from. */
export type Origin = {
  account_id: number | null
  source_id: string
  note: string
  source_url?: string
  /** What the edit undoes, if it is an undo. */
  undoes?: object
}

/** What sources state about one record, in the order in which it is applied. */
export type RecordStatements = {
  id: number
  numbering: Readonly<Record<string, number>>
  statements: readonly Statement[]
}

export async function openEdit(
  db: Reader,
  { account_id, source_id, note, source_url = '', undoes }: Origin,
  at: string,
): Promise<number> {
  const row = await db.one(
    Id,
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
  db: Reader,
  of: RecordKind,
  statements: readonly RecordStatements[],
  logging: Logging,
  /** What is left of a record before these statements apply; by default all of it. */
  leftOf?: (record: StoredRecord, statements: readonly Statement[]) => StoredRecord,
): Promise<Difference[]> {
  // What nobody says something about stays, and need not be known.
  const named = () =>
    new Set(statements.flatMap(({ statements }) => statements.flatMap(({ parts }) => [...parts.keys()])))
  const parts = leftOf ? undefined : named()
  const ids = statements.map(({ id }) => id)
  const stored = await loadRecords(db, of, ids, parts)
  return statements.flatMap(({ id, numbering, statements }) => {
    const before = stored.get(id)
    const left = before && leftOf ? leftOf(before, statements) : before
    const record = left ?? blankRecord(of, id, statements[0]?.source_id ?? peopleSource, numbering)
    const difference = differenceOf(before, merge(record, statements, logging.rankOf), logging)
    return difference ? [difference] : []
  })
}

/**
 * Writes differences of records of one kind and returns their rows of the change log. When the promise is returned, the
 * statements are already sent.
 */
export async function write(db: Database, of: RecordKind, differences: readonly Difference[], edit_id: number) {
  const moved = await moveToNumbers(db, of, differences)
  const written = writeDifferences(db, of, differences, edit_id)
  const children = differences
    .filter(({ changes }) => changes.some(({ same_value }) => !same_value))
    .map(({ record: { id, numbering }, isNew }) => ({
      id,
      numbering,
      action: isNew ? ('created' as const) : ('updated' as const),
    }))
  const [ofParents] = await Promise.all([parentChanges(db, of, children, edit_id), written])
  const made = differences.filter(({ isNew }) => isNew).map(({ record: { id } }) => id)
  const { before, changes } = made.length > 0 ? await comeBack(db, of, made) : nobodyBack
  const own = differences.flatMap(({ changes }) => changes)
  const isBack = ({ entity_id, place, action }: Change) => place === '' && action === 'created' && before.has(entity_id)
  const told = own.map((row) => (isBack(row) ? { ...row, replaced: before.get(row.entity_id) as Replaced } : row))
  return [...told, ...moved, ...ofParents, ...changes]
}

const nobodyBack: Awaited<ReturnType<typeof comeBack>> = { before: new Map(), changes: [] }

/** Creates the words that come with statements, and returns their rows of the change log. */
export async function writeBroughtWords(
  db: Database,
  of: RecordKind,
  statements: readonly Statement[],
  rankOf: RankOf,
  open: () => Promise<number>,
): Promise<Change[]> {
  const changes: Change[] = []
  for (const { vocabulary, differences } of await broughtWords(db, of, statements, rankOf)) {
    for (const each of await write(db, vocabulary, differences, await open())) changes.push(each)
  }
  return changes
}
