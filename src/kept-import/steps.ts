import { findRecord } from '#src/catalogue/part.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { type Writing, write } from '#src/contract/write.ts'
import { lockVerified } from '#src/contributions/authors.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { cancelJob, startJob } from '#src/jobs/jobs.ts'
import { isRefused, type KeptEntry } from '#src/kept/kept-entry.ts'
import { rememberDecision } from '#src/matching/decisions.ts'
import { wantedOf } from '#src/matching/kept-entries.ts'
import { decisionSource } from '#src/matching/match-kept.ts'
import { type MatchedKind, suggested } from '#src/matching/wanted-title.ts'
import { countEffects, countOutcomes, type EntryCount } from './counts.ts'
import { entryOf, isKept, maxImportEntries } from './entries.ts'
import type { ReadChoices } from './formats/whose.ts'
import { beginImport, deleteImport, hasImport, lockImport, setStage } from './imports.ts'
import { peopleAsked } from './people-asked.ts'
import { storeFile } from './pieces.ts'
import { beginning, readJob } from './read-job.ts'
import { undoJob } from './undo-job.ts'
import { writeJob } from './write-job.ts'

/** Why an import, or a step of it, does not begin. */
type NotBegun = 'too_many_imports' | 'too_many_jobs' | 'too_large' | 'empty'

/** Characters of the name of a file that are kept. */
export const maxFileName = 100
/** The name of a file without folders and control characters. */
const fileName = (name: string): string =>
  name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    .replace(/\p{C}/gu, '')
    .slice(-maxFileName)
    .toWellFormed()

/** A file, and what is said about it. */
type Sent = { name: string; content: AsyncIterable<Buffer>; choices?: ReadChoices }

/** Takes a file, and starts to read it; returns the id of its import, or why not. */
export async function takeFile(
  db: Database,
  account_id: number,
  { name, content, choices }: Sent,
  now: Date,
): Promise<number | NotBegun> {
  const import_id = await beginImport(db, account_id, fileName(name), now)
  if (import_id === undefined) return 'too_many_imports'
  let begun: number | NotBegun = 'too_large'
  try {
    const bytes = await storeFile(db, { id: import_id, account_id }, content)
    if (bytes === 0) begun = 'empty'
    else if (bytes !== undefined) begun = await startReading(db, { import_id, account_id, choices }, bytes, now)
  } finally {
    if (typeof begun === 'string') await deleteImport(db, import_id, account_id)
  }
  return begun
}

/** Takes a file of who writes, as `takeFile` does. */
export const importFile = write('kept_import', async ({ db, now, account, take }, file: Sent) => {
  await take()
  return takeFile(db, account.id, file, now)
})

type Reading = { import_id: number; account_id: number; choices?: ReadChoices | undefined }

const jobFor = ({ import_id, account_id, choices }: Reading, now: Date) => {
  const input = { import_id, ...(choices && { choices }) }
  return { account_id, input, state: beginning, phase: 'reading', now }
}

const startReading = (db: Database, reading: Reading, bytes: number, now: Date) =>
  db.transaction(async (tx): Promise<number | NotBegun> => {
    const { import_id, account_id } = reading
    if (!(await hasImport(tx, import_id, account_id))) throw new ApiError('not_found')
    const job_id = await startJob(tx, readJob, jobFor(reading, now))
    if (job_id === undefined) return 'too_many_jobs'
    await tx.run(sql`update kept_import set bytes = ${bytes} where id = ${import_id}`)
    await setStage(tx, import_id, { stage: 'reading', job_id }, now)
    return import_id
  })

/** Reads a file about several people again, for the one who counts; false if it cannot begin now. */
export const readOf = write([], ({ db, now, account }, { id, person }: { id: number; person: string }) =>
  db.transaction(async (tx) => {
    const found = await lockImport(tx, id, account.id, ['failed'])
    if (!found || !peopleAsked(found.failure).includes(person)) return false
    const job_id = await startJob(
      tx,
      readJob,
      jobFor({ import_id: id, account_id: account.id, choices: { person } }, now),
    )
    if (job_id === undefined) return false
    // What stood before it in an archive is read again.
    await tx.run(sql`delete from kept_import_entry where import_id = ${id}`)
    await tx.run(sql`delete from kept_import_list where import_id = ${id}`)
    await setStage(tx, id, { stage: 'reading', job_id }, now)
    return true
  }),
)

const sum = (counts: readonly EntryCount[], names: readonly string[]) =>
  counts.filter(({ name }) => names.includes(name)).reduce((total, { count }) => total + count, 0)

/** It cannot begin now, and nothing is taken for it. */
class NotNow extends Error {
  override name = 'NotNow'
}

/** How many of some reviews the account may publish now, each of which is taken from its hour. */
async function takeReviews(take: Writing['take'], tx: Database, wanted: number): Promise<number> {
  for (let taken = 0; taken < wanted; taken++)
    try {
      await take(1, tx)
    } catch (error) {
      if (error instanceof ApiError && error.status === 'too_many_requests') return taken
      throw error
    }
  return wanted
}

type StartWriting = { id: number; withReviews: boolean }

/**
 * Starts to write what is matched; false if it cannot begin now. Reviews are published only where somebody says so, as
 * many as the account may publish in the hour. The rest waits for another time.
 */
export const startWriting = write('review', async ({ db, now, account, take }, { id, withReviews }: StartWriting) => {
  const account_id = account.id
  const effects = await countEffects(db, id)
  const publishable = sum(effects.filter(isReview), ['new', 'changed'])
  const others = effects.reduce((total, { count }) => total + count, 0) - publishable
  const wanted = withReviews ? publishable : 0
  try {
    return await db.transaction(async (tx) => {
      const found = await lockImport(tx, id, account_id, ['ready', 'written'])
      if (!found) return false
      if (wanted > 0) await lockVerified(tx, account_id)
      const reviews = await takeReviews(take, tx, wanted)
      const input = { import_id: id, entries: others + reviews, reviews }
      const job = { account_id, input, state: { after: 0, done: 0 }, phase: 'writing', now }
      const job_id = await startJob(tx, writeJob, job)
      if (job_id === undefined) throw new NotNow()
      await setStage(tx, id, { stage: 'writing', job_id }, now)
      return true
    })
  } catch (error) {
    if (error instanceof NotNow) return false
    throw error
  }
})

const isReview = ({ what }: EntryCount) => what === 'review'

/** A number behind those of all entries. */
const behindAll = maxImportEntries + 2

/** Starts to undo what was written; false if it cannot begin now. */
export const startUndoing = write([], async ({ db, now, account }, id: number) => {
  const account_id = account.id
  const entries = sum(await countOutcomes(db, id), ['new', 'changed'])
  return db.transaction(async (tx) => {
    const found = await lockImport(tx, id, account_id, ['written'])
    if (!found) return false
    const state = { before: behindAll, done: 0 }
    const job = { account_id, input: { import_id: id, entries }, state, phase: 'undoing', now }
    const job_id = await startJob(tx, undoJob, job)
    if (job_id === undefined) return false
    await setStage(tx, id, { stage: 'undoing', job_id }, now)
    return true
  })
})

/** Cancels what is being done with an import. */
export const cancelImport = write([], (writing, id: number) =>
  writing.db.transaction(async (tx) => {
    const found = await lockImport(tx, id, writing.account.id, ['reading', 'writing', 'undoing'])
    return found?.job_id != null && cancelJob.handle({ ...writing, db: tx }, found.job_id)
  }),
)

/** Deletes what was noted about an import that nobody works on; what it has written stays. */
export const dropImport = write([], ({ db, account }, id: number) =>
  db.transaction(async (tx) => {
    const found = await lockImport(tx, id, account.id, ['ready', 'written', 'undone', 'failed'])
    if (!found) return false
    await deleteImport(tx, id, account.id)
    return true
  }),
)

/** The episode of a series that has the numbers of an entry. */
export async function episodeOf(
  db: Reader,
  series_id: number,
  { season, episode }: Pick<KeptEntry, 'season' | 'episode'>,
): Promise<number | undefined> {
  if (season === undefined || episode === undefined) return undefined
  return findRecord(db, 'episode', { series_id, season_number: season, episode_number: episode })
}

/** A record, nothing of the catalogue, or the one that was guessed. */
type Decided = { kind: MatchedKind; id: number } | 'none'
type Deciding = { id: number; number: number; decided: Decided }

/** Decides what an entry is, before it is written, and remembers that for the next import. */
export const decide = write([], ({ db, now, account }, { id, number, decided }: Deciding) =>
  db.transaction(async (tx) => {
    const found = await lockImport(tx, id, account.id, ['ready'])
    const entry = found && (await entryOf(tx, id, number))
    if (!found || !entry || isRefused(entry.entry)) return false
    if (decided !== 'none' && !isKept(entry.what, decided.kind)) return false
    const isChosen = decided !== 'none'
    await tx.run(sql`
      update kept_import_entry set status = ${isChosen ? 'matched' : 'skipped'}, reason = '',
        kind = ${isChosen ? decided.kind : entry.kind}, entity_id = ${isChosen ? decided.id : entry.entity_id}
      where import_id = ${id} and number = ${number}`)
    await rememberDecision(tx, account.id, wantedOf(entry.entry, decisionSource), decided, now)
    return true
  }),
)

/** Takes the guesses that are likely enough; the others a person looks at. */
export const acceptGuesses = write([], ({ db, account }, id: number) =>
  db.transaction(async (tx) => {
    if (!(await lockImport(tx, id, account.id, ['ready']))) return false
    await tx.run(sql`
      update kept_import_entry set status = 'matched'
      where import_id = ${id} and status = 'uncertain' and certainty >= ${suggested}`)
    return true
  }),
)
