import { join } from 'node:path'
import type { Bench, Benchmark, Catalogue, Figure, Table } from './benchmark.ts'
import { CONNECTIONS, type Cost, costsInTurn, microsecondsOf, type Subject, timesOf } from './cost.ts'
import { openDraw } from './draw.ts'
import { requestsOf } from './peers/requests.ts'
import { catalogueTime } from './support/catalogues.ts'
import { type Load, openLoad } from './support/load.ts'
import { copiedOf, type PostgresServer, withPostgres } from './support/postgres-server.ts'
import { recordReplies } from './support/record-replies.ts'
import { coldSettings, type Server, serveCatalogue } from './support/server.ts'
import { counted, median, range, shown, spread } from './support/statistics.ts'

/** Records drawn for an operation; all of their replies are kept where they are measured warm. */
const DRAWN = 2_000
/** Lists that are read page by page. */
const lists = ['changes.tv', 'tv_series_lists.on_the_air']

export const onPostgres: Benchmark = {
  name: 'postgres',
  title: 'Reads on PostgreSQL',
  method: `A catalogue is copied to a PostgreSQL server with its default settings on the same machine. Each operation
that reads one record is asked for ${counted(DRAWN)} records drawn from the whole range of ids, and lists for their
first pages, over ${CONNECTIONS} connections that stay open, on two servers with SQLite and two with PostgreSQL, in
turn, round by round: one that caches no replies (cold), and one that has been asked for each of them before (warm).
They log only warnings. What counts is the CPU time that a server's process spends on a request; what PostgreSQL's
processes spend is given beside it. Latency is that of the cold servers with one connection.`,
  async run(bench) {
    const catalogue = copiedOf(bench)
    const figures = await withPostgres(async (postgres) => {
      const url = await postgres.copyOf(catalogue, bench.say)
      const servers = await startServers(catalogue, url, bench)
      const load = openLoad()
      try {
        const measured: Measured[] = []
        for (const asked of askedOf(catalogue, bench)) {
          bench.say(asked.operation)
          measured.push(await measure(asked, { servers, postgres, load, bench }))
        }
        return figuresOf(measured, catalogue, bench.commandOf('postgres'))
      } finally {
        load.close()
        await Promise.all(Object.values(servers).map((server) => server.stop()))
      }
    })
    return figures ?? []
  },
}

type Name = 'coldSqlite' | 'coldPostgres' | 'warmSqlite' | 'warmPostgres'
type Servers = Record<Name, Server>
type Asked = { operation: string; paths: string[] }
type Setting = { servers: Servers; postgres: PostgresServer; load: Load; bench: Bench }
type Measured = {
  operation: string
  bytes: number
  costs: Record<Name | 'ofPostgres', Cost[]>
  latencyMs: { sqlite: number; postgres: number }
}

async function startServers({ data }: Catalogue, url: string, { scratch }: Bench): Promise<Servers> {
  const quiet = ['--log-level', 'warn']
  const start = (more: string[]) => serveCatalogue(data, { time: catalogueTime, settings: [...quiet, ...more] })
  const startOn = (folder: string, more: string[]) =>
    serveCatalogue(join(scratch, folder), {
      time: catalogueTime,
      settings: [...quiet, '--database', url, ...more],
    })
  return {
    coldSqlite: await start(coldSettings),
    coldPostgres: await startOn('cold', coldSettings),
    warmSqlite: await start([]),
    warmPostgres: await startOn('warm', []),
  }
}

function askedOf(catalogue: Catalogue, { operations }: Bench): Asked[] {
  const draw = openDraw(catalogue)
  const records = operations.map((operation) => ({ operation, paths: draw.paths(operation, DRAWN) }))
  draw.close()
  const listed = requestsOf(catalogue, 1).filter(({ operation }) => lists.includes(operation))
  return [...records, ...listed.map(({ operation, whole }) => ({ operation, paths: whole }))]
}

async function measure({ operation, paths }: Asked, { servers, postgres, load, bench }: Setting): Promise<Measured> {
  const [replies] = await Promise.all([
    recordReplies(servers.warmPostgres.url, paths),
    recordReplies(servers.warmSqlite.url, paths),
  ])
  const subjects: Record<Name | 'ofPostgres', Subject> = {
    coldSqlite: { server: servers.coldSqlite, paths },
    coldPostgres: { server: servers.coldPostgres, paths },
    ofPostgres: { server: { ...servers.coldPostgres, cpuSeconds: postgres.cpuSeconds }, paths },
    warmSqlite: { server: servers.warmSqlite, paths },
    warmPostgres: { server: servers.warmPostgres, paths },
  }
  const costs = await costsInTurn(subjects, load, bench)
  const latencyOf = async ({ url }: Server) =>
    (await load.run({ url, paths, connections: 1, seconds: bench.roundSeconds })).latencyMs.p50
  return {
    operation,
    costs,
    bytes: median(replies.map(({ bytes }) => bytes)),
    latencyMs: { sqlite: await latencyOf(servers.coldSqlite), postgres: await latencyOf(servers.coldPostgres) },
  }
}

function figuresOf(measured: readonly Measured[], { movies }: Catalogue, command: string): Figure[] {
  const worst = (one: Name, other: Name) =>
    measured.reduce((most, each) =>
      median(timesOf(each.costs, one, other)) > median(timesOf(most.costs, one, other)) ? each : most,
    )
  const pairs = [
    ['Cold', 'coldPostgres', 'coldSqlite'],
    ['Warm', 'warmPostgres', 'warmSqlite'],
  ] as const
  const compared = pairs.flatMap(([what, one, other]): Figure[] => {
    const most = worst(one, other)
    const title = `${what} read with ${counted(movies)} movies, CPU time of the server for a request`
    return [
      {
        what: `${title}, on PostgreSQL ÷ on SQLite: worst operation`,
        measured: `${spread(timesOf(most.costs, one, other), ' ×')}: \`${most.operation}\``,
        command,
      },
      {
        what: `${title}, on PostgreSQL ÷ on SQLite: median of ${measured.length} operations`,
        measured: `${shown(median(measured.map((each) => median(timesOf(each.costs, one, other)))))} ×`,
        command,
      },
    ]
  })
  const own = median(measured.map(({ costs }) => microsecondsOf(costs.ofPostgres)))
  const [first, ...others] = compared as [Figure, ...Figure[]]
  const note = `PostgreSQL's processes spent another ${shown(own)} µs on a cold read: median of the operations.`
  return [{ ...first, note, details: tableOf(measured) }, ...others]
}

const tableOf = (measured: readonly Measured[]): Table => ({
  title: 'Reads on both engines',
  columns: [
    ...['operation', 'bytes', 'cold on SQLite, µs of CPU', 'cold on PostgreSQL, µs of CPU', 'PostgreSQL ÷ SQLite'],
    ...['PostgreSQL itself, µs of CPU', 'p50 on SQLite, ms', 'p50 on PostgreSQL, ms'],
    ...['warm on SQLite, µs of CPU', 'warm on PostgreSQL, µs of CPU', 'PostgreSQL ÷ SQLite'],
  ],
  rows: measured.map((each) => {
    const { operation, bytes, costs, latencyMs } = each
    const microseconds = (name: keyof typeof costs) => shown(microsecondsOf(costs[name]))
    const ratio = (one: Name, other: Name) => {
      const values = timesOf(each.costs, one, other)
      return `${shown(median(values))} (${range(values)})`
    }
    return [
      ...[`\`${operation}\``, counted(bytes), microseconds('coldSqlite'), microseconds('coldPostgres')],
      ...[ratio('coldPostgres', 'coldSqlite'), microseconds('ofPostgres')],
      ...[shown(latencyMs.sqlite), shown(latencyMs.postgres), microseconds('warmSqlite'), microseconds('warmPostgres')],
      ratio('warmPostgres', 'warmSqlite'),
    ]
  }),
})
