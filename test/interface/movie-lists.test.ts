import { status } from '../support/expected.ts'
import { glimmen, lantern, lanternGerman, reels } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'

const pageOf = (all: unknown[], page = 1) => ({
  page,
  results: all.slice(20 * (page - 1), 20 * page),
  total_pages: Math.ceil(all.length / 20),
  total_results: all.length,
})

const inCinemas = (minimum: string, maximum: string, ...results: unknown[]) => ({
  dates: { maximum, minimum },
  ...pageOf(results),
})

const inGermany = { ...lantern, release_date: '2021-07-01' }
const at = (day: string) => ({ now: `${day}T12:00:00.000Z` })

/** `lantern` came to cinemas in the United States on 18 June 2021, its own day, and in Germany on 1 July. */
scenarios('movie lists', [
  ['top rated: of those with enough votes', 'GET /3/movie/top_rated', 200, pageOf([lantern, ...reels])],
  ['top rated: the last page', 'GET /3/movie/top_rated?page=2', 200, pageOf([lantern, ...reels], 2)],
  ['top rated, a page past the end', 'GET /3/movie/top_rated?page=3', 200, pageOf([lantern, ...reels], 3)],
  [
    'top rated in a language',
    'GET /3/movie/top_rated?language=de-DE',
    200,
    pageOf([lanternGerman, ...reels.map((reel) => ({ ...reel, overview: '' }))]),
  ],
  ['top rated with the days of a region', 'GET /3/movie/top_rated?region=DE', 200, pageOf([inGermany, ...reels])],
  ['top rated, page 0', 'GET /3/movie/top_rated?page=0', 400, status(22)],
  ['top rated without a key', 'GET /3/movie/top_rated', 401, status(7), { key: null }],

  [
    'now playing: on its last day',
    'GET /3/movie/now_playing',
    200,
    inCinemas('2021-06-18', '2021-07-30', lantern),
    at('2021-07-30'),
  ],
  [
    'now playing: a day later',
    'GET /3/movie/now_playing',
    200,
    inCinemas('2021-06-19', '2021-07-31'),
    at('2021-07-31'),
  ],
  [
    'now playing: one without a release counts by its own day',
    'GET /3/movie/now_playing',
    200,
    inCinemas('2026-09-25', '2026-11-06', glimmen),
    at('2026-11-06'),
  ],
  [
    'now playing in a region: its day is shown',
    'GET /3/movie/now_playing?region=DE',
    200,
    inCinemas('2021-07-01', '2021-08-12', inGermany),
    at('2021-08-12'),
  ],
  [
    'now playing in a region with no release of a movie',
    'GET /3/movie/now_playing?region=FR',
    200,
    inCinemas('2021-05-20', '2021-07-01'),
    at('2021-07-01'),
  ],
  [
    'now playing in a language',
    'GET /3/movie/now_playing?language=de-DE',
    200,
    inCinemas('2021-05-20', '2021-07-01', lanternGerman),
    at('2021-07-01'),
  ],
  [
    'now playing may be kept until midnight',
    'GET /3/movie/now_playing',
    200,
    inCinemas('2026-01-27', '2026-03-10'),
    { now: '2026-03-10T23:59:30.000Z', replyHeaders: { 'cache-control': 'public, max-age=30' } },
  ],
  [
    'now playing: the last page',
    'GET /3/movie/now_playing?page=2',
    200,
    { ...inCinemas('2000-12-20', '2001-01-31'), ...pageOf(reels, 2) },
    at('2001-01-31'),
  ],
  [
    'now playing, a page past the end',
    'GET /3/movie/now_playing?page=2',
    200,
    { ...inCinemas('2021-06-18', '2021-07-30', lantern), page: 2, results: [] },
    at('2021-07-30'),
  ],
  ['now playing, page 501', 'GET /3/movie/now_playing?page=501', 400, status(22)],
  ['now playing without a key', 'GET /3/movie/now_playing', 401, status(7), { key: null }],

  [
    'upcoming: on the day before, it is',
    'GET /3/movie/upcoming',
    200,
    inCinemas('2021-06-18', '2021-07-08', lantern),
    at('2021-06-17'),
  ],
  [
    'upcoming: on the day itself it is no longer',
    'GET /3/movie/upcoming',
    200,
    inCinemas('2021-06-19', '2021-07-09'),
    at('2021-06-18'),
  ],
  [
    'upcoming in a region',
    'GET /3/movie/upcoming?region=DE',
    200,
    inCinemas('2021-06-11', '2021-07-01', inGermany),
    at('2021-06-10'),
  ],
  [
    'upcoming: further ahead',
    'GET /3/movie/upcoming?region=DE',
    200,
    inCinemas('2021-06-10', '2021-06-30'),
    at('2021-06-09'),
  ],
  [
    'upcoming in a language',
    'GET /3/movie/upcoming?language=de-DE',
    200,
    inCinemas('2021-06-18', '2021-07-08', lanternGerman),
    at('2021-06-17'),
  ],
  [
    'upcoming: the last page',
    'GET /3/movie/upcoming?page=2',
    200,
    { ...inCinemas('2001-01-01', '2001-01-21'), ...pageOf(reels, 2) },
    at('2000-12-31'),
  ],
  [
    'upcoming, a page past the end',
    'GET /3/movie/upcoming?page=2',
    200,
    { ...inCinemas('2021-06-18', '2021-07-08', lantern), page: 2, results: [] },
    at('2021-06-17'),
  ],
  ['upcoming, page 0', 'GET /3/movie/upcoming?page=0', 400, status(22)],
  ['upcoming without a key', 'GET /3/movie/upcoming', 401, status(7), { key: null }],
])
