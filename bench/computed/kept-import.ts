import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import { openCatalogue } from '#src/catalogue/open-catalogue.ts'
import { readConfig } from '#src/config.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { countOutcomes, countStatuses, type EntryCount } from '#src/kept-import/counts.ts'
import { findImport, type ImportStage } from '#src/kept-import/imports.ts'
import { startWriting, takeFile } from '#src/kept-import/steps.ts'
import { writingOf } from '../../test/support/accounts.ts'
import type { Bench, Benchmark, Figure } from '../benchmark.ts'
import { openDraw } from '../draw.ts'
import { catalogueTime } from '../support/catalogues.ts'
import { coldSettings, serveCatalogue, settled } from '../support/server.ts'
import { median, shown, spread } from '../support/statistics.ts'
import { openSteadyLoad } from '../support/steady-load.ts'

const RATINGS = 5_000
const WANTED_SECONDS = 10
const PER_SECOND = 100
const CONNECTIONS = 4
const PATHS = 2_000
const POLL_MS = 20
const WARMUP_MS = 2_000
/** A reader who waits longer would say that the server does not answer. */
const WANTED_LONGEST_MS = 1_000

type Round = {
  readSeconds: number
  writeSeconds: number
  cpuSeconds: number
  /** Reads beside the import: how many, and the longest. */
  reads: number
  longest: number
  p99: number
  quietP99: number
}

export const keptImport: Benchmark = {
  name: 'kept-import',
  title: 'Import of what people keep elsewhere',
  method: `The server takes a file with ${RATINGS} ratings of movies from the whole range of ids, reads and matches it,
and then writes it: movies are matched by id if the catalogue knows the id, the others by title and year. Meanwhile
another process requests the details of movies ${PER_SECOND} times a second, uncached; before that, it does so for as
long as the import takes, with nothing else going on. Each round begins with a copy of the catalogue of 10,000 movies.`,
  async run(bench) {
    const rounds: Round[] = []
    for (let round = 0; round < bench.rounds; round++) rounds.push(await measure(bench))
    return figuresOf(rounds, bench)
  },
}

const Rated = Type.Object({
  title: Type.String(),
  release_date: nullable(Type.String()),
  filmdb_id: nullable(Type.String()),
})

/** A table of ratings as another site exports it. */
async function ratingsOf(db: Database): Promise<Buffer> {
  const movies = await db.all(
    Rated,
    sql`
    select m.title, m.release_date, (
      select value from external_id x where x.kind = 'movie' and x.entity_id = m.id and x.external_source = 'filmdb_id')
      as filmdb_id
    from movie m where m.title <> '' and m.release_date <> '' order by m.id % 7, m.id ${limit(RATINGS)}`,
  )
  const rows = movies.map(({ title, release_date, filmdb_id }, at) => {
    const id = filmdb_id ?? `tt${99_000_000 + at}`
    const name = `"${title.replaceAll('"', '""')}"`
    return [id, 1 + (at % 10), '2022-03-04', name, name, '', 'Movie', (release_date ?? '').slice(0, 4)].join()
  })
  return Buffer.from(
    `${['Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,Year', ...rows].join('\n')}\n`,
  )
}

async function measure({ small, scratch, say }: Bench): Promise<Round> {
  const data = join(scratch, 'catalogue')
  await cp(small.data, data, { recursive: true })
  const draw = openDraw({ ...small, data })
  const paths = draw.paths('movie.details', PATHS)
  draw.close()
  const db = await openCatalogue(readConfig({ data }, {}).config, 'thread')
  const server = await serveCatalogue(data, { time: catalogueTime, settings: coldSettings })
  let load: Awaited<ReturnType<typeof openSteadyLoad>> | undefined
  try {
    await settled(server)
    // A server that is asked is never at rest, so it begins here.
    load = await openSteadyLoad({ url: server.url, paths, perSecond: PER_SECOND, connections: CONNECTIONS })
    // What is first asked for takes longer, and counts for neither.
    await pause(WARMUP_MS)
    await load.look()
    await pause(WANTED_SECONDS * 1_000)
    const quiet = await load.look()
    const cpu = server.cpuSeconds()
    const { readSeconds, writeSeconds } = await importInto(db, say)
    const beside = await load.look()
    const { requests: reads, latencyMs } = beside
    const [p99, longest, quietP99] = [latencyMs.p99, latencyMs.max, quiet.latencyMs.p99]
    say(`read ${shown(readSeconds)} s, written ${shown(writeSeconds)} s, p99 ${shown(p99)} ms`)
    return { readSeconds, writeSeconds, cpuSeconds: server.cpuSeconds() - cpu, reads, longest, p99, quietP99 }
  } finally {
    load?.close()
    await server.stop()
    await db.close()
    await rm(data, { recursive: true })
  }
}

const Id = Type.Object({ id: Type.Integer() })
const namesOf = (counts: readonly EntryCount[]) => counts.map(({ name, count }) => `${count} ${name}`).join(', ')

/** Imports a file through the server that works beside this process. */
async function importInto(db: Database, say: Bench['say']) {
  const now = new Date(catalogueTime)
  const account = await db.transaction((tx) =>
    tx.one(
      Id,
      sql`
      insert into account (username, folded_username, created_at)
      values ('mover', 'mover', ${now.toISOString()}) returning id`,
    ),
  )
  const account_id = account?.id ?? 0
  const file = await ratingsOf(db)
  const until = async (id: number, stage: ImportStage) => {
    const beganMs = performance.now()
    while ((await findImport(db, id, account_id))?.stage !== stage) await pause(POLL_MS)
    return (performance.now() - beganMs) / 1_000
  }
  const content = Readable.from([file]) as AsyncIterable<Buffer>
  const id = await takeFile(db, account_id, { name: 'ratings.csv', content }, now)
  if (typeof id === 'string') throw new Error(`The file was not taken: ${id}`)
  const readSeconds = await until(id, 'ready')
  say(namesOf(await countStatuses(db, id)))
  await startWriting.handle(writingOf(db, account_id, now), { id, withReviews: false })
  const writeSeconds = await until(id, 'written')
  say(namesOf(await countOutcomes(db, id)))
  return { readSeconds, writeSeconds }
}

function figuresOf(rounds: readonly Round[], { commandOf, small }: Bench): Figure[] {
  const seconds = rounds.map(({ readSeconds, writeSeconds }) => readSeconds + writeSeconds)
  const longest = Math.max(...rounds.map((round) => round.longest))
  const reads = rounds.reduce((sum, round) => sum + round.reads, 0)
  const cells = ({ readSeconds, writeSeconds, cpuSeconds, p99, longest, quietP99 }: Round, at: number) => [
    `${at + 1}`,
    ...[readSeconds, writeSeconds, cpuSeconds].map((value) => `${shown(value)} s`),
    ...[p99, longest, quietP99].map((ms) => `${shown(ms)} ms`),
  ]
  return [
    {
      what: `Reading, matching and writing ${RATINGS.toLocaleString('en-US')} ratings, at ${small.movies.toLocaleString(
        'en-US',
      )} movies`,
      measured: spread(seconds, ' s'),
      wanted: `≤ ${WANTED_SECONDS} s`,
      isReached: median(seconds) <= WANTED_SECONDS,
      command: commandOf('kept-import'),
      details: {
        title: 'An import, and reads meanwhile',
        columns: ['round', 'read and matched', 'written', 'server CPU', 'p99 of reads', 'longest', 'p99 before'],
        rows: rounds.map(cells),
      },
    },
    {
      what: 'The longest of the reads meanwhile, all of which are answered',
      measured: `${shown(longest)} ms of ${reads.toLocaleString('en-US')}`,
      wanted: `≤ ${WANTED_LONGEST_MS.toLocaleString('en-US')} ms`,
      isReached: longest <= WANTED_LONGEST_MS,
      command: commandOf('kept-import'),
      note: `Their p99 is ${spread(
        rounds.map(({ p99 }) => p99),
        ' ms',
      )}.`,
    },
  ]
}
