import { status } from '../support/expected.ts'
import * as rows from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'

const pageOf = (all: unknown[], page = 1) => ({
  page,
  results: all.slice(20 * (page - 1), 20 * page),
  total_pages: Math.ceil(all.length / 20),
  total_results: all.length,
})

type Row = { id: number; popularity?: number }
const movie = <Given extends Row>(row: Given) => ({ ...row, media_type: 'movie' })
const tv = (row: Row) => ({ ...row, media_type: 'tv' })
const person = (row: Row) => ({ ...row, media_type: 'person' })
const german = (row: { id: number; original_title: string }) => ({ ...row, overview: '', title: row.original_title })

const { lantern, glimmen, rumours, untitled, reels, shorts, tidewater, greyHours, ferry } = rows
const movies = [lantern, glimmen, rumours, untitled, ...reels, ...shorts].map(movie)
const serials = Array.from({ length: 101 }, (_, index) => {
  const name = `Serial ${index + 1}`
  const votes = index < 21 ? {} : { vote_average: 0, vote_count: 0 }
  return { ...rows.serials[0], id: 7001 + index, name, original_name: name, ...votes }
})
const series = [tidewater, greyHours, ferry, ...serials].map(tv)
const works: Readonly<Record<number, unknown[]>> = {
  [rows.odalys.id]: [tv(tidewater), movie(lantern), movie(glimmen)],
  [rows.brannoc.id]: [tv(tidewater), movie(lantern), movie(rumours)],
  [rows.sunniva.id]: [tv(tidewater), movie(lantern), tv(greyHours)],
  [rows.tamsin.id]: [tv(tidewater)],
}
const people = [rows.odalys, rows.brannoc, rows.sunniva, rows.tamsin, rows.vesper, ...rows.extras].map((row) => {
  return { ...person(row), known_for: works[row.id] ?? [] }
})
/** Nobody has asked for anything yet, so what is popular is trending; `sort` keeps the order of kinds and ids. */
const all = [...movies, ...series, ...people].toSorted((one, other) => (other.popularity ?? 0) - (one.popularity ?? 0))

scenarios('trending', [
  ['everything of the day, adult ones left out', 'GET /3/trending/all/day', 200, pageOf(all)],
  ['everything of the week, a later page', 'GET /3/trending/all/week?page=9', 200, pageOf(all, 9)],
  ['everything in a language, past the end', 'GET /3/trending/all/day?page=500&language=de', 200, pageOf(all, 500)],
  ['everything of a month', 'GET /3/trending/all/month', 400, status(5)],
  ['movies of the day', 'GET /3/trending/movie/day', 200, pageOf(movies)],
  ['movies of the week, the last page', 'GET /3/trending/movie/week?page=6', 200, pageOf(movies, 6)],
  ['movies, a page past the end', 'GET /3/trending/movie/week?page=7', 200, pageOf(movies, 7)],
  [
    'movies in a language',
    'GET /3/trending/movie/day?language=de-DE',
    200,
    {
      ...pageOf(movies),
      results: [
        ...[rows.lanternGerman, rows.glimmenGerman].map(movie),
        ...[rumours, untitled, ...reels, ...shorts].map((row) => movie(german(row))),
      ].slice(0, 20),
    },
  ],
  ['movies of no time', 'GET /3/trending/movie/0', 400, status(5)],
  ['series of the day', 'GET /3/trending/tv/day', 200, pageOf(series)],
  ['series of the week, the second page', 'GET /3/trending/tv/week?page=2', 200, pageOf(series, 2)],
  ['series in a language, past the end', 'GET /3/trending/tv/week?page=99&language=de', 200, pageOf(series, 99)],
  ['series of a month', 'GET /3/trending/tv/month', 400, status(5)],
  ['people of the day, with what they are known for', 'GET /3/trending/person/day', 200, pageOf(people)],
  ['people in a language, the last page', 'GET /3/trending/person/week?page=2&language=de', 200, pageOf(people, 2)],
  ['people, a page past the end', 'GET /3/trending/person/week?page=7', 200, pageOf(people, 7)],
  ['people of a year', 'GET /3/trending/person/year', 400, status(5)],
  ['movies, page 501', 'GET /3/trending/movie/day?page=501', 400, status(22)],
  ['another type of media', 'GET /3/trending/episode/day', 404, status(34)],
  ['movies without a key', 'GET /3/trending/movie/day', 401, status(7), { key: null }],
])
