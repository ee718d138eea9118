import { status } from '../support/expected.ts'
import { scenarios } from '../support/scenarios.ts'

const review = (number: number, content: string, created_at: string, more: Record<string, unknown> = {}) => {
  const id = String(number).padStart(24, '0')
  return {
    author: 'Lamp Lighter',
    author_details: { avatar_path: '/lamplighter.jpg', name: 'Lamp Lighter', rating: null, username: 'lamplighter' },
    content,
    created_at,
    id,
    updated_at: created_at,
    url: `https://reelcommons.example/review/${id}`,
    ...more,
  }
}

/** Its author has a rating here; his name and picture, which came with this review, stand beside all of his. */
const glows = review(501_91, 'It glows, and so did I.', '2021-07-02T08:15:30.500Z', {
  author_details: { avatar_path: '/lamplighter.jpg', name: 'Lamp Lighter', rating: 8.5, username: 'lamplighter' },
  updated_at: '2021-08-01T10:00:00.000Z',
})
const leuchten = review(501_92, 'Ein stilles Leuchten.', '2021-07-20T21:00:00.000Z', {
  author: 'nachtfalter',
  author_details: { avatar_path: null, name: '', rating: null, username: 'nachtfalter' },
})
const hearing = review(601_91, 'I hear them too.', '2024-12-24T18:00:00.000Z', {
  author_details: { avatar_path: '/lamplighter.jpg', name: 'Lamp Lighter', rating: 10, username: 'lamplighter' },
})
const nights = Array.from({ length: 21 }, (_, index) =>
  review(503_01 + index, `Night ${index + 1}.`, `2020-01-${String(index + 1).padStart(2, '0')}T20:00:00.000Z`),
).reverse()

const toots = Array.from({ length: 21 }, (_, index) =>
  review(604_01 + index, 'Toot.', `2026-03-09T${String(index).padStart(2, '0')}:00:00.000Z`),
).reverse()

const pageOf = (id: number, results: unknown[], more: Record<string, unknown> = {}) => ({
  id,
  page: 1,
  results,
  total_pages: 1,
  total_results: results.length,
  ...more,
})

scenarios('reviews', [
  ['of a movie in every language, newest first', 'GET /3/movie/501/reviews', 200, pageOf(501, [leuchten, glows])],
  ['of a movie in a language', 'GET /3/movie/501/reviews?language=de-AT', 200, pageOf(501, [leuchten])],
  [
    'of a movie in the first language of a chain that has any',
    'GET /3/movie/501/reviews?language=fr,de',
    200,
    pageOf(501, [leuchten]),
  ],
  [
    'of a movie in a chain that ends with its original language',
    'GET /3/movie/501/reviews?language=fr,it',
    200,
    pageOf(501, [glows]),
  ],
  [
    'of a movie in a language that has none',
    'GET /3/movie/501/reviews?language=fr',
    200,
    pageOf(501, [], { total_pages: 0 }),
  ],
  [
    'a full page',
    'GET /3/movie/503/reviews',
    200,
    pageOf(503, nights.slice(0, 20), { total_pages: 2, total_results: 21 }),
  ],
  [
    'the last page',
    'GET /3/movie/503/reviews?page=2',
    200,
    pageOf(503, nights.slice(20), { page: 2, total_pages: 2, total_results: 21 }),
  ],
  [
    'a page past the end',
    'GET /3/movie/503/reviews?page=3',
    200,
    pageOf(503, [], { page: 3, total_pages: 2, total_results: 21 }),
  ],
  ['page 0', 'GET /3/movie/501/reviews?page=0', 400, status(22)],
  ['of a movie that has none', 'GET /3/movie/502/reviews', 200, pageOf(502, [], { total_pages: 0 })],
  ['of no movie', 'GET /3/movie/599/reviews', 404, status(34)],
  ['of a series', 'GET /3/tv/601/reviews', 200, pageOf(601, [hearing])],
  ['of a series in a language', 'GET /3/tv/601/reviews?language=en-GB', 200, pageOf(601, [hearing])],
  [
    'of a series in a language that has none',
    'GET /3/tv/601/reviews?language=de',
    200,
    pageOf(601, [], { total_pages: 0 }),
  ],
  [
    'a full page of a series',
    'GET /3/tv/604/reviews?language=en',
    200,
    pageOf(604, toots.slice(0, 20), { total_pages: 2, total_results: 21 }),
  ],
  [
    'the last page of a series',
    'GET /3/tv/604/reviews?page=2',
    200,
    pageOf(604, toots.slice(20), { page: 2, total_pages: 2, total_results: 21 }),
  ],
  [
    'a page past the end of a series',
    'GET /3/tv/604/reviews?page=3',
    200,
    pageOf(604, [], { page: 3, total_pages: 2, total_results: 21 }),
  ],
  ['of no series', 'GET /3/tv/699/reviews', 404, status(34)],
  [
    'one of a movie',
    `GET /3/review/${glows.id}`,
    200,
    { ...glows, iso_639_1: 'en', media_id: 501, media_title: 'The Glass Lantern', media_type: 'movie' },
  ],
  [
    'one of a series',
    `GET /3/review/${hearing.id}`,
    200,
    { ...hearing, iso_639_1: 'en', media_id: 601, media_title: 'Tidewater Signals', media_type: 'tv' },
  ],
  ['one that does not exist', 'GET /3/review/000000000000000000000001', 404, status(34)],
  ['one with an id that no review has', 'GET /3/review/501', 404, status(34)],
  ['one without a key', `GET /3/review/${glows.id}`, 401, status(7), { key: null }],
])
