import type { Bench, Benchmark, Figure } from './benchmark.ts'
import { openDraw } from './draw.ts'
import { forgetFile } from './support/machine.ts'
import { serveCatalogue, serveSettled } from './support/server.ts'
import { counted, median, spread } from './support/statistics.ts'

const WANTED_SECONDS = 0.8

export const start: Benchmark = {
  name: 'start',
  title: 'Start',
  method: `The time from the start of \`node bin/reelcommons.js serve\` by the Node.js of the project until the details
of a movie are there. A connection is tried every 2 ms until the server takes it. The page cache holds the programs and
the catalogue; if the machine can drop the catalogue from it, that is measured too.`,
  async run(bench) {
    const draw = openDraw(bench.large)
    const [path] = draw.paths('movie.details', 1) as [string]
    draw.close()
    // What an import has left to do would begin beside each start.
    await (await serveSettled(bench.large.data)).stop()
    await startOnce(bench, path)
    const warm = []
    for (let round = 0; round < bench.rounds; round++) warm.push(await startOnce(bench, path))
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
    if (cold.length < bench.rounds) return [fromCache]
    const fromDisk = `${what}, with nothing of the catalogue in the page cache`
    return [fromCache, { what: fromDisk, measured: spread(cold, ' s'), command }]
  },
}

async function startOnce({ large }: Bench, path: string): Promise<number> {
  const startMs = performance.now()
  const server = await serveCatalogue(large.data)
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
