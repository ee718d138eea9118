import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { startReplicated } from '../test/support/clusters.ts'
import { fillCatalogue, openReviewer } from '../test/support/failures/nodes.ts'
import { findBinaries } from '../test/support/postgres.ts'
import { keys } from '../test/support/world.ts'
import type { Bench, Benchmark, Figure } from './benchmark.ts'
import { startRedis } from './support/redis.ts'
import { reelcommons, type Server, startServer } from './support/server.ts'
import { percentile, shown } from './support/statistics.ts'
import { pathOf } from './support/tools.ts'

const WANTED_P99_MS = 1_000
/** Edits of a round, and how long it is at most from one to the next. */
const EDITS = 20
const PAUSE_MS = 500
/** A node that has not shown an edit by then never will. */
const LOST_MS = 10_000
/** The movie that is reviewed. */
const MOVIE = 1

/** Edits by now: each has its number for a text. */
let edits = 0

export const nodes: Benchmark = {
  name: 'nodes',
  tools: ['redis-server'],
  title: 'Several nodes',
  method: `Two servers run on one PostgreSQL. One has cached a reply that shows the reviews of a movie, and is asked for
it all the time, over one connection. A person changes a review on a page of the other, again and again, after random
pauses. The delay is the time from the acknowledgement of that form to the first reply of the other server that shows
the change; a reply that goes back to an earlier state ends the benchmark. PostgreSQL's \`fsync\` is off.`,
  async run(bench) {
    if (findBinaries() === undefined) return []
    const endings: (() => Promise<unknown>)[] = []
    try {
      const clusters = await startReplicated({ after: (end: unknown) => void endings.unshift(end as never) })
      const db = await openPostgres(clusters.primary.url, { connections: 2 })
      endings.unshift(() => db.close())
      await fillCatalogue(db)
      const figures: Figure[] = []
      for (const { what, settings } of await variants(clusters.replica.url, endings)) {
        bench.say(what)
        const words = ['--database', clusters.primary.url, ...settings]
        const [edited, asked] = [await start('edited', words, bench), await start('asked', words, bench)]
        const { review } = await openReviewer(db, { site: edited.url })
        const delays = await delaysOf((text) => review(MOVIE, text), openAsking(asked), bench)
        await Promise.all([edited.stop(), asked.stop()])
        figures.push(figureOf(what, delays, bench.commandOf('nodes')))
      }
      return figures
    } finally {
      for (const end of endings) await end()
    }
  },
}

/** What nodes may have besides their database. */
async function variants(replica: string, endings: (() => Promise<unknown>)[]) {
  const replicated = ['--read-database', replica]
  const all = [
    { what: 'nodes that share PostgreSQL', settings: [] as string[] },
    { what: 'nodes that read from a replica', settings: replicated },
  ]
  const program = pathOf('redis-server')
  if (program === undefined) return all
  const redis = await startRedis(program)
  endings.unshift(() => redis.stop())
  const shared = ['--redis', redis.url]
  return [
    ...all,
    { what: 'nodes that share Redis besides', settings: shared },
    { what: 'nodes that read from a replica and share Redis', settings: [...replicated, ...shared] },
  ]
}

const start = (folder: string, words: readonly string[], { scratch }: Bench): Promise<Server> =>
  startServer({
    args: (port) => [
      ...[reelcommons, 'serve', '--empty', '--port', String(port), '--data', join(scratch, folder)],
      ...['--log-level', 'warn', ...words],
    ],
  })

type Asking = ReturnType<typeof openAsking>

/** Asks a server for the reviews of the movie all the time, and knows the last that it has shown. */
function openAsking({ url }: Server) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const address = `${url}/3/movie/${MOVIE}/reviews?api_key=${keys.first}`
  let isStopped = false
  let shownNumber = -1
  let shownMs = 0

  const askOnce = () =>
    new Promise<string>((resolve, reject) => {
      get(address, { agent }, (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (chunk: string) => {
          body += chunk
        })
        response.once('end', () => resolve(body)).once('error', reject)
      }).once('error', reject)
    })

  async function keepAsking() {
    while (!isStopped) {
      const body = await askOnce()
      const number = Number(/"content":"Edit (\d+)"/.exec(body)?.[1] ?? -1)
      if (number < shownNumber) throw new Error(`a server shows edit ${number} after ${shownNumber}: ${body}`)
      if (number === shownNumber) continue
      shownNumber = number
      shownMs = performance.now()
    }
  }
  const asking = keepAsking()
  let failure: unknown
  asking.catch((error) => {
    failure = error
  })

  return {
    /** When an edit was shown first. */
    async shows(number: number): Promise<number> {
      const endMs = performance.now() + LOST_MS
      while (shownNumber < number) {
        if (failure) throw failure
        if (performance.now() > endMs) throw new Error(`edit ${number} is not shown`)
        await pause(1)
      }
      return shownMs
    },
    async stop() {
      isStopped = true
      await asking
      agent.destroy()
    },
  }
}

/** How long after its acknowledgement each edit is shown by the other server. */
async function delaysOf(
  edit: (text: string) => Promise<{ status: number }>,
  asking: Asking,
  { rounds }: Bench,
): Promise<number[]> {
  const delays: number[] = []
  for (let number = edits; number < edits + rounds * EDITS; number++) {
    await pause(Math.random() * PAUSE_MS)
    const { status } = await edit(`Edit ${number}`)
    const acknowledgedMs = performance.now()
    if (status !== 303) throw new Error(`a review is answered with ${status}`)
    delays.push(Math.max(0, (await asking.shows(number)) - acknowledgedMs))
  }
  edits += delays.length
  await asking.stop()
  return delays
}

function figureOf(what: string, delays: readonly number[], command: string): Figure {
  const [middle, p99, most] = [0.5, 0.99, 1].map((share) => percentile(delays, share)) as [number, number, number]
  return {
    what: `From the acknowledgement of an edit to the first reply of another node that shows it: ${what}`,
    measured: `p99 ${shown(p99)} ms, median ${shown(middle)} ms`,
    wanted: `p99 < ${WANTED_P99_MS} ms`,
    isReached: p99 < WANTED_P99_MS,
    command,
    note: `${delays.length} edits; the longest took ${shown(most)} ms.`,
  }
}
