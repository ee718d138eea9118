import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { discover } from '#src/catalogue/discover/discover.ts'
import { type Filter, parametersOf, type TitleKind } from '#src/catalogue/discover/filter.ts'
import { movieFilters } from '#src/catalogue/discover/movie-filters.ts'
import { standardPrices } from '#src/catalogue/discover/plan.ts'
import type { Limits } from '#src/catalogue/discover/samples.ts'
import { seriesFiltersOfPages } from '#src/catalogue/discover/series-filters.ts'
import { prepareCatalogue } from '#src/catalogue/edits/apply-edit.ts'
import { queryReader } from '#src/contract/parameters.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { migrate } from '#src/database/migrate.ts'
import { movie } from '#src/groups/discover/movie.ts'
import { importLines } from '#src/import/import.ts'
import { packageRoot } from '#src/package-root.ts'
import { seriesOfPages } from '#src/pages/discover/series.ts'
import { runs } from '../support/arbitrary/runs.ts'
import { holds, inOrder, type Query } from '../support/discover/scan.ts'
import {
  asShown,
  bounding,
  certifications,
  countries,
  linesOf,
  people,
  titlesOf,
  words,
} from '../support/discover/titles.ts'
import { forEachEngine } from '../support/engines.ts'
import { testDay } from '../support/world.ts'

const titles = { movie: titlesOf('movie'), series: titlesOf('series') }
const shown = { movie: titles.movie.map(asShown), series: titles.series }

async function load(db: Migratable) {
  await migrate(db, join(packageRoot, 'migrations'))
  await prepareCatalogue(db, new Date(testDay))
  const refused: unknown[] = []
  const note = (problem: unknown) => void refused.push(problem)
  const lines = (['movie', 'series'] as const).flatMap((of) => titles[of].flatMap((title) => linesOf(of, title)))
  const options = { now: () => new Date(testDay), onRefused: note, onUnresolved: note }
  await importLines(db, [...words, ...lines], options)
  assert.deepEqual(refused, [])
}

/** Each way of finding titles has to find the same, whatever it costs. */
const collected = {
  few: -1,
  counted: -1,
  sampled: 1,
  certain: 1_000_000,
  walk: 1_000_000,
  sample: 0,
  prices: standardPrices,
}
const free = { column: 0, entry: 0, entries: 0 }
const ways: Readonly<Record<string, Limits>> = {
  'by the rarest filter': { ...collected, few: 1_000, counted: 1_000, sample: 1_000_000 },
  'by a part of the rarest filter': { ...collected, few: 1, counted: 1_000, sampled: 1_000 },
  'by a walk': { ...collected, certain: 0 },
  'by a walk that ends soon': { ...collected, certain: 0, walk: 1, prices: { ...standardPrices, facts: 0.01 } },
  'among all': { ...collected, prices: { ...standardPrices, facts: 0, look: free } },
  'in several indexes': { ...collected, prices: { facts: 100, entry: 0, sorted: 0, title: 50, row: 0, look: free } },
}

const list = (...values: (number | string)[]) =>
  fc
    .tuple(fc.subarray(values, { minLength: 1, maxLength: 2 }), fc.constantFrom(',', '|'))
    .map(([some, separator]) => some.join(separator))
const one = (...values: (number | string | boolean)[]) => fc.constantFrom(...values.map(String))
const bounds = (name: string, ...values: (number | string)[]) => ({
  [`${name}.gte`]: one(...values),
  [`${name}.lte`]: one(...values),
})

const shared = {
  include_adult: one(true, false),
  ...bounds('vote_average', 5, 7.5),
  ...bounds('vote_count', 0, 10, 200),
  with_original_language: list('en', 'de', 'xx'),
  without_original_language: list('en', 'xx'),
  with_origin_country: list(...countries),
  without_origin_country: list(...countries),
  with_genres: list(18, 35, 16),
  without_genres: list(18, 35),
  with_keywords: list(801, 802, 803),
  without_keywords: list(801, 802),
  with_companies: list(21, 22),
  without_companies: list(21, 22),
  watch_region: one(...countries),
  with_watch_providers: list(901, 902),
  without_watch_providers: list(901, 902),
  with_watch_monetization_types: list('flatrate', 'rent', 'free'),
}
const orders = (...names: string[]) => one(...names.flatMap((name) => [`${name}.asc`, `${name}.desc`]))

const parameters = {
  movie: {
    ...shared,
    sort_by: orders('popularity', 'vote_average', 'vote_count', 'revenue', 'title', 'primary_release_date'),
    include_video: one(true, false),
    ...bounds('with_runtime', 60, 90),
    primary_release_year: one(2000, 2001),
    ...bounds('primary_release_date', ...bounding),
    year: one(2000, 2001),
    ...bounds('release_date', ...bounding),
    region: one(...countries),
    with_release_type: list(1, 3, 4),
    certification_country: one('US', 'US', 'DE'),
    certification: list(...certifications),
    ...bounds('certification', ...certifications),
    with_cast: list(...people),
    with_crew: list(...people),
    with_people: list(...people),
  },
  series: {
    ...shared,
    sort_by: orders('popularity', 'vote_average', 'vote_count', 'name', 'first_air_date'),
    with_networks: list(31, 32),
    without_networks: list(31, 32),
    with_status: list(0, 3, 4),
    with_type: list(1, 4),
    with_people: list(...people),
    ...bounds('with_runtime', 30, 45, 60),
    first_air_date_year: one(2000, 2001),
    ...bounds('first_air_date', ...bounding),
    include_null_first_air_dates: one(true, false),
    ...bounds('air_date', ...bounding),
    screened_theatrically: one(true, false),
  },
} as const

/** A place among the titles, behind which those of a cursor begin. */
const cursor = 9_020

/** An order, and up to so many other parameters: more of them find nothing. */
const mostParameters = 3
const queries = (of: TitleKind): fc.Arbitrary<Query> => {
  const { sort_by, ...others } = parameters[of] as Record<string, fc.Arbitrary<string>>
  const names = fc.subarray(Object.keys(others), { maxLength: mostParameters })
  return names.chain((some) => {
    const chosen = Object.entries({ ...others, sort_by }).filter(([name]) => name === 'sort_by' || some.includes(name))
    return fc.record(Object.fromEntries(chosen) as Record<string, fc.Arbitrary<string>>)
  })
}

/** Days of a month that is cut at both ends: some titles have earlier and later ones in that year, and one between. */
const examples: Readonly<Record<TitleKind, Query>> = {
  movie: { sort_by: 'popularity.desc', 'release_date.gte': '2001-06-10', 'release_date.lte': '2001-06-20' },
  series: { sort_by: 'popularity.desc', 'air_date.gte': '2001-05-10', 'air_date.lte': '2001-06-20' },
}

test('every filter is tried', () => {
  const untried = (of: TitleKind, filters: readonly Filter[]) =>
    Object.keys(parametersOf(filters)).filter((name) => !Object.hasOwn(parameters[of], name))
  assert.deepEqual([untried('movie', movieFilters), untried('series', seriesFiltersOfPages)], [[], ['timezone']])
})

forEachEngine(load, (engine) => {
  test('random filters find what a scan of all titles finds, in its order', async (context) => {
    const db = await engine.open()
    context.after(() => db.close())
    let found = 0
    for (const kind of ['movie', 'series'] as const) {
      const read = queryReader((kind === 'movie' ? movie : seriesOfPages).query)
      await fc.assert(
        fc.asyncProperty(queries(kind), async (query) => {
          const expected = inOrder(
            query.sort_by as string,
            shown[kind].filter((title) => holds(kind, query, title)),
          )
          found += expected.length
          for (const [way, limits] of Object.entries(ways)) {
            const { ids, total } = await discover(
              db,
              { of: kind, asked: read(query), limits },
              { page: 1, page_size: titles[kind].length },
            )
            assert.deepEqual([way, ids], [way, expected])
            const behind = expected.filter((id) => id > cursor).sort((one, other) => one - other)
            const rest = await discover(db, { of: kind, asked: read(query), limits }, { page: 2, page_size: 5, cursor })
            assert.deepEqual([way, rest.ids, rest.total], [way, behind.slice(0, 5), total])
            if (way !== 'by a part of the rarest filter' && !way.startsWith('by a walk'))
              assert.equal(total, expected.length)
          }
        }),
        { numRuns: runs(25, 300), seed: 20_261_123, examples: [[examples[kind]]] },
      )
    }
    assert.ok(found > 1_000, 'most queries find something')
  })
})
