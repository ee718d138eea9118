import { status } from '../support/expected.ts'
import { brannoc, ilka, odalys, sunniva, sunnivaGerman, tamsin } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'
import { hex } from '../support/world/line.ts'

/** Of the newest season, which also has Keeper Maud. */
const harbourMaster = { ...brannoc, character: 'Harbour Master', credit_id: hex(6012_02), order: 1 }
const editing = { credit_id: hex(6012_03), department: 'Writing', job: 'Story Editor' }
const maud = { ...odalys, character: 'Keeper Maud', credit_id: hex(601_02), order: 0 }
const producer = { ...brannoc, credit_id: hex(601_03), department: 'Production', job: 'Executive Producer' }
const creator = { ...tamsin, credit_id: hex(601_01), department: 'Writing', job: 'Creator' }
const credits = { cast: [maud, harbourMaster], crew: [producer, creator, { ...sunniva, ...editing }] }

const strangerRoles = [{ character: 'Stranger', credit_id: hex(60111_02), episode_count: 2 }]
const aggregateOf = (writer: typeof sunniva) => ({
  cast: [
    {
      ...odalys,
      order: 0,
      roles: [{ character: 'Keeper Maud', credit_id: hex(601_02), episode_count: 6 }],
      total_episode_count: 6,
    },
    {
      ...brannoc,
      order: 1,
      roles: [{ character: 'Harbour Master', credit_id: hex(6012_02), episode_count: 4 }],
      total_episode_count: 4,
    },
    { ...writer, order: 500, roles: strangerRoles, total_episode_count: 2 },
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
      jobs: [{ credit_id: hex(60111_01), episode_count: 2, job: 'Director' }],
      total_episode_count: 2,
    },
    {
      ...brannoc,
      department: 'Production',
      jobs: [{ credit_id: hex(601_03), episode_count: 6, job: 'Executive Producer' }],
      total_episode_count: 6,
    },
    // That she edited a season is only said of that season.
    {
      ...writer,
      department: 'Writing',
      jobs: [{ credit_id: hex(60121_03), episode_count: 1, job: 'Writer' }],
      total_episode_count: 1,
    },
  ],
})

scenarios('tv-series credits', [
  [
    'credits: its own, and of its newest season those that it has not',
    'GET /3/tv/601/credits',
    200,
    { id: 601, ...credits },
  ],
  [
    'credits in a language',
    'GET /3/tv/601/credits?language=de-DE',
    200,
    { id: 601, cast: credits.cast, crew: [producer, creator, { ...sunnivaGerman, ...editing }] },
  ],
  [
    'credits of a series whose season has none',
    'GET /3/tv/602/credits',
    200,
    {
      id: 602,
      cast: [],
      crew: [{ ...sunniva, credit_id: hex(602_01), department: 'Writing', job: 'Writer' }],
    },
  ],
  ['no credits', 'GET /3/tv/603/credits', 200, { id: 603, cast: [], crew: [] }],
  ['credits of no series', 'GET /3/tv/699/credits', 404, status(34)],
  ['credits of series 0', 'GET /3/tv/0/credits', 404, status(6)],

  ['credits of all episodes', 'GET /3/tv/601/aggregate_credits', 200, { id: 601, ...aggregateOf(sunniva) }],
  [
    'credits of all episodes in a language',
    'GET /3/tv/601/aggregate_credits?language=de-DE',
    200,
    { id: 601, ...aggregateOf(sunnivaGerman) },
  ],
  ['no credits of any episode', 'GET /3/tv/603/aggregate_credits', 200, { id: 603, cast: [], crew: [] }],
  ['all credits of no series', 'GET /3/tv/699/aggregate_credits', 404, status(34)],
  ['all credits of series 0', 'GET /3/tv/0/aggregate_credits', 404, status(6)],
])
