import { join } from 'node:path'
import { packageRoot } from '#src/package-root.ts'
import type { Bench, Benchmark, Chart, Figure, Table } from './benchmark.ts'
import { CONNECTIONS, type Cost, costChart, costsInTurn, microsecondsOf } from './cost.ts'
import { peerOperations } from './peers/operations.ts'
import { type Requests, refusedRequests, requestsOf } from './peers/requests.ts'
import { catalogueTime } from './support/catalogues.ts'
import { compareReplies } from './support/compare-replies.ts'
import { type Load, openLoad } from './support/load.ts'
import { clockAt, coldSettings, type Server, serveSettled, startServer } from './support/server.ts'
import { counted, median, shown, spread } from './support/statistics.ts'

const WANTED_TIMES_PEER = 1.3
const WANTED_MEAN = 1.1
/** Records drawn for an operation: their pages are many times what SQLite keeps in memory. */
const DRAWN = 5_000
/** Replies hold links to pages of people, which must not depend on the port. */
const SITE = 'https://reelcommons.example'

export const peer: Benchmark = {
  name: 'peer',
  title: 'Compared to a plain server',
  method: `\`bench/peers/\` holds what a good engineer would write in an afternoon to answer the
${peerOperations.length} reads of the specification that need no session, with Fastify and \`node:sqlite\`, from the
same file, with the same key check and nothing else. First both are asked for everything that is measured and for much
that is refused, and have to give the same answers, byte for byte: status, headers and body. Then they are measured in
turn, round by round, over ${CONNECTIONS} connections. What counts is the CPU time that a server's process spends on a
request. Both log only warnings.`,
  async run(bench) {
    const load = openLoad()
    const servers = await startBoth(bench)
    try {
      const requests = requestsOf(bench.large, DRAWN)
      const compared = await assertAlike(servers, requests, bench)
      const measured: Measured[] = []
      for (const each of requests) {
        bench.say(each.operation)
        measured.push(await measure(each, servers, load, bench))
      }
      return [...figuresOf(measured, bench.commandOf('peer')), { ...compared, command: bench.commandOf('peer') }]
    } finally {
      load.close()
      await Promise.all([servers.ours.stop(), servers.peer.stop()])
    }
  },
}

type Both = { ours: Server; peer: Server }

async function startBoth({ large: { data } }: Bench): Promise<Both> {
  const file = join(data, 'catalogue.sqlite')
  const program = join(packageRoot, 'bench/peers/fastify-sqlite.ts')
  const settings = [...coldSettings, '--site', SITE, '--log-level', 'warn']
  return {
    ours: await serveSettled(data, { time: catalogueTime, settings }),
    peer: await startServer({
      args: (port) => [program, '--file', file, '--site', SITE, '--port', String(port)],
      env: clockAt(catalogueTime),
    }),
  }
}

async function assertAlike({ ours, peer }: Both, requests: readonly Requests[], { say }: Bench) {
  const drawn = new Set(requests.flatMap(({ whole, heaviest = [] }) => [...whole, ...heaviest]))
  const refused = refusedRequests(requests)
  say(`comparing ${drawn.size + refused.length} replies`)
  await compareReplies(ours.url, peer.url, [...drawn, ...refused])
  return {
    what: 'Replies of ours and of the plain server, compared byte for byte before anything was measured',
    measured: `${counted(drawn.size)} replies and ${counted(refused.length)} refusals, all equal`,
  }
}

/** Rounds of both servers for the same addresses. */
type Compared = { ours: Cost[]; peer: Cost[] }
type Measured = { operation: string; whole: Compared; heaviest?: Compared }

async function measure(
  { operation, whole, heaviest }: Requests,
  { ours, peer }: Both,
  load: Load,
  bench: Bench,
): Promise<Measured> {
  const compare = (paths: string[]) =>
    costsInTurn({ ours: { server: ours, paths }, peer: { server: peer, paths } }, load, bench)
  const measured = { operation, whole: await compare(whole) }
  return heaviest ? { ...measured, heaviest: await compare(heaviest) } : measured
}

/** CPU time for a request, ours ÷ the peer's, in each round. */
const timesPeer = ({ ours, peer }: Compared): number[] =>
  ours.map(({ microseconds }, round) => microseconds / (peer[round] as Cost).microseconds)

function figuresOf(measured: readonly Measured[], command: string): Figure[] {
  const heaviest = measured.flatMap(({ operation, heaviest }) => (heaviest ? [{ operation, whole: heaviest }] : []))
  const what = 'The same replies as a plain Fastify and `node:sqlite` server, cold: CPU time for a request, ours ÷ its'
  const [worst, ...others] = [
    worstOf(measured, what),
    meanOf(measured, what),
    worstOf(heaviest, `${what}, heaviest 1 % of the records`),
    meanOf(heaviest, `${what}, heaviest 1 % of the records`),
  ].map((figure) => ({ ...figure, command }))
  return [{ ...(worst as Figure), details: tableOf(measured), chart: chartOf(measured) }, ...others]
}

function worstOf(measured: readonly Measured[], what: string): Omit<Figure, 'command'> {
  const sorted = measured
    .map(({ operation, whole }) => ({ operation, times: timesPeer(whole) }))
    .toSorted((one, other) => median(other.times) - median(one.times))
  const { operation, times } = sorted[0] as (typeof sorted)[number]
  const slower = sorted.filter(({ times }) => median(times) > WANTED_TIMES_PEER)
  const names = slower.map(({ operation }) => `\`${operation}\``).join(', ')
  return {
    what: `${what}: worst operation`,
    measured: `${spread(times, ' ×')}: \`${operation}\``,
    wanted: `≤ ${WANTED_TIMES_PEER} ×`,
    isReached: slower.length === 0,
    ...(slower.length > 0 && {
      note: `Above it in ${slower.length} of ${sorted.length}: ${names}.`,
    }),
  }
}

/** The geometric mean: twice as slow in one operation and twice as fast in another are as fast. */
function meanOf(measured: readonly Measured[], what: string): Omit<Figure, 'command'> {
  const logarithms = measured.map(({ whole }) => Math.log(median(timesPeer(whole))))
  const mean = Math.exp(logarithms.reduce((sum, value) => sum + value, 0) / logarithms.length)
  return {
    what: `${what}: geometric mean of ${measured.length} operations`,
    measured: `${shown(mean)} ×`,
    wanted: `≤ ${WANTED_MEAN} ×`,
    isReached: mean <= WANTED_MEAN,
  }
}

const chartOf = (measured: readonly Measured[]): Chart =>
  costChart(
    { name: 'plain-server', title: 'Processor time of a cold read, beside a plain server' },
    measured.map(({ operation }) => operation),
    { ours: measured.map(({ whole }) => whole.ours), plain: measured.map(({ whole }) => whole.peer) },
  )

function tableOf(measured: readonly Measured[]): Table {
  const microseconds = (costs: readonly Cost[]) => shown(microsecondsOf(costs))
  const times = (compared: Compared) => {
    const values = timesPeer(compared)
    return `${shown(median(values))} (${shown(Math.min(...values))} to ${shown(Math.max(...values))})`
  }
  return {
    title: 'Ours and a plain server',
    columns: ['operation', 'ours, µs of CPU', 'peer, µs of CPU', 'ours ÷ peer', 'heaviest 1 %: ours ÷ peer'],
    rows: measured.map(({ operation, whole, heaviest }) => [
      `\`${operation}\``,
      microseconds(whole.ours),
      microseconds(whole.peer),
      times(whole),
      heaviest ? times(heaviest) : '–',
    ]),
  }
}
