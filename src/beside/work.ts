import { runExpiry } from '#src/accounts/expiry.ts'
import { openRecommending } from '#src/accounts/recommending.ts'
import { type ChangeBus, openChangeBus } from '#src/background/change-bus.ts'
import { noRounds, pauseFor } from '#src/background/follow.ts'
import { type Looping, runLoop } from '#src/background/loop.ts'
import { locationOf, openPrepared } from '#src/catalogue/open-catalogue.ts'
import { followRatings } from '#src/catalogue/rated-titles.ts'
import { runFollowing } from '#src/commons/following/follow-loop.ts'
import { ownInstance } from '#src/commons/following/own-instance.ts'
import { lookAtNewOnes, runOffering } from '#src/commons/offering/offer-loop.ts'
import { runPublishing } from '#src/commons/publishing/publish.ts'
import { followWebhooks } from '#src/commons/webhooks/follow-webhooks.ts'
import { runWebhooks } from '#src/commons/webhooks/send-loop.ts'
import type { Config } from '#src/config.ts'
import { tellOverdue } from '#src/contributions/editing/overdue.ts'
import { digestRestMs, queueDigests } from '#src/contributions/following/digest.ts'
import { additionsRestMs, tellAdditions } from '#src/contributions/following/list-additions.ts'
import { tellFollowers } from '#src/contributions/following/tell-followers.ts'
import { undoEditsJob } from '#src/contributions/undo-job.ts'
import { announcing } from '#src/database/announcing.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import type { Topic } from '#src/database/topics.ts'
import { fillJobIn } from '#src/import/filling/fill-job.ts'
import { removeLeftovers } from '#src/import/filling/leftovers.ts'
import { runScheduled } from '#src/import/filling/run-scheduled.ts'
import { idFilesFolder, runIdFiles } from '#src/import/id-files.ts'
import { openTally, type Tally } from '#src/jobs/tally.ts'
import { runJobs } from '#src/jobs/worker.ts'
import { runImportExpiry } from '#src/kept-import/imports.ts'
import { keptImportJobs } from '#src/kept-import/jobs.ts'
import type { Log } from '#src/log.ts'
import { runPopularity } from '#src/popularity/background.ts'
import { followQuality } from '#src/quality/follow-quality.ts'
import { dayMs, hourMs } from '#src/reference/days.ts'
import { followDrawings } from '#src/sample/redraw.ts'
import { followEpisodes } from '#src/search/episodes/follow-episodes.ts'
import { followNames, type Told } from '#src/search/name-index.ts'
import { runWeights } from '#src/search/refresh-weights.ts'
import { followSitemaps } from '#src/sitemaps/follow-sitemaps.ts'
import { upkeepJobIn } from '#src/upkeep/upkeep-job.ts'
import { type FromBeside, toldError } from './messages.ts'
import { type LoopName, waitingIn } from './occasions.ts'
import { hasTurn, openRests, type Rests } from './rests.ts'

/** How often it is looked whether there is anything left to do, and for how long there has to be nothing. */
const LOOK_MS = 1_000
const LINGER_MS = 15_000
/** How often what was done is told. */
const TELL_MS = 250
/** On PostgreSQL, beside those of the process that answers. */
const CONNECTIONS = 2

/** What is kept up to date in the background, with metrics. */
const openFollowers = (db: Database, config: Config) => ({
  names: followNames(db, locationOf(config)),
  episodeNames: followEpisodes(db),
  drawings: followDrawings(db, () => new Date()),
  recommending: openRecommending(db),
  quality: followQuality(db, () => new Date()),
  news: tellFollowers(db, () => new Date()),
  sitemaps: followSitemaps(db, () => new Date()),
  webhooks: followWebhooks(db, config, () => new Date()),
})
type Followers = ReturnType<typeof openFollowers>

const buildingSentence = {
  none: 'the search index is being built; until it is complete, searches find nothing',
  previous: 'a new search index is being built; until it is complete, the previous one answers',
} as const

const indexTold = (log: Pick<Log, 'info'>): Told => ({
  building: (about) => log.info(about, buildingSentence[about.answering]),
  complete: (about) => log.info(about, 'the search index is complete'),
})

type Services = { db: Database; config: Config; followers: Followers; tally: Tally; log: Pick<Log, 'info' | 'error'> }
type Tools = Looping & { changeBus: ChangeBus; clock(): Date }

/** One thing that is done: what the log says when it has failed, and how it goes on until it is told to end. */
type Loop = { failed: string; run(tools: Tools): Promise<void> }

const every =
  (restMs: number, work: (signal: AbortSignal) => Promise<unknown>) =>
  (looping: Looping): Promise<void> =>
    runLoop(async () => void (await work(looping.signal)), { ...looping, restMs })

/** How each entry of `occasions` is done. */
const loopsOf = ({ db, config, followers, tally, log }: Services): Readonly<Record<LoopName, Loop>> => ({
  names: {
    failed: 'the search index could not be updated',
    run: (tools) => followers.names.run({ ...tools, told: indexTold(log) }),
  },
  episodeNames: { failed: 'the names of episodes could not be updated', run: followers.episodeNames.run },
  weights: { failed: 'the order of the search index could not be updated', run: (tools) => runWeights(db, tools) },
  illustrations: {
    failed: 'the pictures of the sample could not be drawn',
    run: every(dayMs, (signal) => illustrate(db, signal)),
  },
  drawings: { failed: 'the pictures of the sample could not be drawn', run: followers.drawings.run },
  popularity: { failed: 'popularity could not be computed', run: (tools) => runPopularity(db, tools) },
  quality: { failed: 'the quality reports could not be updated', run: followers.quality.run },
  news: { failed: 'people could not be notified of what they follow', run: followers.news.run },
  sitemaps: { failed: 'the sitemap could not be updated', run: followers.sitemaps.run },
  recommending: { failed: 'recommendations could not be computed', run: followers.recommending.run },
  idFiles: {
    failed: 'the daily files of ids could not be made',
    run: (tools) => runIdFiles(db, { ...tools, folder: idFilesFolder(config) }),
  },
  ratings: {
    failed: 'ratings could not be counted',
    run: every(config.ratingsDelayMs, (signal) => followRatings(db, signal)),
  },
  jobs: {
    failed: 'a background job has failed',
    run(tools) {
      const own = [fillJobIn(config, tools.signal), upkeepJobIn(config, tools.signal)]
      const kinds = [...keptImportJobs(config.data), undoEditsJob, ...own]
      return runJobs(db, kinds, { ...tools, tally, pauseMs: config.jobPauseMs })
    },
  },
  scheduled: {
    failed: 'a folder could not be imported on its schedule',
    run: (tools) => runScheduled(db, config, tools),
  },
  following: {
    failed: 'a followed catalogue could not be taken in',
    run: (tools) => runFollowing(db, config, { ...tools, own: () => ownInstance(config), before: lookAtNewOnes }),
  },
  offering: { failed: 'corrections could not be sent', run: (tools) => runOffering(db, config, tools) },
  importExpiry: { failed: 'expired imports could not be deleted', run: (tools) => runImportExpiry(db, tools) },
  leftovers: {
    failed: 'what killed processes have left could not be removed',
    run: every(hourMs, () => removeLeftovers(config, new Date())),
  },
  overdue: {
    failed: 'moderators could not be notified of edits that have waited long',
    run: every(hourMs, () => tellOverdue(db, new Date())),
  },
  additions: {
    failed: 'people could not be notified of new titles on lists that they follow',
    run: every(additionsRestMs, () => tellAdditions(db, new Date())),
  },
  digests: {
    failed: 'e-mails about what people follow could not be queued',
    run: every(digestRestMs, () => queueDigests(db, new Date())),
  },
  expiry: {
    failed: 'expired tokens and sessions could not be removed',
    run: ({ clock, ...looping }) => runExpiry(db, { clock, ...looping, sessionDays: config.sessionDays }),
  },
  publishing: {
    failed: 'the catalogue could not be published',
    run: ({ clock, ...looping }) => runPublishing({ db, config, clock, ...looping }),
  },
  webhookChanges: { failed: 'webhooks could not be told of changes', run: followers.webhooks.run },
  webhooks: { failed: 'webhooks could not be sent to', run: (tools) => runWebhooks(db, config, tools) },
})

/** Draws the pictures of the sample while the server is already running. */
async function illustrate(db: Database, signal: AbortSignal) {
  const { sampleNote } = await import('#src/sample/sample.ts')
  if (!(await db.one(Id, sql`select id from edit where note = ${sampleNote} limit 1`))) return
  const { illustrateSample } = await import('#src/sample/illustrate.ts')
  await illustrateSample(db, () => new Date(), signal)
}

type Given = {
  config: Config
  /** What a process before this one has left. */
  rests: Rests
  post(message: FromBeside): void
  /** Aborted when it is told to stop. */
  stopped: AbortSignal
}

/** Does what there is to do, until there is nothing for a while or it is told to stop. */
export function workBeside({ config, rests: before, post, stopped }: Given) {
  const toLog =
    (level: 'info' | 'error') =>
    (facts: object, sentence: string): void =>
      post({ type: 'log', level, facts, sentence })
  const log = { info: toLog('info'), error: toLog('error') }
  const failed = (sentence: string) => (error: unknown) => log.error({ err: toldError(error) }, sentence)
  const changeBus = openChangeBus(failed('changes could not be read'))

  async function work() {
    const connections = Math.min(CONNECTIONS, config.databaseConnections)
    const opened = await openPrepared({ ...config, databaseConnections: connections }, 'beside')
    post({ type: 'begun' })
    const announce = (topics: ReadonlySet<Topic>) => {
      for (const topic of topics) {
        changeBus.publish(topic)
        post({ type: 'changed', topic })
      }
    }
    // PostgreSQL notifies everybody by itself.
    const db = config.database === '' ? announcing(opened, announce) : opened
    const followers = openFollowers(db, config)
    const tally = openTally()
    const tell = tellingOf(followers, tally, post)
    const telling = setInterval(tell, TELL_MS)
    const rests = openRests(before)
    const ending = new AbortController()
    const signal = AbortSignal.any([stopped, ending.signal])
    const loops = Object.entries(loopsOf({ db, config, followers, tally, log: log as never })) as [LoopName, Loop][]
    const running = loops.map(async ([name, { failed: sentence, run }]) => {
      await rests.begin(name, signal)
      const pause = rests.pauseOf(name)
      await run({ changeBus, clock: () => new Date(), signal, failed: failed(sentence), pause })
    })
    await untilQuiet(db, rests, signal)
    const left = rests.now()
    ending.abort()
    await Promise.all(running)
    clearInterval(telling)
    changeBus.close()
    await db.close()
    tell()
    post({ type: 'ending', rests: left })
  }
  return { changed: changeBus.publish, ended: work() }
}

/** Tells what was done since the last time, if anything was. */
function tellingOf(followers: Followers, tally: Tally, post: Given['post']): () => void {
  return () => {
    const rounds = Object.values(followers).flatMap(({ name, rounds }): [[string, typeof rounds]] | [] => {
      const { followed, rebuilt, failed } = rounds
      if (followed + rebuilt + failed === 0) return []
      Object.assign(rounds, noRounds())
      return [[name, { followed, rebuilt, failed }]]
    })
    const jobs = tally.take()
    if (rounds.length + jobs.length > 0) post({ type: 'worked', rounds, jobs })
  }
}

/** Waits until nothing was done for a while, and nothing waits. */
async function untilQuiet(db: Database, rests: ReturnType<typeof openRests>, signal: AbortSignal): Promise<void> {
  let busyMs = performance.now()
  while (!signal.aborted && performance.now() - busyMs < LINGER_MS) {
    await pauseFor(LOOK_MS, signal)
    if (rests.isWorking || (await hasMore(db, rests.now()))) busyMs = performance.now()
  }
}

/** If the database is away, there is no reason to stay: who starts this process waits for it. */
const hasMore = async (db: Database, rests: Rests): Promise<boolean> => {
  const waiting = await waitingIn(db, new Date()).catch(() => [])
  return hasTurn(rests, waiting, LINGER_MS)
}
