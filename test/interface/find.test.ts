import { status } from '../support/expected.ts'
import * as rows from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'

const nothing = {
  movie_results: [],
  person_results: [],
  tv_results: [],
  tv_episode_results: [],
  tv_season_results: [],
}

const lantern = { ...rows.lantern, media_type: 'movie' }
const tape = { ...rows.rumours, media_type: 'movie' }
const glimmen = { ...rows.glimmen, media_type: 'movie' }
const tidewater = { ...rows.tidewater, media_type: 'tv' }
const greyHours = { ...rows.greyHours, media_type: 'tv' }
const season = { ...rows.season2, media_type: 'tv_season', show_id: 601 }
const episode = { ...rows.stormWarning, media_type: 'tv_episode', show_id: 601 }
const odalys = { ...rows.odalys, known_for: [tidewater, lantern, glimmen], media_type: 'person' }

scenarios('find', [
  ['a movie', 'GET /3/find/tt0000501?external_source=filmdb_id', 200, { ...nothing, movie_results: [lantern] }],
  [
    'a system that is named twice: the last one counts',
    'GET /3/find/tt0000501?external_source=kb2_id&external_source=filmdb_id',
    200,
    { ...nothing, movie_results: [lantern] },
  ],
  [
    'a movie in a language',
    'GET /3/find/tt0000501?external_source=filmdb_id&language=de-DE',
    200,
    { ...nothing, movie_results: [{ ...rows.lanternGerman, media_type: 'movie' }] },
  ],
  [
    'a movie and a series with one id',
    'GET /3/find/Q900777?external_source=kb2_id',
    200,
    { ...nothing, movie_results: [tape], tv_results: [greyHours] },
  ],
  ['a series', 'GET /3/find/tt0000601?external_source=filmdb_id', 200, { ...nothing, tv_results: [tidewater] }],
  [
    'a series by an id with slashes',
    'GET /3/find/%2Fm%2F0tidewater?external_source=kb1_mid',
    200,
    { ...nothing, tv_results: [tidewater] },
  ],
  [
    'the same with its slashes as they are',
    'GET /3/find//m/0tidewater?external_source=kb1_mid',
    200,
    { ...nothing, tv_results: [tidewater] },
  ],
  ['no id', 'GET /3/find/?external_source=kb1_mid', 404, status(34)],
  [
    'a season by a number, which may have zeros before it',
    'GET /3/find/00886012?external_source=tvdata_id',
    200,
    { ...nothing, tv_season_results: [season] },
  ],
  ['an episode', 'GET /3/find/tt0060121?external_source=filmdb_id', 200, { ...nothing, tv_episode_results: [episode] }],
  [
    'an episode in a language',
    'GET /3/find/6660121?external_source=tvguide_id&language=fr',
    200,
    {
      ...nothing,
      tv_episode_results: [{ ...episode, name: 'Avis de tempête', overview: "La lampe s'éteint." }],
    },
  ],
  [
    'a person, with titles that the person is known for',
    'GET /3/find/nm0000301?external_source=filmdb_id',
    200,
    { ...nothing, person_results: [odalys] },
  ],
  [
    'a person by the newest sort of id',
    'GET /3/find/odalys.threads?external_source=socialnet5_id',
    200,
    { ...nothing, person_results: [odalys] },
  ],
  ['an id of another system', 'GET /3/find/tt0000501?external_source=kb2_id', 200, nothing],
  ['an id of which only companies have one', 'GET /3/find/Q900101?external_source=kb2_id', 200, nothing],
  ['a number that is none', 'GET /3/find/8860x?external_source=tvdata_id', 200, nothing],
  ['an id that nothing has', 'GET /3/find/tt9999999?external_source=filmdb_id', 200, nothing],
  ['no id', 'GET /3/find/?external_source=filmdb_id', 404, status(34)],
  ['an id of no system', 'GET /3/find/tt0000501', 422, status(5)],
  ['an id of an unknown system', 'GET /3/find/tt0000501?external_source=unknown_id', 422, status(5)],
  [
    'a system by the name of the other dialect',
    'GET /3/find/tt0000599?external_source=imdb_id',
    200,
    nothing,
    { dialect: 'neutral' },
  ],
  [
    'a system by the name of the specification',
    'GET /3/find/tt0000599?external_source=filmdb_id',
    200,
    nothing,
    { dialect: 'common' },
  ],
  ['no key', 'GET /3/find/tt0000501?external_source=filmdb_id', 401, status(7), { key: null }],
])
