import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { compareTexts } from '#src/reference/text-order.ts'
import { currentGeneration, followerName, generations, handleChanges, version } from './generations.ts'
import { recordTable, type Shelf, slipTable, Term, termTable, wordTable } from './index-tables.ts'
import { indexedRecords } from './records.ts'
import { type SearchedKind, searchedKinds } from './searched-kinds.ts'
import { forgives, remaindersOf } from './slips.ts'
import { postingsOf } from './update-records.ts'

/** Records that are read together. */
const recordsAtOnce = 250
/** Rows that are written in one transaction, so that no other writer waits for long. */
const rowsAtOnce = 2_000
/** Words that are counted together. */
const wordsAtOnce = 500
/** Postings that are collected, sorted and written together: about 60 MB. */
const fewPostings = 1_000_000
/** The same where nobody waits for requests: about 500 MB, which a catalogue of a million movies needs a few times. */
export const manyPostings = 8_000_000
/** Changes that are followed together before the new generation replaces the old one. */
const changesAtOnce = 200
/** Searches that have begun with the generation before are over by then. */
const LAST_SEARCHES_MS = 1_000

export type BuildOptions = {
  signal?: AbortSignal | undefined
  /** Postings that are held in memory. */
  postings?: number
  onProgress?(phase: string, done: number, of?: number): void
}

const Head = Type.Object({ seq: Type.Integer() })
const RecordId = Type.Object({ kind: Type.String(), id: Type.Integer() })
const Count = Type.Object({ count: Type.Integer() })

/**
 * Builds a new generation of the index while the one before answers, and lets it take its place. What was built
 * before it was interrupted is removed: it begins anew.
 */
export async function buildIndex(db: Database, options: BuildOptions = {}): Promise<void> {
  const { signal } = options
  await removeOthers(db, signal)
  const { number, seq } = await begin(db)
  await buildPostings(db, number, options)
  for (const kind of searchedKinds) await buildTerms(db, { generation: number, kind }, options)
  if (signal?.aborted) return
  await replace(db, number, await catchUp(db, number, seq, signal))
  if (await hasOthers(db)) {
    await delay(LAST_SEARCHES_MS, undefined, { signal }).catch(() => {})
    await removeOthers(db, signal)
  }
}

/** Begins a generation. What changes from here on is followed after it has been built. */
const begin = (db: Database) =>
  db.transaction(async (tx) => {
    const head = await tx.one(Head, sql`select coalesce(max(seq), 0) as seq from change`)
    const last = await tx.one(Count, sql`select coalesce(max(number), 0) as count from search_generation`)
    const [number, seq] = [(last?.count ?? 0) + 1, head?.seq ?? 0]
    await tx.run(sql`
      insert into search_generation (number, version, is_current, seq) values (${number}, ${version}, false, ${seq})`)
    return { number, seq }
  })

/** Postings by kind and word: how important each record is and its id, in one number. */
function collector() {
  const words = new Map<SearchedKind, Map<string, number[]>>()
  return {
    size: 0,
    add(kind: SearchedKind, { word, weight, entity_id }: { word: string; weight: number; entity_id: number }) {
      let ofKind = words.get(kind)
      if (!ofKind) {
        ofKind = new Map()
        words.set(kind, ofKind)
      }
      const packed = weight * 2 ** 32 + entity_id
      const known = ofKind.get(word)
      if (known) known.push(packed)
      else ofKind.set(word, [packed])
      this.size++
    },
    /** All postings in the order of the table. */
    *sorted() {
      for (const kind of searchedKinds) {
        const ofKind = words.get(kind)
        if (!ofKind) continue
        for (const word of [...ofKind.keys()].sort(compareTexts))
          for (const packed of (ofKind.get(word) as number[]).sort((one, other) => one - other))
            yield { kind, word, weight: Math.floor(packed / 2 ** 32), entity_id: packed % 2 ** 32 }
      }
    },
    clear() {
      words.clear()
      this.size = 0
    },
  }
}

/** Writes rows in the order in which they lie in their table, a few at a time. */
async function write<Row>(
  db: Database,
  rows: Iterable<Row>,
  put: (tx: Database, rows: Row[]) => Promise<void>,
  signal: AbortSignal | undefined,
) {
  let batch: Row[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < rowsAtOnce) continue
    const full = batch
    batch = []
    await db.transaction((tx) => put(tx, full))
    await turn()
    if (signal?.aborted) return
  }
  if (batch.length > 0) await db.transaction((tx) => put(tx, batch))
}

async function buildPostings(db: Database, generation: number, options: BuildOptions) {
  const { signal, postings: most = fewPostings, onProgress } = options
  const collected = collector()
  const flush = async () => {
    const rows = collected.sorted().map((posting) => ({ generation, ...posting }))
    await write(db, rows, (tx, some) => tx.put(wordTable, some), signal)
    collected.clear()
  }
  const of = (await db.wide.one(Count, sql`select count(*) as count from record where ${isOfSearchedKind(db)}`))?.count
  let done = 0
  for (const kind of searchedKinds) {
    for (let last = 0; !signal?.aborted; ) {
      const ids = await idsAfter(db, kind, last)
      if (ids.length === 0) break
      last = ids.at(-1) as number
      const records = await indexedRecords(db, kind, ids)
      for (const record of records) for (const posting of postingsOf(record)) collected.add(kind, posting)
      await db.transaction((tx) =>
        tx.put(
          recordTable,
          records.map((record) => ({ generation, kind, ...record })),
        ),
      )
      done += ids.length
      // The database of a command never waits, and signals are only heard between turns of the event loop.
      await turn()
      onProgress?.('reading', done, of)
      if (collected.size >= most) await flush()
    }
  }
  if (!signal?.aborted) await flush()
}

const isOfSearchedKind = (db: Database): Sql => db.engine.anyOf(raw('kind'), searchedKinds)

async function idsAfter(db: Database, kind: string, last: number): Promise<number[]> {
  const rows = await db.all(
    RecordId,
    sql`select kind, id from record where kind = ${kind} and id > ${last} order by id ${limit(recordsAtOnce)}`,
  )
  return rows.map(({ id }) => id)
}

/** Counts the records of each word, and makes words known to those with slips. */
async function buildTerms(
  db: Database,
  shelf: Shelf,
  { signal, postings: most = fewPostings, onProgress }: BuildOptions,
) {
  const slips = new Map<string, string[]>()
  let size = 0
  const flush = async () => {
    const rows = [...slips.keys()]
      .sort(compareTexts)
      .values()
      .flatMap((remainder) =>
        (slips.get(remainder) as string[]).map((word) => ({ generation: shelf.generation, remainder, word })),
      )
    await write(db, rows, (tx, some) => tx.put(slipTable, some), signal)
    slips.clear()
    size = 0
  }
  let done = 0
  for await (const terms of countedTerms(db, shelf)) {
    if (signal?.aborted) return
    await db.transaction((tx) =>
      tx.put(
        termTable,
        terms.map((term) => ({ ...shelf, ...term })),
      ),
    )
    for (const { word } of terms) {
      if (!forgives(word)) continue
      for (const remainder of remaindersOf(word)) {
        const known = slips.get(remainder)
        if (known) known.push(word)
        else slips.set(remainder, [word])
        size++
      }
    }
    done += terms.length
    await turn()
    onProgress?.(`counting words of kind ${shelf.kind}`, done)
    if (size >= most) await flush()
  }
  await flush()
}

/** The words of a kind with their records, in order; whole names, which begin with `=`, are none. */
async function* countedTerms(db: Database, { generation, kind }: Shelf) {
  for (const [from, to] of [
    ['', '='],
    ['>', '\u{10ffff}'],
  ] as const) {
    for (let last: string = from; ; ) {
      const terms: Term[] = await db.wide.all(
        Term,
        sql`
        select word, count(*) as records, min(weight) as best from search_word
        where generation = ${generation} and kind = ${kind} and word > ${last} and word < ${to}
        group by word order by word ${limit(wordsAtOnce)}`,
      )
      if (terms.length > 0) yield terms
      if (terms.length < wordsAtOnce) break
      last = (terms.at(-1) as Term).word
    }
  }
}

const Changed = Type.Object({ seq: Type.Integer(), kind: Type.String(), entity_id: Type.Integer() })

const changesAfter = (db: Database, seq: number) =>
  db.all(Changed, sql`select seq, kind, entity_id from change where seq > ${seq} order by seq ${limit(changesAtOnce)}`)

/** Follows the change log since the building began, nearly to its end. Returns how far. */
async function catchUp(db: Database, generation: number, from: number, signal: AbortSignal | undefined) {
  for (let seq = from; ; ) {
    const changes = await changesAfter(db, seq)
    if (changes.length < changesAtOnce || signal?.aborted) return seq
    await db.transaction((tx) => handleChanges(tx, generation, changes))
    seq = (changes.at(-1) as { seq: number }).seq
  }
}

/** Follows the rest of the log and lets the generation answer, in one transaction. */
const replace = (db: Database, generation: number, from: number) =>
  db.transaction(async (tx) => {
    // The follower waits for this, and goes on with the new generation.
    await tx.run(sql`update follower set seq = seq where name = ${followerName}`)
    let seq = from
    for (let changes = await changesAfter(tx, seq); changes.length > 0; changes = await changesAfter(tx, seq)) {
      await handleChanges(tx, generation, changes)
      seq = (changes.at(-1) as { seq: number }).seq
    }
    await tx.run(sql`update search_generation set is_current = (number = ${generation})`)
    await tx.run(sql`
      insert into follower (name, seq, version, rebuilt_kind, rebuilt_id)
      values (${followerName}, ${seq}, ${version}, null, 0)
      on conflict (name) do update set seq = excluded.seq, version = excluded.version, rebuilt_kind = null,
        rebuilt_id = 0`)
    await revise(tx, 'names')
  })

const hasOthers = async (db: Database) => (await generations(db)).some(({ is_current }) => !is_current)

const keys: Readonly<Record<string, string>> = {
  search_record: 'kind, entity_id',
  search_word: 'kind, word, weight, entity_id',
  search_term: 'kind, word',
  search_slip: 'remainder, word',
}

/** Removes generations that do not answer, a few rows at a time. */
async function removeOthers(db: Database, signal: AbortSignal | undefined): Promise<void> {
  const current = (await generations(db)).find(({ is_current }) => is_current)?.number
  for (const { number } of await generations(db)) {
    if (number === current) continue
    for (const [table, key] of Object.entries(keys)) {
      while (!signal?.aborted && (await removeSome(db, number, table, key)) > 0);
    }
    if (signal?.aborted) return
    await db.run(sql`delete from search_generation where number = ${number}`)
  }
}

const removeSome = (db: Database, generation: number, table: string, key: string): Promise<number> =>
  db.run(sql`
    delete from ${raw(table)} where generation = ${generation} and (${raw(key)}) in (
      select ${raw(key)} from ${raw(table)} where generation = ${generation}
      order by ${raw(key)} ${limit(rowsAtOnce)})`)

export const isUsable = async (db: Database): Promise<boolean> => {
  const current = await currentGeneration(db)
  return current?.is_current === true && current.version === version
}
