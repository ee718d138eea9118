import type { Bench, Figure } from '../benchmark.ts'
import { serveCatalogue } from '../support/server.ts'
import { counted, percentile, spread } from '../support/statistics.ts'

/** Visitors who ask for the start page at once. */
const VISITORS = 4

/** What the start page of a large catalogue costs, as visitors see it who are not signed in. */
export async function startPageFigures(
  {
    large,
    rounds,
    roundSeconds,
    commandOf,
    say,
  }: Pick<Bench, 'large' | 'rounds' | 'roundSeconds' | 'commandOf' | 'say'>,
  settings: string[],
): Promise<Figure[]> {
  const server = await serveCatalogue(large.data, { settings })
  try {
    const costs: number[] = []
    const latest: number[] = []
    // The first round does not count: a program becomes fast while it runs.
    for (let round = 0; round <= rounds; round++) {
      const before = server.cpuSeconds()
      const times = await timesOf(`${server.url}/`, roundSeconds)
      if (round === 0) continue
      costs.push(((server.cpuSeconds() - before) * 1000) / times.length)
      latest.push(percentile(times, 0.99))
    }
    say(`home page: ${costs.length} rounds`)
    const of = `the home page with ${counted(large.movies)} movies, ${VISITORS} visitors at once`
    const command = commandOf('pages')
    return [
      { what: `Server CPU for ${of}`, measured: spread(costs, ' ms'), command },
      { what: `p99 of ${of}`, measured: spread(latest, ' ms'), command },
    ]
  } finally {
    await server.stop()
  }
}

/** Milliseconds that each request took, of all visitors together. */
async function timesOf(url: string, seconds: number): Promise<number[]> {
  const endMs = performance.now() + seconds * 1000
  const times: number[] = []
  const visit = async () => {
    while (performance.now() < endMs) {
      const startMs = performance.now()
      const reply = await fetch(url, { headers: { accept: 'text/html' } })
      await reply.arrayBuffer()
      if (reply.status !== 200) throw new Error(`${url} answers ${reply.status}`)
      times.push(performance.now() - startMs)
    }
  }
  await Promise.all(Array.from({ length: VISITORS }, visit))
  return times
}
