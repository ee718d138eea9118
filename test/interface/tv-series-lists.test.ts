import { status } from '../support/expected.ts'
import { ferry, greyHours, serials, tidewater, tidewaterGerman } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'

const pageOf = (rows: unknown[], page = 1) => ({
  page,
  results: rows.slice(20 * (page - 1), 20 * page),
  total_pages: Math.ceil(rows.length / 20),
  total_results: rows.length,
})

/**
 * Episodes of `tidewater` air on the test day and on the last of the seven days, the first one of `greyHours` a day
 * later, and one of `ferry` on the day before the test day.
 */
scenarios('tv series lists', [
  [
    'on the air: the most popular first, adult ones left out',
    'GET /3/tv/on_the_air',
    200,
    pageOf([tidewater, ...serials]),
  ],
  ['on the air: the last page', 'GET /3/tv/on_the_air?page=2', 200, pageOf([tidewater, ...serials], 2)],
  ['on the air: a page past the end', 'GET /3/tv/on_the_air?page=3', 200, pageOf([tidewater, ...serials], 3)],
  [
    'on the air where it is tomorrow already',
    'GET /3/tv/on_the_air?timezone=Pacific/Kiritimati',
    200,
    pageOf([tidewater, greyHours, ...serials]),
  ],
  [
    'on the air where it is still yesterday',
    'GET /3/tv/on_the_air?timezone=America/New_York',
    200,
    pageOf([tidewater, ferry, ...serials]),
    { now: '2026-03-10T03:59:00.000Z' },
  ],
  [
    'on the air in a language: what it lacks is empty, names are the original ones',
    'GET /3/tv/on_the_air?language=fr-FR&timezone=Pacific/Kiritimati',
    200,
    pageOf([
      {
        ...tidewater,
        name: 'Signaux de marée',
        overview: 'Des gardiens se parlent la nuit.',
        poster_path: '/tidewater-fr.jpg',
      },
      { ...greyHours, name: 'Les Heures grises', overview: 'Une ville sans soleil.' },
      ...serials,
    ]),
  ],
  [
    'on the air in a year without episodes',
    'GET /3/tv/on_the_air',
    200,
    pageOf([]),
    { now: '2027-01-01T00:00:00.000Z' },
  ],
  [
    'on the air may be kept until midnight',
    'GET /3/tv/on_the_air?page=3',
    200,
    pageOf([tidewater, ...serials], 3),
    { now: '2026-03-10T23:59:30.000Z', replyHeaders: { 'cache-control': 'public, max-age=30' } },
  ],
  ['on the air, page 0', 'GET /3/tv/on_the_air?page=0', 400, status(22)],
  ['on the air without a key', 'GET /3/tv/on_the_air', 401, status(7), { key: null }],

  ['airing today', 'GET /3/tv/airing_today', 200, pageOf([tidewater])],
  ['airing today, on another day', 'GET /3/tv/airing_today', 200, pageOf([ferry]), { now: '2026-03-09T12:00:00.000Z' }],
  [
    'airing today where it is still yesterday',
    'GET /3/tv/airing_today?timezone=America/New_York',
    200,
    pageOf([ferry]),
    { now: '2026-03-10T03:59:00.000Z' },
  ],
  [
    'airing today in a language, a page past the end',
    'GET /3/tv/airing_today?language=de-DE&page=2',
    200,
    pageOf([tidewater], 2),
  ],
  [
    'airing today: the last page',
    'GET /3/tv/airing_today?page=2',
    200,
    pageOf(serials, 2),
    { now: '2026-03-12T12:00:00.000Z' },
  ],
  ['airing today, page 0', 'GET /3/tv/airing_today?page=0', 400, status(22)],
  ['airing today without a key', 'GET /3/tv/airing_today', 401, status(7), { key: null }],

  ['top rated: of those with enough votes', 'GET /3/tv/top_rated', 200, pageOf([tidewater, ...serials])],
  ['top rated in a language', 'GET /3/tv/top_rated?language=de-DE', 200, pageOf([tidewaterGerman, ...serials])],
  ['top rated: the last page', 'GET /3/tv/top_rated?page=2', 200, pageOf([tidewater, ...serials], 2)],
  ['top rated, a page past the end', 'GET /3/tv/top_rated?page=3', 200, pageOf([tidewater, ...serials], 3)],
  ['top rated, page 0', 'GET /3/tv/top_rated?page=0', 400, status(22)],
  ['top rated without a key', 'GET /3/tv/top_rated', 401, status(7), { key: null }],
])
