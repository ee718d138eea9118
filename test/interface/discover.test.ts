import { status } from '../support/expected.ts'
import * as rows from '../support/rows.ts'
import { type Scenario, scenarios } from '../support/scenarios.ts'

const pageOf = (all: unknown[], page = 1) => ({
  page,
  results: all.slice(20 * (page - 1), 20 * page),
  total_pages: Math.ceil(all.length / 20),
  total_results: all.length,
})

const { lantern, glimmen, rumours, untitled, reels, shorts, velvet, tidewater, greyHours, ferry } = rows
const movies = [lantern, glimmen, untitled, ...reels, ...shorts]
const inGermany = { ...lantern, release_date: '2021-07-01' }

const serials = Array.from({ length: 101 }, (_, index) => {
  const name = `Serial ${index + 1}`
  const votes = index < 21 ? {} : { vote_average: 0, vote_count: 0 }
  return { ...rows.serials[0], id: 7001 + index, name, original_name: name, ...votes }
})
const series = [tidewater, greyHours, ferry, ...serials]
const midnight = {
  ...greyHours,
  adult: true,
  first_air_date: '',
  id: 605,
  name: 'Midnight Ballast',
  origin_country: [],
  original_language: 'en',
  original_name: 'Midnight Ballast',
  popularity: 99,
}

/** `1,2,…`. */
const numbersTo = (most: number) => Array.from({ length: most }, (_, at) => at + 1).join()

const byTitle = <Row extends { title: string }>(all: readonly Row[]) =>
  [...all].sort((one, other) => (one.title < other.title ? -1 : 1))
const byIds = <Row extends { id: number }>(all: readonly Row[]) => [...all].sort((one, other) => one.id - other.id)
const inPagesOf60 = { total_pages: 2, total_results: 104 }
const backwards = <Row>(all: readonly Row[]) => [...all].reverse()
/** Queries about movies with what they find, in the order of popularity. */
const ofMovies = (table: Record<string, unknown[]>) => found('movie', table)
const ofSeries = (table: Record<string, unknown[]>) => found('tv', table)
const found = (of: string, table: Record<string, unknown[]>): Scenario[] =>
  Object.entries(table).map(([query, expected]) => [
    `${of}: ${query || 'without filters'}`,
    `GET /3/discover/${of}?${query}`,
    200,
    pageOf(expected),
    // Nothing here is called differently in the other dialect.
    { dialect: 'neutral' },
  ])

/**
 * `lantern` is from the US and Germany, where it came out on 1 July 2021 for those of 12 years; in the US it had a
 * premiere on 30 May and came to cinemas on 18 June, with PG-13. 301 and 302 play in it; 302 and 303 are of its crew.
 */
scenarios('discover', [
  ...ofMovies({
    '': movies,
    'include_video=true': [lantern, glimmen, rumours, untitled, ...reels, ...shorts],
    'include_adult=True&include_video=false': [lantern, glimmen, velvet, untitled, ...reels, ...shorts],
    'include_adult=perhaps': movies,

    'with_genres=18': [lantern],
    'with_genres=18,878': [lantern],
    'with_genres=18,16': [],
    'with_genres=18|90001': [lantern, glimmen],
    'with_genres=18,878|90001': [lantern, glimmen],
    'with_genres=999999': [],
    'with_genres=none': movies,
    'without_genres=16': [lantern, glimmen, untitled, ...reels],
    'with_genres=drama': [lantern],
    'with_genres=Drama|none': [lantern],
    'without_original_language=de,xx': movies.filter(({ original_language }) => original_language !== 'de'),
    'without_origin_country=US|XX': [glimmen, untitled, ...reels, ...shorts],
    'without_genres=16,18|drama': [glimmen, untitled, ...reels],
    'with_keywords=801,802': [lantern],
    'with_keywords=800': shorts,
    'without_keywords=800|801': [glimmen, untitled, ...reels],
    'with_companies=101': [lantern, glimmen],
    'with_companies=101,103': [lantern],
    'without_companies=103': [glimmen, untitled, ...shorts],

    'with_cast=302': [lantern],
    'with_cast=301': [lantern, glimmen],
    'with_cast=303': [],
    'with_crew=302': [lantern],
    'with_crew=301': [],
    'with_people=301,303': [lantern],
    'with_people=303|301': [lantern, glimmen],

    'with_original_language=de': [glimmen],
    'with_original_language=de|fr&include_adult=true': [glimmen, velvet],
    'with_original_language=de,en': [],
    'with_original_language=en-US': [],
    'with_origin_country=DE': [lantern, glimmen],
    'with_origin_country=US,DE': [lantern],
    'with_origin_country=XX': [],

    'vote_average.gte=5&vote_average.lte=7': reels,
    'vote_average.gte=7.412': [lantern],
    'vote_average.gte=seven': movies,
    'vote_count.gte=1': [lantern, ...reels],
    'vote_count.lte=0': [glimmen, untitled, ...shorts],
    // A bound may have a fraction, though nothing has half a vote.
    'vote_count.gte=0.5': [lantern, ...reels],
    'vote_count.lte=0.5': [glimmen, untitled, ...shorts],
    'with_runtime.gte=84&include_adult=true': [lantern, velvet],
    'with_runtime.lte=100&include_adult=true': [velvet],
    'with_runtime.gte=83.5&include_adult=true': [lantern, velvet],
    'with_runtime.lte=100.5&include_adult=true': [velvet],

    'primary_release_year=2001': reels,
    'primary_release_date.gte=2021-06-18': [lantern, glimmen],
    'primary_release_date.lte=2001-01-02': reels.slice(0, 2),
    'primary_release_date.gte=2021-06-19&primary_release_date.lte=2026-11-04': [],
    'primary_release_date.gte=soon': movies,
    'primary_release_year=21': movies,

    'year=2021': [lantern],
    'year=2001': reels,
    'release_date.gte=2021-05-30&release_date.lte=2021-05-30': [lantern],
    'release_date.gte=2021-07-02&release_date.lte=2025-01-01': [],
    'release_date.lte=2001-01-01': [reels[0]],
    'region=DE': [inGermany],
    'region=de': [],
    'region=Germany': movies,
    'region=DE&release_date.lte=2021-06-30': [],
    'region=US&with_release_type=1': [{ ...lantern, release_date: '2021-05-30' }],
    'region=US&with_release_type=3|1': [lantern],
    'region=US&with_release_type=1|3': [{ ...lantern, release_date: '2021-05-30' }],
    'region=US&with_release_type=1,3': [{ ...lantern, release_date: '2021-05-30' }],
    'region=US&with_release_type=4': [],
    'region=DE&with_release_type=1,3': [],
    'with_release_type=4': movies,
    'with_release_type=4&year=2021': [],
    'with_release_type=3&year=2021': [lantern],

    'certification_country=US&certification=PG-13': [lantern],
    'certification_country=US&certification=R|PG-13': [lantern],
    'certification_country=US&certification=R': [],
    'certification_country=DE&certification.lte=12': [lantern],
    'certification_country=DE&certification.gte=16': [],
    'certification_country=DE&certification.gte=6&certification.lte=12': [lantern],
    'certification_country=US&certification.lte=unheard-of': movies,
    'certification=PG-13': movies,

    'watch_region=DE&with_watch_providers=901': [lantern],
    'watch_region=DE&with_watch_providers=901,903': [lantern],
    'watch_region=US&with_watch_providers=903': [],
    'watch_region=DE&with_watch_monetization_types=rent': [lantern],
    'watch_region=DE&with_watch_monetization_types=buy|ads': [],
    'watch_region=US&with_watch_providers=902&with_watch_monetization_types=buy': [lantern],
    'watch_region=US&with_watch_providers=902&with_watch_monetization_types=free': [],
    'watch_region=DE&without_watch_providers=901': movies.slice(1),
    'with_watch_providers=903': movies,
    'without_watch_providers=901': movies,

    'sort_by=popularity.asc': backwards(movies),
    'sort_by=vote_average.desc': [lantern, ...backwards(reels), ...backwards(shorts), untitled, glimmen].sort(
      (one, other) => other.vote_average - one.vote_average || other.id - one.id,
    ),
    'sort_by=vote_count.asc&vote_count.gte=1': [...reels, lantern],
    'sort_by=revenue.desc&vote_count.gte=1': [lantern, ...backwards(reels)],
    'sort_by=title.asc&vote_count.gte=1': byTitle([lantern, ...reels]),
    'sort_by=title.desc&vote_count.gte=1': backwards(byTitle([lantern, ...reels])),
    'sort_by=original_title.asc&with_companies=101': [glimmen, lantern],
    'sort_by=primary_release_date.desc&without_genres=16': [glimmen, lantern, ...backwards(reels), untitled],
    'sort_by=primary_release_date.asc&without_genres=16': [...reels, lantern, glimmen, untitled],
    'sort_by=release_date.asc&without_genres=16': [...reels, lantern, glimmen, untitled],
    'sort_by=colour.desc': movies,
    'with_genres=16|18&vote_count.gte=1&with_people=301&with_origin_country=US': [lantern],
  }),
  ['movies: the last page', 'GET /3/discover/movie?page=6', 200, pageOf(movies, 6)],
  [
    'movies: a later page of what an index finds',
    'GET /3/discover/movie?with_genres=16&page=2',
    200,
    pageOf(shorts, 2),
  ],
  ['movies: a page past the end', 'GET /3/discover/movie?page=7', 200, pageOf(movies, 7)],
  ['movies in a language', 'GET /3/discover/movie?with_genres=18&language=de', 200, pageOf([rows.lanternGerman])],
  ['movies without a key', 'GET /3/discover/movie', 401, status(7), { key: null }],
  ['movies, page 501', 'GET /3/discover/movie?page=501', 400, status(22)],
  ['movies with as many conditions as may be', `GET /3/discover/movie?with_genres=${numbersTo(38)}`, 200, pageOf([])],
  ['movies with too many', `GET /3/discover/movie?with_genres=${numbersTo(41)}`, 422, status(5)],
  [
    'movies with too many together',
    `GET /3/discover/movie?with_genres=${numbersTo(20)}&with_people=${numbersTo(20)}`,
    422,
    status(5),
  ],
  [
    'movies with one value many times',
    `GET /3/discover/movie?with_genres=${'drama,18,'.repeat(50)}878`,
    200,
    pageOf([lantern]),
  ],
  [
    'movies with one of many',
    `GET /3/discover/movie?with_genres=${numbersTo(41).replaceAll(',', '%7C')}`,
    200,
    pageOf([lantern, ...shorts]),
  ],
  ['movies of too many countries', `GET /3/discover/movie?with_origin_country=${numbersTo(41)}`, 422, status(5)],

  ...ofSeries({
    '': series,
    'include_adult=true&vote_count.lte=0&with_original_language=en': [midnight, ferry, ...serials.slice(21)],
    'with_genres=18,9648': [tidewater],
    'without_genres=18&popularity=1&vote_count.gte=1': serials.slice(0, 21),
    'with_keywords=801': [tidewater],
    'without_keywords=801&with_origin_country=FR': [greyHours],
    'without_origin_country=US|DE&with_genres=18,9648': [tidewater],
    'without_origin_country=FR&with_genres=18,9648': [],
    'without_original_language=en&vote_count.gte=1': [],
    'without_networks=201|202&vote_count.gte=1&vote_count.lte=300': serials.slice(0, 21),
    'with_companies=103': serials.slice(0, 22),
    'without_companies=103&vote_count.gte=1': [tidewater],
    'with_networks=202': [tidewater],
    'with_networks=201,202': [tidewater],
    'with_networks=203|204': [],
    'with_status=0': [tidewater],
    'with_status=3|5': [greyHours, ferry],
    'with_status=0,3': [],
    'with_status=9': series,
    'with_type=2': [greyHours],
    'with_type=4|2': [tidewater, greyHours, ferry],
    'with_original_language=fr': [greyHours],
    'with_origin_country=GB': [tidewater],
    'with_origin_country=GB,FR': [tidewater],
    'with_runtime.gte=50': [tidewater],
    'with_runtime.gte=46&with_runtime.lte=49': [],
    'with_runtime.lte=45': [tidewater],
    'vote_average.gte=8': [tidewater],
    'vote_average.lte=7.9&vote_average.gte=1': serials.slice(0, 21),
    'first_air_date_year=2026': [greyHours, ferry],
    'first_air_date.gte=2024-09-02': [tidewater, greyHours, ferry],
    'first_air_date.lte=2026-03-09': [tidewater, ferry],
    'first_air_date.gte=2026-03-10&include_null_first_air_dates=true&vote_count.lte=0': [
      greyHours,
      ...serials.slice(21),
    ],
    'air_date.gte=2026-03-12&air_date.lte=2026-03-12': serials.slice(0, 21),
    'air_date.gte=2026-03-16': [tidewater, greyHours],
    'air_date.lte=2024-09-01': [tidewater],
    'air_date.gte=2026-03-17T03:30:00Z&air_date.lte=2026-03-16': [tidewater],
    'air_date.gte=2026-03-17T03:30:00Z&air_date.lte=2026-03-16&timezone=UTC': [],
    'screened_theatrically=true': [tidewater],
    'screened_theatrically=false': series,
    'watch_region=GB&with_watch_providers=901&with_watch_monetization_types=flatrate': [tidewater],
    'watch_region=GB&without_watch_providers=901&vote_count.gte=201': [],
    'sort_by=popularity.asc': backwards(series),
    'sort_by=first_air_date.desc': [greyHours, ferry, tidewater],
    'sort_by=first_air_date.asc': [tidewater, ferry, greyHours],
    'sort_by=first_air_date.asc&include_null_first_air_dates=true&without_companies=103': [
      ...[tidewater, ferry, greyHours],
      ...serials.slice(22),
    ],
    'sort_by=vote_count.desc&vote_count.gte=1': [tidewater, ...backwards(serials.slice(0, 21))],
    'sort_by=vote_average.asc&vote_count.gte=1': [...serials.slice(0, 21), tidewater],
    'sort_by=name.asc&with_type=2|4': [greyHours, ferry, tidewater],
    'sort_by=original_name.desc&with_type=2|4': [tidewater, ferry, greyHours],
  }),
  ['series: the last page', 'GET /3/discover/tv?page=6', 200, pageOf(series, 6)],
  ['series: a page past the end', 'GET /3/discover/tv?page=7', 200, pageOf(series, 7)],
  ['series in a language', 'GET /3/discover/tv?with_genres=18&language=de', 200, pageOf([rows.tidewaterGerman])],
  ['series without a key', 'GET /3/discover/tv', 401, status(7), { key: null }],
  ['series, page 0', 'GET /3/discover/tv?page=0', 400, status(22)],
  [
    'to their end by cursors, whatever the order is',
    [
      [
        'the first ones',
        'GET /3/discover/tv?cursor=&page_size=60&sort_by=name.desc',
        200,
        { ...inPagesOf60, page: 1, results: byIds(series).slice(0, 60), next_cursor: /^[\w-]+$/ },
      ],
      [
        'the others',
        'GET /3/discover/tv?cursor={1.next_cursor}&page_size=60',
        200,
        { ...inPagesOf60, page: 1, results: byIds(series).slice(60), next_cursor: null },
      ],
      ['with other filters', 'GET /3/discover/tv?cursor={1.next_cursor}&with_genres=18', 422, status(5)],
    ],
  ],
])
