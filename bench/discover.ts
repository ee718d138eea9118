import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { catalogueFile } from '#src/database/open.ts'
import { raw } from '#src/database/sql.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import type { Benchmark, Catalogue, Figure } from './benchmark.ts'
import { mixed } from './generator/random.ts'
import type { Asking } from './latencies/search.ts'
import { catalogueTime } from './support/catalogues.ts'
import { type Load, openLoad } from './support/load.ts'
import { coldSettings, serveCatalogue, settled } from './support/server.ts'
import { shown } from './support/statistics.ts'

/** Requests for each filter, with values that titles have. */
const ASKED = 40
/** Requests with three filters. */
const COMBINATIONS = 400
/** Requests for counts, so far apart that the limit of a household, ten in a second, is not reached. */
const COUNTED = 20
const COUNTS_APART_MS = 110
const WANTED_ALONE_MS = 50
const WANTED_TOGETHER_MS = 100
const WANTED_FACETS_MS = 150

type Filters = Record<string, string | number>
type Draw = <Value>(values: readonly Value[]) => Value
/** What a request asks with one filter, drawn by chance. */
type Filter = (draw: Draw, year: () => number) => Filters

/** The same choices in each run. */
function openDraw(): Draw {
  let drawn = 0
  return (values) => values[(mixed(++drawn) >>> 0) % values.length] as never
}

const Value = Type.Object({ value: Type.Integer() })

/** Words that titles have, each as often as titles have it: what is common is drawn more often. */
async function wordsIn(db: Database, kind: Kind, table: string, column: string): Promise<number[]> {
  const rows = await db.all(
    Value,
    raw(`select ${column} as value from ${table}
      where kind = '${kind}' and entity_id in (select id from ${kind} where id % 997 = 3) limit 5000`),
  )
  return rows.map(({ value }) => value)
}

const countries = ['US', 'US', 'GB', 'FR', 'DE', 'JP', 'IN', 'IT', 'SE', 'CA']
const languages = ['en', 'en', 'fr', 'es', 'de', 'ja', 'it', 'hi', 'sv']

type Kind = 'movie' | 'series'

/** Filters that movies and series have. */
async function sharedFilters(db: Database, kind: Kind): Promise<Record<string, Filter>> {
  const genres = await wordsIn(db, kind, 'title_genre', 'genre_id')
  const keywords = await wordsIn(db, kind, 'title_keyword', 'keyword_id')
  const companies = await wordsIn(db, kind, 'title_company', 'company_id')
  const providers = await wordsIn(db, kind, 'offer', 'provider_id')
  const kinds = ['flatrate', 'rent', 'buy', 'free', 'ads']
  return {
    'vote_average.gte': (draw) => ({ 'vote_average.gte': draw([5, 6, 7, 8, 9]) }),
    'vote_average.lte': (draw) => ({ 'vote_average.lte': draw([5, 6, 7, 8, 9]) }),
    'vote_count.gte': (draw) => ({ 'vote_count.gte': draw([1, 10, 50, 200, 1_000, 10_000]) }),
    with_original_language: (draw) => ({ with_original_language: draw(languages) }),
    with_origin_country: (draw) => ({ with_origin_country: draw(countries) }),
    with_genres: (draw) => ({ with_genres: draw(genres) }),
    without_genres: (draw) => ({ without_genres: draw(genres) }),
    with_keywords: (draw) => ({ with_keywords: draw(keywords) }),
    without_keywords: (draw) => ({ without_keywords: draw(keywords) }),
    with_companies: (draw) => ({ with_companies: draw(companies) }),
    with_watch_providers: (draw) => ({ watch_region: draw(countries), with_watch_providers: draw(providers) }),
    with_watch_monetization_types: (draw) => ({
      watch_region: draw(countries),
      with_watch_monetization_types: draw(kinds),
    }),
    'with_runtime.lte': (draw) => ({ 'with_runtime.lte': draw([30, 60, 90, 120]) }),
    'a word that no title has': () => ({ with_keywords: 2_000_000_000 }),
  }
}

async function movieFilters(db: Database): Promise<Record<string, Filter>> {
  const people = await wordsIn(db, 'movie', 'credit', 'person_id')
  return {
    ...(await sharedFilters(db, 'movie')),
    primary_release_year: (_draw, year) => ({ primary_release_year: year() }),
    year: (_draw, year) => ({ year: year() }),
    release_date: (draw, year) => {
      const first = year()
      return { 'release_date.gte': `${first}-03-15`, 'release_date.lte': `${first + draw([0, 1, 9])}-10-31` }
    },
    with_release_type: (draw) => ({ region: draw(countries), with_release_type: draw([1, 2, 3, 4, 5, 6]) }),
    certification: (draw) => ({ certification_country: 'US', certification: draw(['R', 'PG', 'PG-13', 'G']) }),
    with_cast: (draw) => ({ with_cast: draw(people) }),
    with_crew: (draw) => ({ with_crew: draw(people) }),
  }
}

async function seriesFilters(db: Database): Promise<Record<string, Filter>> {
  const networks = await wordsIn(db, 'series', 'title_network', 'network_id')
  return {
    ...(await sharedFilters(db, 'series')),
    with_networks: (draw) => ({ with_networks: draw(networks) }),
    with_status: (draw) => ({ with_status: draw([0, 1, 2, 3, 4, 5]) }),
    with_type: (draw) => ({ with_type: draw([0, 1, 2, 3, 4, 5, 6]) }),
    first_air_date_year: (_draw, year) => ({ first_air_date_year: year() }),
    air_date: (draw, year) => {
      const first = year()
      return { 'air_date.gte': `${first}-03-15`, 'air_date.lte': `${first + draw([0, 1, 9])}-10-31` }
    },
  }
}

export const discovering: Benchmark = {
  name: 'discover',
  title: 'Discover',
  method: `Movies and series are requested in order of popularity, over one connection, and no reply is cached: ${ASKED}
times with each filter alone, and ${COMBINATIONS} times with three random filters. Values are drawn from those that
titles have, as often as titles have them. Everything is requested once before it is measured. Counts beside the page
are requested ${COUNTED} times, one after the other, with a genre.`,
  async run(bench) {
    const load = openLoad()
    const server = await serveCatalogue(bench.large.data, { time: catalogueTime, settings: coldSettings })
    try {
      await settled(server)
      return await discoverFigures(bench.large, { bench, load, url: server.url, key: bench.key }, 'discover')
    } finally {
      load.close()
      await server.stop()
    }
  },
}

/** Discovers in the catalogue of a data folder, at a server that has the same one. */
export async function discoverFigures({ data }: Catalogue, asking: Asking, name: string): Promise<Figure[]> {
  const command = asking.bench.commandOf(name)
  const db = await openSqlite(join(data, catalogueFile), { writes: 'none' })
  try {
    return [
      ...(await figuresOf('movie', await movieFilters(db), asking, command)),
      ...(await figuresOf('tv', await seriesFilters(db), asking, command)),
    ]
  } finally {
    await db.close()
  }
}

async function figuresOf(
  place: 'movie' | 'tv',
  filters: Record<string, Filter>,
  { bench, load, url, key }: Asking,
  command: string,
): Promise<Figure[]> {
  const draw = openDraw()
  const years = Array.from({ length: 75 }, (_, index) => 1950 + index)
  const pathOf = (asked: Filters, path = `/3/discover/${place}`) =>
    `${path}?${new URLSearchParams({ ...strings(asked), api_key: key })}`
  const ask = (name: string) => filters[name]?.(draw, () => draw(years)) ?? {}
  const measure = async (paths: string[]) => {
    await load.run({ url, paths, connections: 1 })
    return (await load.run({ url, paths, connections: 1 })).latencyMs
  }
  const rows: Row[] = []
  for (const name of Object.keys(filters)) {
    bench.say(`${place}: ${name}`)
    const { p50, p99 } = await measure(Array.from({ length: ASKED }, () => pathOf(ask(name))))
    rows.push([name, p50, p99])
  }
  bench.say(`${place}: three filters`)
  const three = () => Object.assign({}, ...[1, 2, 3].map(() => ask(draw(Object.keys(filters))))) as Filters
  const together = await measure(Array.from({ length: COMBINATIONS }, () => pathOf(three())))
  bench.say(`${place}: counts`)
  const genres = Array.from({ length: COUNTED }, () => ({ genre: ask('with_genres').with_genres ?? 18 }))
  const facets = await counting(
    load,
    url,
    genres.map((asked) => pathOf(asked, `/discover/${place}/facets`)),
  )
  return [alone(place, rows, command), ...others(place, together, facets, command)]
}

/** One request after the other, each of them twice, of which the second one counts. */
async function counting(load: Load, url: string, paths: readonly string[]): Promise<Latency> {
  const times: number[] = []
  for (const path of [...paths, ...paths]) {
    await setTimeout(COUNTS_APART_MS)
    times.push((await load.run({ url, paths: [path], connections: 1 })).latencyMs.max)
  }
  const sorted = times.slice(paths.length).sort((one, other) => one - other)
  return { p50: sorted[Math.floor(sorted.length / 2)] ?? 0, p99: sorted.at(-1) ?? 0 }
}

const strings = (asked: Filters) => Object.fromEntries(Object.entries(asked).map(([name, of]) => [name, String(of)]))

type Row = [name: string, p50: number, p99: number]

function alone(place: 'movie' | 'tv', rows: readonly Row[], command: string): Figure {
  const [slowest, , worst] = rows.reduce((one, other) => (other[2] > one[2] ? other : one))
  return {
    what: `\`GET /3/discover/${place}\` with one filter, uncached, one connection: the worst p99 of a filter`,
    measured: `${shown(worst)} ms`,
    wanted: `≤ ${WANTED_ALONE_MS} ms`,
    isReached: worst <= WANTED_ALONE_MS,
    command,
    note: `The worst: \`${slowest}\`.`,
    details: {
      title: `Each filter alone, ${place}`,
      columns: ['filter', 'p50', 'p99'],
      rows: rows.map(([name, p50, p99]) => [`\`${name}\``, `${shown(p50)} ms`, `${shown(p99)} ms`]),
    },
  }
}

type Latency = { p50: number; p99: number }

const others = (place: 'movie' | 'tv', together: Latency, facets: Latency, command: string): Figure[] =>
  (
    [
      ['three filters at random', together, WANTED_TOGETHER_MS],
      ['counts of genres, decades and countries', facets, WANTED_FACETS_MS],
    ] as const
  ).map(([what, { p50, p99 }, wanted]) => ({
    what: `Discover (${place}), ${what}, uncached, one connection: p99`,
    measured: `${shown(p99)} ms`,
    wanted: `≤ ${wanted} ms`,
    isReached: p99 <= wanted,
    command,
    note: `p50 is ${shown(p50)} ms.`,
  }))
