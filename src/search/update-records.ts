import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import { compareTexts } from '#src/reference/text-order.ts'
import { Posting, recordTable, type Shelf, slipTable, Term, termTable, wordTable } from './index-tables.ts'
import { keysOfNames, readNames } from './names.ts'
import { IndexedRecord, indexedRecords } from './records.ts'
import type { SearchedKind } from './searched-kinds.ts'
import { forgives, remaindersOf } from './slips.ts'
import { weightOf } from './weight.ts'

const onShelf = ({ generation, kind }: Shelf): Sql => sql`generation = ${generation} and kind = ${kind}`

/** All postings of a record. */
export function postingsOf({ entity_id, popularity, votes, names }: IndexedRecord): Posting[] {
  const weight = weightOf(popularity, votes)
  return [...keysOfNames(readNames(names))].map((word) => ({ word, weight, entity_id }))
}

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
  await replacePostings(tx, shelf, leaving.flatMap(postingsOf), moved.flatMap(postingsOf))
}

const isSame = (one: IndexedRecord | undefined, other: IndexedRecord) =>
  one !== undefined && Object.entries(other).every(([name, value]) => one[name as keyof IndexedRecord] === value)

const isFoundAlike = (one: IndexedRecord | undefined, other: IndexedRecord) =>
  one !== undefined &&
  one.names === other.names &&
  weightOf(one.popularity, one.votes) === weightOf(other.popularity, other.votes)

const postingKey = ({ word, weight, entity_id }: Posting) => `${entity_id} ${weight} ${word}`

async function replacePostings(tx: Database, shelf: Shelf, before: readonly Posting[], after: readonly Posting[]) {
  const [beforeKeys, afterKeys] = [new Set(before.map(postingKey)), new Set(after.map(postingKey))]
  const removed = before.filter((posting) => !afterKeys.has(postingKey(posting)))
  const added = after.filter((posting) => !beforeKeys.has(postingKey(posting)))
  if (removed.length > 0)
    await tx.run(sql`
      delete from search_word where ${onShelf(shelf)} and (word, weight, entity_id) in (
        select word, weight, entity_id from ${tx.engine.rows(Posting, removed)} as r)`)
  if (added.length > 0)
    await tx.put(
      wordTable,
      added.toSorted((one, other) => compareTexts(one.word, other.word)).map((posting) => ({ ...shelf, ...posting })),
    )
  await updateTerms(tx, shelf, removed, added)
}

const Best = Type.Object({ word: Type.String(), best: Type.Integer() })
const Word = Type.Object({ word: Type.String() })

/** Counts the records of words again whose postings have changed. */
async function updateTerms(tx: Database, shelf: Shelf, removed: readonly Posting[], added: readonly Posting[]) {
  const more = new Map<string, number>()
  for (const { word } of added) if (isTerm(word)) more.set(word, (more.get(word) ?? 0) + 1)
  for (const { word } of removed) if (isTerm(word)) more.set(word, (more.get(word) ?? 0) - 1)
  const words = [...more.keys()].sort()
  if (words.length === 0) return
  const known = await tx.all(
    Term,
    sql`select word, records, best from search_term where ${onShelf(shelf)} and ${tx.engine.anyOf(raw('word'), words)}`,
  )
  const terms = new Map(known.map((term) => [term.word, term]))
  const best = new Map(
    (
      await tx.all(
        Best,
        sql`
        select r.word, coalesce((
          select min(w.weight) from search_word w where w.generation = ${shelf.generation} and w.kind = ${shelf.kind}
            and w.word = r.word), 0) as best
        from ${tx.engine.rows(
          Word,
          words.map((word) => ({ word })),
        )} as r`,
      )
    ).map((row) => [row.word, row.best]),
  )
  const counted = words.map((word): Term => {
    const records = (terms.get(word)?.records ?? 0) + (more.get(word) ?? 0)
    return { word, records, best: best.get(word) ?? 0 }
  })
  const kept = counted.filter(({ records }) => records > 0)
  const gone = counted.filter(({ records }) => records <= 0).map(({ word }) => word)
  if (kept.length > 0)
    await tx.put(
      termTable,
      kept.map((term) => ({ ...shelf, ...term })),
    )
  if (gone.length > 0)
    await tx.run(sql`delete from search_term where ${onShelf(shelf)} and ${tx.engine.anyOf(raw('word'), gone)}`)
  await putSlips(
    tx,
    shelf.generation,
    kept.filter(({ word }) => !terms.has(word)).map(({ word }) => word),
  )
}

/** Whether a posting is one of a word, and not that of a whole name. */
export const isTerm = (word: string): boolean => !word.startsWith('=')

/** Makes words known to those with slips. A word that no name has any more stays: whoever finds it looks it up. */
export async function putSlips(tx: Database, generation: number, words: readonly string[]): Promise<void> {
  const rows = words
    .filter(forgives)
    .flatMap((word) => [...remaindersOf(word)].map((remainder) => ({ generation, remainder, word })))
  if (rows.length === 0) return
  rows.sort((one, other) => compareTexts(one.remainder, other.remainder))
  await tx.put(slipTable, rows)
}
