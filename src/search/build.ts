import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import { Type } from 'typebox'
import { headOf } from '#src/background/log-follower.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { Count } from '#src/database/table.ts'
import { compareTexts } from '#src/reference/text-order.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { answeringGeneration, followerName, generations, handleChanges, version } from './generations.ts'
import { type SearchedKind, searchedKinds } from './searched-kinds.ts'
import { type BuildOptions, fewPostings, rowsAtOnce, write } from './tables/build-options.ts'
import { recordTable, runTable, type Shelf, wholeTable } from './tables/index-tables.ts'
import { joinRuns } from './tables/join-runs.ts'
import { type Keys, keysOf } from './tables/keys.ts'
import { packed, recordIdIn, textOf, weightIn } from './tables/postings.ts'
import { indexedRecords } from './tables/records.ts'
import { wholeMark } from './words.ts'

/** Records that are read together. */
const recordsAtOnce = 250
/** Changes that are followed together before the new generation replaces the old one. */
const changesAtOnce = 200
/** Searches that have begun with the generation before are over by then. */
const LAST_SEARCHES_MS = 1_000

const RecordId = Type.Object({ kind: Type.String(), id: Type.Integer() })
/**
 * Builds a new generation of the index while the one before answers, and lets it take its place. What was built
 * before it was interrupted is removed: it begins anew.
 */
export async function buildIndex(db: Database, options: BuildOptions = {}): Promise<void> {
  const { signal, maxBehind = Number.POSITIVE_INFINITY } = options
  await removeOthers(db, signal)
  const { number, seq } = await begin(db)
  await readAll(db, number, options)
  for (const kind of searchedKinds) await joinRuns(db, { generation: number, kind }, options)
  if (signal?.aborted) return
  await replace(db, number, await catchUp(db, number, { from: seq, maxBehind, signal }))
  options.onComplete?.()
  if (await hasOthers(db)) {
    await delay(LAST_SEARCHES_MS, undefined, { signal }).catch(() => {})
    await removeOthers(db, signal)
  }
}

/** Begins a generation. What changes from here on is followed after it has been built. */
const begin = (db: Database) =>
  db.transaction(async (tx) => {
    const seq = await headOf(tx)
    const last = await tx.one(Count, sql`select coalesce(max(number), 0) as count from search_generation`)
    const number = (last?.count ?? 0) + 1
    await tx.run(sql`
      insert into search_generation (number, version, is_current, seq) values (${number}, ${version}, false, ${seq})`)
    // Suggestions that were kept do not say yet that something may be missing.
    await revise(tx, 'names')
    return { number, seq }
  })

/** What some records of a kind are found by: postings by word, and the postings of records by whole name. */
function collector() {
  const words = new Map<string, number[]>()
  return {
    size: 0,
    add({ weight, wholes, words: ofRecord }: Keys, id: number) {
      for (const [word, posting] of ofRecord) this.note(word, posting)
      for (const whole of wholes) this.note(whole, packed(weight, id, 0))
    },
    note(word: string, posting: number) {
      const known = words.get(word)
      if (known) known.push(posting)
      else words.set(word, [posting])
      this.size++
    },
    /** The postings of words or those of whole names, in the order of their table. */
    *sorted(areWhole: boolean) {
      const wanted = [...words.keys()].filter((word) => word.startsWith(wholeMark) === areWhole)
      for (const word of wanted.sort(compareTexts))
        yield { word, postings: Float64Array.from(words.get(word) as number[]).sort() }
    },
    clear() {
      words.clear()
      this.size = 0
    },
  }
}

type ReadOptions = BuildOptions & { onRead(records: number): void }

async function readAll(db: Database, generation: number, options: BuildOptions) {
  const of = await countRows(db.wide, sql`from record where ${isOfSearchedKind(db)}`)
  options.onBegin?.(of)
  let done = 0
  const onRead = (records: number) => {
    done += records
    options.onProgress?.('reading', done, of)
  }
  for (const kind of searchedKinds) await readRecords(db, { generation, kind }, { ...options, onRead })
}

/** Reads all records of a kind, and writes what they are found by, as often as so much was collected. */
async function readRecords(db: Database, shelf: Shelf & { kind: SearchedKind }, options: ReadOptions) {
  const { signal, postings: most = fewPostings, onRead } = options
  const collected = collector()
  let run = 0
  const flush = async () => {
    const wholes = collected
      .sorted(true)
      .flatMap(({ word: name, postings }) =>
        [...postings].map((one) => ({ ...shelf, name, weight: weightIn(one), entity_id: recordIdIn(one) })),
      )
    await write(db, wholes, (tx, some) => tx.put(wholeTable, some), signal)
    const words = collected
      .sorted(false)
      .map(({ word, postings }) => ({ ...shelf, word, run, postings: textOf(postings) }))
    await write(db, words, (tx, some) => tx.put(runTable, some), signal)
    collected.clear()
    run++
  }
  for (let last = 0; !signal?.aborted; ) {
    const ids = await idsAfter(db, shelf.kind, last)
    if (ids.length === 0) break
    last = ids.at(-1) as number
    const records = await indexedRecords(db, shelf.kind, ids)
    for (const record of records) collected.add(keysOf(record), record.entity_id)
    const rows = records.map((record) => ({ ...shelf, ...record }))
    await db.transaction((tx) => tx.put(recordTable, rows))
    // The database of a command never waits, and signals are only heard between turns of the event loop.
    await turn()
    onRead(ids.length)
    if (collected.size >= most) await flush()
  }
  if (!signal?.aborted) await flush()
}

const isOfSearchedKind = (db: Reader): Sql => db.engine.anyOf(raw('kind'), searchedKinds)

async function idsAfter(db: Reader, kind: string, last: number): Promise<number[]> {
  const rows = await db.all(
    RecordId,
    sql`select kind, id from record where kind = ${kind} and id > ${last} order by id ${limit(recordsAtOnce)}`,
  )
  return rows.map(({ id }) => id)
}

const Changed = Type.Object({ seq: Type.Integer(), kind: Type.String(), entity_id: Type.Integer() })

const changesAfter = (db: Reader, seq: number) =>
  db.all(Changed, sql`select seq, kind, entity_id from change where seq > ${seq} order by seq ${limit(changesAtOnce)}`)

/** How far a generation has followed the change log, and whether the rest is too much for it. */
type Followed = { seq: number; isFarBehind: boolean }
type CatchUp = { from: number; maxBehind: number; signal: AbortSignal | undefined }

/** Follows the change log since the building began, nearly to its end, unless more waits than can be followed. */
async function catchUp(db: Database, generation: number, { from, maxBehind, signal }: CatchUp): Promise<Followed> {
  for (let seq = from; ; ) {
    if ((await headOf(db)) - seq > maxBehind) return { seq, isFarBehind: true }
    const changes = await changesAfter(db, seq)
    if (changes.length < changesAtOnce || signal?.aborted) return { seq, isFarBehind: false }
    await db.transaction((tx) => handleChanges(tx, generation, changes))
    seq = (changes.at(-1) as { seq: number }).seq
  }
}

/** Follows the rest of the log, if it is little, and lets the generation answer, in one transaction. */
const replace = (db: Database, generation: number, followed: Followed) =>
  db.transaction(async (tx) => {
    // The follower waits for this, and goes on with the new generation.
    await tx.run(sql`update follower set seq = seq where name = ${followerName}`)
    let { seq } = followed
    const next = async () => (followed.isFarBehind ? [] : changesAfter(tx, seq))
    for (let changes = await next(); changes.length > 0; changes = await next()) {
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

/** Whether there are generations that do not answer: one that is being built, or what is left of others. */
export const hasOthers = async (db: Reader) => (await generations(db)).some(({ is_current }) => !is_current)

const keys: Readonly<Record<string, string>> = wordTable({
  search_record: 'kind, entity_id',
  search_posting: 'kind, word, first',
  search_whole: 'kind, name, weight, entity_id',
  search_run: 'kind, word, run',
  search_term: 'kind, word',
  search_slip: 'remainder, word',
})

/** Removes generations that do not answer, a few rows at a time. */
export async function removeOthers(db: Database, signal: AbortSignal | undefined): Promise<void> {
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

export const isUsable = async (db: Reader): Promise<boolean> => (await answeringGeneration(db))?.version === version
