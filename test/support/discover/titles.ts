import type { TitleKind } from '#src/catalogue/discover/filter.ts'
import { hex, type Line } from '../world/line.ts'

/** What filters ask about a title, as a line says it. */
export type Facts = {
  id: number
  title: string
  adult: boolean
  video: boolean
  language: string
  day: string
  minutes: number[]
  votes: number
  average: number
  popularity: number
  revenue: number
  countries: string[]
  genres: number[]
  keywords: number[]
  companies: number[]
  networks: number[]
  status: string
  type: string
  releases: { country: string; type: number; day: string; certification: string }[]
  offers: { country: string; type: string; provider: number }[]
  credits: { person: number; type: 'cast' | 'crew' }[]
  airDays: string[]
  isScreened: boolean
}

const TITLES = 60

/** The same numbers at each run: a linear congruential generator. */
function numbers(seed: number) {
  let state = seed
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const one = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value
  const some = <Value>(values: readonly Value[], share = 3) => values.filter(() => below(share) === 0)
  return { below, one, some }
}

export const days = ['2000-02-28', '2000-03-01', '2001-01-20', '2001-06-05', '2001-06-15', '2001-12-31', '2010-01-01']
/** Bounds: some of these days, and others that cut the month of some. */
export const bounding = ['2000-03-01', '2001-06-10', '2001-06-20', '2001-12-31']
export const countries = ['US', 'DE', 'FR']
export const certifications = ['G', 'PG-13', 'R']
export const people = [11, 12, 13]

/** Titles whose facts are drawn from few values, so that filters meet. */
export function titlesOf(of: TitleKind): Facts[] {
  const { below, one, some } = numbers(of === 'movie' ? 1 : 2)
  return Array.from({ length: TITLES }, (_, index) => ({
    id: 9_001 + index,
    title: one(['Ash', 'Birch', 'Cedar', 'Éclair']),
    adult: below(8) === 0,
    video: of === 'movie' && below(8) === 0,
    language: one(['en', 'de', 'fr']),
    day: one(['', ...days]),
    minutes: of === 'movie' ? [one([0, 60, 90, 120])] : some([20, 45, 60]),
    votes: one([0, 10, 200, 300]),
    average: one([0, 5, 7.5, 9]),
    popularity: one([1, 2, 3, 4.5]),
    revenue: one([0, 5_000, 3_000_000_000]),
    countries: some(countries),
    genres: some([18, 35, 16]),
    keywords: some([801, 802, 803]),
    companies: some([21, 22]),
    networks: of === 'series' ? some([31, 32]) : [],
    status: one(['Ended', 'Canceled', 'Returning Series']),
    type: one(['Scripted', 'News']),
    releases:
      of === 'movie'
        ? some(countries).flatMap((country) =>
            some([1, 3, 4], 2).map((type) => ({
              country,
              type,
              day: one(days),
              certification: one(['', ...certifications]),
            })),
          )
        : [],
    offers: some(countries).flatMap((country) =>
      some(['flatrate', 'rent', 'free'], 2).map((type) => ({ country, type, provider: one([901, 902]) })),
    ),
    credits: some(people).map((person) => ({ person, type: one(['cast', 'crew'] as const) })),
    airDays: of === 'series' ? some(days) : [],
    isScreened: of === 'series' && below(4) === 0,
  }))
}

const word = (kind: string, id: number): Line => ({ kind, id, source: 'grove', name: `${kind} ${id}` })

/** What the titles refer to. */
export const words: readonly Line[] = [
  {
    kind: 'source',
    id: 'grove',
    name: 'Grove',
    licence: 'CC0-1.0',
    url: 'https://grove.example',
    rank: 500,
    redistributable: true,
  },
  ...[801, 802, 803].map((id) => word('keyword', id)),
  ...[901, 902].map((id) => word('provider', id)),
  ...[21, 22].map((id) => word('company', id)),
  ...[31, 32].map((id) => word('network', id)),
  ...people.map((id) => word('person', id)),
]

const ids = (all: readonly number[]) => all.map((id) => ({ id }))

/** The lines of a title: its own, and for a series those of its season and its episodes. */
export function linesOf(of: TitleKind, facts: Facts): Line[] {
  const name = of === 'movie' ? 'title' : 'name'
  const credit = (type: string) =>
    facts.credits.flatMap(({ person, type: its }, index) =>
      its === type
        ? [
            {
              id: person,
              credit_id: hex(facts.id * 100 + index),
              order: index,
              department: 'Directing',
              job: 'Director',
            },
          ]
        : [],
    )
  const offers = Map.groupBy(facts.offers, ({ country }) => country)
  const shared = {
    id: facts.id,
    source: 'grove',
    [name]: facts.title,
    [`original_${name}`]: facts.title,
    original_language: facts.language,
    adult: facts.adult,
    status: facts.status,
    popularity: facts.popularity,
    vote_average: facts.average,
    vote_count: facts.votes,
    origin_country: facts.countries,
    genres: ids(facts.genres),
    keywords: { [of === 'movie' ? 'keywords' : 'results']: ids(facts.keywords) },
    production_companies: ids(facts.companies),
    credits: { cast: credit('cast').map(({ department: _, job: __, ...role }) => role), crew: credit('crew') },
    'watch/providers': {
      results: Object.fromEntries(
        [...offers].map(([country, own]) => [
          country,
          Object.fromEntries(own.map(({ type, provider }) => [type, [{ provider_id: provider }]])),
        ]),
      ),
    },
  }
  return of === 'movie' ? [movieLine(facts, shared)] : seriesLines(facts, shared)
}

/** A title with the day that is shown: a movie without a stated one has that of its releases. */
export function asShown(facts: Facts): Facts {
  const earliest = (wanted: (release: Facts['releases'][number]) => boolean) =>
    facts.releases
      .filter(wanted)
      .map(({ day }) => day)
      .sort()[0]
  const inCinemas = earliest(({ country, type }) => facts.countries.includes(country) && (type === 2 || type === 3))
  return { ...facts, day: facts.day || (inCinemas ?? earliest(() => true) ?? '') }
}

const movieLine = (facts: Facts, shared: object): Line => ({
  kind: 'movie',
  ...(shared as { id: number }),
  video: facts.video,
  release_date: facts.day,
  runtime: facts.minutes[0],
  revenue: facts.revenue,
  release_dates: {
    results: [...Map.groupBy(facts.releases, ({ country }) => country)].map(([iso_3166_1, releases]) => ({
      iso_3166_1,
      release_dates: releases.map(({ type, day, certification }) => ({
        type,
        certification,
        release_date: `${day}T00:00:00.000Z`,
      })),
    })),
  },
})

function seriesLines(facts: Facts, shared: object): Line[] {
  const { id } = facts
  const numbering = { source: 'grove', series_id: id, season_number: 1 }
  const airDays = facts.isScreened && facts.airDays.length === 0 ? [''] : facts.airDays
  const episodes = airDays.map((air_date, index): Line => {
    const day = air_date === '' ? {} : { air_date }
    return { kind: 'episode', id: id * 100 + index, ...numbering, episode_number: index + 1, name: 'Part', ...day }
  })
  const screened = facts.isScreened ? { screened_theatrically: { results: [{ id: id * 100 }] } } : {}
  const line: Line = {
    kind: 'series',
    ...(shared as { id: number }),
    type: facts.type,
    first_air_date: facts.day,
    episode_run_time: facts.minutes,
    networks: ids(facts.networks),
    ...screened,
  }
  return [line, { kind: 'season', id: id * 10, ...numbering, name: 'Season 1' }, ...episodes]
}
