import { status } from '../support/expected.ts'
import { glimmen, glimmenGerman, lantern, reels, rumours, serials, untitled } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'

const pageOf = (all: unknown[], page = 1) => ({
  page,
  results: all.slice(20 * (page - 1), 20 * page),
  total_pages: Math.ceil(all.length / 20),
  total_results: all.length,
})
const none = pageOf([])
const typed = (row: object) => ({ ...row, media_type: 'movie' })
const typedSeries = (row: object) => ({ ...row, media_type: 'tv' })

/** Those of the same company as the first, and of nothing else. */
const lastSerial = {
  ...serials[0],
  id: 7022,
  name: 'Serial 22',
  original_name: 'Serial 22',
  vote_average: 0,
  vote_count: 0,
}
const likeSerial = [...serials.slice(1), lastSerial]

/** Those of its collection come first, and those that only share a person, whom all movies have, come last. */
const likeLantern = [glimmen, untitled, rumours, ...reels]
const inGerman = [glimmenGerman, untitled, rumours, ...reels].map((row) => ({
  ...row,
  overview: row === glimmenGerman ? row.overview : '',
}))
const besideLantern = { ...untitled, ...lantern }

scenarios('similar titles and recommendations', [
  ['movies like one', 'GET /3/movie/501/similar', 200, pageOf(likeLantern)],
  ['movies like one: the last page', 'GET /3/movie/501/similar?page=2', 200, pageOf(likeLantern, 2)],
  ['movies like one: a page past the end', 'GET /3/movie/501/similar?page=3', 200, pageOf(likeLantern, 3)],
  ['movies like one, in a language', 'GET /3/movie/501/similar?language=de-DE', 200, pageOf(inGerman)],
  ['the older name in a language', 'GET /3/movie/501/similar_movies?language=de-DE', 200, pageOf(inGerman)],
  ['the older name: a page past the end', 'GET /3/movie/501/similar_movies?page=3', 200, pageOf(likeLantern, 3)],
  ['movies like one, by its outside id', 'GET /3/movie/tt0000501/similar?page=2', 200, pageOf(likeLantern, 2)],
  ['movies like one by the older name', 'GET /3/movie/501/similar_movies?page=2', 200, pageOf(likeLantern, 2)],
  ['by the older name and its outside id', 'GET /3/movie/tt0000501/similar_movies', 200, pageOf(likeLantern)],
  ['movies like one of which little is known', 'GET /3/movie/505/similar', 200, pageOf([besideLantern])],
  ['series like no other', 'GET /3/tv/601/similar', 200, none],
  ['series like one', 'GET /3/tv/7001/similar', 200, pageOf(likeSerial)],
  ['series like one: the last page', 'GET /3/tv/7001/similar?page=2', 200, pageOf(likeSerial, 2)],
  ['series like one, in a language', 'GET /3/tv/601/similar?language=de', 200, none],
  ['series like one: a page past the end', 'GET /3/tv/601/similar?page=2', 200, { ...none, page: 2 }],
  ['similar: no such movie', 'GET /3/movie/999/similar', 404, status(34)],
  ['similar: no such movie, by the older name', 'GET /3/movie/999/similar_movies', 404, status(34)],
  ['similar: no such series', 'GET /3/tv/999/similar', 404, status(34)],
  ['similar: page 0', 'GET /3/movie/501/similar?page=0', 400, status(22)],
  ['similar: page 501', 'GET /3/tv/601/similar?page=501', 400, status(22)],
  ['similar by the older name: page 0', 'GET /3/movie/501/similar_movies?page=0', 400, status(22)],
  ['similar without a key', 'GET /3/movie/501/similar', 401, status(7), { key: null }],

  ['recommended while nobody keeps it', 'GET /3/movie/501/recommendations', 200, pageOf(likeLantern.map(typed))],
  ['recommended: the last page', 'GET /3/movie/501/recommendations?page=2', 200, pageOf(likeLantern.map(typed), 2)],
  ['recommended, in a language', 'GET /3/movie/501/recommendations?language=de', 200, pageOf(inGerman.map(typed))],
  [
    'recommended: a page past the end',
    'GET /3/movie/501/recommendations?page=3',
    200,
    pageOf(likeLantern.map(typed), 3),
  ],
  ['recommended: series like one', 'GET /3/tv/7001/recommendations', 200, pageOf(likeSerial.map(typedSeries))],
  ['recommended: more of them', 'GET /3/tv/7001/recommendations?page=2', 200, pageOf(likeSerial.map(typedSeries), 2)],
  ['recommended: series', 'GET /3/tv/601/recommendations', 200, none],
  ['recommended: series in a language', 'GET /3/tv/601/recommendations?language=de', 200, none],
  ['recommended: series past the end', 'GET /3/tv/601/recommendations?page=2', 200, { ...none, page: 2 }],
  ['recommended: no such movie', 'GET /3/movie/999/recommendations', 404, status(34)],
  ['recommended: no such series', 'GET /3/tv/999/recommendations', 404, status(34)],
  ['recommended: page 501', 'GET /3/movie/501/recommendations?page=501', 400, status(22)],
  ['recommended without a key', 'GET /3/tv/601/recommendations', 401, status(7), { key: null }],
])
