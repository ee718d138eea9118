import { batchRequests } from '#src/groups/batch/limits.ts'
import type { Bench, Benchmark, Catalogue, Figure } from '../benchmark.ts'
import { CONNECTIONS, type Cost, costsInTurn, microsecondsOf, type Subject, timesOf } from '../cost.ts'
import { openDraw } from '../draw.ts'
import { catalogueTime } from '../support/catalogues.ts'
import { type Load, openLoad } from '../support/load.ts'
import { coldSettings, type Server, serveSettled } from '../support/server.ts'
import { counted, median, shown, spread } from '../support/statistics.ts'

const WANTED_SHARE = 0.6
const OPERATION = 'movie.details'
/** Different movies: their replies fit into the memory of the warm server, so that each that counts is a warm one. */
const WARM = 5_000
const COLD = 5_000
const CACHE_BYTES = 1_073_741_824
const quiet = ['--log-level', 'warn']
const gzip = { 'accept-encoding': 'gzip' }

export const batches: Benchmark = {
  name: 'batch',
  title: 'Many reads in one request',
  method: `The details of up to ${counted(WARM)} movies, drawn over the whole range of ids, are asked for one by one,
and ${batchRequests} in a request (\`POST /commons/1/batch\`), in turn, round by round, over ${CONNECTIONS} connections
that stay open: with their replies in memory, with these compressed, and without any reply in memory. Only warnings are
logged, so that the lines of single requests do not count. What is compared is the CPU time that the process of the
server, with all of its threads, spends on ${batchRequests} reads.`,
  async run(bench) {
    const load = openLoad()
    const { data } = bench.large
    const cached = ['--reply-cache-bytes', String(CACHE_BYTES)]
    const warm = await serveSettled(data, { time: catalogueTime, settings: [...quiet, ...cached] })
    const cold = await serveSettled(data, { time: catalogueTime, settings: [...quiet, ...coldSettings] })
    try {
      const drawn = pathsOf(bench.large)
      const ways = [
        { name: 'warm', what: 'with their replies in memory', server: warm, paths: drawn.warm },
        { name: 'packed', what: 'the same, compressed', server: warm, paths: drawn.warm, headers: gzip },
        { name: 'cold', what: 'without', server: cold, paths: drawn.cold },
      ]
      const figures: Figure[] = []
      for (const { what, ...way } of ways) figures.push(figureOf(what, await measure(way, load, bench), bench))
      return figures
    } finally {
      load.close()
      await Promise.all([warm.stop(), cold.stop()])
    }
  },
}

function pathsOf(catalogue: Catalogue) {
  const draw = openDraw(catalogue)
  try {
    return { warm: draw.distinctPaths(OPERATION, WARM), cold: draw.paths(OPERATION, COLD) }
  } finally {
    draw.close()
  }
}

type Way = { server: Server; paths: string[]; headers?: Record<string, string> }
type Costs = Record<'single' | 'batch', Cost[]>

async function measure({ server, paths, headers }: Way, load: Load, bench: Bench): Promise<Costs> {
  const asked: Omit<Subject, 'paths'> = { server, ...(headers && { headers }) }
  const singles = paths.slice(0, paths.length - (paths.length % batchRequests))
  const bodies = Array.from({ length: singles.length / batchRequests }, (_, at) =>
    JSON.stringify({
      requests: singles.slice(at * batchRequests, (at + 1) * batchRequests).map((path) => ({ path: withoutKey(path) })),
    }),
  )
  const batch = bodies.map(() => `/commons/1/batch?api_key=${bench.key}`)
  // Each is asked for once, and is in memory from then on where replies are kept.
  await load.run({ url: server.url, paths: singles, connections: CONNECTIONS, ...(headers && { headers }) })
  return costsInTurn({ single: { ...asked, paths: singles }, batch: { ...asked, paths: batch, bodies } }, load, bench)
}

const withoutKey = (path: string) => path.replace(/[?&]api_key=\w+$/, '')

function figureOf(what: string, costs: Costs, { commandOf }: Bench): Figure {
  const shares = timesOf(costs, 'batch', 'single').map((times) => times / batchRequests)
  const each = `${shown(microsecondsOf(costs.batch) / batchRequests)} and ${shown(microsecondsOf(costs.single))} µs`
  return {
    what: `${batchRequests} details in one request, CPU time ÷ ${batchRequests} requests, ${what}`,
    measured: `${spread(shares, ' ×')}: ${each} for each`,
    wanted: `≤ ${WANTED_SHARE} ×`,
    isReached: median(shares) <= WANTED_SHARE,
    command: commandOf('batch'),
  }
}
