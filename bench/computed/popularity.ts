import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { openCatalogue } from '#src/catalogue/open-catalogue.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { computePopularity } from '#src/popularity/background.ts'
import type { Bench, Benchmark, Figure } from '../benchmark.ts'
import { catalogueTime } from '../support/catalogues.ts'
import { openLoad } from '../support/load.ts'
import { coldSettings, serveCatalogue } from '../support/server.ts'
import { median, percentile, shown, spread } from '../support/statistics.ts'

const WANTED_SECONDS = 60
const WANTED_LOCK_MS = 50
const WANTED_P99_MS = 25
const RECORDS = 1_000_000
/** Pages that the interface offers of any list. */
const PAGES = 500

export const popularity: Benchmark = {
  name: 'popularity',
  title: 'Popularity and trends',
  method: `A copy of the catalogue gets the start of all records and all trends for the first time, so that every record
is written, in a process that does nothing else; what it takes is its processor time, on all threads together, for a
million records. A lock is held for no longer than its write takes from beginning to end. Then all pages of a list of
trends are asked for in turn over one connection, uncached.`,
  async run(bench) {
    const data = join(bench.scratch, 'popularity')
    await cp(bench.large.data, data, { recursive: true })
    bench.say('popularity')
    return [...(await compute(bench, data)), await readPages(bench, data)]
  },
}

const Count = Type.Object({ count: Type.Integer() })

async function compute(bench: Bench, data: string): Promise<Figure[]> {
  const db = await openCatalogue(readConfig({ data }, {}).config, 'thread')
  const records = await db.one(
    Count,
    sql`select (select count(*) from movie) + (select count(*) from series) + (select count(*) from person) as count`,
  )
  const writesMs: number[] = []
  const run: Database['run'] = async (query) => {
    const beganMs = performance.now()
    const changed = await db.run(query)
    writesMs.push(performance.now() - beganMs)
    return changed
  }
  const before = process.cpuUsage()
  await computePopularity({ ...db, wide: db.wide, run }, new Date(catalogueTime))
  const { user, system } = process.cpuUsage(before)
  await db.close()
  const seconds = ((user + system) / 1e6) * (RECORDS / (records?.count ?? RECORDS))
  const p99 = percentile(writesMs, 0.99)
  const command = bench.commandOf('popularity')
  return [
    {
      what: 'Popularity of a million records, computed for the first time: processor time',
      measured: `${shown(seconds)} s`,
      wanted: `≤ ${WANTED_SECONDS} s`,
      isReached: seconds <= WANTED_SECONDS,
      command,
    },
    {
      what: 'The writes of that: p99',
      measured: `${shown(p99)} ms`,
      wanted: `≤ ${WANTED_LOCK_MS} ms`,
      isReached: p99 <= WANTED_LOCK_MS,
      command,
      note: `The longest of ${writesMs.length} took ${shown(Math.max(...writesMs))} ms, with the wait for the disk.`,
    },
  ]
}

async function readPages(bench: Bench, data: string): Promise<Figure> {
  const load = openLoad()
  const server = await serveCatalogue(data, { time: catalogueTime, settings: coldSettings })
  try {
    const { key } = bench.large
    const paths = Array.from({ length: PAGES }, (_, at) => `/3/trending/all/day?api_key=${key}&page=${at + 1}`)
    const rounds = []
    for (let round = 0; round < bench.rounds; round++)
      rounds.push(await load.run({ url: server.url, paths, connections: 1, seconds: 4 * bench.roundSeconds }))
    const p99 = rounds.map(({ latencyMs }) => latencyMs.p99)
    return {
      what: 'What is trending (`trending.all`), uncached, one connection: p99',
      measured: spread(p99, ' ms'),
      wanted: `≤ ${WANTED_P99_MS} ms`,
      isReached: median(p99) <= WANTED_P99_MS,
      command: bench.commandOf('popularity'),
    }
  } finally {
    load.close()
    await server.stop()
  }
}
