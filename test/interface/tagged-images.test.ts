import { status } from '../support/expected.ts'
import { lantern, lanternGerman, tidewater } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'

const small = { aspect_ratio: 0.667, height: 1500, width: 1000 }
const poster = {
  ...small,
  file_path: '/tidewater-en.jpg',
  id: '14bc0856f2f64f9e84d0d16a',
  image_type: 'poster',
  iso_3166_1: 'GB',
  iso_639_1: 'en',
  media: { ...tidewater, media_type: 'tv' },
  media_type: 'tv',
  vote_average: 5.4,
  vote_count: 8,
}
const still = {
  aspect_ratio: 1.778,
  file_path: '/storm-1.jpg',
  height: 720,
  id: 'e299210477161a786c7f98f6',
  image_type: 'still',
  iso_3166_1: null,
  iso_639_1: null,
  media: {
    air_date: '2026-03-03',
    episode_number: 1,
    episode_type: 'standard',
    id: 60121,
    media_type: 'tv_episode',
    name: 'Storm Warning',
    overview: 'The lamp goes out.',
    production_code: 'TS-201',
    runtime: 50,
    season_number: 2,
    show_id: 601,
    still_path: '/storm-2.jpg',
    vote_average: 8.25,
    vote_count: 12,
  },
  media_type: 'episode',
  vote_average: 5,
  vote_count: 1,
  width: 1280,
}
const backdrop = {
  aspect_ratio: 1.778,
  file_path: '/lantern-wide.jpg',
  height: 1080,
  id: 'c3f54cd3e8228a2f7a47d4b6',
  image_type: 'backdrop',
  iso_3166_1: null,
  iso_639_1: null,
  media: { ...lantern, media_type: 'movie' },
  media_type: 'movie',
  vote_average: 4,
  vote_count: 1,
  width: 1920,
}
const posterOfSeason = {
  ...small,
  file_path: '/tidewater-2-fr.jpg',
  id: '76116478fb79775285983a49',
  image_type: 'poster',
  iso_3166_1: 'FR',
  iso_639_1: 'fr',
  media: {
    air_date: '2026-03-03',
    episode_count: 4,
    id: 6012,
    media_type: 'tv_season',
    name: 'Season 2',
    overview: 'The second winter.',
    poster_path: '/tidewater-2-en.jpg',
    season_number: 2,
    show_id: 601,
    vote_average: 8.1,
  },
  media_type: 'season',
  vote_average: 0,
  vote_count: 0,
}

/** All at once, whatever the page. */
const all = (results: object[]) => ({
  page: 0,
  results,
  total_pages: results.length > 0 ? 1 : 0,
  total_results: results.length,
})
const ofOdalys = all([poster, still, backdrop, posterOfSeason])

const nameless = {
  adult: false,
  also_known_as: [],
  biography: '',
  birthday: null,
  deathday: null,
  filmdb_id: null,
  gender: 0,
  homepage: null,
  id: 306,
  known_for_department: null,
  name: 'Vesper Quist',
  place_of_birth: null,
  popularity: 0,
  profile_path: null,
}

scenarios('tagged images', [
  [
    'of a movie, a series, a season and an episode, the best first',
    'GET /3/person/301/tagged_images',
    200,
    { id: 301, ...ofOdalys },
  ],
  ['whatever the page', 'GET /3/person/301/tagged_images?page=7', 200, { id: 301, ...ofOdalys }],
  [
    'in a language, named by another source than that of the image',
    'GET /3/person/302/tagged_images?language=de-DE',
    200,
    { id: 302, ...all([{ ...backdrop, media: { ...lanternGerman, media_type: 'movie' } }]) },
  ],
  ['of a person who is on none', 'GET /3/person/306/tagged_images', 200, { id: 306, ...all([]) }],
  [
    'appended, without the id',
    'GET /3/person/306?append_to_response=tagged_images',
    200,
    { ...nameless, tagged_images: all([]) },
  ],
  ['of nobody on another page', 'GET /3/person/306/tagged_images?page=2', 200, { id: 306, ...all([]) }],
  ['page 0', 'GET /3/person/301/tagged_images?page=0', 400, status(22)],
  ['page 501', 'GET /3/person/301/tagged_images?page=501', 400, status(22)],
  ['of no person', 'GET /3/person/399/tagged_images', 404, status(34)],
  ['of person 0', 'GET /3/person/0/tagged_images', 404, status(6)],
])
