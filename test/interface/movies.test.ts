import { status } from '../support/expected.ts'
import { ofMovie } from '../support/offers.ts'
import { brannoc, lanternfish, nobody, odalys, sunniva, sunnivaGerman } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'
import { hex } from '../support/world/line.ts'

const glimmer = {
  backdrop_path: '/glimmer-wide.jpg',
  id: 401,
  name: 'The Glimmer Collection',
  poster_path: '/glimmer-en.jpg',
}
const english = { english_name: 'English', iso_639_1: 'en', name: 'English' }
const french = { english_name: 'French', iso_639_1: 'fr', name: 'Français' }
const german = { english_name: 'German', iso_639_1: 'de', name: 'Deutsch' }

const details = {
  adult: false,
  backdrop_path: '/lantern-wide.jpg',
  belongs_to_collection: glimmer,
  budget: 12_000_000,
  filmdb_id: 'tt0000501',
  genres: [
    { id: 18, name: 'Drama' },
    { id: 878, name: 'Science Fiction' },
  ],
  homepage: 'https://lantern.example',
  id: 501,
  origin_country: ['US', 'DE'],
  original_language: 'en',
  original_title: 'The Glass Lantern',
  overview: 'A lamp maker follows a light that nobody else can see.',
  popularity: 41.25,
  poster_path: '/lantern-en.jpg',
  production_companies: [lanternfish, nobody],
  production_countries: [
    { iso_3166_1: 'US', name: 'United States of America' },
    { iso_3166_1: 'DE', name: 'Germany' },
  ],
  release_date: '2021-06-18',
  revenue: 3_000_000_000,
  runtime: 112,
  spoken_languages: [english, german],
  status: 'Released',
  tagline: 'Follow it.',
  title: 'The Glass Lantern',
  video: false,
  vote_average: 7.412,
  vote_count: 1208,
}
const detailsGerman = {
  ...details,
  belongs_to_collection: { ...glimmer, name: 'Die Glimmer-Filmreihe', poster_path: '/glimmer-de.jpg' },
  genres: [
    { id: 18, name: 'Drama' },
    { id: 878, name: 'Science-Fiction' },
  ],
  homepage: 'https://lantern.example/de',
  overview: 'Ein Lampenmacher folgt einem Licht, das sonst niemand sieht.',
  poster_path: '/lantern-de.jpg',
  runtime: 110,
  tagline: 'Folge ihm.',
  title: 'Die gläserne Laterne',
}

/** A movie of which nothing but its original title and its collection is known. */
const untitled = {
  adult: false,
  backdrop_path: null,
  belongs_to_collection: glimmer,
  budget: 0,
  filmdb_id: null,
  genres: [],
  homepage: '',
  id: 504,
  origin_country: [],
  original_language: '',
  original_title: 'Untitled Glimmer',
  overview: '',
  popularity: 0,
  poster_path: null,
  production_companies: [],
  production_countries: [],
  release_date: '',
  revenue: 0,
  runtime: 0,
  spoken_languages: [],
  status: '',
  tagline: '',
  title: 'Untitled Glimmer',
  video: false,
  vote_average: 0,
  vote_count: 0,
}

const rumours = {
  ...untitled,
  belongs_to_collection: null,
  id: 505,
  original_language: 'en',
  original_title: 'Rumours on Tape',
  popularity: 1,
  poster_path: '/rumours-fr.jpg',
  status: 'Rumored',
  title: 'Rumours on Tape',
  video: true,
}

const cast = [
  { ...odalys, cast_id: 4, character: 'Ansa', credit_id: hex(501_01), order: 0 },
  { ...brannoc, cast_id: 5, character: '', credit_id: hex(501_02), order: 1 },
]
const director = { ...brannoc, credit_id: hex(501_03), department: 'Directing', job: 'Director' }
const writer = { credit_id: hex(501_04), department: 'Writing', job: 'Screenplay' }
const credits = { cast, crew: [director, { ...sunniva, ...writer }] }
const creditsGerman = { cast, crew: [director, { ...sunnivaGerman, ...writer }] }

const externalIds = {
  filmdb_id: 'tt0000501',
  kb2_id: 'Q900501',
  socialnet1_id: 'glasslantern',
  socialnet2_id: 'glasslantern_film',
  socialnet3_id: 'glasslantern3',
}

/** In a chain each text is in the first of its languages that has it; the runtime is that of the German version. */
const detailsInChain = {
  ...detailsGerman,
  overview: '一位灯匠追随一道光。',
  tagline: '跟着它。',
  title: '玻璃灯笼',
}
const glimmen = {
  ...untitled,
  filmdb_id: 'tt0000502',
  genres: [{ id: 90001, name: 'Lantern Drama' }],
  id: 502,
  origin_country: ['DE'],
  original_language: 'de',
  original_title: 'Das zweite Glimmen',
  popularity: 12.3456,
  poster_path: '/glimmen-de.jpg',
  production_companies: [lanternfish],
  production_countries: [{ iso_3166_1: 'DE', name: 'Germany' }],
  release_date: '2026-11-05',
  spoken_languages: [german],
  status: 'Post Production',
}
const textLanguages = (languages: Record<string, string | null>) => ({ text_languages: languages })

scenarios('movies', [
  ['details in a chain of languages', 'GET /3/movie/501?language=zh-SG,zh-CN,de', 200, detailsInChain],
  [
    'details in a chain of languages, with the language of each text',
    'GET /3/movie/501?language=zh-SG,%20zh-Hans,de&include_text_languages=true',
    200,
    {
      ...detailsInChain,
      ...textLanguages({ title: 'zh-SG', overview: 'zh-CN', tagline: 'zh-SG', homepage: 'de-DE' }),
      belongs_to_collection: { ...detailsGerman.belongs_to_collection, ...textLanguages({ name: 'de-DE' }) },
    },
  ],
  [
    'a chain of languages ends with the original one',
    'GET /3/movie/502?language=fr,it&include_text_languages=TRUE',
    200,
    {
      ...glimmen,
      overview: 'Das Licht kehrt zurück.',
      title: 'La Seconde Lueur',
      ...textLanguages({ title: 'fr-FR', overview: 'de-DE', tagline: null, homepage: null }),
      belongs_to_collection: { ...glimmer, ...textLanguages({ name: 'en-US' }) },
    },
  ],
  [
    'the original title is the one in the original language, before that in the next one of a chain',
    'GET /3/movie/502?language=de-AT,fr&include_text_languages=true',
    200,
    {
      ...glimmen,
      belongs_to_collection: {
        ...glimmer,
        poster_path: '/glimmer-de.jpg',
        ...textLanguages({ name: 'en-US' }),
      },
      genres: [{ id: 90001, name: 'Laternendrama (AT)' }],
      overview: 'Das Licht kehrt zurück.',
      title: 'Das zweite Glimmen',
      ...textLanguages({ title: 'de-DE', overview: 'de-DE', tagline: null, homepage: null }),
    },
  ],
  [
    'details in English with the language of each text',
    'GET /3/movie/503?include_text_languages=true',
    200,
    {
      ...untitled,
      adult: true,
      belongs_to_collection: null,
      genres: [{ id: 16, name: 'Animation' }],
      id: 503,
      original_language: 'fr',
      original_title: "L'Heure de velours",
      overview: 'Only at night.',
      popularity: 0.6,
      poster_path: '/velvet.jpg',
      production_companies: [lanternfish],
      release_date: '2019-02-14',
      runtime: 84,
      spoken_languages: [french],
      status: 'Released',
      title: 'Velvet Hour',
      vote_average: 3.5,
      vote_count: 2,
      ...textLanguages({ title: 'en-US', overview: 'en-US', tagline: null, homepage: null }),
    },
  ],
  ['details', 'GET /3/movie/501', 200, details],
  ['details by the filmdb id', 'GET /3/movie/tt0000501', 200, details],
  ['the leading digits of a segment count', 'GET /3/movie/501-the-glass-lantern', 200, details],
  ['details in a language, with the collection in it too', 'GET /3/movie/501?language=de-DE', 200, detailsGerman],
  ['a language alone is the one of its home country', 'GET /3/movie/501?language=de', 200, detailsGerman],
  [
    'one region does not stand in for another: no overview, and the original title of the collection',
    'GET /3/movie/501?language=zh-SG',
    200,
    { ...details, homepage: '', overview: '', tagline: '跟着它。', title: '玻璃灯笼' },
  ],
  [
    'a poster in the original language where the one asked for has none',
    'GET /3/movie/502?language=fr-FR',
    200,
    { ...glimmen, title: 'La Seconde Lueur' },
  ],
  ['details of a movie of which next to nothing is known', 'GET /3/movie/504', 200, untitled],
  ['a movie without a collection, and any poster at all', 'GET /3/movie/505', 200, rumours],
  [
    'details with parts appended: without their id, unknown names left out',
    'GET /3/movie/501?append_to_response=credits,nothing,external_ids,,season/1,watch/providers',
    200,
    { ...details, credits, external_ids: externalIds, 'watch/providers': { results: ofMovie } },
  ],
  [
    'an older name of the credits appended',
    'GET /3/movie/501?append_to_response=casts',
    200,
    { ...details, casts: credits },
  ],
  [
    'appended parts read the same query',
    'GET /3/movie/501?language=de-DE&append_to_response=credits',
    200,
    { ...detailsGerman, credits: creditsGerman },
  ],
  ['a part of people is not appended to a movie', 'GET /3/movie/504?append_to_response=movie_credits', 200, untitled],
  [
    'twenty appended',
    `GET /3/movie/504?append_to_response=credits,${Array.from({ length: 19 }, (_, index) => `part${index}`)}`,
    200,
    { ...untitled, credits: { cast: [], crew: [] } },
  ],
  [
    'more than 20 appended',
    `GET /3/movie/501?append_to_response=${Array.from({ length: 21 }, (_, index) => `part${index}`)}`,
    400,
    status(27),
  ],
  [
    'details may be kept for an hour, also at the end of the day',
    'GET /3/movie/504',
    200,
    untitled,
    { now: '2026-03-10T23:59:00.000Z', replyHeaders: { 'cache-control': 'public, max-age=3600' } },
  ],
  ['details of no movie', 'GET /3/movie/599', 404, status(34)],
  ['details of a filmdb id that no movie has', 'GET /3/movie/tt0000999', 404, status(34)],
  ['details of the filmdb id of an episode', 'GET /3/movie/tt0060121', 404, status(34)],
  ['details of movie 0', 'GET /3/movie/0', 404, status(6)],

  ['credits', 'GET /3/movie/501/credits', 200, { id: 501, ...credits }],
  ['credits by the filmdb id', 'GET /3/movie/tt0000501/credits', 200, { id: 501, ...credits }],
  [
    'credits in a language: the original name of who has none in it',
    'GET /3/movie/501/credits?language=de-DE',
    200,
    { id: 501, ...creditsGerman },
  ],
  ['no credits', 'GET /3/movie/504/credits', 200, { id: 504, cast: [], crew: [] }],
  ['credits of no movie', 'GET /3/movie/599/credits', 404, status(34)],
  ['credits of movie 0', 'GET /3/movie/0/credits', 404, status(6)],
])
