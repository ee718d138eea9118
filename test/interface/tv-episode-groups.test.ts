import { status } from '../support/expected.ts'
import { scenarios } from '../support/scenarios.ts'
import { hex } from '../support/world/line.ts'

const zephyr = { id: 201, logo_path: '/zephyr.png', name: 'Channel Zephyr', origin_country: 'FR' }
const byWeather = {
  description: 'Storms first.',
  episode_count: 4,
  group_count: 2,
  id: hex(601_71),
  name: 'By weather',
  network: zephyr,
  type: 5,
}
/** An order without groups, whose id was computed. */
const whole = {
  description: '',
  episode_count: 0,
  group_count: 0,
  id: 'f5137b3afd6c0c9531cd6374',
  name: 'Whole',
  network: null,
  type: 2,
}

const episode = {
  overview: '',
  vote_average: 0,
  vote_count: 0,
  episode_type: 'standard',
  production_code: '',
  show_id: 601,
  still_path: null,
}
const nightBefore = {
  ...episode,
  id: 60101,
  name: 'The Night Before',
  air_date: '2024-08-30',
  episode_number: 1,
  runtime: 12,
  season_number: 0,
}
const storm = {
  ...episode,
  id: 60121,
  name: 'Storm Warning',
  overview: 'The lamp goes out.',
  vote_average: 8.25,
  vote_count: 12,
  air_date: '2026-03-03',
  episode_number: 1,
  production_code: 'TS-201',
  runtime: 50,
  season_number: 2,
  still_path: '/storm-2.jpg',
}
const ebb = {
  ...episode,
  id: 60122,
  name: 'Ebb',
  air_date: '2026-03-10',
  episode_number: 2,
  episode_type: 'mid_season',
  runtime: null,
  season_number: 2,
}
const lastLight = {
  ...episode,
  id: 60112,
  name: 'Last Light',
  air_date: '2024-09-09',
  episode_number: 2,
  episode_type: 'finale',
  runtime: 50,
  season_number: 1,
}

/** The groups by their order; an episode that does not exist is left out, and the others are numbered from 0. */
const details = (storms: object) => ({
  ...byWeather,
  groups: [
    {
      id: hex(601_72),
      name: 'Storms',
      order: 0,
      episodes: [
        { ...nightBefore, order: 0 },
        { ...storms, order: 1 },
      ],
      locked: true,
    },
    {
      id: hex(601_73),
      name: 'Calm',
      order: 1,
      episodes: [
        { ...ebb, order: 0 },
        { ...lastLight, order: 1 },
      ],
      locked: false,
    },
  ],
})

scenarios('orders of episodes', [
  ['the orders of a series', 'GET /3/tv/601/episode_groups', 200, { id: 601, results: [whole, byWeather] }],
  ['a series without another order', 'GET /3/tv/602/episode_groups', 200, { id: 602, results: [] }],
  ['the orders of no series', 'GET /3/tv/699/episode_groups', 404, status(34)],
  ['an order with its groups', `GET /3/tv/episode_group/${hex(601_71)}`, 200, details(storm)],
  [
    'the same in a language',
    `GET /3/tv/episode_group/${hex(601_71)}?language=fr`,
    200,
    details({ ...storm, name: 'Avis de tempête', overview: "La lampe s'éteint." }),
  ],
  ['an order without groups', `GET /3/tv/episode_group/${whole.id}`, 200, { ...whole, groups: [] }],
  ['no such order', `GET /3/tv/episode_group/${hex(1)}`, 404, status(34)],
  ['what is no id of an order', 'GET /3/tv/episode_group/601', 404, status(34)],
  [
    'episodes that were shown in cinemas, by their numbers',
    'GET /3/tv/601/screened_theatrically',
    200,
    {
      id: 601,
      results: [
        { id: 60101, episode_number: 1, season_number: 0 },
        { id: 60121, episode_number: 1, season_number: 2 },
      ],
    },
  ],
  ['a series that was not', 'GET /3/tv/604/screened_theatrically', 200, { id: 604, results: [] }],
  ['no such series', 'GET /3/tv/699/screened_theatrically', 404, status(34)],
])
