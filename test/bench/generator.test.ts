import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { Type } from 'typebox'
import { sql } from '#src/database/sql.ts'
import { isFault, readLine, type SkippedFields } from '#src/import/line.ts'
import { packageRoot } from '#src/package-root.ts'
import { dayAfter } from '#src/reference/days.ts'
import { catalogueDay } from '../../bench/generator/days.ts'
import { heaviest } from '../../bench/generator/heaviest.ts'
import { catalogueLines } from '../../bench/generator/lines.ts'
import { permutationOf } from '../../bench/generator/permutation.ts'
import { changedSeries, revisionLines, rowsPerSeries } from '../../bench/generator/revision.ts'
import { type World, worldOf } from '../../bench/generator/world.ts'
import { type AnyLine, emptyCatalogue, importInto, openFor } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

/** What the generator wrote when its output was last changed on purpose: every machine has to write the same. */
const digest = {
  lines: 'ecf011a0e5864aff21b4488861fa68031b73af3c3c834eb3798a08dbcd750fe3',
  revision: '355f1db9931dff0e84328db2c8f1d58850535978a999f9206924aec22b8b86f2',
}

const digestOf = (lines: Iterable<object>) => {
  const hash = createHash('sha256')
  for (const line of lines) hash.update(JSON.stringify(line) + '\n')
  return hash.digest('hex')
}

const small = worldOf(200)
const large = worldOf(2_000)
const linesOf = (world: World): AnyLine[] => [...catalogueLines(world)]
const largeLines = linesOf(large)
const ofKind = (kind: string) => largeLines.filter((line) => line.kind === kind)
const movies = ofKind('movie')
const series = ofKind('series')
const seasons = ofKind('season')
const episodes = ofKind('episode')

test('a seed gives the same bytes, everywhere and every time', () => {
  assert.deepEqual({ lines: digestOf(catalogueLines(small)), revision: digestOf(revisionLines(small)) }, digest)
  assert.equal(digestOf(catalogueLines(worldOf(200))), digest.lines)
  assert.notEqual(digestOf(catalogueLines(worldOf(200, 2))), digest.lines)
})

test('the command writes these lines to a packed file and to standard output', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-generator-'))
  context.after(() => rm(folder, { recursive: true }))
  const generate = (...options: string[]) =>
    execFileSync(execPath, [join(packageRoot, 'bench/generate.ts'), '--movies', '20', ...options])
  const output = join(folder, 'lines.ndjson.zst')
  generate('--output', output)
  const packed = zstdDecompressSync(await readFile(output))
  assert.equal(createHash('sha256').update(packed).digest('hex'), digestOf(catalogueLines(worldOf(20))))
  assert.deepEqual(generate('--output', '-'), packed)
  const revision = generate('--output', '-', '--revision')
  assert.equal(createHash('sha256').update(revision).digest('hex'), digestOf(revisionLines(worldOf(20))))
})

test('everything grows with the number of movies', () => {
  const { season, ...counts } = worldOf(100_000).counts
  assert.deepEqual(counts, {
    movie: 100_000,
    series: 20_000,
    episode: 500_000,
    person: 400_000,
    company: 31_200,
    network: 350,
    collection: 1_200,
    keyword: 4_000,
    provider: 240,
  })
  assert.ok(season > 45_000 && season < 52_000, `${season} seasons`)
  for (const world of [small, large]) {
    const lines = linesOf(world)
    for (const [kind, count] of Object.entries(world.counts)) {
      const ids = lines.filter((line) => line.kind === kind).map(({ id }) => id)
      assert.deepEqual(
        ids,
        Array.from({ length: count }, (_, index) => index + 1),
        kind,
      )
    }
  }
})

test('four series of a hundred have an episode in the next seven days', () => {
  const week = episodes.filter(({ air_date }) => air_date >= catalogueDay && air_date < dayAfter(catalogueDay, 7))
  assert.equal(new Set(week.map(({ series_id }) => series_id)).size, 16)
})

/** The value below which a share of the numbers lies. */
const at = (numbers: number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(share * numbers.length)] as number
const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
const shareOf = (numbers: number[], isCounted: (number: number) => boolean) =>
  numbers.filter(isCounted).length / numbers.length

function creditsOf({ credits, created_by }: AnyLine): number {
  const lists = [credits?.cast, credits?.crew, credits?.guest_stars, created_by]
  return lists.reduce((sum, list) => sum + (list?.length ?? 0), 0)
}

/** How often each id is named. */
function timesOf(lists: ({ id: number }[] | undefined)[]): Map<number, number> {
  const times = new Map<number, number>()
  for (const { id } of lists.flatMap((list) => list ?? [])) times.set(id, (times.get(id) ?? 0) + 1)
  return times
}
const timesNamed = (lists: Parameters<typeof timesOf>[0]) => [...timesOf(lists).values()]

const [castSizes, titles, overviews, regions] = [
  movies.map(({ credits }): number => credits?.cast.length ?? 0),
  movies.map(({ title }): number => title.length),
  movies.flatMap(({ overview }): number[] => (overview ? [overview.length] : [])),
  movies.map(({ release_dates }): number => release_dates.results.length),
]
const casts = castSizes.filter((size) => size > 0)
const actors = timesNamed([...movies, ...series].map(({ credits }) => credits?.cast))
const directors = timesNamed(
  movies.map(({ credits }) => credits?.crew.filter((one: AnyLine) => one.job === 'Director')),
)
const companies = timesNamed(movies.map(({ production_companies }) => production_companies))
const votes = movies.filter(({ vote_count }) => vote_count > 0)
const voteCounts = votes.map(({ vote_count }): number => vote_count)
const minutes = movies.map(({ runtime }): number => runtime ?? 0).filter((runtime) => runtime > 40)
const offersOf = (line: AnyLine) =>
  Object.values<AnyLine>(line['watch/providers']?.results ?? {}).flatMap(({ link: _link, ...types }) =>
    Object.values(types).flat(),
  )
const pictures = movies.flatMap(({ images }): AnyLine[] => [...(images?.posters ?? []), ...(images?.backdrops ?? [])])
const share = (lines: AnyLine[], isCounted: (line: AnyLine) => unknown) => lines.filter(isCounted).length / lines.length
/** How many titles of a thousand have each word, the most frequent one first. */
const wordShares = (() => {
  const words = movies.flatMap(
    ({ title }): string[] => [...new Set(title.toLowerCase().split(/[^\p{L}\p{N}']+/u))] as string[],
  )
  const times = [...Map.groupBy(words, (word) => word).values()].map(({ length }) => (1_000 * length) / movies.length)
  return times.toSorted((a, b) => b - a)
})()
const idsOfSeries = (lines: AnyLine[]) => [lines.map(({ series_id }) => ({ id: series_id as number }))]
const seasonCounts = timesNamed(idsOfSeries(seasons.filter(({ season_number }) => season_number > 0)))

/** What was measured in real catalogues lies within these bounds. */
const shapes: [what: string, value: number, from: number, to: number][] = [
  ['no cast', shareOf(castSizes, (size) => size === 0), 0.11, 0.13],
  ['cast, median', at(casts, 0.5), 6, 8],
  ['cast, 90 %', at(casts, 0.9), 17, 20],
  ['cast, greatest', Math.max(...casts), 60, 138],
  ['title, median', at(titles, 0.5), 14, 16],
  ['title, 90 %', at(titles, 0.9), 25, 29],
  ['overview, median', at(overviews, 0.5), 340, 380],
  ['actors with one credit', shareOf(actors, (credits) => credits === 1), 0.5, 0.6],
  ['credits of actors, 99 %', at(actors, 0.99), 28, 42],
  ['directors with one film', shareOf(directors, (films) => films === 1), 0.5, 0.6],
  ['films of directors, 90 %', at(directors, 0.9), 5, 7],
  ['companies with one film', shareOf(companies, (films) => films === 1), 0.55, 0.75],
  ['films of the greatest company', Math.max(...companies), 80, 600],
  ['regions, median', at(regions, 0.5), 1, 2],
  ['regions, 75 %', at(regions, 0.75), 14, 20],
  ['genres', mean(movies.map(({ genres }) => genres.length)), 1.6, 2],
  ['companies of a movie', mean(movies.map((movie) => movie.production_companies?.length ?? 0)), 1.35, 1.6],
  ['aliases', mean(movies.map((movie) => movie.alternative_titles?.titles.length ?? 0)), 0.4, 0.6],
  ['votes, median', at(voteCounts, 0.5), 25, 36],
  ['votes, 90 %', at(voteCounts, 0.9), 400, 800],
  ['average of votes', mean(votes.map(({ vote_average }) => vote_average)), 5.7, 6.2],
  ['feature minutes, median', at(minutes, 0.5), 91, 95],
  ['English', movies.filter((movie) => movie.original_language === 'en').length / movies.length, 0.35, 0.45],
  ['seasons, median', at(seasonCounts, 0.5), 1, 1],
  ['seasons, 90 %', at(seasonCounts, 0.9), 5, 7],
  ['episodes of a series', episodes.length / series.length, 25, 25],
  ['episodes of the longest series', Math.max(...timesNamed(idsOfSeries(episodes))), 1_000, 15_000],
  ['titles with the most frequent word, of 1,000', wordShares[0] as number, 180, 320],
  ['titles with the 50th word, of 1,000', wordShares[49] as number, 3, 9],
  ['titles with the 200th word, of 1,000', wordShares[199] as number, 1, 3],
  ['movies that are offered somewhere', share(movies, (movie) => movie['watch/providers']), 0.3, 0.4],
  ['offers for a movie', mean(movies.map((movie) => offersOf(movie).length)), 1.5, 4],
  ['series with other orders', share(series, (one) => one.episode_groups), 0.01, 0.06],
  ['movies of which only the year is known', share(movies, (one) => one.release_date_precision === 'year'), 0.08, 0.2],
  ['pictures that say who is on them', share(pictures, ({ people }) => people), 0.08, 0.16],
  ['credits for each movie', largeLines.reduce((sum, line) => sum + creditsOf(line), 0) / movies.length, 15, 20],
]

for (const [what, value, from, to] of shapes) {
  test(`the shape of real catalogues holds: ${what}`, () => assert.ok(value >= from && value <= to, `${value}`))
}

test('the heaviest hundredth is known without the lines', () => {
  const inSeries = Map.groupBy(episodes, ({ series_id }) => series_id)
  const inSeason = Map.groupBy(episodes, ({ series_id, season_number }) => `${series_id} ${season_number}`)
  const sizes: [kind: 'movie' | 'series' | 'season' | 'episode', sizeOf: (line: AnyLine) => number][] = [
    ['movie', creditsOf],
    ['episode', creditsOf],
    ['season', ({ series_id, season_number }) => inSeason.get(`${series_id} ${season_number}`)?.length ?? 0],
    ['series', (line) => (inSeries.get(line.id)?.length ?? 0) + (line.credits?.cast.length ?? 0)],
  ]
  for (const [kind, sizeOf] of sizes) {
    const lines = ofKind(kind)
    const ids = new Set(heaviest(large, kind))
    assert.equal(ids.size, Math.round(lines.length / 100), kind)
    const least = Math.min(...lines.filter(({ id }) => ids.has(id)).map(sizeOf))
    const others = lines.filter(({ id }) => !ids.has(id)).map(sizeOf)
    assert.ok(
      others.every((size) => size <= least),
      kind,
    )
  }
})

test('the heaviest people, companies and networks are known nearly', () => {
  const titles = [...movies, ...series]
  const named = {
    person: timesOf(titles.flatMap(({ credits }) => [credits?.cast, credits?.crew])),
    company: timesOf(titles.map(({ production_companies }) => production_companies)),
    network: timesOf(series.map(({ networks }) => networks)),
  }
  // There are only seven networks, so the heaviest one is not far from the others.
  for (const [kind, factor] of [
    ['person', 8],
    ['company', 8],
    ['network', 2],
  ] as const) {
    const heavy = heaviest(large, kind).map((id) => named[kind].get(id) ?? 0)
    assert.ok(mean(heavy) > factor * mean([...named[kind].values()]), kind)
  }
})

test('popularity says nothing about the id, and the other way round', () => {
  const popular = movies.filter(({ popularity }) => popularity > 3)
  const early = popular.filter(({ id }) => id <= 1_000)
  assert.ok(Math.abs(early.length / popular.length - 0.5) < 0.1, `${early.length} of ${popular.length}`)
})

test('a shuffled order has each number once, and leads back', () => {
  for (const length of [1, 2, 3, 10, 99, 1_000]) {
    const { to, from } = permutationOf(1, 2, length)
    const numbers = Array.from({ length }, (_, index) => index)
    assert.deepEqual(
      numbers.map(to).toSorted((a, b) => a - b),
      numbers,
    )
    assert.deepEqual(numbers.map(to).map(from), numbers)
  }
})

test('the reader takes every line, and leaves no field aside', () => {
  const aside: SkippedFields = { ignored: new Map(), computed: new Map() }
  for (const line of [...largeLines, ...revisionLines(large)]) {
    const read = readLine(JSON.stringify(line), aside)
    assert.ok(!isFault(read), JSON.stringify([line, read]))
  }
  assert.deepEqual(aside, { ignored: new Map(), computed: new Map() })
})

const Count = Type.Object({ kind: Type.String(), entities: Type.Integer(), rows: Type.Integer() })

forEachEngine(emptyCatalogue, (engine) => {
  test('an import takes everything, and the revision changes what it should', async (context) => {
    const db = await openFor(context, engine)
    const base = await importInto(db, catalogueLines(small), { isStrict: true })
    assert.deepEqual([base.refused, base.unresolved], [[], []])
    const created = Object.values(small.counts).reduce((sum, count) => sum + count, 0)
    assert.deepEqual(base.records, { created, changed: 0, unchanged: 0 })
    assert.deepEqual((await importInto(db, catalogueLines(small))).records, {
      created: 0,
      changed: 0,
      unchanged: created,
    })

    const { summary, refused, unresolved } = await importInto(db, revisionLines(small), { isStrict: true })
    assert.deepEqual([refused, unresolved, summary.created], [[], [], 0])
    const rows = await db.one(
      Count,
      sql`
      select kind, count(distinct entity_id) as entities, count(*) as rows from change
      where edit_id = ${summary.edit_id ?? 0} and kind = 'series' group by kind`,
    )
    const entities = changedSeries(small)
    assert.deepEqual(rows, { kind: 'series', entities, rows: entities * rowsPerSeries })
  })
})
