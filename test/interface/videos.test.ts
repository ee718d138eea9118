import { status } from '../support/expected.ts'
import { scenarios } from '../support/scenarios.ts'

const video = (number: number, more: Record<string, unknown>) => ({
  id: String(number).padStart(24, '0'),
  iso_639_1: 'en',
  iso_3166_1: 'GB',
  site: 'VideoSite1',
  size: 1080,
  type: 'Trailer',
  official: true,
  ...more,
})

const behind = video(501_52, {
  key: 'lantern02',
  name: 'A look behind',
  official: false,
  published_at: '2021-04-01T17:00:00.000Z',
  site: 'VideoSite2',
  size: 720,
  type: 'Behind the Scenes',
})
const trailerDe = video(501_53, {
  iso_3166_1: 'DE',
  iso_639_1: 'de',
  key: 'lantern03',
  name: 'Offizieller Trailer',
  published_at: '2021-03-05T09:30:00.000Z',
})
const trailer = video(501_51, {
  iso_3166_1: 'US',
  key: 'lantern01',
  name: 'Official Trailer',
  published_at: '2021-03-01T17:00:00.000Z',
})

const teaser = video(601_51, {
  key: 'tide60151',
  name: 'Season 2 Teaser',
  published_at: '2026-02-01T12:00:00.000Z',
})
const seasonTrailer = video(6012_51, {
  key: 'tide601251',
  name: 'Season 2 Trailer',
  published_at: '2026-02-20T12:00:00.000Z',
})

const next = video(60121_52, {
  iso_3166_1: 'US',
  key: 'tide6012152',
  name: 'Storm Warning: next week',
  official: false,
  published_at: '2026-03-02T12:00:00.500Z',
})
const scene = video(60121_51, {
  key: 'tide6012151',
  name: 'Storm Warning: a scene',
  published_at: '2026-03-01T12:00:00.000Z',
  type: 'Clip',
})
const tempest = video(60121_53, {
  iso_3166_1: 'FR',
  iso_639_1: 'fr',
  key: 'tide6012153',
  name: 'Avis de tempête',
  published_at: '2026-03-02T12:00:00.000Z',
})

const older = (name: string, source: string) => ({ name, size: 'HD', source, type: 'Trailer' })

scenarios('videos', [
  [
    'of a movie in English unless another language is named, newest first',
    'GET /3/movie/501/videos',
    200,
    { id: 501, results: [behind, trailer] },
  ],
  [
    'of a movie in a language: its country does not matter',
    'GET /3/movie/501/videos?language=de-CH',
    200,
    { id: 501, results: [trailerDe] },
  ],
  [
    'of a movie with those in another language added',
    'GET /3/movie/501/videos?include_video_language=de,fr',
    200,
    { id: 501, results: [behind, trailerDe, trailer] },
  ],
  ['of a movie in a language that has none', 'GET /3/movie/501/videos?language=fr', 200, { id: 501, results: [] }],
  [
    'of a movie in the first language of a chain that has any',
    'GET /3/movie/501/videos?language=fr,de',
    200,
    { id: 501, results: [trailerDe] },
  ],
  [
    'of an episode in a chain that ends with the original language of the series',
    'GET /3/tv/601/season/2/episode/1/videos?language=ja,it&include_video_language=fr',
    200,
    { id: 60121, results: [next, tempest, scene] },
  ],
  [
    'of a movie as older clients ask for them',
    'GET /3/movie/501/trailers',
    200,
    { id: 501, quicktime: [], videosite1: [older('Official Trailer', 'lantern01')] },
  ],
  [
    'of a movie in a language, for older clients',
    'GET /3/movie/501/trailers?language=de-CH',
    200,
    { id: 501, quicktime: [], videosite1: [older('Offizieller Trailer', 'lantern03')] },
  ],
  [
    'of a movie in a language that has none, for older clients',
    'GET /3/movie/501/trailers?language=fr',
    200,
    { id: 501, quicktime: [], videosite1: [older('Official Trailer', 'lantern01')] },
  ],
  [
    'of a movie without any, for older clients',
    'GET /3/movie/504/trailers',
    200,
    { id: 504, quicktime: [], videosite1: [] },
  ],
  ['of no movie, for older clients', 'GET /3/movie/599/trailers', 404, status(34)],
  ['of no movie', 'GET /3/movie/599/videos', 404, status(34)],
  ['of a series', 'GET /3/tv/601/videos', 200, { id: 601, results: [teaser] }],
  ['of a series in a language that has none', 'GET /3/tv/601/videos?language=fr', 200, { id: 601, results: [] }],
  [
    'of a series with those in another language added',
    'GET /3/tv/601/videos?language=fr&include_video_language=en',
    200,
    { id: 601, results: [teaser] },
  ],
  ['of a season', 'GET /3/tv/601/season/2/videos', 200, { id: 6012, results: [seasonTrailer] }],
  [
    'of a season in a language that has none',
    'GET /3/tv/601/season/2/videos?language=fr',
    200,
    { id: 6012, results: [] },
  ],
  [
    'of a season with those in another language added',
    'GET /3/tv/601/season/2/videos?language=fr&include_video_language=de,en',
    200,
    { id: 6012, results: [seasonTrailer] },
  ],
  ['of an episode', 'GET /3/tv/601/season/2/episode/1/videos', 200, { id: 60121, results: [next, scene] }],
  [
    'of an episode in two languages, in one order',
    'GET /3/tv/601/season/2/episode/1/videos?language=fr&include_video_language=en',
    200,
    { id: 60121, results: [next, tempest, scene] },
  ],
  ['of an episode that has none', 'GET /3/tv/601/season/2/episode/2/videos', 200, { id: 60122, results: [] }],
  ['of no episode', 'GET /3/tv/601/season/2/episode/9/videos', 404, status(34)],
  ['of no season', 'GET /3/tv/601/season/9/episode/1/videos', 404, status(34)],
  ['of an episode of series 0', 'GET /3/tv/0/season/2/episode/1/videos', 404, status(6)],
  ['of an episode that is a word', 'GET /3/tv/601/season/2/episode/pilot/videos', 404, status(6)],
])
