import { join } from 'node:path'
import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { raw } from '#src/database/sql.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import type { Benchmark, Figure } from './benchmark.ts'
import { mixed } from './generator/random.ts'
import { catalogueTime } from './support/catalogues.ts'
import { openLoad } from './support/load.ts'
import { coldSettings, serveCatalogue } from './support/server.ts'
import { shown } from './support/statistics.ts'

/** Requests for each filter, with values that titles have. */
const ASKED = 40
/** Requests with three filters. */
const COMBINATIONS = 400
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
async function wordsIn(db: Database, table: string, column: string): Promise<number[]> {
  const rows = await db.all(
    Value,
    raw(`select ${column} as value from ${table}
      where kind = 'movie' and entity_id in (select id from movie where id % 997 = 3) limit 5000`),
  )
  return rows.map(({ value }) => value)
}

const countries = ['US', 'US', 'GB', 'FR', 'DE', 'JP', 'IN', 'IT', 'SE', 'CA']
const languages = ['en', 'en', 'fr', 'es', 'de', 'ja', 'it', 'hi', 'sv']

async function filtersOf(db: Database): Promise<Record<string, Filter>> {
  const genres = await wordsIn(db, 'title_genre', 'genre_id')
  const keywords = await wordsIn(db, 'title_keyword', 'keyword_id')
  const companies = await wordsIn(db, 'title_company', 'company_id')
  const people = await wordsIn(db, 'credit', 'person_id')
  const providers = await wordsIn(db, 'offer', 'provider_id')
  const kinds = ['flatrate', 'rent', 'buy', 'free', 'ads']
  return {
    'vote_average.gte': (draw) => ({ 'vote_average.gte': draw([5, 6, 7, 8, 9]) }),
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
    primary_release_year: (_draw, year) => ({ primary_release_year: year() }),
    year: (_draw, year) => ({ year: year() }),
    with_release_type: (draw) => ({ region: draw(countries), with_release_type: draw([1, 2, 3, 4, 5, 6]) }),
    certification: (draw) => ({ certification_country: 'US', certification: draw(['R', 'PG', 'PG-13', 'G']) }),
    with_cast: (draw) => ({ with_cast: draw(people) }),
    with_crew: (draw) => ({ with_crew: draw(people) }),
    'a word that no title has': () => ({ with_keywords: 2_000_000_000 }),
  }
}

export const discovering: Benchmark = {
  name: 'discover',
  title: 'Discover',
  method: `Movies are asked for in the order of popularity, over one connection, and no reply is cached: ${ASKED} times
with each filter alone, and ${COMBINATIONS} times with three filters at random. Values are drawn from those that titles
have, each as often as titles have it. All of it is asked for once before it is measured.`,
  async run(bench) {
    const load = openLoad()
    const server = await serveCatalogue(bench.large.data, { time: catalogueTime, settings: coldSettings })
    const db = await openSqlite(join(bench.large.data, 'catalogue.sqlite'), { writes: 'none' })
    try {
      const draw = openDraw()
      const years = Array.from({ length: 75 }, (_, index) => 1950 + index)
      const filters = await filtersOf(db)
      const pathOf = (asked: Filters, path = '/3/discover/movie') =>
        `${path}?${new URLSearchParams({ ...strings(asked), api_key: bench.key })}`
      const ask = (name: string) => filters[name]?.(draw, () => draw(years)) ?? {}
      const measure = async (paths: string[]) => {
        await load.run({ url: server.url, paths, connections: 1 })
        return (await load.run({ url: server.url, paths, connections: 1 })).latencyMs
      }
      const rows: [name: string, p50: number, p99: number][] = []
      for (const name of Object.keys(filters)) {
        bench.say(name)
        const { p50, p99 } = await measure(Array.from({ length: ASKED }, () => pathOf(ask(name))))
        rows.push([name, p50, p99])
      }
      const three = () => Object.assign({}, ...[1, 2, 3].map(() => ask(draw(Object.keys(filters))))) as Filters
      const together = await measure(Array.from({ length: COMBINATIONS }, () => pathOf(three())))
      const genres = Array.from({ length: ASKED }, () => ({ genre: ask('with_genres').with_genres ?? 18 }))
      // A household's limit is ten in a second.
      const facets = await measure(genres.slice(0, 5).map((asked) => pathOf(asked, '/discover/movie/facets')))
      const command = bench.commandOf('discover')
      return [alone(rows, command), ...others(together, facets, command)]
    } finally {
      load.close()
      await db.close()
      await server.stop()
    }
  },
}

const strings = (asked: Filters) => Object.fromEntries(Object.entries(asked).map(([name, of]) => [name, String(of)]))

function alone(rows: readonly [name: string, p50: number, p99: number][], command: string): Figure {
  const worst = Math.max(...rows.map(([, , p99]) => p99))
  return {
    what: '`GET /3/discover/movie` with one filter, uncached, one connection: the worst p99 of a filter',
    measured: `${shown(worst)} ms`,
    wanted: `≤ ${WANTED_ALONE_MS} ms`,
    isReached: worst <= WANTED_ALONE_MS,
    command,
    details: {
      title: 'Each filter alone',
      columns: ['filter', 'p50', 'p99'],
      rows: rows.map(([name, p50, p99]) => [`\`${name}\``, `${shown(p50)} ms`, `${shown(p99)} ms`]),
    },
  }
}

type Latency = { p50: number; p99: number }

const others = (together: Latency, facets: Latency, command: string): Figure[] =>
  (
    [
      ['three filters at random', together, WANTED_TOGETHER_MS],
      ['counts of genres, decades and countries', facets, WANTED_FACETS_MS],
    ] as const
  ).map(([what, { p50, p99 }, wanted]) => ({
    what: `Discover, ${what}, uncached, one connection: p99`,
    measured: `${shown(p99)} ms`,
    wanted: `≤ ${wanted} ms`,
    isReached: p99 <= wanted,
    command,
    note: `p50 is ${shown(p50)} ms.`,
  }))
