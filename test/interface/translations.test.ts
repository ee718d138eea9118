import { status } from '../support/expected.ts'
import { scenarios } from '../support/scenarios.ts'

const english = { iso_3166_1: 'US', iso_639_1: 'en', name: 'English', english_name: 'English' }
const german = { iso_3166_1: 'DE', iso_639_1: 'de', name: 'Deutsch', english_name: 'German' }
const french = { iso_3166_1: 'FR', iso_639_1: 'fr', name: 'Français', english_name: 'French' }
const chinese = { iso_3166_1: 'CN', iso_639_1: 'zh', name: '普通话', english_name: 'Mandarin' }
const russian = { iso_3166_1: 'RU', iso_639_1: 'ru', name: 'Pусский', english_name: 'Russian' }

const lantern = [
  {
    ...german,
    data: {
      homepage: 'https://lantern.example/de',
      overview: 'Ein Lampenmacher folgt einem Licht, das sonst niemand sieht.',
      runtime: 110,
      tagline: 'Folge ihm.',
      title: 'Die gläserne Laterne',
    },
  },
  {
    ...english,
    data: {
      homepage: 'https://lantern.example',
      overview: 'A lamp maker follows a light that nobody else can see.',
      runtime: 112,
      tagline: 'Follow it.',
      title: '',
    },
  },
  {
    ...french,
    data: {
      homepage: '',
      overview: 'Un fabricant suit une lumière.',
      runtime: 0,
      tagline: '',
      title: 'The Glass Lantern',
    },
  },
  { ...chinese, data: { homepage: '', overview: '一位灯匠追随一道光。', runtime: 0, tagline: '', title: '玻璃灯' } },
  {
    ...chinese,
    iso_3166_1: 'SG',
    data: { homepage: '', overview: '', runtime: 0, tagline: '跟着它。', title: '玻璃灯笼' },
  },
]

const tidewater = [
  {
    ...german,
    data: { name: 'Gezeitensignale', overview: 'Wärter von sechs Leuchttürmen.', homepage: '', tagline: '' },
  },
  {
    ...english,
    data: {
      name: '',
      overview: 'Keepers of six lighthouses talk at night.',
      homepage: 'https://tidewater.example',
      tagline: 'Are you receiving?',
    },
  },
  {
    ...french,
    data: {
      name: 'Signaux de marée',
      overview: 'Des gardiens se parlent la nuit.',
      homepage: 'https://tidewater.example/fr',
      tagline: 'Vous me recevez ?',
    },
  },
]

const odalys = [
  { ...german, data: { biography: 'Odalys Fenwick lernte das Schauspiel in einem Leuchtturm.', name: '' } },
  { ...english, data: { biography: 'Odalys Fenwick learned to act in a lighthouse.', name: '' } },
  { ...russian, data: { biography: '', name: 'Одалис Фенвик' } },
]

scenarios('translations', [
  [
    'of a movie: its own texts are those in en-US, and only there is a title empty that equals the original one',
    'GET /3/movie/501/translations',
    200,
    { id: 501, translations: lantern },
  ],
  [
    'of a movie whose line had a title for en-US twice: the one in the translations won',
    'GET /3/movie/503/translations',
    200,
    {
      id: 503,
      translations: [
        {
          ...english,
          data: { homepage: '', overview: 'Only at night.', runtime: 84, tagline: '', title: 'Velvet Hour' },
        },
      ],
    },
  ],
  ['of a movie that has no text at all', 'GET /3/movie/504/translations', 200, { id: 504, translations: [] }],
  ['of no movie', 'GET /3/movie/599/translations', 404, status(34)],
  ['of a series', 'GET /3/tv/601/translations', 200, { id: 601, translations: tidewater }],
  [
    'of a season, which has no original name: names are shown as they are',
    'GET /3/tv/601/season/2/translations',
    200,
    {
      id: 6012,
      translations: [
        { ...english, data: { name: 'Season 2', overview: 'The second winter.' } },
        { ...french, data: { name: 'Saison 2', overview: 'Le deuxième hiver.' } },
      ],
    },
  ],
  [
    'of an episode',
    'GET /3/tv/601/season/2/episode/1/translations',
    200,
    {
      id: 60121,
      translations: [
        { ...english, data: { name: 'Storm Warning', overview: 'The lamp goes out.' } },
        { ...french, data: { name: 'Avis de tempête', overview: "La lampe s'éteint." } },
      ],
    },
  ],
  [
    'of an episode without a name',
    'GET /3/tv/602/season/1/episode/2/translations',
    200,
    { id: 60212, translations: [] },
  ],
  ['of a person', 'GET /3/person/301/translations', 200, { id: 301, translations: odalys }],
  [
    'appended: without the id',
    'GET /3/person/306?append_to_response=translations',
    200,
    {
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
      translations: { translations: [{ ...english, data: { biography: '', name: 'Vesper Quist' } }] },
    },
  ],
  ['of no person', 'GET /3/person/399/translations', 404, status(34)],
])
