import { Type } from 'typebox'
import { runExpiry } from '#src/accounts/expiry.ts'
import { openRecommending } from '#src/accounts/recommending.ts'
import type { ChangeBus } from '#src/background/change-bus.ts'
import { runLoop } from '#src/background/loop.ts'
import { locationOf } from '#src/catalogue/open-catalogue.ts'
import { followRatings } from '#src/catalogue/rated-titles.ts'
import type { Config } from '#src/config.ts'
import { tellOverdue } from '#src/contributions/editing/overdue.ts'
import { digestRestMs, queueDigests } from '#src/contributions/following/digest.ts'
import { additionsRestMs, tellAdditions } from '#src/contributions/following/list-additions.ts'
import { tellFollowers } from '#src/contributions/following/tell-followers.ts'
import type { Database } from '#src/database/database.ts'
import { whileLeading } from '#src/database/locks.ts'
import { sql } from '#src/database/sql.ts'
import type { RunningServer } from '#src/http/running-server.ts'
import { fillJobIn } from '#src/import/filling/fill-job.ts'
import { removeLeftovers } from '#src/import/filling/leftovers.ts'
import { idFilesFolder, runIdFiles } from '#src/import/id-files.ts'
import type { Tally } from '#src/jobs/tally.ts'
import { runPopularity } from '#src/popularity/background.ts'
import { followQuality } from '#src/quality/follow-quality.ts'
import { hourMs } from '#src/reference/days.ts'
import { followDrawings } from '#src/sample/redraw.ts'
import { followNames, type Told } from '#src/search/name-index.ts'
import { runWeights } from '#src/search/refresh-weights.ts'
import { followSitemaps } from '#src/sitemaps/follow-sitemaps.ts'
import { runTransfer } from '#src/transfer/jobs.ts'

/** What is kept up to date in the background, with metrics. */
export const openFollowers = (db: Database, location: string) => ({
  names: followNames(db, location),
  drawings: followDrawings(db, () => new Date()),
  recommending: openRecommending(db),
  quality: followQuality(db, () => new Date()),
  news: tellFollowers(db, () => new Date()),
  sitemaps: followSitemaps(db, () => new Date()),
})

const buildingSentence = {
  none: 'the search index is being built; until it is complete, searches find nothing',
  previous: 'a new search index is being built; until it is complete, the previous one answers',
} as const

const indexTold = (log: RunningServer['log']): Told => ({
  building: (about) => log.info(about, buildingSentence[about.answering]),
  complete: (about) => log.info(about, 'the search index is complete'),
})

type BackgroundOptions = {
  db: Database
  config: Config
  changeBus: ChangeBus
  followers: ReturnType<typeof openFollowers>
  tally: Tally
}

/** Background work that one of all servers of a catalogue does; when that one ends, another takes over. */
export function runBackgroundWork(
  {
    db,
    config,
    changeBus,
    followers: { names, drawings, recommending, quality, news, sitemaps },
    tally,
  }: BackgroundOptions,
  log: RunningServer['log'],
  signal: AbortSignal,
): Promise<void> {
  const failed = (sentence: string) => (error: unknown) => log.error({ err: error }, sentence)
  const notDrawn = failed('the pictures of the sample could not be drawn')
  const notExpired = failed('expired tokens and sessions could not be removed')
  const notListed = failed('the daily files of ids could not be made')
  const work = async (signal: AbortSignal) => {
    await Promise.all([
      names.run({
        changeBus,
        signal,
        failed: failed('the search index could not be updated'),
        told: indexTold(log),
      }),
      runWeights(db, { signal, failed: failed('the order of the search index could not be updated') }),
      illustrate(db, signal).catch(notDrawn),
      drawings.run({ changeBus, signal, failed: notDrawn }),
      runPopularity(db, { clock: () => new Date(), signal, failed: failed('popularity could not be computed') }),
      quality.run({ changeBus, signal, failed: failed('the quality reports could not be updated') }),
      news.run({ changeBus, signal, failed: failed('people could not be notified of what they follow') }),
      sitemaps.run({ changeBus, signal, failed: failed('the sitemap could not be updated') }),
      recommending.run({ clock: () => new Date(), signal, failed: failed('recommendations could not be computed') }),
      runIdFiles(db, { folder: idFilesFolder(config), clock: () => new Date(), signal, failed: notListed }),
      runLoop(() => followRatings(db, signal), {
        restMs: config.ratingsDelayMs,
        signal,
        failed: failed('ratings could not be counted'),
      }),
      runTransfer(db, config, {
        clock: () => new Date(),
        signal,
        failed: failed('a background job has failed'),
        otherKinds: [fillJobIn(config, signal)],
        tally,
      }),
      runLoop(() => removeLeftovers(config, new Date()), {
        restMs: hourMs,
        signal,
        failed: failed('what killed processes have left could not be removed'),
      }),
      runLoop(async () => void (await tellOverdue(db, new Date())), {
        restMs: hourMs,
        signal,
        failed: failed('moderators could not be notified of edits that have waited long'),
      }),
      runLoop(() => tellAdditions(db, new Date()), {
        restMs: additionsRestMs,
        signal,
        failed: failed('people could not be notified of new titles on lists that they follow'),
      }),
      runLoop(async () => void (await queueDigests(db, new Date())), {
        restMs: digestRestMs,
        signal,
        failed: failed('e-mails about what people follow could not be queued'),
      }),
      runExpiry(db, { clock: () => new Date(), signal, failed: notExpired, sessionDays: config.sessionDays }),
    ])
  }
  return whileLeading(locationOf(config), 'background', signal, work, failed('background work failed'))
}

const Id = Type.Object({ id: Type.Integer() })

/** Draws the pictures of the sample while the server is already running. */
async function illustrate(db: Database, signal: AbortSignal) {
  const { sampleNote } = await import('#src/sample/sample.ts')
  if (!(await db.one(Id, sql`select id from edit where note = ${sampleNote} limit 1`))) return
  const { illustrateSample } = await import('#src/sample/illustrate.ts')
  await illustrateSample(db, () => new Date(), signal)
}
