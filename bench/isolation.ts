import { setTimeout as pause } from 'node:timers/promises'
import type { Bench, Benchmark, Catalogue, Figure } from './benchmark.ts'
import { openDraw } from './draw.ts'
import { catalogueTime } from './support/catalogues.ts'
import { openLoad } from './support/load.ts'
import { type Server, serveSettled } from './support/server.ts'
import { counted, median, shown, spread } from './support/statistics.ts'
import { openSteadyLoad } from './support/steady-load.ts'

const WANTED_TIMES = 3
const PER_SECOND = 200
const CONNECTIONS = 4
/** How many wide lists are waited for at once. */
const WIDE_CONNECTIONS = 4
/** Details that are asked for again and again, and are all in memory. */
const WARM_PATHS = 200
/** A p99 wants many requests. */
const SPAN_MS = 8_000
const WARM_UP_MS = 3_000
/** Pages of each wide list: with the time zones there are more addresses than are asked for. */
const WIDE_PAGES = 40

type Kind = 'warm' | 'cold'
type Span = { p50: number; p99: number; wide: number }
type Round = Record<Kind, { quiet: Span; beside: Span }>

export const isolation: Benchmark = {
  name: 'isolation',
  title: 'A cheap read while slow ones run',
  method: `A process of its own requests details of movies ${PER_SECOND} times a second over ${CONNECTIONS} connections,
at a steady pace; latency is from sending a request to the last byte of its reply. Warm ones are of ${WARM_PATHS} movies
whose replies are in memory, cold ones of movies that nobody has requested before. Each is done for ${SPAN_MS / 1000} s
with nothing else going on, and for as long again while series on the air are requested over ${WIDE_CONNECTIONS}
connections as fast as they are answered, each at an address that nobody has requested before. Server and both load
generators share the machine.`,
  async run(bench) {
    const server = await serveSettled(bench.large.data, { time: catalogueTime })
    const paths = pathsOf(bench)
    const rounds: Round[] = []
    try {
      for (let round = 0; round < bench.rounds; round++) {
        rounds.push({ warm: await measure('warm', server, paths), cold: await measure('cold', server, paths) })
        for (const kind of ['warm', 'cold'] as const) bench.say(sentence(kind, rounds.at(-1) as Round))
      }
    } finally {
      await server.stop()
    }
    return (['warm', 'cold'] as const).map((kind) => figureOf(kind, rounds, bench))
  },
}

const sentence = (kind: Kind, round: Round) =>
  `${kind}: p99 ${shown(round[kind].quiet.p99)} ms, beside wide lists ${shown(round[kind].beside.p99)} ms`

type Paths = { warm: string[]; cold(count: number): string[]; wide(count: number): string[] }

/** Addresses, of which those of cold and wide reads are given out once. */
function pathsOf({ large, rounds }: Bench): Paths {
  const perSpan = (PER_SECOND * (SPAN_MS + WARM_UP_MS)) / 1000
  const draw = openDraw(large)
  const movies = draw.distinctPaths('movie.details', WARM_PATHS + 2 * rounds * perSpan)
  draw.close()
  const wide = wideLists(large)
  return {
    warm: movies.splice(0, WARM_PATHS),
    cold: (count) => movies.splice(0, count),
    wide: (count) => wide.splice(0, count),
  }
}

const languages = ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'pl-PL', 'ja-JP']

const wideLists = ({ key }: Catalogue): string[] =>
  Array.from({ length: WIDE_PAGES }, (_, at) =>
    Intl.supportedValuesOf('timeZone').flatMap((zone) =>
      languages.map(
        (language) =>
          `/3/tv/on_the_air?timezone=${encodeURIComponent(zone)}&language=${language}&page=${at + 1}&api_key=${key}`,
      ),
    ),
  ).flat()

async function measure(kind: Kind, server: Server, paths: Paths) {
  return { quiet: await span(kind, server, paths, 0), beside: await span(kind, server, paths, SPAN_MS + WARM_UP_MS) }
}

/** Cheap reads for a while, beside wide lists for `wideMs`. */
async function span(kind: Kind, { url }: Server, paths: Paths, wideMs: number): Promise<Span> {
  const count = Math.ceil((PER_SECOND * (SPAN_MS + WARM_UP_MS)) / 1000)
  const cheap = kind === 'warm' ? paths.warm : paths.cold(count)
  const wide = openLoad()
  const load = await openSteadyLoad({ url, paths: cheap, perSecond: PER_SECOND, connections: CONNECTIONS })
  try {
    const running = wideMs > 0 ? runWide(wide, url, paths, wideMs) : Promise.resolve(0)
    await pause(WARM_UP_MS)
    await load.look()
    await pause(SPAN_MS)
    const { latencyMs } = await load.look()
    return { p50: latencyMs.p50, p99: latencyMs.p99, wide: await running }
  } finally {
    load.close()
    wide.close()
  }
}

/** How many wide lists were answered in a second. */
async function runWide(load: ReturnType<typeof openLoad>, url: string, { wide }: Paths, ms: number): Promise<number> {
  const { requests, seconds } = await load.run({
    url,
    paths: wide(5_000),
    connections: WIDE_CONNECTIONS,
    seconds: ms / 1000,
  })
  return requests / seconds
}

function figureOf(kind: Kind, rounds: readonly Round[], { commandOf, large }: Bench): Figure {
  const p99 = (which: 'quiet' | 'beside') => median(rounds.map((round) => round[kind][which].p99))
  const ratio = p99('beside') / p99('quiet')
  const wide = median(rounds.map((round) => round[kind].beside.wide))
  return {
    what: `p99 of ${kind} details of a movie beside wide lists ÷ without, at ${counted(large.movies)} movies`,
    measured: `${shown(ratio)} (${shown(p99('beside'))} ms ÷ ${spread(
      rounds.map((round) => round[kind].quiet.p99),
      ' ms',
    )})`,
    wanted: `≤ ${WANTED_TIMES}`,
    isReached: ratio <= WANTED_TIMES,
    command: commandOf('isolation'),
    note: `Meanwhile ${counted(wide)} wide lists a second were answered.`,
  }
}
