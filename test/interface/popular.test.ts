import { status } from '../support/expected.ts'
import * as rows from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'

const pageOf = (all: unknown[], page = 1) => ({
  page,
  results: all.slice(20 * (page - 1), 20 * page),
  total_pages: Math.ceil(all.length / 20),
  total_results: all.length,
})

const { lantern, glimmen, rumours, untitled, reels, shorts, tidewater, greyHours, ferry } = rows
const movies = [lantern, glimmen, rumours, untitled, ...reels, ...shorts]
const german = (row: { original_title: string }) => ({ ...row, overview: '', title: row.original_title })

/** Those of which nothing is known are equally popular. */
const serials = Array.from({ length: 101 }, (_, index) => {
  const name = `Serial ${index + 1}`
  const votes = index < 21 ? {} : { vote_average: 0, vote_count: 0 }
  return { ...rows.serials[0], id: 7001 + index, name, original_name: name, ...votes }
})
const series = [tidewater, greyHours, ferry, ...serials]

const movie = (row: object) => ({ ...row, media_type: 'movie' })
const tv = (row: object) => ({ ...row, media_type: 'tv' })
const people = [
  { ...rows.odalys, known_for: [tv(tidewater), movie(lantern), movie(glimmen)] },
  { ...rows.brannoc, known_for: [tv(tidewater), movie(lantern), movie(rumours)] },
  { ...rows.sunniva, known_for: [tv(tidewater), movie(lantern), tv(greyHours)] },
  { ...rows.tamsin, known_for: [tv(tidewater)] },
  ...[rows.vesper, ...rows.extras].map((person) => ({ ...person, known_for: [] })),
]

scenarios('popular', [
  ['movies: the most popular first, adult ones left out', 'GET /3/movie/popular', 200, pageOf(movies)],
  ['movies: the last page', 'GET /3/movie/popular?page=6', 200, pageOf(movies, 6)],
  ['movies: a page past the end', 'GET /3/movie/popular?page=7', 200, pageOf(movies, 7)],
  [
    'movies in a language: what it lacks is empty, titles are the original ones',
    'GET /3/movie/popular?language=de-DE',
    200,
    pageOf([rows.lanternGerman, rows.glimmenGerman, ...movies.slice(2).map(german)]),
  ],
  [
    'movies with the days of a region, where they have any',
    'GET /3/movie/popular?region=DE',
    200,
    pageOf([{ ...lantern, release_date: '2021-07-01' }, ...movies.slice(1)]),
  ],
  ['movies of a region without days: in lower case it is none', 'GET /3/movie/popular?region=de', 200, pageOf(movies)],
  [
    'a language with an underscore, and a query with a doubled separator',
    'GET /3/movie/popular?&&language=de_DE&&page=1&',
    200,
    pageOf([rows.lanternGerman, rows.glimmenGerman, ...movies.slice(2).map(german)]),
  ],
  ['movies, page 501', 'GET /3/movie/popular?page=501', 400, status(22)],
  ['movies without a key', 'GET /3/movie/popular', 401, status(7), { key: null }],

  ['series: the most popular first, adult ones left out', 'GET /3/tv/popular', 200, pageOf(series)],
  ['series: the last page', 'GET /3/tv/popular?page=6', 200, pageOf(series, 6)],
  ['series: a page past the end', 'GET /3/tv/popular?page=500', 200, pageOf(series, 500)],
  [
    'series in a language',
    'GET /3/tv/popular?language=de-DE',
    200,
    pageOf([
      rows.tidewaterGerman,
      { ...greyHours, name: 'Les Heures grises' },
      ...series.slice(2).map((row) => ({ ...row, overview: '' })),
    ]),
  ],
  ['series, page 0', 'GET /3/tv/popular?page=0', 400, status(22)],

  ['people: the most popular first, adult ones left out', 'GET /3/person/popular', 200, pageOf(people)],
  ['people: the last page', 'GET /3/person/popular?page=6', 200, pageOf(people, 6)],
  ['people: a page past the end', 'GET /3/person/popular?page=7', 200, pageOf(people, 7)],
  [
    'people in a language: their titles are in it too',
    'GET /3/person/popular?language=de-DE&page=1',
    200,
    pageOf([
      {
        ...rows.odalys,
        known_for: [tv(rows.tidewaterGerman), movie(rows.lanternGerman), movie(rows.glimmenGerman)],
      },
      {
        ...rows.brannoc,
        known_for: [tv(rows.tidewaterGerman), movie(rows.lanternGerman), movie(german(rumours))],
      },
      {
        ...rows.sunnivaGerman,
        known_for: [
          tv(rows.tidewaterGerman),
          movie(rows.lanternGerman),
          tv({ ...greyHours, name: 'Les Heures grises' }),
        ],
      },
      { ...rows.tamsin, known_for: [tv(rows.tidewaterGerman)] },
      ...people.slice(4),
    ]),
  ],
])
