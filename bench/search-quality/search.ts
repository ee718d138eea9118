import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import type { Bench, Benchmark, Figure } from '../benchmark.ts'
import { catalogueTime } from '../support/catalogues.ts'
import { type Load, openLoad } from '../support/load.ts'
import { coldSettings, environment, reelcommons, serveCatalogue } from '../support/server.ts'
import { median, shown, spread } from '../support/statistics.ts'

/** Queries of each sort, drawn evenly from the titles and people of the catalogue. */
const QUERIES = 400
const ROUND_LENGTHS = 8
const WANTED_SHARE = 0.35
const WANTED_MINUTES = 10

type Sort = { name: string; path: string; wantedMs: number; queries: (name: string, at: number) => string[] }

/** A query for each beginning that somebody types, from two letters on, of which every third counts. */
const typed = (name: string, at: number) =>
  Array.from({ length: Math.max(1, name.length - 1) }, (_, index) => name.slice(0, index + 2)).filter(
    (_, index) => (index + at) % 3 === 0,
  )

/** The name with two letters of its longest word in each other's place. */
function slipped(name: string, at: number): string[] {
  const longest = name.split(' ').reduce((most, word) => (word.length > most.length ? word : most), '')
  if (longest.length < 5) return []
  const place = 1 + (at % (longest.length - 3))
  const letters = [...longest]
  ;[letters[place], letters[place + 1]] = [letters[place + 1] as string, letters[place] as string]
  return [name.replace(longest, letters.join(''))]
}

const sorts: readonly Sort[] = [
  { name: 'movies, words as people type them', path: '/3/search/movie', wantedMs: 25, queries: typed },
  {
    name: 'movies, series and people, words as people type them',
    path: '/3/search/multi',
    wantedMs: 25,
    queries: typed,
  },
  { name: 'movies, with a slip', path: '/3/search/movie', wantedMs: 50, queries: slipped },
  { name: 'movies, series and people, with a slip', path: '/3/search/multi', wantedMs: 50, queries: slipped },
  { name: 'suggestions', path: '/search/suggest', wantedMs: 15, queries: typed },
]

export const search: Benchmark = {
  name: 'search',
  title: 'Search',
  method: `The index is built anew by \`reelcommons search-index\`. Then names are drawn evenly from all movies and
people of the catalogue and asked for over one connection: every third of their beginnings from two letters on, as
somebody types them, or the whole name with two letters in each other's place. No reply is cached. The time is that of
autocannon in a process of its own, from the request to the last byte.`,
  async run(bench) {
    const figures = [await buildFigure(bench), sizeFigure(bench)]
    const names = namesOf(bench)
    const load = openLoad()
    const server = await serveCatalogue(bench.large.data, { time: catalogueTime, settings: coldSettings })
    try {
      for (const sort of sorts) {
        bench.say(sort.name)
        figures.push(await measure(sort, names, { bench, load, url: server.url }))
      }
    } finally {
      load.close()
      await server.stop()
    }
    return figures
  },
}

const file = ({ large }: Bench) => join(large.data, 'catalogue.sqlite')

async function buildFigure(bench: Bench): Promise<Figure> {
  const startMs = performance.now()
  await promisify(execFile)(process.execPath, [reelcommons, 'search-index', '--data', bench.large.data], {
    env: environment({}),
  })
  const minutes = (performance.now() - startMs) / 60_000
  return {
    what: 'Building the index of the search',
    measured: `${shown(minutes)} min`,
    wanted: `≤ ${WANTED_MINUTES} min`,
    isReached: minutes <= WANTED_MINUTES,
    command: bench.commandOf('search'),
  }
}

function sizeFigure(bench: Bench): Figure {
  const database = new DatabaseSync(file(bench), { readOnly: true })
  const bytesOf = (where: string) =>
    (
      database.prepare(`select sum(pgsize) as bytes from dbstat where aggregate = true and ${where}`).get() as {
        bytes: number
      }
    ).bytes
  const [index, catalogue] = [bytesOf("name like 'search_%'"), bytesOf("name not like 'search_%'")]
  database.close()
  const share = index / catalogue
  return {
    what: 'The index of the search, as a part of the catalogue',
    measured: `${shown(share)} (${shown(index / 1e9)} GB of ${shown(catalogue / 1e9)} GB)`,
    wanted: `≤ ${WANTED_SHARE}`,
    isReached: share <= WANTED_SHARE,
    command: bench.commandOf('search'),
  }
}

/** Names of movies and people, drawn evenly by their ids. */
function namesOf(bench: Bench): string[] {
  const database = new DatabaseSync(file(bench), { readOnly: true })
  const drawn = (table: string, column: string) => {
    const { last } = database.prepare(`select max(id) as last from ${table}`).get() as { last: number }
    const next = database.prepare(`select ${column} as name from ${table} where id >= ? order by id limit 1`)
    const step = last / (QUERIES / 2)
    return Array.from(
      { length: QUERIES / 2 },
      (_, at) => (next.get(Math.floor(at * step)) as { name: string } | undefined)?.name ?? '',
    )
  }
  const names = [...drawn('movie', 'title'), ...drawn('person', 'name')].filter((name) => name.length > 2)
  database.close()
  return names
}

type With = { bench: Bench; load: Load; url: string }

async function measure({ name, path, wantedMs, queries }: Sort, names: readonly string[], { bench, load, url }: With) {
  const key = path.startsWith('/3/') ? `&api_key=${bench.key}` : ''
  const texts = names.flatMap(queries)
  const paths = texts.map((text) => `${path}?query=${encodeURIComponent(text)}${key}`)
  const run = (seconds: number) => load.run({ url, paths, connections: 1, seconds })
  await run(bench.roundSeconds * ROUND_LENGTHS)
  const rounds = []
  for (let round = 0; round < bench.rounds; round++) rounds.push(await run(bench.roundSeconds * ROUND_LENGTHS))
  const p50 = shown(median(rounds.map(({ latencyMs }) => latencyMs.p50)))
  const p99 = rounds.map(({ latencyMs }) => latencyMs.p99)
  const requests = rounds.reduce((sum, { requests }) => sum + requests, 0)
  return {
    what: `Search for ${name}, uncached, one connection: p99`,
    measured: spread(p99, ' ms'),
    wanted: `≤ ${wantedMs} ms`,
    isReached: median(p99) <= wantedMs,
    command: bench.commandOf('search'),
    note: `p50 is ${p50} ms; ${requests} requests, ${texts.length} queries.`,
  }
}
