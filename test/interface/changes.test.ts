import { status } from '../expected.ts'
import { scenarios } from '../scenarios.ts'

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

scenarios('changes', [
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
  ['15 days until today', 'GET /3/tv/changes?start_date=2026-02-23', 422, status(20)],
  ['an end before the start', 'GET /3/tv/changes?start_date=2026-03-02&end_date=2026-03-01', 422, status(20)],
  ['a start after today', 'GET /3/tv/changes?start_date=2026-03-11', 422, status(20)],
  ['a start that is no day', 'GET /3/tv/changes?start_date=2026-02-30', 400, status(23)],
  ['an end that is no day', 'GET /3/tv/changes?end_date=yesterday', 400, status(23)],
  ['page 501', 'GET /3/tv/changes?page=501', 400, status(22)],
  ['no key', 'GET /3/tv/changes', 401, status(7), { key: null }],
])
