import { status } from '../support/expected.ts'
import { lantern, lanternGerman, shorts, velvet } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'

const withKeyword = (id: number, all: readonly unknown[], page = 1) => ({
  id,
  page,
  results: all.slice(20 * (page - 1), 20 * page),
  total_pages: Math.ceil(all.length / 20),
  total_results: all.length,
})
const newest = shorts.toReversed()

scenarios('keywords', [
  ['a keyword', 'GET /3/keyword/801', 200, { id: 801, name: 'lighthouse' }],
  ['a keyword that came with a movie', 'GET /3/keyword/802-glass-maker', 200, { id: 802, name: 'glass maker' }],
  ['no keyword', 'GET /3/keyword/1', 404, status(34)],
  ['a keyword that is no number', 'GET /3/keyword/lighthouse', 404, status(6)],
  ['a keyword, without a key', 'GET /3/keyword/801', 401, status(7), { key: null }],

  ['movies with a keyword: adult ones are left out', 'GET /3/keyword/800/movies', 200, withKeyword(800, newest)],
  ['movies with a keyword: the last page', 'GET /3/keyword/800/movies?page=4', 200, withKeyword(800, newest, 4)],
  ['movies with a keyword: a page past the end', 'GET /3/keyword/800/movies?page=5', 200, withKeyword(800, newest, 5)],
  [
    'movies with a keyword, with adult ones: True counts as true',
    'GET /3/keyword/800/movies?include_adult=True&page=5',
    200,
    withKeyword(800, [...newest, velvet], 5),
  ],
  [
    'movies with a keyword that a series has too',
    'GET /3/keyword/801/movies?language=de-DE',
    200,
    withKeyword(801, [lanternGerman]),
  ],
  [
    'movies with a keyword, without adult ones',
    'GET /3/keyword/802/movies?include_adult=false',
    200,
    withKeyword(802, [lantern]),
  ],
  ['movies with no keyword', 'GET /3/keyword/1/movies', 404, status(34)],
  ['movies with a keyword that is no number', 'GET /3/keyword/lighthouse/movies', 404, status(6)],
  ['movies with a keyword, page 0', 'GET /3/keyword/801/movies?page=0', 400, status(22)],
  ['movies with a keyword, without a key', 'GET /3/keyword/801/movies', 401, status(7), { key: null }],
])
