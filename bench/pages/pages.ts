import { get } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { catalogueFile } from '#src/database/open.ts'
import type { Bench, Benchmark, Figure, Table } from '../benchmark.ts'
import { type Server, serveCatalogue } from '../support/server.ts'
import { counted, shown, spread } from '../support/statistics.ts'
import { paintFigures, paintMethod } from './paint.ts'
import { startPageFigures } from './start-page.ts'

const WANTED_MS = 10
const WANTED_BYTES = 60_000
/** Pages of each kind that are asked for until their cost is known: those that took longest when all were asked for. */
const DEAREST = 5
/** Nothing is refused because the machine has other work. */
const patient = ['--event-loop-delay-ms', '60000']
/** How long the names of the sample may take to be followed, and how often it is looked whether they are. */
const FOLLOW_TIMEOUT_MS = 60_000
const POLL_MS = 250

const queries: Readonly<Record<string, string>> = {
  movie: `select '/movie/' || id as path from movie`,
  series: `select '/tv/' || id as path from series`,
  season: `select '/tv/' || series_id || '/season/' || season_number as path from season`,
  episode: `
    select '/tv/' || series_id || '/season/' || season_number || '/episode/' || episode_number as path from episode`,
  person: `select '/person/' || id as path from person`,
  company: `select '/company/' || id as path from company`,
  network: `select '/network/' || id as path from network`,
  collection: `select '/collection/' || id as path from collection`,
}

const lists: Readonly<Record<string, readonly string[]>> = {
  home: ['/'],
  browse: ['/movie', '/tv', '/person', '/company', '/network', '/collection', '/movie?page=50'],
  search: ['/search?query=the', '/search?query=s', '/search?query=a&kind=person'],
}

type Page = { path: string; bytes: number; ms: number }

export const pages: Benchmark = {
  name: 'pages',
  title: 'Pages of the sample catalogue, and the home page of a large one',
  method: `A server starts with a new data folder, which gets the sample catalogue. Every page of it is requested once;
its size is that of the document without compression, style sheet and images. Then the ${DEAREST} pages of each kind
that took longest are requested one after the other, and the server's CPU time is divided by their number.
${paintMethod}
The home page of the large catalogue is requested by several visitors at once, who are not signed in.`,
  async run(bench) {
    const data = join(bench.scratch, 'sample')
    const server = await serveCatalogue(data, { settings: patient })
    let sample: Figure[]
    try {
      const addresses = await addressesOf(join(data, catalogueFile))
      const all = new Map<string, Page[]>()
      for (const [kind, paths] of addresses) {
        const found: Page[] = []
        for (const path of paths) found.push(await ask(server, path))
        all.set(kind, found)
        bench.say(`${kind}: ${found.length} pages`)
      }
      sample = [
        ...(await figuresOf(bench, server, all)),
        ...(await paintFigures(bench, server.url, join(data, catalogueFile))),
      ]
    } finally {
      await server.stop()
    }
    return [...sample, ...(await startPageFigures(bench, patient))]
  },
}

/** Addresses of every page, once the names of the records can be looked up. */
async function addressesOf(file: string): Promise<Map<string, readonly string[]>> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const behind = database.prepare(
      `select 1 where not exists (
        select 1 from follower where name = 'search_index' and seq >= (select max(seq) from change))`,
    )
    const endMs = performance.now() + FOLLOW_TIMEOUT_MS
    while (behind.get()) {
      if (performance.now() > endMs) throw new Error('the names of the sample are not followed')
      await pause(POLL_MS)
    }
    const records = Object.entries(queries).map(([kind, query]) => {
      const rows = database.prepare(query).all() as { path: string }[]
      return [kind, rows.map(({ path }) => path)] as const
    })
    return new Map([...Object.entries(lists), ...records])
  } finally {
    database.close()
  }
}

/** Asks for a page by its one address: `path` is left where it leads on to another. */
async function ask(server: Server, path: string): Promise<Page> {
  const own = (await read(server, path)).location ?? path
  const startMs = performance.now()
  const { status, bytes } = await read(server, own)
  if (status !== 200) throw new Error(`${own} answers ${status}`)
  return { path: own, bytes, ms: performance.now() - startMs }
}

/** One request on a connection of its own, which no time-out of the server ends between two of them. */
function read({ url }: Server, path: string) {
  return new Promise<{ status: number; location: string | undefined; bytes: number }>((resolve, reject) => {
    const request = get(`${url}${path}`, { agent: false, headers: { accept: 'text/html' } }, (reply) => {
      const { statusCode: status = 0, headers } = reply
      let bytes = 0
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      reply.on('end', () => resolve({ status, location: headers.location, bytes }))
      reply.on('error', reject)
    })
    request.on('error', reject)
  })
}

/** Milliseconds of the server's processor for each of some pages. */
async function costOf(server: Server, paths: readonly string[], seconds: number): Promise<number> {
  const endMs = performance.now() + seconds * 1000
  const before = server.cpuSeconds()
  let asked = 0
  for (; performance.now() < endMs || asked < paths.length; asked++)
    await read(server, paths[asked % paths.length] as string)
  return ((server.cpuSeconds() - before) * 1000) / asked
}

async function figuresOf(bench: Bench, server: Server, all: ReadonlyMap<string, readonly Page[]>): Promise<Figure[]> {
  const command = bench.commandOf('pages')
  const rows: string[][] = []
  const worst: number[] = Array.from({ length: bench.rounds }, () => 0)
  let largest: Page = { path: '', bytes: 0, ms: 0 }
  for (const [kind, found] of all) {
    const dearest = found.toSorted((one, other) => other.ms - one.ms).slice(0, DEAREST)
    const largestOfKind = found.reduce((most, page) => (page.bytes > most.bytes ? page : most))
    if (largestOfKind.bytes > largest.bytes) largest = largestOfKind
    const costs: number[] = []
    for (let round = 0; round < bench.rounds; round++) {
      const paths = dearest.map(({ path }) => path)
      const cost = await costOf(server, paths, bench.roundSeconds)
      costs.push(cost)
      worst[round] = Math.max(worst[round] ?? 0, cost)
    }
    rows.push([
      kind,
      counted(found.length),
      spread(costs, ' ms'),
      counted(largestOfKind.bytes),
      `\`${largestOfKind.path}\``,
    ])
  }
  const details: Table = {
    title: 'Pages of the sample catalogue',
    columns: ['pages', 'number', 'CPU of the dearest', 'bytes of the largest', 'the largest'],
    rows,
  }
  return [
    {
      what: 'Server CPU for a page of the sample catalogue, the most expensive kind',
      measured: spread(worst, ' ms'),
      wanted: `< ${WANTED_MS} ms`,
      isReached: Math.max(...worst) < WANTED_MS,
      command,
      details,
    },
    {
      what: 'The largest page of the sample catalogue, without compression',
      measured: `${shown(largest.bytes / 1000)} kB`,
      wanted: `< ${WANTED_BYTES / 1000} kB`,
      isReached: largest.bytes < WANTED_BYTES,
      command,
    },
  ]
}
