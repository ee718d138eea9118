import { status } from '../support/expected.ts'
import {
  brannoc,
  ebb,
  firstLight,
  flood,
  ilka,
  lanternfish,
  mistral,
  season1,
  season2,
  slackWater,
  specials,
  stormWarning,
  sunniva,
  unnamed,
  zephyr,
} from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'
import { hex } from '../support/world/line.ts'

const english = { english_name: 'English', iso_639_1: 'en', name: 'English' }
const french = { english_name: 'French', iso_639_1: 'fr', name: 'Français' }

const details = {
  adult: false,
  backdrop_path: '/tidewater-wide.jpg',
  created_by: [
    {
      credit_id: hex(601_01),
      gender: 1,
      id: 304,
      name: 'Tamsin Rook',
      original_name: 'Tamsin Rook',
      profile_path: '/tamsin.jpg',
    },
  ],
  episode_run_time: [45, 50],
  first_air_date: '2024-09-02',
  genres: [
    { id: 18, name: 'Drama' },
    { id: 9648, name: 'Mystery' },
  ],
  homepage: 'https://tidewater.example',
  id: 601,
  in_production: true,
  languages: ['en', 'fr'],
  last_air_date: '2026-03-10',
  last_episode_to_air: { ...ebb, show_id: 601 },
  name: 'Tidewater Signals',
  networks: [zephyr, mistral],
  next_episode_to_air: { ...flood, show_id: 601 },
  number_of_episodes: 6,
  number_of_seasons: 2,
  origin_country: ['GB', 'FR'],
  original_language: 'en',
  original_name: 'Tidewater Signals',
  overview: 'Keepers of six lighthouses talk at night.',
  popularity: 88.125,
  poster_path: '/tidewater-en.jpg',
  production_companies: [lanternfish],
  production_countries: [
    { iso_3166_1: 'GB', name: 'United Kingdom' },
    { iso_3166_1: 'FR', name: 'France' },
  ],
  seasons: [specials, season1, season2],
  spoken_languages: [english, french],
  status: 'Returning Series',
  tagline: 'Are you receiving?',
  type: 'Scripted',
  vote_average: 8.016,
  vote_count: 640,
}

/** The episodes shown have no name in French, and keep their own. */
const detailsFrench = {
  ...details,
  genres: [
    { id: 18, name: 'Drame' },
    { id: 9648, name: 'Mystère' },
  ],
  homepage: 'https://tidewater.example/fr',
  name: 'Signaux de marée',
  overview: 'Des gardiens se parlent la nuit.',
  poster_path: '/tidewater-fr.jpg',
  seasons: [
    specials,
    { ...season1, overview: '' },
    { ...season2, name: 'Saison 2', overview: 'Le deuxième hiver.', poster_path: '/tidewater-2-fr.jpg' },
  ],
  tagline: 'Vous me recevez ?',
}

/** A series of which only the original name is known, and that it is for adults. */
const nothingYet = {
  adult: true,
  backdrop_path: null,
  created_by: [],
  episode_run_time: [],
  first_air_date: '',
  genres: [],
  homepage: '',
  id: 603,
  in_production: false,
  languages: [],
  last_air_date: null,
  last_episode_to_air: null,
  name: 'Nothing Yet',
  networks: [],
  next_episode_to_air: null,
  number_of_episodes: 0,
  number_of_seasons: 0,
  origin_country: [],
  original_language: '',
  original_name: 'Nothing Yet',
  overview: '',
  popularity: 0,
  poster_path: null,
  production_companies: [],
  production_countries: [],
  seasons: [],
  spoken_languages: [],
  status: '',
  tagline: '',
  type: '',
  vote_average: 0,
  vote_count: 0,
}

/** No season has a date of its own, and the last air date is not stored. */
const dawn = { ...unnamed, id: 60211, name: 'Dawn', air_date: '2026-03-17', episode_number: 1, show_id: 602 }
const greyHours = {
  ...nothingYet,
  adult: false,
  first_air_date: '2026-03-17',
  id: 602,
  name: 'The Grey Hours',
  next_episode_to_air: dawn,
  number_of_episodes: 2,
  number_of_seasons: 1,
  origin_country: ['FR'],
  original_language: 'fr',
  original_name: 'Les Heures grises',
  popularity: 9.5,
  seasons: [
    {
      ...specials,
      episode_count: 2,
      id: 6021,
      name: 'Season 1',
      season_number: 1,
      poster_path: '/grey-1-en.jpg',
    },
  ],
  status: 'Pilot',
  type: 'Miniseries',
}

const director = { ...brannoc, credit_id: hex(60121_02), department: 'Directing', job: 'Director' }
const writer = { ...sunniva, credit_id: hex(60121_03), department: 'Writing', job: 'Writer' }
const stranger = { ...sunniva, character: 'Stranger', credit_id: hex(60121_04), order: 500 }
const unnamedGuest = { ...ilka, character: '', credit_id: hex(60121_05), order: 501 }
const nobody = { crew: [], guest_stars: [] }

const secondSeason = {
  _id: /^[0-9a-f]{24}$/,
  air_date: '2026-03-03',
  episodes: [
    { ...stormWarning, crew: [director, writer], guest_stars: [stranger, unnamedGuest], show_id: 601 },
    { ...ebb, ...nobody, show_id: 601 },
    { ...flood, ...nobody, show_id: 601 },
    { ...slackWater, ...nobody, show_id: 601 },
  ],
  id: 6012,
  name: 'Season 2',
  networks: [zephyr, mistral],
  overview: 'The second winter.',
  poster_path: '/tidewater-2-en.jpg',
  season_number: 2,
  vote_average: 8.1,
}
const firstEpisode = {
  ...firstLight,
  crew: [{ ...brannoc, credit_id: hex(60111_01), department: 'Directing', job: 'Director' }],
  guest_stars: [{ ...sunniva, character: 'Stranger', credit_id: hex(60111_02), order: 500 }],
}

const episodeWriter = { ...sunniva, department: 'Writing' }
/** A credit that the series owns counts for both of its episodes. */
const appended = {
  aggregate_credits: {
    cast: [],
    crew: [
      {
        ...episodeWriter,
        jobs: [{ credit_id: hex(602_01), episode_count: 2, job: 'Writer' }],
        total_episode_count: 2,
      },
    ],
  },
  credits: { cast: [], crew: [{ ...episodeWriter, credit_id: hex(602_01), job: 'Writer' }] },
}

const partsBelow = ['season/2', 'season/2/images', 'season/2/episode/1/external_ids']
const picture = { aspect_ratio: 0.667, height: 1500, vote_average: 0, vote_count: 0, width: 1000 }
const externalIds = {
  filmdb_id: 'tt0060121',
  kb1_id: '/en/storm_warning',
  kb1_mid: '/m/0storm',
  kb2_id: 'Q960121',
  tvdata_id: 8860121,
  tvguide_id: 6660121,
}

const listParts = ['watch/providers', 'episode_groups', 'screened_theatrically']
const unknown = ['season/9', 'season/1/episode/9', 'season/x', 'season/999999999999', 'season/1/', 'season']

scenarios('tv-series', [
  ['details', 'GET /3/tv/601', 200, details],
  [
    'details in a language: seasons and episodes have their own names',
    'GET /3/tv/601?language=fr-FR',
    200,
    detailsFrench,
  ],
  ['details of a series of which next to nothing is known', 'GET /3/tv/603', 200, nothingYet],
  ['a series that has not begun', 'GET /3/tv/602', 200, greyHours],
  [
    'a series in a chain that ends with its original language, as do its seasons and episodes',
    'GET /3/tv/602?language=de,it&include_text_languages=true',
    200,
    {
      ...greyHours,
      name: 'Les Heures grises',
      next_episode_to_air: { ...dawn, text_languages: { name: 'en-US', overview: null } },
      overview: 'Une ville sans soleil.',
      seasons: greyHours.seasons.map((season) => ({
        ...season,
        poster_path: '/grey-1-fr.jpg',
        text_languages: { name: 'en-US', overview: null },
      })),
      text_languages: { name: 'fr-FR', overview: 'fr-FR', tagline: null, homepage: null },
    },
  ],
  [
    'the day after its first episode: the last air date follows the episodes where it is not stored',
    'GET /3/tv/602',
    200,
    { ...greyHours, last_air_date: '2026-03-17', last_episode_to_air: dawn, next_episode_to_air: null },
    { now: '2026-03-18T00:00:00.000Z' },
  ],
  [
    'an episode is out from the first moment of its day in UTC',
    'GET /3/tv/601',
    200,
    {
      ...details,
      last_episode_to_air: { ...flood, show_id: 601 },
      next_episode_to_air: { ...slackWater, show_id: 601 },
    },
    { now: '2026-03-16T00:00:00.000Z' },
  ],
  [
    'and not before; the reply is kept until then at most',
    'GET /3/tv/601',
    200,
    details,
    { now: '2026-03-15T23:59:00.000Z', replyHeaders: { 'cache-control': 'public, max-age=60' } },
  ],
  [
    'a special stands in where no regular episode is out',
    'GET /3/tv/601',
    200,
    {
      ...details,
      last_episode_to_air: {
        ...unnamed,
        id: 60101,
        name: 'The Night Before',
        air_date: '2024-08-30',
        episode_number: 1,
        runtime: 12,
        season_number: 0,
        show_id: 601,
      },
      next_episode_to_air: { ...firstLight, show_id: 601 },
    },
    { now: '2024-09-01T12:00:00.000Z' },
  ],
  [
    'before the special, the first regular episode is still the next',
    'GET /3/tv/601',
    200,
    { ...details, last_episode_to_air: null, next_episode_to_air: { ...firstLight, show_id: 601 } },
    { now: '2024-08-29T12:00:00.000Z' },
  ],
  [
    'seasons and episodes appended keep their ids; those that do not exist are left out',
    `GET /3/tv/601?append_to_response=season/2,season/1/episode/1,${unknown}`,
    200,
    { ...details, 'season/2': secondSeason, 'season/1/episode/1': firstEpisode },
  ],
  [
    'parts appended: without their id, unknown names left out',
    `GET /3/tv/602?append_to_response=aggregate_credits,nothing,credits,movie_credits,${listParts}`,
    200,
    {
      ...greyHours,
      ...appended,
      'watch/providers': { results: {} },
      episode_groups: { results: [] },
      screened_theatrically: { results: [] },
    },
  ],
  [
    'parts of seasons and episodes appended, without their id, for the same query',
    `GET /3/tv/601?include_image_language=fr&append_to_response=${partsBelow},season/9/images,season/2/reviews`,
    200,
    {
      ...details,
      'season/2': secondSeason,
      'season/2/images': {
        posters: [{ ...picture, file_path: '/tidewater-2-fr.jpg', iso_639_1: 'fr', iso_3166_1: 'FR' }],
      },
      'season/2/episode/1/external_ids': externalIds,
    },
  ],
  [
    'what is appended reads the same query',
    'GET /3/tv/601?append_to_response=season/2/episode/1&language=fr',
    200,
    {
      ...detailsFrench,
      'season/2/episode/1': {
        ...stormWarning,
        crew: [director, { ...writer, name: 'Ọkọrọ Sunniva' }],
        guest_stars: [{ ...stranger, name: 'Ọkọrọ Sunniva' }, unnamedGuest],
        name: 'Avis de tempête',
        overview: "La lampe s'éteint.",
      },
    },
  ],
  [
    'more than 20 appended',
    `GET /3/tv/601?append_to_response=${Array.from({ length: 21 }, (_, index) => `season/${index}`)}`,
    400,
    status(27),
  ],
  ['details of no series', 'GET /3/tv/699', 404, status(34)],
  ['details of series 0', 'GET /3/tv/0', 404, status(6)],
])
