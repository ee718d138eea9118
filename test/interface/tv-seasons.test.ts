import { status } from '../support/expected.ts'
import {
  brannoc,
  ebb,
  flood,
  ilka,
  mistral,
  odalys,
  slackWater,
  stormWarning,
  sunniva,
  sunnivaGerman,
  unnamed,
  zephyr,
} from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'
import { hex } from '../support/world/line.ts'

const director = { ...brannoc, credit_id: hex(60121_02), department: 'Directing', job: 'Director' }
const writer = { credit_id: hex(60121_03), department: 'Writing', job: 'Writer' }
const stranger = { character: 'Stranger', credit_id: hex(60121_04), order: 500 }
const unnamedGuest = { ...ilka, character: '', credit_id: hex(60121_05), order: 501 }
const nobody = { crew: [], guest_stars: [] }
const others = [ebb, flood, slackWater].map((episode) => ({ ...episode, ...nobody, show_id: 601 }))

const details = {
  // Derived from the id of the season: it is the same on every server.
  _id: '4054412f5a1c9ca355ab36a3',
  air_date: '2026-03-03',
  episodes: [
    {
      ...stormWarning,
      crew: [director, { ...sunniva, ...writer }],
      guest_stars: [{ ...sunniva, ...stranger }, unnamedGuest],
      show_id: 601,
    },
    ...others,
  ],
  id: 6012,
  name: 'Season 2',
  networks: [zephyr, mistral],
  overview: 'The second winter.',
  poster_path: '/tidewater-2-en.jpg',
  season_number: 2,
  vote_average: 8.1,
}

const unknownSeason = { overview: '', poster_path: null, vote_average: 0 }
const specials = {
  ...unknownSeason,
  _id: /^[0-9a-f]{24}$/,
  air_date: null,
  episodes: [
    {
      ...unnamed,
      ...nobody,
      id: 60101,
      name: 'The Night Before',
      air_date: '2024-08-30',
      episode_number: 1,
      runtime: 12,
      season_number: 0,
      show_id: 601,
    },
  ],
  id: 6010,
  name: 'Specials',
  networks: [zephyr, mistral],
  season_number: 0,
}

const creditsOf = (editor: typeof sunniva) => ({
  cast: [
    { ...odalys, character: 'Keeper Maud', credit_id: hex(6012_01), order: 0 },
    { ...brannoc, character: 'Harbour Master', credit_id: hex(6012_02), order: 1 },
  ],
  crew: [{ ...editor, credit_id: hex(6012_03), department: 'Writing', job: 'Story Editor' }],
})

/** The series' own credits count for each of its seasons but the specials. */
const aggregateOf = (writer: typeof sunniva) => ({
  cast: [
    {
      ...odalys,
      order: 0,
      roles: [{ character: 'Keeper Maud', credit_id: hex(601_02), episode_count: 4 }],
      total_episode_count: 4,
    },
    {
      ...brannoc,
      order: 1,
      roles: [{ character: 'Harbour Master', credit_id: hex(6012_02), episode_count: 4 }],
      total_episode_count: 4,
    },
    {
      ...writer,
      order: 500,
      roles: [{ character: 'Stranger', credit_id: hex(60121_04), episode_count: 1 }],
      total_episode_count: 1,
    },
    {
      ...ilka,
      order: 501,
      roles: [{ character: '', credit_id: hex(60121_05), episode_count: 1 }],
      total_episode_count: 1,
    },
  ],
  crew: [
    {
      ...brannoc,
      department: 'Directing',
      jobs: [{ credit_id: hex(60121_02), episode_count: 1, job: 'Director' }],
      total_episode_count: 1,
    },
    {
      ...brannoc,
      department: 'Production',
      jobs: [{ credit_id: hex(601_03), episode_count: 4, job: 'Executive Producer' }],
      total_episode_count: 4,
    },
    {
      ...writer,
      department: 'Writing',
      jobs: [
        { credit_id: hex(6012_03), episode_count: 4, job: 'Story Editor' },
        { credit_id: hex(60121_03), episode_count: 1, job: 'Writer' },
      ],
      total_episode_count: 4,
    },
  ],
})

const greySeason = {
  ...unknownSeason,
  _id: /^[0-9a-f]{24}$/,
  air_date: null,
  episodes: [
    {
      ...unnamed,
      ...nobody,
      id: 60211,
      name: 'Dawn',
      air_date: '2026-03-17',
      episode_number: 1,
      show_id: 602,
    },
    { ...unnamed, ...nobody, show_id: 602 },
  ],
  id: 6021,
  name: 'Season 1',
  networks: [],
  poster_path: '/grey-1-en.jpg',
  season_number: 1,
}

scenarios('tv-seasons', [
  ['details, with the crew and guests of each episode', 'GET /3/tv/601/season/2', 200, details],
  [
    'details in a language',
    'GET /3/tv/601/season/2?language=fr-FR',
    200,
    {
      ...details,
      episodes: [
        {
          ...stormWarning,
          crew: [director, { ...sunnivaGerman, ...writer }],
          guest_stars: [{ ...sunnivaGerman, ...stranger }, unnamedGuest],
          name: 'Avis de tempête',
          overview: "La lampe s'éteint.",
          show_id: 601,
        },
        ...others,
      ],
      name: 'Saison 2',
      overview: 'Le deuxième hiver.',
      poster_path: '/tidewater-2-fr.jpg',
    },
  ],
  ['details of the specials', 'GET /3/tv/601/season/0', 200, specials],
  [
    'a season without a date, with an episode of which only the number is known',
    'GET /3/tv/602/season/1',
    200,
    greySeason,
  ],
  [
    'a poster in the original language of the series where the one asked for has none',
    'GET /3/tv/602/season/1?language=de',
    200,
    { ...greySeason, poster_path: '/grey-1-fr.jpg' },
  ],
  [
    'details with parts appended: without their id, unknown names left out',
    'GET /3/tv/601/season/0?append_to_response=credits,season/1,aggregate_credits,nothing,watch/providers',
    200,
    {
      ...specials,
      aggregate_credits: { cast: [], crew: [] },
      credits: { cast: [], crew: [] },
      'watch/providers': { results: {} },
    },
  ],
  [
    'more than 20 appended',
    `GET /3/tv/601/season/2?append_to_response=${Array.from({ length: 21 }, (_, index) => `part${index}`)}`,
    400,
    status(27),
  ],
  ['details of no season', 'GET /3/tv/601/season/9', 404, status(34)],
  ['details of a season of no series', 'GET /3/tv/699/season/1', 404, status(34)],
  ['details of a word', 'GET /3/tv/601/season/two', 404, status(6)],

  ['credits are its own', 'GET /3/tv/601/season/2/credits', 200, { id: 6012, ...creditsOf(sunniva) }],
  [
    'credits in a language',
    'GET /3/tv/601/season/2/credits?language=de-DE',
    200,
    { id: 6012, ...creditsOf(sunnivaGerman) },
  ],
  ['no credits', 'GET /3/tv/601/season/1/credits', 200, { id: 6011, cast: [], crew: [] }],
  ['credits of no season', 'GET /3/tv/601/season/9/credits', 404, status(34)],
  ['credits of a season of series 0', 'GET /3/tv/0/season/2/credits', 404, status(6)],

  ['credits of all episodes', 'GET /3/tv/601/season/2/aggregate_credits', 200, { id: 6012, ...aggregateOf(sunniva) }],
  [
    'credits of all episodes in a language',
    'GET /3/tv/601/season/2/aggregate_credits?language=de-DE',
    200,
    { id: 6012, ...aggregateOf(sunnivaGerman) },
  ],
  [
    'specials do not have the credits of the series',
    'GET /3/tv/601/season/0/aggregate_credits',
    200,
    { id: 6010, cast: [], crew: [] },
  ],
  ['all credits of no season', 'GET /3/tv/601/season/9/aggregate_credits', 404, status(34)],
  ['all credits of a season of series 0', 'GET /3/tv/0/season/2/aggregate_credits', 404, status(6)],
])
