import type { Bench, Benchmark, Chart, Figure, Table } from '../benchmark.ts'
import { openDraw } from '../draw.ts'
import { mixed } from '../peers/requests.ts'
import { catalogueTime } from '../support/catalogues.ts'
import { openLoad } from '../support/load.ts'
import { copiedOf, withPostgres } from '../support/postgres-server.ts'
import { coldSettings, type Server, serveCatalogue } from '../support/server.ts'
import { counted, shown } from '../support/statistics.ts'
import { type OpenResult, openLoadOf } from './open-load.ts'

/** Records drawn for each operation. */
const DRAWN = 500
/** Connections that measure what a server carries, and the most that are open beyond that. */
const CONNECTIONS = 32
/** Pages that are asked for at once: more would have to wait for longer than they may. */
const VISITORS = 8
const MOST_CONNECTIONS = 3_000
const SECONDS = 5
/** Until the code of a server is compiled. */
const WARMING_SECONDS = 5
const APPENDED = 'credits,external_ids,images,keywords,release_dates,content_ratings,translations,videos'
/** How long a server has to be as before after the load. */
const RECOVERY_SECONDS = 2
const LEAST_P99_MS = 150

/** How many times of what it carries a server is asked for, and how much of it has to be answered. */
const loads = [
  { times: 0.8, wantedGoodput: undefined },
  { times: 2, wantedGoodput: 0.8 },
  { times: 4, wantedGoodput: 0.6 },
] as const

export const overload: Benchmark = {
  name: 'overload',
  title: 'Overload',
  method: `Uncached reads of all operations of \`bench/peers/\`, mixed; then details of movies and series with eight
parts appended, as media centres ask for them, on one process, and pages of movies. First ${CONNECTIONS} connections
(${VISITORS} for pages) send requests as fast as they can; the rate is what the server can carry. Then requests come at
an even rate of 0.8, 2 and 4 times that for ${SECONDS} s, over up to ${counted(MOST_CONNECTIONS)} connections, whatever
becomes of earlier ones, along with a health probe every 50 ms; 500 of the connections are open beforehand. Goodput is
the number of answers with 200 a second, as a share of what the server can carry. The generator runs on the same
machine, and has one of its processors.`,
  async run(bench) {
    const command = bench.commandOf('overload')
    const paths = mixed(bench.large, DRAWN)
    const settings = [...coldSettings, '--log-level', 'warn']
    const serve = (more: string[] = []) =>
      serveCatalogue(bench.large.data, { time: catalogueTime, settings: [...settings, ...more] })
    const figures = [
      ...(await measured('one process', serve, () => paths, { bench, command })),
      ...(await measured('details with parts', serve, () => withParts(bench), { bench, command })),
      ...(await measured(
        'two workers',
        () => serve(['--workers', '2']),
        () => paths,
        { bench, command },
      )),
      ...(await measured('pages', serve, (url) => pagesOf(bench, url), { bench, command, connections: VISITORS })),
    ]
    const catalogue = copiedOf(bench)
    const onPostgres = await withPostgres(async (postgres) => {
      const url = await postgres.copyOf(catalogue, bench.say)
      const server = () =>
        serveCatalogue(catalogue.data, { time: catalogueTime, settings: [...settings, '--database', url] })
      return measured('PostgreSQL', server, () => mixed(catalogue, DRAWN), { bench, command })
    })
    return [...figures, ...(onPostgres ?? [])]
  },
}

/** Movies and series, as media centres ask for them. */
function withParts({ large }: Bench): string[] {
  const draw = openDraw(large)
  try {
    const [movies, series] = [draw.paths('movie.details', DRAWN), draw.paths('series.details', DRAWN)]
    return movies.flatMap((path, at) =>
      [path, series[at] as string].map((each) => `${each}&append_to_response=${APPENDED}`),
    )
  } finally {
    draw.close()
  }
}

/** The addresses of pages of movies, with the title in them, as the server redirects to them. */
async function pagesOf({ large }: Bench, url: string): Promise<string[]> {
  const draw = openDraw(large)
  try {
    const paths = draw.paths('movie.details', DRAWN).map((path) => (path.split('?')[0] as string).replace('/3', ''))
    const addresses: string[] = []
    for (const path of paths) {
      const { headers } = await fetch(new URL(path, url), { redirect: 'manual' })
      const location = headers.get('location')
      if (location !== null) addresses.push(location)
    }
    return addresses
  } finally {
    draw.close()
  }
}

type Setting = { bench: Bench; command: string; connections?: number }
type Phase = { times: number; perSecond: number; result: OpenResult }

type Paths = (url: string) => string[] | Promise<string[]>

async function measured(name: string, serve: () => Promise<Server>, pathsAt: Paths, setting: Setting) {
  const { bench, command, connections = CONNECTIONS } = setting
  bench.say(name)
  const server = await serve()
  try {
    const { url } = server
    await untilSteady(url)
    const paths = await pathsAt(url)
    const load = openLoad()
    const order = { url, paths, connections }
    await load.run({ ...order, seconds: WARMING_SECONDS })
    const { requests, seconds } = await load.run({ ...order, seconds: SECONDS })
    load.close()
    const capacity = requests / seconds
    const open = { url, paths, mostConnections: MOST_CONNECTIONS }
    const phases: Phase[] = []
    for (const { times } of loads) {
      const perSecond = capacity * times
      phases.push({ times, perSecond, result: await openLoadOf({ ...open, perSecond, seconds: SECONDS }) })
    }
    await new Promise((resolve) => setTimeout(resolve, RECOVERY_SECONDS * 1_000))
    const perSecond = capacity * 0.8
    phases.push({ times: 0.8, perSecond, result: await openLoadOf({ ...open, perSecond, seconds: RECOVERY_SECONDS }) })
    return figuresOf(name, capacity, phases, command)
  } finally {
    await server.stop()
  }
}

/** Workers take connections one after the other, and not while they start. */
async function untilSteady(url: string) {
  for (let inRow = 0; inRow < 10; inRow++) {
    const isThere = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (!isThere) inRow = 0
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const wrongOf = ({ lost, other, broken }: OpenResult) => lost + other + broken

const goodputOf = ({ result, times }: Phase) => (result.accepted / result.asked) * times

function figuresOf(name: string, capacity: number, phases: Phase[], command: string): Figure[] {
  const [calm] = phases as [Phase]
  const mostMs = Math.max(LEAST_P99_MS, 3 * calm.result.acceptedMs.p99)
  const figures = loads.flatMap(({ times, wantedGoodput }, at): Figure[] => {
    const phase = phases[at] as Phase
    if (wantedGoodput === undefined) return []
    const { result } = phase
    const goodput = goodputOf(phase)
    const isWhole = result.unsent + wrongOf(result) === 0
    return [
      {
        what: `Overload, ${name}: goodput at ${times} × · p99 of accepted requests`,
        measured: `${shown(goodput)} · ${shown(result.acceptedMs.p99)} ms`,
        wanted: `≥ ${wantedGoodput} · ≤ ${shown(mostMs)} ms, every refusal whole, health ≤ 100 ms`,
        isReached: goodput >= wantedGoodput && result.acceptedMs.p99 <= mostMs && isWhole && result.healthMs <= 100,
        command,
      },
    ]
  })
  const behind = { details: tableOf(name, capacity, phases), chart: chartOf(name, phases.slice(0, loads.length)) }
  return figures.map((figure, at) => (at === 0 ? { ...figure, ...behind } : figure))
}

const chartOf = (name: string, phases: Phase[]): Chart => ({
  name: `overload-${name.replaceAll(' ', '-')}`,
  title: `Latency under load, ${name}`,
  drawnAs: 'lines',
  places: phases.map(({ times }) => `${times} ×`),
  of: 'requests, times what can be carried',
  unit: 'milliseconds',
  series: [
    { name: 'p99 accepted', values: phases.map(({ result }) => result.acceptedMs.p99) },
    { name: 'p50 accepted', values: phases.map(({ result }) => result.acceptedMs.p50) },
  ],
})

const tableOf = (name: string, capacity: number, phases: Phase[]): Table => ({
  title: `Overload, ${name}, which can carry ${counted(capacity)} requests a second`,
  columns: [
    ...['asked for', 'requests', 'accepted', 'refused', 'not sent', 'lost or wrong', 'goodput'],
    ...['accepted p50 ms', 'p99 ms', 'refused p99 ms', 'health at most ms'],
  ],
  rows: phases.map((phase, at) => {
    const { times, result } = phase
    const { asked, accepted, refused, unsent } = result
    return [
      at === phases.length - 1 ? `${times} ×, ${RECOVERY_SECONDS} s after` : `${times} ×`,
      ...[asked, accepted, refused, unsent, wrongOf(result)].map(counted),
      shown(goodputOf(phase)),
      ...[result.acceptedMs.p50, result.acceptedMs.p99, result.refusedMs.p99, result.healthMs].map(shown),
    ]
  }),
})
