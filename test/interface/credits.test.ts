import { status } from '../support/expected.ts'
import {
  brannoc,
  lantern,
  lanternGerman,
  odalys,
  season2,
  sunniva,
  sunnivaGerman,
  tamsin,
  tidewater,
} from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'
import { hex } from '../support/world/line.ts'

const movie = { ...lantern, media_type: 'movie' }
const series = { ...tidewater, media_type: 'tv', episodes: [], seasons: [] }
const person = (row: object) => ({ ...row, media_type: 'person' })
const secondSeason = { ...season2, media_type: 'tv_season', show_id: 601 }
const storm = {
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
}
const acting = { credit_type: 'cast', department: 'Acting', job: 'Actor' }

scenarios('credits', [
  [
    'a part in a movie',
    `GET /3/credit/${hex(501_01)}`,
    200,
    { ...acting, id: hex(501_01), media: { ...movie, character: 'Ansa' }, media_type: 'movie', person: person(odalys) },
  ],
  [
    'the work on a movie, in a language',
    `GET /3/credit/${hex(501_04)}?language=de-DE`,
    200,
    {
      credit_type: 'crew',
      department: 'Writing',
      id: hex(501_04),
      job: 'Screenplay',
      media: { ...lanternGerman, media_type: 'movie' },
      media_type: 'movie',
      person: person(sunnivaGerman),
    },
  ],
  [
    'the creation of a series',
    `GET /3/credit/${hex(601_01)}`,
    200,
    {
      credit_type: 'creator',
      department: 'Writing',
      id: hex(601_01),
      job: 'Creator',
      media: series,
      media_type: 'tv',
      person: person(tamsin),
    },
  ],
  [
    'a part in a season',
    `GET /3/credit/${hex(6012_02)}`,
    200,
    {
      ...acting,
      id: hex(6012_02),
      media: { ...series, character: 'Harbour Master', seasons: [secondSeason] },
      media_type: 'tv',
      person: person(brannoc),
    },
  ],
  [
    'a guest in an episode',
    `GET /3/credit/${hex(60121_04)}`,
    200,
    {
      ...acting,
      id: hex(60121_04),
      media: { ...series, character: 'Stranger', episodes: [storm] },
      media_type: 'tv',
      person: person(sunniva),
    },
  ],
  ['no credit', `GET /3/credit/${hex(599_01)}`, 404, status(34)],
  ['what is no id of a credit', 'GET /3/credit/first', 404, status(34)],
  ['a credit, without a key', `GET /3/credit/${hex(501_01)}`, 401, status(7), { key: null }],
])
