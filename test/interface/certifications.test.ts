import { certifications } from '#src/reference/reference.ts'
import { status } from '../support/expected.ts'
import { scenarios } from '../support/scenarios.ts'

const inAmerica = [
  { certification: 'NR', meaning: '', order: 0 },
  { certification: 'G', meaning: '', order: 1 },
  { certification: 'PG', meaning: '', order: 2 },
  { certification: 'PG-13', meaning: '', order: 3 },
  { certification: 'R', meaning: '', order: 4 },
  { certification: 'NC-17', meaning: '', order: 5 },
]
const inGermany = [
  { certification: '0', meaning: '', order: 1 },
  { certification: '6', meaning: '', order: 2 },
  { certification: '12', meaning: '', order: 3 },
  { certification: '16', meaning: '', order: 4 },
  { certification: '18', meaning: '', order: 5 },
]

/** The lists of the other countries are those of the reference data. */
const all = (of: 'movie' | 'tv', own: object) => {
  const lists = Object.entries(certifications[of]).map(([country, list]) => [
    country,
    list.map(({ certification, order }) => ({ certification, meaning: '', order })),
  ])
  return { certifications: { ...Object.fromEntries(lists), ...own } }
}

scenarios('certifications', [
  ['of movies', 'GET /3/certification/movie/list', 200, all('movie', { US: inAmerica })],
  ['of movies, without a key', 'GET /3/certification/movie/list', 401, status(7), { key: null }],
  ['of series', 'GET /3/certification/tv/list', 200, all('tv', { DE: inGermany })],
  ['of series, without a key', 'GET /3/certification/tv/list', 401, status(7), { key: null }],
])
