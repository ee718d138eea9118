import { status } from '../support/expected.ts'
import { scenarios } from '../support/scenarios.ts'

const germanRelease = {
  certification: '12',
  descriptors: [],
  iso_639_1: 'de',
  note: '',
  release_date: '2021-07-01T00:00:00.000Z',
  type: 3,
}
const premiere = {
  certification: '',
  descriptors: [],
  iso_639_1: '',
  note: 'Festival of Lamps',
  release_date: '2021-05-30T00:00:00.000Z',
  type: 1,
}
const americanRelease = {
  certification: 'PG-13',
  descriptors: ['Violence', 'Language'],
  iso_639_1: 'en',
  note: '',
  release_date: '2021-06-18T00:00:00.000Z',
  type: 3,
}

const releaseDates = [
  { iso_3166_1: 'DE', release_dates: [germanRelease] },
  { iso_3166_1: 'US', release_dates: [premiere, americanRelease] },
]
const releases = [
  { certification: '12', descriptors: [], iso_3166_1: 'DE', primary: false, release_date: '2021-07-01' },
  { certification: '', descriptors: [], iso_3166_1: 'US', primary: false, release_date: '2021-05-30' },
  {
    certification: 'PG-13',
    descriptors: ['Violence', 'Language'],
    iso_3166_1: 'US',
    primary: false,
    release_date: '2021-06-18',
  },
]

scenarios('releases', [
  [
    'release dates of a movie, by country and date',
    'GET /3/movie/501/release_dates',
    200,
    { id: 501, results: releaseDates },
  ],
  ['no release dates', 'GET /3/movie/502/release_dates', 200, { id: 502, results: [] }],
  ['release dates of no movie', 'GET /3/movie/599/release_dates', 404, status(34)],
  [
    'the older form: one row for each release, none of them the primary one',
    'GET /3/movie/501/releases',
    200,
    { id: 501, countries: releases },
  ],
  ['the older form of none', 'GET /3/movie/502/releases', 200, { id: 502, countries: [] }],
  ['the older form of no movie', 'GET /3/movie/599/releases', 404, status(34)],
  [
    'ratings of a series, by country: one may have several',
    'GET /3/tv/601/content_ratings',
    200,
    {
      id: 601,
      results: [
        { descriptors: [], iso_3166_1: 'DE', rating: '12' },
        { descriptors: ['Dialogue', 'Language'], iso_3166_1: 'US', rating: 'TV-14' },
        { descriptors: [], iso_3166_1: 'US', rating: 'TV-MA' },
      ],
    },
  ],
  ['no ratings of a series', 'GET /3/tv/602/content_ratings', 200, { id: 602, results: [] }],
  ['ratings of no series', 'GET /3/tv/699/content_ratings', 404, status(34)],
])
