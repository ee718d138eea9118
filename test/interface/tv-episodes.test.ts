import { status } from '../support/expected.ts'
import { brannoc, ilka, odalys, stormWarning, sunniva, sunnivaGerman, unnamed } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'
import { hex } from '../support/world/line.ts'

const creditsOf = (writer: typeof sunniva) => ({
  crew: [
    { ...brannoc, credit_id: hex(60121_02), department: 'Directing', job: 'Director' },
    { ...writer, credit_id: hex(60121_03), department: 'Writing', job: 'Writer' },
  ],
  guest_stars: [
    { ...writer, character: 'Stranger', credit_id: hex(60121_04), order: 500 },
    { ...ilka, character: '', credit_id: hex(60121_05), order: 501 },
  ],
})
const cast = [{ ...odalys, character: 'Keeper Maud', credit_id: hex(60121_01), order: 0 }]

const details = { ...stormWarning, ...creditsOf(sunniva) }
/** An episode of which only the number is known. */
const nothingKnown = { ...unnamed, crew: [], guest_stars: [] }

const episode = 'GET /3/tv/601/season/2/episode/1'

scenarios('tv-episodes', [
  ['details', episode, 200, details],
  [
    'details in a language',
    `${episode}?language=fr-FR`,
    200,
    { ...stormWarning, ...creditsOf(sunnivaGerman), name: 'Avis de tempête', overview: "La lampe s'éteint." },
  ],
  [
    'details in a language that only has other episodes: its own name',
    `${episode}?language=de`,
    200,
    { ...stormWarning, ...creditsOf(sunnivaGerman), overview: '' },
  ],
  ['details of an episode of which only the number is known', 'GET /3/tv/602/season/1/episode/2', 200, nothingKnown],
  [
    'a special',
    'GET /3/tv/601/season/0/episode/1',
    200,
    {
      ...nothingKnown,
      id: 60101,
      name: 'The Night Before',
      air_date: '2024-08-30',
      episode_number: 1,
      runtime: 12,
      season_number: 0,
    },
  ],
  [
    'details with parts appended: without their id, unknown names left out',
    `${episode}?append_to_response=credits,nothing,aggregate_credits`,
    200,
    { ...details, credits: { cast, ...creditsOf(sunniva) } },
  ],
  [
    'more than 20 appended',
    `${episode}?append_to_response=${Array.from({ length: 21 }, (_, index) => `part${index}`)}`,
    400,
    status(27),
  ],
  ['details of no episode', 'GET /3/tv/601/season/2/episode/9', 404, status(34)],
  ['details of an episode of no season', 'GET /3/tv/601/season/9/episode/1', 404, status(34)],
  ['details of an episode of series 0', 'GET /3/tv/0/season/2/episode/1', 404, status(6)],

  ['credits: cast, crew and guests', `${episode}/credits`, 200, { id: 60121, cast, ...creditsOf(sunniva) }],
  ['credits in a language', `${episode}/credits?language=de-DE`, 200, { id: 60121, cast, ...creditsOf(sunnivaGerman) }],
  ['no credits', 'GET /3/tv/602/season/1/episode/2/credits', 200, { id: 60212, cast: [], crew: [], guest_stars: [] }],
  ['credits of no episode', 'GET /3/tv/601/season/2/episode/9/credits', 404, status(34)],
  ['credits of an episode of series 0', 'GET /3/tv/0/season/2/episode/1/credits', 404, status(6)],
])
