import type { Database } from '#src/database/database.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import { compareTexts } from '#src/reference/text-order.ts'
import type { SearchedKind } from '../searched-kinds.ts'
import { forgives, remaindersOf } from '../typing-errors.ts'
import { weightOf } from '../weight.ts'
import { beginningMark, beginningsOf } from '../words.ts'
import { bestOf, changePostings, type Posting } from './change-postings.ts'
import { recordTable, type Shelf, slipTable, Term, termTable, Whole, wholeTable } from './index-tables.ts'
import { shortBeginning } from './join-runs.ts'
import { isWord, keysOf } from './keys.ts'
import { either } from './postings.ts'
import { IndexedRecord, indexedRecords } from './records.ts'

const onShelf = ({ generation, kind }: Shelf): Sql => sql`generation = ${generation} and kind = ${kind}`

/** Brings the index up to date for some records of a kind, also those that are gone. */
export async function updateRecords(tx: Database, generation: number, kind: SearchedKind, ids: readonly number[]) {
  const shelf = { generation, kind }
  const [before, after] = await Promise.all([
    tx.all(
      IndexedRecord,
      sql`
      select entity_id, adult, year, years, popularity, votes, names from search_record
      where ${onShelf(shelf)} and ${tx.engine.anyOf(raw('entity_id'), ids)}`,
    ),
    indexedRecords(tx, kind, ids),
  ])
  const present = new Map(before.map((record) => [record.entity_id, record]))
  const wanted = new Map(after.map((record) => [record.entity_id, record]))
  const changed = after.filter((record) => !isSame(present.get(record.entity_id), record))
  const gone = before.filter(({ entity_id }) => !wanted.has(entity_id)).map(({ entity_id }) => entity_id)
  if (changed.length > 0)
    await tx.put(
      recordTable,
      changed.map((record) => ({ ...shelf, ...record })),
    )
  if (gone.length > 0)
    await tx.run(sql`delete from search_record where ${onShelf(shelf)} and ${tx.engine.anyOf(raw('entity_id'), gone)}`)
  const moved = changed.filter((record) => !isFoundAlike(present.get(record.entity_id), record))
  const leaving = before.filter((record) => !isFoundAlike(wanted.get(record.entity_id), record))
  const [old, fresh] = [leaving.map(found), moved.map(found)]
  await replaceWholes(tx, shelf, old, fresh)
  await replacePostings(tx, shelf, postingsIn(old), postingsIn(fresh))
}

const isSame = (one: IndexedRecord | undefined, other: IndexedRecord) =>
  one !== undefined && Object.entries(other).every(([name, value]) => one[name as keyof IndexedRecord] === value)

/** Whether two states of a record have the same postings. */
const isFoundAlike = (one: IndexedRecord | undefined, other: IndexedRecord) =>
  one !== undefined &&
  one.names === other.names &&
  one.years === other.years &&
  one.year === other.year &&
  one.adult === other.adult &&
  weightOf(one.popularity, one.votes) === weightOf(other.popularity, other.votes)

const found = (record: IndexedRecord) => ({ entity_id: record.entity_id, ...keysOf(record) })
type FoundBy = ReturnType<typeof found>

const wholesIn = (records: readonly FoundBy[]): Whole[] =>
  records.flatMap(({ entity_id, weight, wholes }) => [...wholes].map((name) => ({ name, weight, entity_id })))

/** The postings of words and of their beginnings. */
function postingsIn(records: readonly FoundBy[]): Posting[] {
  return records.flatMap(({ words }) => {
    const all = new Map(words)
    for (const [word, posting] of words) {
      if (!isWord(word)) continue
      for (const beginning of beginningsOf(word)) {
        const known = all.get(beginning)
        all.set(beginning, known === undefined ? posting : either(known, posting))
      }
    }
    return [...all].map(([word, posting]) => ({ word, posting }))
  })
}

/** Rows that only one of two states has: those to remove, and those to add. */
function difference<Row>(before: readonly Row[], after: readonly Row[], keyOf: (row: Row) => string): [Row[], Row[]] {
  const [known, wanted] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))]
  return [before.filter((row) => !wanted.has(keyOf(row))), after.filter((row) => !known.has(keyOf(row)))]
}

async function replaceWholes(tx: Database, shelf: Shelf, before: readonly FoundBy[], after: readonly FoundBy[]) {
  const keyOf = ({ name, weight, entity_id }: Whole) => `${entity_id} ${weight} ${name}`
  const [removed, added] = difference(wholesIn(before), wholesIn(after), keyOf)
  if (removed.length > 0)
    await tx.run(sql`
      delete from search_whole where ${onShelf(shelf)} and (name, weight, entity_id) in (
        select name, weight, entity_id from ${tx.engine.rows(Whole, removed)} as r)`)
  if (added.length > 0)
    await tx.put(
      wholeTable,
      added.toSorted((one, other) => compareTexts(one.name, other.name)).map((whole) => ({ ...shelf, ...whole })),
    )
}

async function replacePostings(tx: Database, shelf: Shelf, before: readonly Posting[], after: readonly Posting[]) {
  const [removed, added] = difference(before, after, ({ word, posting }) => `${posting} ${word}`)
  const words = [...new Set([...removed, ...added].map(({ word }) => word))].sort(compareTexts)
  if (words.length === 0) return
  const known = await tx.all(
    Term,
    sql`select word, records, best from search_term where ${onShelf(shelf)} and ${tx.engine.anyOf(raw('word'), words)}`,
  )
  const terms = new Map(known.map((term) => [term.word, term]))
  // Longer beginnings have postings only where a building has made them.
  const isKept = ({ word }: Posting) => terms.has(word) || !isLongBeginning(word)
  await changePostings(tx, shelf, removed.filter(isKept), added.filter(isKept))
  await updateTerms(tx, shelf, terms, removed.filter(isKept), added.filter(isKept))
}

const isLongBeginning = (word: string) =>
  word.startsWith(beginningMark) && [...word].length > beginningMark.length + shortBeginning

/** Counts the records of words again whose postings have changed. */
async function updateTerms(
  tx: Database,
  shelf: Shelf,
  known: ReadonlyMap<string, Term>,
  removed: readonly Posting[],
  added: readonly Posting[],
) {
  const records = new Map([...removed, ...added].map(({ word }) => [word, known.get(word)?.records ?? 0]))
  for (const { word } of added) records.set(word, (records.get(word) ?? 0) + 1)
  for (const { word } of removed) records.set(word, (records.get(word) ?? 0) - 1)
  const best = await bestOf(tx, shelf, [...records.keys()])
  const rows = [...records].map(([word, count]) => ({ ...shelf, word, records: count, best: best.get(word) ?? 0 }))
  const kept = rows.filter((row) => row.records > 0)
  const gone = rows.filter((row) => row.records <= 0).map(({ word }) => word)
  if (kept.length > 0) await tx.put(termTable, kept)
  if (gone.length > 0)
    await tx.run(sql`delete from search_term where ${onShelf(shelf)} and ${tx.engine.anyOf(raw('word'), gone)}`)
  const fresh = kept.filter(({ word }) => isWord(word) && !known.has(word)).map(({ word }) => word)
  await putSlips(tx, shelf.generation, fresh)
}

/** Makes words known to those with slips. A word that no name has any more stays: whoever finds it looks it up. */
async function putSlips(tx: Database, generation: number, words: readonly string[]): Promise<void> {
  const rows = words
    .filter(forgives)
    .flatMap((word) => [...remaindersOf(word)].map((remainder) => ({ generation, remainder, word })))
  if (rows.length === 0) return
  rows.sort((one, other) => compareTexts(one.remainder, other.remainder))
  await tx.put(slipTable, rows)
}
