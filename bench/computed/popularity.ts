import { openCatalogue } from '#src/catalogue/open-catalogue.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { computePopularity } from '#src/popularity/background.ts'
import { startThese } from '#src/popularity/start.ts'
import type { Bench, Benchmark, Figure } from '../benchmark.ts'
import { catalogueTime } from '../support/catalogues.ts'
import { latencyFigure, latencyOf } from '../support/latency.ts'
import { openLoad } from '../support/load.ts'
import { coldSettings, serveCatalogue, settled } from '../support/server.ts'
import { counted, percentile, shown } from '../support/statistics.ts'
import { countWeekOfUse, type FirstOf, takeStarts } from './week-of-use.ts'

const WANTED_SECONDS = 60
const WANTED_LOCK_MS = 50
const WANTED_P99_MS = 25
const RECORDS = 1_000_000
/** Pages that the interface offers of any list. */
const PAGES = 500

export const popularity: Benchmark = {
  name: 'popularity',
  title: 'Popularity and trends',
  method: `A twentieth of the records of each kind lose their initial value and get it again, in a process that does
nothing else; its processor time, on all threads together, is scaled to a million records. Then a week of signals is
counted, for one movie and one series in 25 and one person in 100, and a round computes what follows from them: the
counts of these records, and all trends. A lock is held for no longer than its write takes from beginning to end,
including the wait for the disk. Then all pages of the lists of trends are requested in turn over one connection,
uncached. The signals stay in the catalogue.`,
  async run(bench) {
    bench.say('popularity')
    return [...(await compute(bench)), ...(await readPages(bench))]
  },
}

async function compute(bench: Bench): Promise<Figure[]> {
  const { data } = bench.large
  const ids = takeStarts(data)
  const asked = countWeekOfUse(data)
  const db = await openCatalogue(readConfig({ data }, {}).config, 'thread')
  const timed = timedWrites(db)
  const [now, command] = [new Date(catalogueTime), bench.commandOf('popularity')]
  const secondsOf = async (work: () => Promise<void>) => {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  }
  const starts = await secondsOf(async () => {
    for (const [kind, some] of Object.entries(ids))
      await startThese(timed.db, kind as FirstOf, some, catalogueTime.slice(0, 10))
  })
  bench.say('a round')
  const round = await secondsOf(() => computePopularity(timed.db, now))
  await db.close()
  const records = Object.values(ids).reduce((sum, some) => sum + some.length, 0)
  const seconds = (starts / records) * RECORDS
  const [ms, p99] = [timed.writesMs, percentile(timed.writesMs, 0.99)]
  return [
    {
      what: 'Popularity of a million records: processor time',
      measured: `${shown(seconds)} s`,
      wanted: `≤ ${WANTED_SECONDS} s`,
      isReached: seconds <= WANTED_SECONDS,
      command,
      note: `${counted(records)} records took ${shown(starts)} s.`,
    },
    {
      what: `Counting what was requested in a week of ${counted(asked)} records, and trends: processor time`,
      measured: `${shown(round)} s`,
      command,
    },
    {
      what: 'The writes of both: p99',
      measured: `${shown(p99)} ms`,
      wanted: `≤ ${WANTED_LOCK_MS} ms`,
      isReached: p99 <= WANTED_LOCK_MS,
      command,
      note: `The longest of ${counted(ms.length)} took ${shown(Math.max(...ms))} ms.`,
    },
  ]
}

/** The same database, and how long each of its writes took. */
function timedWrites(db: Database): { db: Database; writesMs: number[] } {
  const writesMs: number[] = []
  const timed = async <Result>(write: Promise<Result>) => {
    const beganMs = performance.now()
    const result = await write
    writesMs.push(performance.now() - beganMs)
    return result
  }
  const run: Database['run'] = (query) => timed(db.run(query))
  const transaction: Database['transaction'] = (work) => timed(db.transaction(work))
  return { db: { ...db, wide: db.wide, run, transaction }, writesMs }
}

async function readPages(bench: Bench): Promise<Figure[]> {
  const load = openLoad()
  const server = await serveCatalogue(bench.large.data, { time: catalogueTime, settings: coldSettings })
  try {
    await settled(server)
    const command = bench.commandOf('popularity')
    const figures: Figure[] = []
    for (const [operation, list] of [
      ['trending.all', 'all/day'],
      ['trending.all', 'all/week'],
      ['trending.movie', 'movie/week'],
    ] as const) {
      bench.say(list)
      const paths = Array.from({ length: PAGES }, (_, at) => `/3/trending/${list}?api_key=${bench.key}&page=${at + 1}`)
      const latency = await latencyOf(paths, { server, load, bench })
      const what = `What is trending (\`${operation}\`, \`${list}\`)`
      figures.push(latencyFigure(what, latency, { wantedMs: WANTED_P99_MS, command }))
    }
    return figures
  } finally {
    load.close()
    await server.stop()
  }
}
