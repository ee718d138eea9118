import { join } from 'node:path'
import type { Benchmark } from './benchmark.ts'
import { openDraw } from './draw.ts'
import { catalogueTime } from './support/catalogues.ts'
import { serveSettled } from './support/server.ts'
import { counted, median, medianInterval, shown } from './support/statistics.ts'
import { pathOf, unmeasured } from './support/tools.ts'
import { requestsPerSecond } from './support/wrk.ts'

const WHAT = 'Warm reads with the request log, rate ÷ without it'
const CONNECTIONS = 32
const WANTED_SHARE = 0.95
/** Pairs of measurements, more where more rounds are asked for. */
const LEAST_PAIRS = 15
/** The reply that is asked for is the one of these whose size is nearest. */
const REPLY_BYTES = 11_600
const CANDIDATES = 500

export const requestLog: Benchmark = {
  name: 'log',
  title: 'Request log',
  method: `There are two servers: one writes a line for each request to a file (\`--log-level info\`, as servers do by
default), the other none (\`silent\`). wrk asks them in turn for the same warm reply of about ${counted(REPLY_BYTES)}
bytes over ${CONNECTIONS} connections, in pairs, every other pair beginning with the other server. What counts is the
median of the pairs' ratios, with its 95 % interval.`,
  tools: ['wrk'],
  async run({ large, scratch, rounds, roundSeconds, say, commandOf }) {
    if (!pathOf('wrk')) return [unmeasured(WHAT, 'wrk', commandOf('log'))]
    const output = join(scratch, 'server.log')
    const serve = (level: string) =>
      serveSettled(large.data, { time: catalogueTime, settings: ['--log-level', level], output })
    const servers = { logging: await serve('info'), silent: await serve('silent') }
    try {
      const path = await pathOfReply(large, servers.silent.url)
      const ask = (name: keyof typeof servers) =>
        requestsPerSecond(`${servers[name].url}${path}`, roundSeconds, CONNECTIONS)
      // A program becomes fast while it runs.
      const measured = { logging: [await ask('logging')], silent: [await ask('silent')] }
      for (const list of Object.values(measured)) list.length = 0
      const pairs = Math.max(LEAST_PAIRS, rounds)
      for (let pair = 0; pair < pairs; pair++) {
        const names = ['logging', 'silent'] as const
        for (const name of pair % 2 === 0 ? names : names.toReversed()) measured[name].push(await ask(name))
        say(`pair ${pair + 1} of ${pairs}: ${shown((measured.logging[pair] ?? 0) / (measured.silent[pair] ?? 0))}`)
      }
      const ratios = measured.logging.map((perSecond, pair) => perSecond / (measured.silent[pair] as number))
      const [least, most] = medianInterval(ratios)
      const rates = `${counted(median(measured.logging))} and ${counted(median(measured.silent))} requests per second`
      return [
        {
          what: WHAT,
          measured: `${shown(median(ratios))} (${shown(least)} to ${shown(most)}, ${pairs} pairs; ${rates})`,
          wanted: `≥ ${WANTED_SHARE}`,
          isReached: most >= WANTED_SHARE,
          command: commandOf('log'),
          note: 'Reached if the interval of the median includes the wanted value.',
        },
      ]
    } finally {
      await Promise.all([servers.logging.stop(), servers.silent.stop()])
    }
  },
}

/** The path of the reply whose size is nearest to the one that is wanted. */
async function pathOfReply(large: Parameters<typeof openDraw>[0], url: string): Promise<string> {
  const draw = openDraw(large)
  const paths = ['movie.details', 'person.movie_credits'].flatMap((operation) => draw.paths(operation, CANDIDATES))
  draw.close()
  const found = { path: '', distance: Number.POSITIVE_INFINITY }
  for (const path of paths) {
    const distance = Math.abs((await (await fetch(url + path)).arrayBuffer()).byteLength - REPLY_BYTES)
    if (distance < found.distance) Object.assign(found, { path, distance })
  }
  return found.path
}
