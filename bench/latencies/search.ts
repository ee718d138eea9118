import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { catalogueFile } from '#src/database/open.ts'
import type { Bench, Benchmark, Catalogue, Figure } from '../benchmark.ts'
import { mixed } from '../generator/random.ts'
import { catalogueTime } from '../support/catalogues.ts'
import { type Load, openLoad } from '../support/load.ts'
import { coldSettings, environment, reelcommons, serveCatalogue, settled } from '../support/server.ts'
import { median, shown, spread } from '../support/statistics.ts'

/** Queries of each sort and address. */
const QUERIES = 250
const WANTED_SHARE = 0.35
const WANTED_MINUTES = 10
const WANTED_MS = { words: 25, slips: 50, suggestions: 15 }

/** Whole numbers below a limit, the same in each run. */
type Draw = (limit: number) => number
function openDraw(): Draw {
  let drawn = 0
  return (limit) => (mixed(++drawn) >>> 0) % limit
}

/** A name as somebody remembers it. `records` says how many movies have a word. */
type Name = { text: string; year: string }
type With = { draw: Draw; records(word: string): number }
type Sort = { name: string; hasSlips: boolean; query(name: Name, drawing: With): string | undefined }

const wordsOf = ({ text }: Name) => text.split(' ').filter((word) => word !== '')

/** A word with a letter too few, too many, or another one, or with two in each other's place. */
function slipped(word: string, draw: Draw): string {
  const place = 1 + draw(word.length - 2)
  const letter = String.fromCharCode(97 + draw(26))
  const [before, after] = [word.slice(0, place), word.slice(place + 1)]
  const others = [before + after, `${before}${letter}${word[place]}${after}`, before + letter + after]
  return others[draw(4)] ?? `${before}${after[0]}${word[place]}${after.slice(1)}`
}

function withSlips(name: Name, { draw }: With, shortest: number, slips: number): string | undefined {
  const longest = wordsOf(name).reduce((most, word) => (word.length > most.length ? word : most), '')
  if (longest.length < shortest) return undefined
  let word = longest
  for (let slip = 0; slip < slips; slip++) word = slipped(word, draw)
  return name.text.replace(longest, word)
}

const sorts: readonly Sort[] = [
  { name: 'whole names', hasSlips: false, query: ({ text }) => text },
  {
    name: 'beginnings of names, four letters or more',
    hasSlips: false,
    query: ({ text }, { draw }) => (text.length < 5 ? undefined : text.slice(0, 4 + draw(text.length - 4))),
  },
  { name: 'two or three letters', hasSlips: false, query: ({ text }, { draw }) => text.slice(0, 2 + draw(2)) },
  {
    name: 'two words in any order',
    hasSlips: false,
    query(name, { draw }) {
      const words = wordsOf(name)
      if (words.length < 2) return undefined
      const first = draw(words.length)
      const second = (first + 1 + draw(words.length - 1)) % words.length
      return `${words[first]} ${words[second]}`
    },
  },
  {
    name: 'the two or three most frequent words',
    hasSlips: false,
    query(name, { draw, records }) {
      const words = wordsOf(name)
      if (words.length < 2) return undefined
      return words
        .toSorted((one, other) => records(other) - records(one))
        .slice(0, 2 + draw(2))
        .join(' ')
    },
  },
  {
    name: 'a title and its year',
    hasSlips: false,
    query: ({ text, year }) => (year === '' ? undefined : `${text} ${year}`),
  },
  { name: 'a typo', hasSlips: true, query: (name, drawing) => withSlips(name, drawing, 5, 1) },
  { name: 'two typos in a word', hasSlips: true, query: (name, drawing) => withSlips(name, drawing, 8, 2) },
]

type Asked = { what: string; path: string; names: 'titles' | 'people' | 'both'; isSuggesting?: boolean }
const addresses: readonly Asked[] = [
  { what: 'movies', path: '/3/search/movie', names: 'titles' },
  { what: 'movies, series and people', path: '/3/search/multi', names: 'both' },
  { what: 'people', path: '/3/search/person', names: 'people' },
  { what: 'suggestions', path: '/search/suggest', names: 'both', isSuggesting: true },
]

export const search: Benchmark = {
  name: 'search',
  title: 'Search',
  method: `Names are drawn from all movies and people in the catalogue, half of them evenly and half from the best-known
ones, and searched for as people remember or type them: ${QUERIES} queries of each sort, over one connection. No reply
is cached, and each query is sent once before it is measured. The time is measured by autocannon in a process of its
own, from the request to the last byte. A figure is that of the sort with the worst p99.`,
  async run(bench) {
    const server = await serveCatalogue(bench.large.data, { time: catalogueTime, settings: coldSettings })
    const load = openLoad()
    try {
      await settled(server)
      const asking = { bench, load, url: server.url, key: bench.key }
      return [...(await searchFigures(bench.large, asking, 'search')), sizeFigure(bench)]
    } finally {
      load.close()
      await server.stop()
    }
  },
}

/** What a server with this catalogue is asked through. */
export type Asking = { bench: Bench; load: Load; url: string; key: string }

/** Searches in the catalogue of a data folder, at a server that has the same one. */
export async function searchFigures({ data }: Catalogue, asking: Asking, name: string): Promise<Figure[]> {
  const { bench } = asking
  const database = new DatabaseSync(join(data, catalogueFile), { readOnly: true })
  const drawing = { draw: openDraw(), records: recordsIn(database) }
  const [titles, people] = [
    drawn(database, drawing.draw, 'movie', 'title', 'substr(release_date, 1, 4)'),
    drawn(database, drawing.draw, 'person', 'name', "''"),
  ]
  const names = { titles, people, both: titles.flatMap((title, at) => [title, people[at] ?? title]) }
  const figures: Figure[] = []
  try {
    for (const asked of addresses) {
      const rows: Row[] = []
      for (const sort of sorts) {
        const texts = names[asked.names].flatMap((name) => sort.query(name, drawing) ?? []).slice(0, QUERIES)
        if (texts.length === 0) continue
        bench.say(`${asked.what}: ${sort.name}`)
        rows.push({ sort, queries: texts.length, ...(await measure(asked, texts, asking)) })
      }
      figures.push(...figuresOf(asked, rows, bench.commandOf(name)))
    }
    return figures
  } finally {
    database.close()
  }
}

export const searchIndex: Benchmark = {
  name: 'search-index',
  title: 'Building the search index',
  method: '`reelcommons search-index` rebuilds the index, in a process of its own.',
  async run(bench) {
    const startMs = performance.now()
    await promisify(execFile)(process.execPath, [reelcommons, 'search-index', '--data', bench.large.data], {
      env: environment({}),
    })
    const minutes = (performance.now() - startMs) / 60_000
    return [
      {
        what: 'Building the search index',
        measured: `${shown(minutes)} min`,
        wanted: `≤ ${WANTED_MINUTES} min`,
        isReached: minutes <= WANTED_MINUTES,
        command: bench.commandOf('search-index'),
      },
    ]
  },
}

function sizeFigure(bench: Bench): Figure {
  const database = new DatabaseSync(join(bench.large.data, catalogueFile), { readOnly: true })
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
    what: 'The search index, as a share of the catalogue',
    measured: `${shown(share)} (${shown(index / 1e9)} GB of ${shown(catalogue / 1e9)} GB)`,
    wanted: `≤ ${WANTED_SHARE}`,
    isReached: share <= WANTED_SHARE,
    command: bench.commandOf('search'),
  }
}

function recordsIn(database: DatabaseSync) {
  const term = database.prepare(`
    select records from search_term where kind = 'movie' and word = ?
      and generation = (select number from search_generation where is_current)`)
  return (word: string) => (term.get(word.toLowerCase()) as { records: number } | undefined)?.records ?? 0
}

/** Names of a kind in Latin letters: in turn one of all, and one of the best known ones. */
function drawn(database: DatabaseSync, draw: Draw, table: string, column: string, year: string): Name[] {
  const columns = `${column} as text, ${year} as year`
  const { last } = database.prepare(`select max(id) as last from ${table}`).get() as { last: number }
  const known = database
    .prepare(`select ${columns} from ${table} where not adult order by popularity desc, id limit ${4 * QUERIES}`)
    .all() as Name[]
  const next = database.prepare(`select ${columns} from ${table} where id >= ? order by id limit 1`)
  // More than are asked for: not every name makes a query of every sort.
  const names = Array.from({ length: 6 * QUERIES }, (_, at): Name => {
    const name = at % 2 === 0 ? (next.get(1 + draw(last)) as Name | undefined) : known[draw(known.length)]
    return name ?? { text: '', year: '' }
  })
  return names.filter(({ text }) => /^[ -~]{3,}$/.test(text))
}

type Times = { p50: number; p95: number; p99: number[] }
type Row = Times & { sort: Sort; queries: number }

async function measure({ path }: Asked, texts: readonly string[], { bench, load, url, key }: Asking): Promise<Times> {
  const suffix = path.startsWith('/3/') ? `&api_key=${key}` : ''
  const paths = texts.map((text) => `${path}?query=${encodeURIComponent(text)}${suffix}`)
  const run = async () => (await load.run({ url, paths, connections: 1 })).latencyMs
  await run()
  const rounds = []
  for (let round = 0; round < bench.rounds; round++) rounds.push(await run())
  return {
    p50: median(rounds.map(({ p50 }) => p50)),
    p95: median(rounds.map(({ p95 }) => p95)),
    p99: rounds.map(({ p99 }) => p99),
  }
}

/** Of words, and of words with typos. */
function figuresOf({ what, isSuggesting = false }: Asked, rows: readonly Row[], command: string): Figure[] {
  return [false, true].flatMap((hasSlips): Figure[] => {
    const some = rows.filter(({ sort }) => sort.hasSlips === hasSlips)
    const [worst] = some.toSorted((one, other) => median(other.p99) - median(one.p99))
    if (!worst) return []
    const wantedMs = isSuggesting ? WANTED_MS.suggestions : WANTED_MS[hasSlips ? 'slips' : 'words']
    const kindOfWords = hasSlips ? 'words with typos' : 'words as people type them'
    return [
      {
        what: `Search for ${what}, ${kindOfWords}, uncached, one connection: p99`,
        measured: spread(worst.p99, ' ms'),
        wanted: `≤ ${wantedMs} ms`,
        isReached: median(worst.p99) <= wantedMs,
        command,
        note: `The worst: ${worst.sort.name}.`,
        details: {
          title: `Search for ${what}, ${kindOfWords}`,
          columns: ['queries', 'number', 'p50', 'p95', 'p99'],
          rows: some.map(({ sort, queries, p50, p95, p99 }) => [
            sort.name,
            String(queries),
            ...[p50, p95, median(p99)].map((ms) => `${shown(ms)} ms`),
          ]),
        },
      },
    ]
  })
}
