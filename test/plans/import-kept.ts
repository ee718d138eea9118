import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { findAccount } from '#src/accounts/accounts.ts'
import { importEntries } from '#src/accounts/own-data/background-data.ts'
import type { Database } from '#src/database/database.ts'
import { findJob } from '#src/jobs/jobs.ts'
import { openJobWorker } from '#src/jobs/worker.ts'
import { decideTitle, lookAgain, titlesNotFound } from '#src/kept-import/by-title.ts'
import { countOutcomes, countStatuses, countSuggestions } from '#src/kept-import/counts.ts'
import { entriesOf, entryStatuses } from '#src/kept-import/entries.ts'
import { deleteExpiredImports, findImport, listImports } from '#src/kept-import/imports.ts'
import { keptImportJobs } from '#src/kept-import/jobs.ts'
import {
  acceptGuesses,
  cancelImport,
  decide,
  dropImport,
  episodeOf,
  startUndoing,
  startWriting,
  takeFile,
} from '#src/kept-import/steps.ts'
import { measureBackground } from '#src/metrics/background.ts'
import { writingOf } from '../support/accounts.ts'
import { testDay } from '../support/world.ts'

const now = new Date(testDay)

/** Everything that is done with imports, with a file that is taken, written, undone, and cancelled. */
export async function importKept(db: Database) {
  const { id: account_id } = (await findAccount(db, 'bo'))!
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-plans-'))
  const failed = (error: unknown) => {
    throw error
  }
  const worker = openJobWorker(db, keptImportJobs(folder), { clock: () => now, failed })
  const item = { kind: 'movie', entity_id: 501, title: 'The Glass Lantern', created_at: testDay }
  const file = {
    ratings: [
      { ...item, value: 8 },
      { ...item, value: 7, entity_id: 9, title: 'Unknown' },
    ],
    watchlist: [item],
    favorites: [item],
    watched: [{ ...item, watched_at: testDay, watched_on: testDay.slice(0, 10) }],
    reviews: [{ ...item, content: 'It glows.', iso_639_1: 'en' }],
    lists: [{ name: 'Plans', description: '', items: [item] }],
  }
  const content = async () => Readable.from([Buffer.from(JSON.stringify(file))]) as AsyncIterable<Buffer>
  const take = async () => takeFile(db, account_id, { name: 'own.json', content: await content() }, now)
  const finish = async () => {
    while (await worker.tick());
  }
  try {
    const id = (await take()) as number
    const writing = writingOf(db, account_id, now)
    await finish()
    const first = { first: 0, most: 50 }
    for (const status of entryStatuses) await entriesOf(db, id, { status }, first)
    await countStatuses(db, id)
    await countSuggestions(db, id)
    await acceptGuesses.handle(writing, id)
    await decide.handle(writing, { id, number: 2, decided: { kind: 'movie', id: 502 } })
    await decide.handle(writing, { id, number: 2, decided: 'none' })
    await titlesNotFound(db, id, first)
    await decideTitle.handle(writing, { id, number: 2, decided: 'none' })
    await lookAgain.handle(writing, id)
    await finish()
    await episodeOf(db, 601, { season: 1, episode: 1 })
    await startWriting.handle(writing, { id, withReviews: true })
    await measureBackground(db, { followers: [], jobs: new Map() })
    await Array.fromAsync(importEntries(db, [{ id }]))
    await findJob(db, (await findImport(db, id, account_id))?.job_id ?? 0, account_id)
    await finish()
    await entriesOf(db, id, { outcome: 'new' }, first)
    await entriesOf(db, id, { isWaiting: true }, first)
    await countOutcomes(db, id)
    await startUndoing.handle(writing, id)
    await finish()
    await dropImport.handle(writing, id)
    const cancelled = (await take()) as number
    await cancelImport.handle(writing, cancelled)
    await finish()
    await listImports(db, account_id)
    await deleteExpiredImports(db, new Date('2100-01-01'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
