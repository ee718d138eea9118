import { secrets } from '#src/test-server/fixed.ts'
import type { Bench, Benchmark, Figure } from './benchmark.ts'
import { openDraw } from './draw.ts'
import { forgetFile } from './support/machine.ts'
import { reelcommons, type Server, serveCatalogue, serveSettled, startServer } from './support/server.ts'
import { counted, median, spread } from './support/statistics.ts'

const WANTED_SECONDS = 0.8
const WANTED_TEST_SECONDS = 1

export const start: Benchmark = {
  name: 'start',
  title: 'Start',
  method: `The time from the start of \`node bin/reelcommons.js serve\` by the Node.js of the project until the details
of a movie are there; with \`--test\`, a server for tests with its own catalogue. A connection is tried every 2 ms until
the server takes it. The page cache holds the programs and the catalogue; if the machine can drop the catalogue from
it, that is measured too.`,
  async run(bench) {
    const draw = openDraw(bench.large)
    const [path] = draw.paths('movie.details', 1) as [string]
    draw.close()
    // What an import has left to do would begin beside each start.
    await (await serveSettled(bench.large.data)).stop()
    await startOnce(bench, path)
    const warm = []
    for (let round = 0; round < bench.rounds; round++) warm.push(await startOnce(bench, path))
    const ofTests = []
    for (let round = 0; round < bench.rounds; round++) ofTests.push(await startForTests())
    const cold = []
    for (let round = 0; round < bench.rounds && (await forgetFile(bench.large)); round++)
      cold.push(await startOnce(bench, path))
    const what = `Start to first reply, ${counted(bench.large.movies)} movies`
    const command = bench.commandOf('start')
    const fromCache: Figure = {
      what,
      measured: spread(warm, ' s'),
      wanted: `≤ ${WANTED_SECONDS} s`,
      isReached: median(warm) <= WANTED_SECONDS,
      command,
    }
    const forTests: Figure = {
      what: 'Start of a server for tests to first reply',
      measured: spread(ofTests, ' s'),
      wanted: `≤ ${WANTED_TEST_SECONDS} s`,
      isReached: median(ofTests) <= WANTED_TEST_SECONDS,
      command,
    }
    if (cold.length < bench.rounds) return [fromCache, forTests]
    const fromDisk = `${what}, with nothing of the catalogue in the page cache`
    return [fromCache, forTests, { what: fromDisk, measured: spread(cold, ' s'), command }]
  },
}

const startOnce = ({ large }: Bench, path: string): Promise<number> => timed(() => serveCatalogue(large.data), path)

const startForTests = (): Promise<number> =>
  timed(
    () => startServer({ args: (port) => [reelcommons, 'serve', '--test', '--port', String(port)] }),
    `/3/movie/501?api_key=${secrets.api_key}`,
  )

/** Seconds from the start of a server to its reply. */
async function timed(start: () => Promise<Server>, path: string): Promise<number> {
  const startMs = performance.now()
  const server = await start()
  try {
    const response = await fetch(`${server.url}${path}`)
    await response.arrayBuffer()
    const seconds = (performance.now() - startMs) / 1000
    if (!response.ok) throw new Error(`the first reply is ${response.status}`)
    return seconds
  } finally {
    await server.stop()
  }
}
