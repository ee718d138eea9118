import { status } from '../support/expected.ts'
import {
  glimmen,
  glimmenGerman,
  greyHours,
  lantern,
  lanternGerman,
  rumours,
  tidewater,
  tidewaterGerman,
  velvet,
} from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'
import { hex } from '../support/world/line.ts'

const details = {
  adult: false,
  also_known_as: ['O. Fenwick', 'Одалис Фенвик'],
  biography: 'Odalys Fenwick learned to act in a lighthouse.',
  birthday: '1984-02-29',
  deathday: null,
  filmdb_id: 'nm0000301',
  gender: 1,
  homepage: 'https://odalys.example',
  id: 301,
  known_for_department: 'Acting',
  name: 'Odalys Fenwick',
  place_of_birth: 'Quillhaven',
  popularity: 18.5,
  profile_path: '/odalys-2.jpg',
}
const nothingKnown = {
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

/** What is added to the rows of titles, for each person. */
const ansa = { character: 'Ansa', credit_id: hex(501_01), order: 0 }
const ansaAgain = { character: 'Ansa', credit_id: hex(502_01), order: 0 }
/** The series, its second season and an episode all have this role: it counts once, for the six regular episodes. */
const maud = {
  character: 'Keeper Maud',
  credit_id: hex(601_02),
  episode_count: 6,
  first_credit_air_date: '2024-09-02',
}
const moviesOfOdalys = {
  cast: [
    { ...glimmen, ...ansaAgain },
    { ...lantern, ...ansa },
  ],
  crew: [],
}
const seriesOfOdalys = { cast: [{ ...tidewater, ...maud }], crew: [] }

const moviesOfBrannoc = {
  cast: [{ ...lantern, character: '', credit_id: hex(501_02), order: 1 }],
  crew: [
    { ...lantern, credit_id: hex(501_03), department: 'Directing', job: 'Director' },
    { ...rumours, credit_id: hex(505_01), department: 'Production', job: 'Producer' },
  ],
}
const seriesOfBrannoc = {
  cast: [
    {
      ...tidewater,
      character: 'Harbour Master',
      credit_id: hex(6012_02),
      episode_count: 4,
      first_credit_air_date: '2026-03-03',
    },
  ],
  crew: [
    {
      ...tidewater,
      credit_id: hex(601_03),
      department: 'Production',
      episode_count: 6,
      first_credit_air_date: '2024-09-02',
      job: 'Executive Producer',
    },
    {
      ...tidewater,
      credit_id: hex(60111_01),
      department: 'Directing',
      episode_count: 2,
      first_credit_air_date: '2024-09-02',
      job: 'Director',
    },
  ],
}

const writing = { department: 'Writing', first_credit_air_date: '2026-03-03' }
const seriesOfSunniva = {
  cast: [
    {
      ...tidewater,
      character: 'Stranger',
      credit_id: hex(60111_02),
      episode_count: 2,
      first_credit_air_date: '2024-09-02',
    },
  ],
  crew: [
    {
      ...greyHours,
      ...writing,
      credit_id: hex(602_01),
      episode_count: 2,
      first_credit_air_date: '2026-03-17',
      job: 'Writer',
    },
    { ...tidewater, ...writing, credit_id: hex(6012_03), episode_count: 4, job: 'Story Editor' },
    { ...tidewater, ...writing, credit_id: hex(60121_03), episode_count: 1, job: 'Writer' },
  ],
}

const movie = <Row extends object>(row: Row) => ({ ...row, media_type: 'movie' })
const tv = <Row extends object>(row: Row) => ({ ...row, media_type: 'tv' })

scenarios('people', [
  ['details', 'GET /3/person/301', 200, details],
  [
    'details in a language that has the biography',
    'GET /3/person/301?language=de-DE',
    200,
    { ...details, biography: 'Odalys Fenwick lernte das Schauspiel in einem Leuchtturm.' },
  ],
  [
    'details in a language that has the name',
    'GET /3/person/301?language=ru-RU',
    200,
    { ...details, biography: '', name: 'Одалис Фенвик' },
  ],
  [
    'details in a chain of languages, which ends with English',
    'GET /3/person/301?language=ru-RU,fr&include_text_languages=true',
    200,
    { ...details, name: 'Одалис Фенвик', text_languages: { name: 'ru-RU', biography: 'en-US' } },
  ],
  ['details of a person of whom only the name is known', 'GET /3/person/306', 200, nothingKnown],
  [
    'details with parts appended: without their id, unknown names left out',
    'GET /3/person/301?append_to_response=movie_credits,nothing,tv_credits,credits',
    200,
    { ...details, movie_credits: moviesOfOdalys, tv_credits: seriesOfOdalys },
  ],
  [
    'appended credits of both sorts',
    'GET /3/person/306?append_to_response=combined_credits',
    200,
    { ...nothingKnown, combined_credits: { cast: [], crew: [] } },
  ],
  [
    'more than 20 appended',
    `GET /3/person/301?append_to_response=${Array.from({ length: 21 }, (_, index) => `part${index}`)}`,
    400,
    status(27),
  ],
  ['details of no person', 'GET /3/person/399', 404, status(34)],
  ['details of person 0', 'GET /3/person/0', 404, status(6)],

  ['movies of an actor, newest first', 'GET /3/person/301/movie_credits', 200, { id: 301, ...moviesOfOdalys }],
  [
    'movies in a language',
    'GET /3/person/301/movie_credits?language=de-DE',
    200,
    {
      id: 301,
      cast: [
        { ...glimmenGerman, ...ansaAgain },
        { ...lanternGerman, ...ansa },
      ],
      crew: [],
    },
  ],
  [
    'movies of who acts and works on them, those without a date last',
    'GET /3/person/302/movie_credits',
    200,
    { id: 302, ...moviesOfBrannoc },
  ],
  [
    'an adult movie',
    'GET /3/person/305/movie_credits',
    200,
    { id: 305, cast: [{ ...velvet, character: 'Herself', credit_id: hex(503_01), order: 0 }], crew: [] },
  ],
  ['no movies', 'GET /3/person/304/movie_credits', 200, { id: 304, cast: [], crew: [] }],
  ['movies of no person', 'GET /3/person/399/movie_credits', 404, status(34)],
  ['movies of person 0', 'GET /3/person/0/movie_credits', 404, status(6)],

  [
    'a role that the series, a season and an episode have is one row',
    'GET /3/person/301/tv_credits',
    200,
    { id: 301, ...seriesOfOdalys },
  ],
  [
    'series in a language',
    'GET /3/person/301/tv_credits?language=de-DE',
    200,
    { id: 301, cast: [{ ...tidewaterGerman, ...maud }], crew: [] },
  ],
  [
    'a role in a season counts for its episodes, one in episodes for each',
    'GET /3/person/302/tv_credits',
    200,
    { id: 302, ...seriesOfBrannoc },
  ],
  ['a guest, and the newest series first', 'GET /3/person/303/tv_credits', 200, { id: 303, ...seriesOfSunniva }],
  [
    'who created a series is of its crew',
    'GET /3/person/304/tv_credits',
    200,
    {
      id: 304,
      cast: [],
      crew: [
        {
          ...tidewater,
          credit_id: hex(601_01),
          department: 'Writing',
          episode_count: 6,
          first_credit_air_date: '2024-09-02',
          job: 'Creator',
        },
      ],
    },
  ],
  ['no series', 'GET /3/person/306/tv_credits', 200, { id: 306, cast: [], crew: [] }],
  ['series of no person', 'GET /3/person/399/tv_credits', 404, status(34)],
  ['series of person 0', 'GET /3/person/0/tv_credits', 404, status(6)],

  [
    'movies and series together, newest first',
    'GET /3/person/301/combined_credits',
    200,
    {
      id: 301,
      cast: [movie({ ...glimmen, ...ansaAgain }), ...seriesOfOdalys.cast.map(tv), movie({ ...lantern, ...ansa })],
      crew: [],
    },
  ],
  [
    'movies and series together in a language',
    'GET /3/person/301/combined_credits?language=de-DE',
    200,
    {
      id: 301,
      cast: [
        movie({ ...glimmenGerman, ...ansaAgain }),
        tv({ ...tidewaterGerman, ...maud }),
        movie({ ...lanternGerman, ...ansa }),
      ],
      crew: [],
    },
  ],
  [
    'cast and crew together, without a date last',
    'GET /3/person/302/combined_credits',
    200,
    {
      id: 302,
      cast: [...seriesOfBrannoc.cast.map(tv), ...moviesOfBrannoc.cast.map(movie)],
      crew: [...seriesOfBrannoc.crew.map(tv), ...moviesOfBrannoc.crew.map(movie)],
    },
  ],
  ['nothing together', 'GET /3/person/306/combined_credits', 200, { id: 306, cast: [], crew: [] }],
  ['both of no person', 'GET /3/person/399/combined_credits', 404, status(34)],
  ['both of person 0', 'GET /3/person/0/combined_credits', 404, status(6)],
])
