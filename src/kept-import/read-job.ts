import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { maxReviewLength } from '#src/contributions/reviews.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { readLimits } from '#src/file-formats/limits.ts'
import { JobFailure, type JobKind, type JobOf, type Step } from '#src/jobs/kind.ts'
import { isRefused, type KeptEntry, type Refused } from '#src/kept/kept-entry.ts'
import { matchKept, titleKey } from '#src/matching/match-kept.ts'
import type { Match } from '#src/matching/wanted-title.ts'
import { tidyProse } from '#src/reference/hidden.ts'
import { hasTooManyMarks } from '#src/reference/marks-of-prose.ts'
import { type EntryRow, entryTable, isEverKept, maxImportEntries } from './entries.ts'
import { readKept } from './formats/read-kept.ts'
import { ReadChoices } from './formats/whose.ts'
import { importJob } from './import-job.ts'
import { maxImportBytes, setStage } from './imports.ts'
import { linkLists, listNumbers } from './lists.ts'
import { matchedRow, noteMatches } from './matches.ts'
import { orAsk, peopleAsked } from './people-asked.ts'
import { deleteFile, fileOf } from './pieces.ts'
import { watchedIn } from './watched.ts'

/** Entries that are stored, and matched, in one step. */
const READ_AT_ONCE = 500
const MATCHED_AT_ONCE = 100
/** How long to wait for the index of names, while it is being built. */
const INDEX_WAIT_MS = 2_000

const State = Type.Object({
  phase: Type.Union([Type.Literal('reading'), Type.Literal('matching')]),
  /** Entries that were read, and the number of the last one that was matched. */
  read: Type.Integer(),
  matched: Type.Integer(),
})
type State = { phase: 'reading' | 'matching'; read: number; matched: number }
export const beginning: State = { phase: 'reading', read: 0, matched: 0 }

const Input = Type.Object({
  import_id: Type.Integer(),
  choices: Type.Optional(ReadChoices),
  /** It was read before, and what was not found is matched again. */
  isAgain: Type.Optional(Type.Boolean()),
})
type Input = Static<typeof Input>

/** What starts the reading of a file; `readJobIn` does it. */
export const readJob = { name: 'read_kept_import', input: Input, state: State }

type Said = KeptEntry | Refused
/** A file that is being read, and how many of its entries were read. */
type Open = { job: ReadingJob; next: AsyncIterator<Said>; read: number }
/** The job that reads a file. */
const ReadingJob = Type.Object({ id: Type.Integer(), account_id: Type.Integer() })
type ReadingJob = Static<typeof ReadingJob>
/** The file of an import, and the job that reads it. */
type Reading = { job: ReadingJob; id: number; file: string; choices: ReadChoices | undefined; now: Date }

const limits = { ...readLimits, fileBytes: maxImportBytes, entries: maxImportEntries }

/**
 * Files that are being read by this process, in a folder of their own, by the jobs that read them. Another process, and
 * a later one, begins a file anew and skips what is stored already.
 */
function openFiles(folder: string) {
  const open = new Map<string, Open>()
  // One engine gives the number of a job that is gone to another one, of another account.
  const nameOf = ({ id, account_id }: ReadingJob) => `${account_id}-${id}`
  const pathOf = (job: ReadingJob) => join(folder, nameOf(job))

  async function openFile(db: Reader, { job, id, file, choices, now }: Reading): Promise<Open> {
    const known = open.get(nameOf(job))
    if (known) return known
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(pathOf(job), await fileOf(db, id), { mode: 0o600 })
    const made = {
      job,
      next: readKept(pathOf(job), file, limits, { ...choices, readAt: now.toISOString() })[Symbol.asyncIterator](),
      read: 0,
    }
    open.set(nameOf(job), made)
    return made
  }

  async function close(job: ReadingJob) {
    await open.get(nameOf(job))?.next.return?.()
    open.delete(nameOf(job))
    await rm(pathOf(job), { force: true })
  }

  /** Closes the files of jobs that are gone. */
  async function closeLeft(db: Reader) {
    if (open.size === 0) return
    const jobs = [...open.values()].map(({ job }) => job)
    const there = await db.all(
      ReadingJob,
      sql`
      select id, account_id from job where ended_at is null and ${db.engine.anyOf(
        sql`id`,
        jobs.map(({ id }) => id),
      )}`,
    )
    const names = new Set(there.map(nameOf))
    for (const job of jobs) if (!names.has(nameOf(job))) await close(job)
  }

  /** The entries after the first `from`, some at once; fewer at the end of the file. */
  async function next(db: Reader, of: Reading, from: number): Promise<Said[]> {
    let file = await openFile(db, of)
    if (file.read > from) {
      // What was read was not stored: the step has failed.
      await close(of.job)
      file = await openFile(db, of)
    }
    const some: Said[] = []
    while (some.length < READ_AT_ONCE) {
      const { done, value } = await file.next.next()
      if (done) break
      file.read++
      if (file.read > from) some.push(value)
    }
    return some
  }

  return { next, close, closeLeft }
}
type Files = ReturnType<typeof openFiles>

type Row = Static<typeof EntryRow>

type Numbered = { number: number; said: Said; list_number: number | null }

/** What is stored of an entry before it is matched. */
function rowOf(import_id: number, { number, said, list_number }: Numbered, now: Date): Row {
  const row: Row = {
    ...{ import_id, number, entry: said, what: 'rating', value: null, at: null, list_number },
    ...{ status: 'refused', reason: '', kind: null, entity_id: null, others: [], certainty: 0 },
    ...{ review_text: null, outcome: '', about: isRefused(said) ? '' : titleKey(said) },
  }
  if (isRefused(said)) return { ...row, reason: said.reason }
  const { what, value, at } = said
  const stored = { ...row, what, value: value === undefined ? null : value / 2, at: at ?? null }
  if (!isEverKept(what)) return { ...stored, reason: 'not_kept' }
  if (what === 'review') return reviewRow(stored, said)
  const time = what === 'watched' ? watchedIn(said, now) : undefined
  return typeof time === 'string' ? { ...stored, reason: time } : { ...stored, status: 'open' }
}

/** What is stored of a review: its text as it would be published, for which the rules are those of the form. */
function reviewRow(row: Row, { text = '' }: KeptEntry): Row {
  const review_text = tidyProse(text.replace(/\r\n?/g, '\n')).trim().toWellFormed()
  if (review_text === '') return { ...row, reason: 'broken_line' }
  if (review_text.length > maxReviewLength) return { ...row, reason: 'review_too_long' }
  if (hasTooManyMarks(review_text)) return { ...row, reason: 'review_too_many_marks' }
  return { ...row, review_text, status: 'open' }
}

/** Stores the next entries of a file; after the last one the file is deleted. */
async function read(db: Reader, files: Files, job: JobOf<Input, State>) {
  const { account_id, input, state, now } = job
  const { import_id, choices } = input
  const found = await db.one(
    File,
    sql`select id, file from kept_import where id = ${import_id} and account_id = ${account_id}`,
  )
  const some = found ? await files.next(db, { ...found, job, choices, now }, state.read).catch(orAsk) : []
  const isAtEnd = some.length < READ_AT_ONCE
  if (isAtEnd) await files.close(job)
  const [only] = some
  // Nothing but the reason why the file as a whole cannot be read.
  if (isAtEnd && state.read === 0 && some.length < 2 && (!only || (isRefused(only) && only.place.line === undefined)))
    throw new JobFailure(only && isRefused(only) ? faultOf(only) : 'is_empty')
  return async (tx: Database): Promise<Step<State>> => {
    const lists = await listNumbers(tx, import_id, some)
    const rows = some.map((said, index) =>
      rowOf(import_id, { number: state.read + index + 1, said, list_number: lists[index] ?? null }, now),
    )
    if (rows.length > 0) await tx.put(entryTable, rows)
    const after = state.read + some.length
    if (isAtEnd) await deleteFile(tx, import_id)
    const phase = isAtEnd ? 'matching' : 'reading'
    return {
      state: { ...state, read: after, phase },
      progress: { phase, done: isAtEnd ? 0 : after, total: isAtEnd ? after : null },
      isDone: false,
    }
  }
}

/** The reason, and what the file begins with where that says more. */
const faultOf = ({ reason, value }: Refused) => (value === undefined ? reason : `${reason} ${value}`)

const File = Type.Object({ id: Type.Integer(), file: Type.String() })
const OpenEntry = Type.Object({ number: Type.Integer(), entry: Type.Unsafe<KeptEntry>({ type: 'object' }) })

const Episode = Type.Object({ id: Type.Integer(), name: Type.String() })

/**
 * Episodes that a file of this server names by their numbers here, by the places of their entries. As everywhere, such
 * a number counts only together with a name that agrees.
 */
async function ownEpisodes(db: Reader, entries: readonly KeptEntry[]): Promise<Map<number, Match>> {
  const ids = entries.flatMap(({ kind, ids, series }) => (kind === 'episode' && !series ? (ids.own ?? []) : []))
  if (ids.length === 0) return new Map()
  const rows = await db.all(Episode, sql`select id, name from episode where ${db.engine.anyOf(sql`id`, ids)}`)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return new Map(
    entries.flatMap(({ kind, ids, title, series }, place) => {
      const id = ids.own
      if (kind !== 'episode' || series || id === undefined || names.get(id) !== title) return []
      const record = { kind: 'episode' as const, id }
      return [[place, { record, certainty: 1, by: 'id' as const, others: [], isIndexed: true }] as const]
    }),
  )
}

/** Matches the next entries with the catalogue. */
async function matchNext(db: Reader, import_id: number, account_id: number, state: State) {
  const entries = await db.all(
    OpenEntry,
    sql`
    select number, entry from kept_import_entry
    where import_id = ${import_id} and status = 'open' and number > ${state.matched}
    order by number ${limit(MATCHED_AT_ONCE)}`,
  )
  const some = entries.map(({ entry }) => entry)
  const wishes = some.map((entry) => ({ entry }))
  const matches = await matchKept(db, account_id, wishes)
  for (const [place, own] of await ownEpisodes(db, some)) if (!matches[place]?.record) matches[place] = own
  const isWaiting = matches.some(({ isIndexed }) => !isIndexed)
  const progress = { phase: 'matching', done: state.matched, total: state.read }
  return async (tx: Database): Promise<Step<State>> => {
    if (isWaiting) return { state, progress: { ...progress, phase: 'indexing' }, isDone: false, waitMs: INDEX_WAIT_MS }
    const rows = entries.map(({ number, entry }, index) => matchedRow(number, entry, matches[index] as Match))
    await noteMatches(tx, import_id, rows)
    const isDone = entries.length < MATCHED_AT_ONCE
    const matched = isDone ? state.read : (entries.at(-1)?.number ?? state.matched)
    if (isDone) await linkLists(tx, import_id, account_id)
    return { state: { ...state, matched }, progress: { ...progress, done: matched }, isDone }
  }
}

/** What was not matched again was not found, as before. */
async function endAgain(tx: Database, import_id: number, now: Date): Promise<void> {
  await tx.run(
    sql`update kept_import_entry set status = 'unmatched' where import_id = ${import_id} and status = 'open'`,
  )
  await setStage(tx, import_id, { stage: 'ready' }, now)
}

/** Reads files into entries, and matches them with the catalogue. Files lie in a folder while they are read. */
export const readJobIn = (folder: string): JobKind => {
  const files = openFiles(folder)
  const kind = importJob({
    ...readJob,
    async step(db, job) {
      const { account_id, input, state } = job
      return state.phase === 'reading' ? read(db, files, job) : matchNext(db, input.import_id, account_id, state)
    },
    async ended(tx, { input: { import_id, isAgain } }, ending, { now, failure }) {
      if (isAgain) return endAgain(tx, import_id, now)
      if (peopleAsked(failure).length === 0) await deleteFile(tx, import_id)
      const stage = ending === 'done' ? 'ready' : 'failed'
      await setStage(tx, import_id, { stage, failure: ending === 'cancelled' ? 'cancelled' : failure }, now)
    },
  })
  return {
    ...kind,
    letGo: files.closeLeft,
    // Also where the import is gone.
    async ended(tx, job, ...how) {
      await files.close(job)
      await kind.ended?.(tx, job, ...how)
    },
  }
}
