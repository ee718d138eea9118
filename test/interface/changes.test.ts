import { status } from '../support/expected.ts'
import { scenarios } from '../support/scenarios.ts'

/** The world's hand-made series came on 1 March at 8 o'clock, the 101 generated ones on 9 March at 18 o'clock. */
const serials = Array.from({ length: 101 }, (_, index) => ({ id: 7001 + index, adult: false }))
const handMade = [
  { id: 601, adult: false },
  { id: 602, adult: false },
  { id: 603, adult: true },
  { id: 604, adult: false },
  { id: 605, adult: true },
]
const all = [...serials, ...handMade]

const pageOf = (results: unknown[], total_results: number, page = 1) => ({
  page,
  results,
  total_pages: Math.ceil(total_results / 100),
  total_results,
})

/** Movies and people: the hand-made ones with the adult one among them, and 101 generated ones of each. */
const named = (first: number, count: number, adult?: number) =>
  Array.from({ length: count }, (_, index) => ({ id: first + index, adult: first + index === adult }))
const movies = [...named(5101, 21), ...named(5201, 80), ...named(501, 5, 503)]
const people = [...named(3001, 101), ...named(301, 6, 305)]

scenarios('changes', [
  ['of movies in the past 24 hours', 'GET /3/movie/changes', 200, pageOf(movies.slice(0, 100), 101)],
  [
    'of movies from a day until today',
    'GET /3/movie/changes?start_date=2026-03-01&page=2',
    200,
    pageOf(movies.slice(100), 106, 2),
  ],
  ['of movies, a page past the end', 'GET /3/movie/changes?page=3', 200, pageOf([], 101, 3)],
  ['of movies on one day', 'GET /3/movie/changes?end_date=2026-03-01', 200, pageOf(movies.slice(101), 5)],
  ['of movies, 15 days apart', 'GET /3/movie/changes?start_date=2026-02-14&end_date=2026-03-01', 422, status(20)],
  ['of people in the past 24 hours', 'GET /3/person/changes', 200, pageOf(people.slice(0, 100), 101)],
  [
    'of people from a day until today',
    'GET /3/person/changes?start_date=2026-03-01&page=2',
    200,
    pageOf(people.slice(100), 107, 2),
  ],
  ['of people, a page past the end', 'GET /3/person/changes?page=3', 200, pageOf([], 101, 3)],
  ['of people on one day', 'GET /3/person/changes?end_date=2026-03-01', 200, pageOf(people.slice(101), 6)],
  [
    'of people, an end before the start',
    'GET /3/person/changes?start_date=2026-03-02&end_date=2026-03-01',
    422,
    status(20),
  ],

  ['of series in the past 24 hours: 100 on a page', 'GET /3/tv/changes', 200, pageOf(serials.slice(0, 100), 101)],
  ['the last page', 'GET /3/tv/changes?page=2', 200, pageOf(serials.slice(100), 101, 2)],
  ['a page past the end', 'GET /3/tv/changes?page=3', 200, pageOf([], 101, 3)],
  [
    'to the millisecond: they are 24 hours old',
    'GET /3/tv/changes?page=2',
    200,
    pageOf(serials.slice(100), 101, 2),
    { now: '2026-03-10T18:00:00.000Z' },
  ],
  ['to the millisecond: they are older', 'GET /3/tv/changes', 200, pageOf([], 0), { now: '2026-03-10T18:00:00.001Z' }],
  [
    'from a day until today, the latest change first',
    'GET /3/tv/changes?start_date=2026-03-01&page=2',
    200,
    pageOf(all.slice(100), 106, 2),
  ],
  [
    'a time behind the day counts for nothing',
    'GET /3/tv/changes?end_date=2026-03-01T07:00:00Z',
    200,
    pageOf(handMade, 5),
  ],
  ['on one day: an end alone', 'GET /3/tv/changes?end_date=2026-03-01', 200, pageOf(handMade, 5)],
  ['before anything changed', 'GET /3/tv/changes?end_date=2026-02-28', 200, pageOf([], 0)],
  [
    'between two days, both of which count',
    'GET /3/tv/changes?start_date=2026-02-20&end_date=2026-03-01',
    200,
    pageOf(handMade, 5),
  ],
  ['14 days apart', 'GET /3/tv/changes?start_date=2026-02-15&end_date=2026-03-01', 200, pageOf(handMade, 5)],
  ['15 days apart', 'GET /3/tv/changes?start_date=2026-02-14&end_date=2026-03-01', 422, status(20)],
  ['a start alone, and the 14 days after it', 'GET /3/tv/changes?start_date=2026-02-15', 200, pageOf(handMade, 5)],
  ['an end before the start', 'GET /3/tv/changes?start_date=2026-03-02&end_date=2026-03-01', 422, status(20)],
  ['a start after today', 'GET /3/tv/changes?start_date=2026-03-11', 200, pageOf([], 0)],
  ['page 501', 'GET /3/tv/changes?page=501', 400, status(22)],
  ['no key', 'GET /3/tv/changes', 401, status(7), { key: null }],
])
