import { status } from '../support/expected.ts'
import { scenarios } from '../support/scenarios.ts'

const image = (file_path: string, more: Record<string, unknown> = {}) => ({
  aspect_ratio: 0.667,
  height: 1500,
  iso_3166_1: null,
  iso_639_1: null,
  file_path,
  vote_average: 0,
  vote_count: 0,
  width: 1000,
  ...more,
})
const inUs = { iso_639_1: 'en', iso_3166_1: 'US' }
const inGb = { iso_639_1: 'en', iso_3166_1: 'GB' }
const inDe = { iso_639_1: 'de', iso_3166_1: 'DE' }
const inFr = { iso_639_1: 'fr', iso_3166_1: 'FR' }
const hd = { width: 1920, height: 1080, aspect_ratio: 1.778 }

const wideEn = image('/lantern-wide-en.jpg', { ...hd, ...inUs, vote_average: 6, vote_count: 2 })
const wide = image('/lantern-wide.jpg', { ...hd, vote_average: 4, vote_count: 1 })
const logo = image('/lantern-logo.png', { width: 600, height: 200, aspect_ratio: 3, ...inUs })
const posterBare = image('/lantern-bare.jpg', { vote_average: 5.8, vote_count: 20 })
const posterUs = image('/lantern-en.jpg', { ...inUs, vote_average: 5.5, vote_count: 12 })
const posterGb = image('/lantern-en-2.jpg', { ...inGb, vote_average: 5.5, vote_count: 3 })
const posterDe = image('/lantern-de.jpg', { ...inDe, vote_average: 5.3, vote_count: 4 })

const tidewater = {
  backdrops: [image('/tidewater-wide.jpg', { width: 3840, height: 2160, aspect_ratio: 1.778 })],
  id: 601,
  logos: [image('/tidewater-logo.png', { width: 800, height: 200, aspect_ratio: 4, iso_639_1: 'en' })],
  posters: [
    image('/tidewater-en.jpg', { ...inGb, vote_average: 5.4, vote_count: 8 }),
    image('/tidewater-fr.jpg', { ...inFr, vote_average: 5, vote_count: 2 }),
  ],
}

const seasonEn = image('/tidewater-2-en.jpg', { ...inGb, vote_average: 5, vote_count: 2 })
const seasonFr = image('/tidewater-2-fr.jpg', inFr)

const stills = [
  image('/storm-2.jpg', { ...hd, vote_average: 5, vote_count: 3 }),
  image('/storm-1.jpg', { width: 1280, height: 720, aspect_ratio: 1.778, vote_average: 5, vote_count: 1 }),
]
const profiles = [
  image('/odalys-2.jpg', { vote_average: 5.9, vote_count: 9 }),
  image('/odalys-1.jpg', { vote_average: 5.2, vote_count: 5 }),
]

const mark = (id: string, file_path: string, file_type: string, more: Record<string, unknown>) => ({
  aspect_ratio: 2,
  file_path,
  height: 250,
  id: id.padStart(24, '0'),
  file_type,
  vote_average: 0,
  vote_count: 0,
  width: 500,
  ...more,
})
const lanternfish = {
  id: 101,
  logos: [
    mark('10101', '/lanternfish.png', '.svg', { vote_average: 5.318, vote_count: 4 }),
    mark('10102', '/lanternfish-old.png', '.png', { vote_average: 5.1, vote_count: 2 }),
  ],
}
const zephyr = {
  id: 201,
  logos: [
    mark('20101', '/zephyr.png', '.svg', { vote_average: 6, vote_count: 3 }),
    mark('20102', '/zephyr-night.png', '.png', { width: 800, height: 600, aspect_ratio: 1.333 }),
  ],
}

scenarios('images', [
  [
    'of a movie in all languages: by votes, then by their number',
    'GET /3/movie/501/images',
    200,
    { backdrops: [wideEn, wide], id: 501, logos: [logo], posters: [posterBare, posterUs, posterGb, posterDe] },
  ],
  [
    'of a movie in a language: its country does not matter',
    'GET /3/movie/501/images?language=en-AU',
    200,
    { backdrops: [wideEn], id: 501, logos: [logo], posters: [posterUs, posterGb] },
  ],
  [
    'of a movie in a language: those of its country come first',
    'GET /3/movie/501/images?language=en-GB',
    200,
    { backdrops: [wideEn], id: 501, logos: [logo], posters: [posterGb, posterUs] },
  ],
  [
    'of a movie in a chain of languages: each gallery in the first one that it has, else in the original one',
    'GET /3/movie/501/images?language=fr,de-AT',
    200,
    { backdrops: [wideEn], id: 501, logos: [logo], posters: [posterDe] },
  ],
  [
    'of a movie in a chain of languages, with those without one added',
    'GET /3/movie/501/images?language=fr,de-AT&include_image_language=null',
    200,
    { backdrops: [wide, wideEn], id: 501, logos: [logo], posters: [posterDe, posterBare] },
  ],
  [
    'of a movie without a language',
    'GET /3/movie/501/images?include_image_language=null',
    200,
    { backdrops: [wide], id: 501, logos: [], posters: [posterBare] },
  ],
  [
    'of a movie in a language, with those in another and without one added behind them',
    'GET /3/movie/501/images?language=de&include_image_language=null,fr',
    200,
    { backdrops: [wide], id: 501, logos: [], posters: [posterDe, posterBare] },
  ],
  [
    'of a movie in languages of which none is one: nothing stands in for them',
    'GET /3/movie/501/images?include_image_language=english',
    200,
    { backdrops: [], id: 501, logos: [], posters: [] },
  ],
  [
    'of a movie by its filmdb id',
    'GET /3/movie/tt0000501/images?language=de',
    200,
    { backdrops: [], id: 501, logos: [], posters: [posterDe] },
  ],
  ['of a movie that has none', 'GET /3/movie/504/images', 200, { backdrops: [], id: 504, logos: [], posters: [] }],
  ['of no movie', 'GET /3/movie/599/images', 404, status(34)],
  ['of a series', 'GET /3/tv/601/images', 200, tidewater],
  [
    'of a series in a language',
    'GET /3/tv/601/images?language=fr',
    200,
    { ...tidewater, backdrops: [], logos: [], posters: tidewater.posters.slice(1) },
  ],
  [
    'of a series in several languages and without one',
    'GET /3/tv/601/images?language=fr&include_image_language=null',
    200,
    { ...tidewater, logos: [], posters: tidewater.posters.slice(1) },
  ],
  ['of a season', 'GET /3/tv/601/season/2/images', 200, { id: 6012, posters: [seasonEn, seasonFr] }],
  ['of a season in a language', 'GET /3/tv/601/season/2/images?language=fr', 200, { id: 6012, posters: [seasonFr] }],
  [
    'of a season in several languages',
    'GET /3/tv/601/season/2/images?include_image_language=fr,en',
    200,
    { id: 6012, posters: [seasonEn, seasonFr] },
  ],
  ['of no season', 'GET /3/tv/601/season/9/images', 404, status(34)],
  ['of an episode', 'GET /3/tv/601/season/2/episode/1/images', 200, { id: 60121, stills }],
  [
    'of an episode in a language: stills have none',
    'GET /3/tv/601/season/2/episode/1/images?language=en',
    200,
    { id: 60121, stills: [] },
  ],
  [
    'of an episode without a language',
    'GET /3/tv/601/season/2/episode/1/images?language=en&include_image_language=null',
    200,
    { id: 60121, stills },
  ],
  ['of a person, whatever the language', 'GET /3/person/301/images?language=de', 200, { id: 301, profiles }],
  ['of a person who has none', 'GET /3/person/306/images', 200, { id: 306, profiles: [] }],
  ['of a company: its logos', 'GET /3/company/101/images', 200, lanternfish],
  ['of a company, whatever the language', 'GET /3/company/101/images?language=nonsense', 200, lanternfish],
  ['of a company that has none', 'GET /3/company/103/images', 200, { id: 103, logos: [] }],
  ['of a network: its logos', 'GET /3/network/201/images', 200, zephyr],
  ['of a network that has none', 'GET /3/network/202/images', 200, { id: 202, logos: [] }],
  ['of no network', 'GET /3/network/299/images', 404, status(34)],
])
