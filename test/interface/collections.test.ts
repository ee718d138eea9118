import { status } from '../support/expected.ts'
import * as rows from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'

const lantern = { ...rows.lantern, media_type: 'movie' }

const glimmen = { ...rows.glimmen, media_type: 'movie' }

/** A movie of which nothing is known. */
const untitled = {
  adult: false,
  backdrop_path: null,
  genre_ids: [],
  id: 504,
  media_type: 'movie',
  original_language: '',
  original_title: 'Untitled Glimmer',
  overview: '',
  popularity: 0,
  poster_path: null,
  release_date: '',
  title: 'Untitled Glimmer',
  video: false,
  vote_average: 0,
  vote_count: 0,
}

const details = {
  backdrop_path: '/glimmer-wide.jpg',
  id: 401,
  name: 'The Glimmer Collection',
  original_language: 'en',
  original_name: 'The Glimmer Collection',
  overview: 'Films about one light.',
  parts: [lantern, glimmen, untitled],
  poster_path: '/glimmer-en.jpg',
}

const posterEn = {
  aspect_ratio: 0.667,
  file_path: '/glimmer-en.jpg',
  height: 1500,
  iso_3166_1: 'US',
  iso_639_1: 'en',
  vote_average: 5,
  vote_count: 1,
  width: 1000,
}
const posterDe = { ...posterEn, file_path: '/glimmer-de.jpg', iso_3166_1: 'DE', iso_639_1: 'de', vote_average: 4 }

const nothingKnown = {
  backdrop_path: null,
  id: 402,
  name: 'Empty Shelf Collection',
  original_language: '',
  original_name: 'Empty Shelf Collection',
  overview: '',
  parts: [],
  poster_path: null,
}

const german = {
  data: { homepage: '', overview: 'Filme über ein Licht.', title: 'Die Glimmer-Filmreihe' },
  english_name: 'German',
  iso_3166_1: 'DE',
  iso_639_1: 'de',
  name: 'Deutsch',
}
/** A title that equals the original one is left empty. */
const english = {
  data: { homepage: 'https://glimmer.example', overview: 'Films about one light.', title: '' },
  english_name: 'English',
  iso_3166_1: 'US',
  iso_639_1: 'en',
  name: 'English',
}
const translations = { translations: [german, english] }

scenarios('collections', [
  ['details, movies in order of release and without a date last', 'GET /3/collection/401', 200, details],
  [
    'details may be kept',
    'GET /3/collection/401',
    200,
    details,
    {
      replyHeaders: {
        'cache-control': 'public, max-age=3600',
        etag: /^W\/"[0-9a-f]{32}"$/,
        vary: 'Origin, Accept-Encoding, Authorization',
      },
    },
  ],
  [
    'details in a language: what it lacks is empty, and titles are the original ones',
    'GET /3/collection/401?language=de-DE',
    200,
    {
      ...details,
      name: 'Die Glimmer-Filmreihe',
      overview: 'Filme über ein Licht.',
      poster_path: '/glimmer-de.jpg',
      parts: [
        {
          ...lantern,
          overview: 'Ein Lampenmacher folgt einem Licht, das sonst niemand sieht.',
          poster_path: '/lantern-de.jpg',
          title: 'Die gläserne Laterne',
        },
        { ...glimmen, overview: 'Das Licht kehrt zurück.', title: 'Das zweite Glimmen' },
        untitled,
      ],
    },
  ],
  [
    'details in a language that only movies of it have',
    'GET /3/collection/401?language=fr',
    200,
    {
      ...details,
      overview: '',
      parts: [
        { ...lantern, overview: 'Un fabricant suit une lumière.' },
        { ...glimmen, overview: '', title: 'La Seconde Lueur' },
        untitled,
      ],
    },
  ],
  [
    'details in a chain of languages: each text of each movie in the first one that has it',
    'GET /3/collection/401?language=fr,de&include_text_languages=true',
    200,
    {
      ...details,
      name: 'Die Glimmer-Filmreihe',
      overview: 'Filme über ein Licht.',
      poster_path: '/glimmer-de.jpg',
      text_languages: { name: 'de-DE', overview: 'de-DE' },
      parts: [
        {
          ...lantern,
          overview: 'Un fabricant suit une lumière.',
          poster_path: '/lantern-de.jpg',
          text_languages: { title: 'fr-FR', overview: 'fr-FR' },
        },
        {
          ...glimmen,
          overview: 'Das Licht kehrt zurück.',
          title: 'La Seconde Lueur',
          text_languages: { title: 'fr-FR', overview: 'de-DE' },
        },
        { ...untitled, text_languages: { title: null, overview: null } },
      ],
    },
  ],
  [
    'one region does not stand in for another',
    'GET /3/collection/401?language=zh-SG',
    200,
    {
      ...details,
      overview: '',
      parts: [
        { ...lantern, overview: '', title: '玻璃灯笼' },
        { ...glimmen, overview: '', title: 'Das zweite Glimmen' },
        untitled,
      ],
    },
  ],
  ['details of a collection of which only the name is known', 'GET /3/collection/402', 200, nothingKnown],
  [
    'a name without an original one stands in for it in every language',
    'GET /3/collection/402?language=de-DE',
    200,
    nothingKnown,
  ],
  ['the leading digits of a segment count', 'GET /3/collection/402-empty-shelf', 200, nothingKnown],
  [
    'details with parts appended: without their id, unknown names left out',
    'GET /3/collection/401?append_to_response=images,nothing,translations,',
    200,
    { ...details, images: { backdrops: [], posters: [posterEn, posterDe] }, translations },
  ],
  [
    'appended parts read the same query',
    'GET /3/collection/401?append_to_response=images&include_image_language=de',
    200,
    { ...details, images: { backdrops: [], posters: [posterDe] } },
  ],
  [
    'more than 20 appended',
    `GET /3/collection/401?append_to_response=${Array.from({ length: 21 }, (_, index) => `part${index}`)}`,
    400,
    status(27),
  ],
  ['details of no collection', 'GET /3/collection/499', 404, status(34)],
  ['details of a number that no record has', 'GET /3/collection/2147483648', 404, status(34)],
  ['details of collection 0', 'GET /3/collection/0', 404, status(6)],
  ['details of a word', 'GET /3/collection/glimmer', 404, status(6)],

  [
    'images, best first',
    'GET /3/collection/401/images',
    200,
    { backdrops: [], id: 401, posters: [posterEn, posterDe] },
  ],
  [
    'images in a language',
    'GET /3/collection/401/images?language=de-AT',
    200,
    { backdrops: [], id: 401, posters: [posterDe] },
  ],
  [
    'images in several languages',
    'GET /3/collection/401/images?language=fr&include_image_language=en,null',
    200,
    { backdrops: [], id: 401, posters: [posterEn] },
  ],
  ['no images', 'GET /3/collection/402/images', 200, { backdrops: [], id: 402, posters: [] }],
  ['images of no collection', 'GET /3/collection/499/images', 404, status(34)],
  ['images of collection 0', 'GET /3/collection/0/images', 404, status(6)],

  ['translations', 'GET /3/collection/401/translations', 200, { id: 401, ...translations }],
  [
    'translations of a collection of which only the name is known',
    'GET /3/collection/402/translations',
    200,
    { id: 402, translations: [{ ...english, data: { homepage: '', overview: '', title: 'Empty Shelf Collection' } }] },
  ],
  ['translations of no collection', 'GET /3/collection/499/translations', 404, status(34)],
  ['translations of collection 0', 'GET /3/collection/0/translations', 404, status(6)],

  [
    'a method that is not offered',
    'POST /3/collection/401',
    405,
    status(42),
    { common: { http: 404, body: status(34) }, body: {} },
  ],
  ['no key', 'GET /3/collection/401', 401, status(7), { key: null }],
])
