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
import { undoEditsJob } from '#src/contributions/undo-job.ts'
import type { Database } from '#src/database/database.ts'
import { whileLeading } from '#src/database/locks.ts'
import { sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import type { RunningServer } from '#src/http/listening/running-server.ts'
import { fillJobIn } from '#src/import/filling/fill-job.ts'
import { removeLeftovers } from '#src/import/filling/leftovers.ts'
import { runScheduled } from '#src/import/filling/run-scheduled.ts'
import { idFilesFolder, runIdFiles } from '#src/import/id-files.ts'
import type { Tally } from '#src/jobs/tally.ts'
import { runJobs } from '#src/jobs/worker.ts'
import { runImportExpiry } from '#src/kept-import/imports.ts'
import { keptImportJobs } from '#src/kept-import/jobs.ts'
import { runPopularity } from '#src/popularity/background.ts'
import { followQuality } from '#src/quality/follow-quality.ts'
import { hourMs } from '#src/reference/days.ts'
import { followDrawings } from '#src/sample/redraw.ts'
import { followNames, type Told } from '#src/search/name-index.ts'
import { runWeights } from '#src/search/refresh-weights.ts'
import { followSitemaps } from '#src/sitemaps/follow-sitemaps.ts'

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

type Tools = {
  changeBus: ChangeBus
  clock(): Date
  signal: AbortSignal
  failed(error: unknown): void
}

/** What goes on in the background, by what the log says when it has failed. */
type Loops = Readonly<Record<string, (tools: Tools) => Promise<void>>>

const every =
  (restMs: number, work: (signal: AbortSignal) => Promise<unknown>) =>
  ({ signal, failed }: Tools): Promise<void> =>
    runLoop(async () => void (await work(signal)), { restMs, signal, failed })

const loopsOf = ({ db, config, followers, tally }: BackgroundOptions, log: RunningServer['log']): Loops => ({
  'the search index could not be updated': (tools) => followers.names.run({ ...tools, told: indexTold(log) }),
  'the order of the search index could not be updated': (tools) => runWeights(db, tools),
  'the pictures of the sample could not be drawn': async (tools) => {
    await Promise.all([illustrate(db, tools.signal).catch(tools.failed), followers.drawings.run(tools)])
  },
  'popularity could not be computed': (tools) => runPopularity(db, tools),
  'the quality reports could not be updated': (tools) => followers.quality.run(tools),
  'people could not be notified of what they follow': (tools) => followers.news.run(tools),
  'the sitemap could not be updated': (tools) => followers.sitemaps.run(tools),
  'recommendations could not be computed': (tools) => followers.recommending.run(tools),
  'the daily files of ids could not be made': (tools) => runIdFiles(db, { ...tools, folder: idFilesFolder(config) }),
  'ratings could not be counted': every(config.ratingsDelayMs, (signal) => followRatings(db, signal)),
  'a background job has failed': (tools) => {
    const kinds = [...keptImportJobs(config.data), undoEditsJob, fillJobIn(config, tools.signal)]
    return runJobs(db, kinds, { ...tools, tally, pauseMs: config.jobPauseMs })
  },
  'a folder could not be imported on its schedule': (tools) => runScheduled(db, config, tools),
  'expired imports could not be deleted': (tools) => runImportExpiry(db, tools),
  'what killed processes have left could not be removed': every(hourMs, () => removeLeftovers(config, new Date())),
  'moderators could not be notified of edits that have waited long': every(hourMs, () => tellOverdue(db, new Date())),
  'people could not be notified of new titles on lists that they follow': every(additionsRestMs, () =>
    tellAdditions(db, new Date()),
  ),
  'e-mails about what people follow could not be queued': every(digestRestMs, () => queueDigests(db, new Date())),
  'expired tokens and sessions could not be removed': (tools) =>
    runExpiry(db, { ...tools, sessionDays: config.sessionDays }),
})

/** Background work that one of all servers of a catalogue does; when that one ends, another takes over. */
export function runBackgroundWork(
  options: BackgroundOptions,
  log: RunningServer['log'],
  signal: AbortSignal,
): Promise<void> {
  const { config, changeBus } = options
  const failed = (sentence: string) => (error: unknown) => log.error({ err: error }, sentence)
  const work = async (signal: AbortSignal) => {
    const tools = { changeBus, clock: () => new Date(), signal }
    const loops = Object.entries(loopsOf(options, log))
    await Promise.all(loops.map(([sentence, run]) => run({ ...tools, failed: failed(sentence) })))
  }
  return whileLeading(locationOf(config), 'background', signal, work, failed('background work failed'))
}

/** Draws the pictures of the sample while the server is already running. */
async function illustrate(db: Database, signal: AbortSignal) {
  const { sampleNote } = await import('#src/sample/sample.ts')
  if (!(await db.one(Id, sql`select id from edit where note = ${sampleNote} limit 1`))) return
  const { illustrateSample } = await import('#src/sample/illustrate.ts')
  await illustrateSample(db, () => new Date(), signal)
}
