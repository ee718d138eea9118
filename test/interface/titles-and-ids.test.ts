import { status } from '../support/expected.ts'
import { scenarios } from '../support/scenarios.ts'

const german = { iso_3166_1: 'DE', title: 'Das gläserne Licht', type: 'working title' }
const american = [
  { iso_3166_1: 'US', title: 'Lantern', type: '' },
  { iso_3166_1: 'US', title: 'The Lantern Maker', type: 'TV title' },
]
const tidewater = [
  { iso_3166_1: 'FR', title: 'Signaux de marée', type: '' },
  { iso_3166_1: 'JP', title: 'Taidowotā', type: 'romaji' },
  { iso_3166_1: 'US', title: 'Tidewater', type: 'short title' },
]
const lighthouse = { id: 801, name: 'lighthouse' }

const unknownSeries = {
  id: 603,
  filmdb_id: null,
  kb1_mid: null,
  kb1_id: null,
  tvdata_id: null,
  tvguide_id: null,
  kb2_id: null,
  socialnet1_id: null,
  socialnet2_id: null,
  socialnet3_id: null,
}

scenarios('titles and ids', [
  [
    'other titles of a movie, by country',
    'GET /3/movie/501/alternative_titles',
    200,
    { id: 501, titles: [german, ...american] },
  ],
  [
    'other titles of a movie in a country',
    'GET /3/movie/501/alternative_titles?country=US',
    200,
    { id: 501, titles: american },
  ],
  [
    'other titles of a movie in a country that has none',
    'GET /3/movie/501/alternative_titles?country=QQ',
    200,
    { id: 501, titles: [] },
  ],
  ['other titles of no movie', 'GET /3/movie/599/alternative_titles', 404, status(34)],
  [
    'other titles of a series, whatever the country',
    'GET /3/tv/601/alternative_titles?country=Japan',
    200,
    { id: 601, results: tidewater },
  ],
  ['no other titles of a series', 'GET /3/tv/602/alternative_titles', 200, { id: 602, results: [] }],
  ['other titles of no series', 'GET /3/tv/699/alternative_titles', 404, status(34)],
  ['other titles of series 0', 'GET /3/tv/0/alternative_titles', 404, status(6)],

  [
    'other names of a company',
    'GET /3/company/101/alternative_names',
    200,
    {
      id: 101,
      results: [
        { name: 'LFP', type: 'short name' },
        { name: 'Lanternfish Filmproduktion', type: '' },
      ],
    },
  ],
  ['no other names of a company', 'GET /3/company/102/alternative_names', 200, { id: 102, results: [] }],
  ['other names of no company', 'GET /3/company/199/alternative_names', 404, status(34)],
  ['other names of a company that is a word', 'GET /3/company/lanternfish/alternative_names', 404, status(6)],
  [
    'other names of a network',
    'GET /3/network/201/alternative_names',
    200,
    {
      id: 201,
      results: [
        { name: 'CZ', type: 'short name' },
        { name: 'Zephyr TV', type: '' },
      ],
    },
  ],

  [
    'keywords of a movie, by name',
    'GET /3/movie/501/keywords',
    200,
    {
      id: 501,
      keywords: [{ id: 802, name: 'glass maker' }, lighthouse],
    },
  ],
  ['no keywords of a movie', 'GET /3/movie/502/keywords', 200, { id: 502, keywords: [] }],
  ['keywords of a series', 'GET /3/tv/601/keywords', 200, { id: 601, results: [lighthouse] }],
  ['keywords of no series', 'GET /3/tv/699/keywords', 404, status(34)],

  [
    'outside ids of a movie',
    'GET /3/movie/501/external_ids',
    200,
    {
      id: 501,
      filmdb_id: 'tt0000501',
      kb2_id: 'Q900501',
      socialnet1_id: 'glasslantern',
      socialnet2_id: 'glasslantern_film',
      socialnet3_id: 'glasslantern3',
    },
  ],
  [
    'outside ids of a movie, by one of them',
    'GET /3/movie/tt0000502/external_ids',
    200,
    {
      id: 502,
      filmdb_id: 'tt0000502',
      kb2_id: 'Q900502',
      socialnet1_id: null,
      socialnet2_id: null,
      socialnet3_id: null,
    },
  ],
  ['outside ids of no movie', 'GET /3/movie/tt0000599/external_ids', 404, status(34)],
  [
    'outside ids of a series: two of them are numbers',
    'GET /3/tv/601/external_ids',
    200,
    {
      id: 601,
      filmdb_id: 'tt0000601',
      kb1_mid: '/m/0tidewater',
      kb1_id: '/en/tidewater_signals',
      tvdata_id: 880601,
      tvguide_id: 660601,
      kb2_id: 'Q900601',
      socialnet1_id: 'tidewatersignals',
      socialnet2_id: 'tidewater_signals',
      socialnet3_id: 'tidewater3',
    },
  ],
  ['outside ids of a series that has none', 'GET /3/tv/603/external_ids', 200, unknownSeries],
  [
    'outside ids of a season',
    'GET /3/tv/601/season/2/external_ids',
    200,
    {
      id: 6012,
      kb1_mid: '/m/0tidewater2',
      kb1_id: '/en/tidewater_signals_2',
      tvdata_id: 886012,
      tvguide_id: 666012,
      kb2_id: 'Q906012',
    },
  ],
  [
    'outside ids of an episode',
    'GET /3/tv/601/season/2/episode/1/external_ids',
    200,
    {
      id: 60121,
      filmdb_id: 'tt0060121',
      kb1_mid: '/m/0storm',
      kb1_id: '/en/storm_warning',
      tvdata_id: 8860121,
      tvguide_id: 6660121,
      kb2_id: 'Q960121',
    },
  ],
  [
    'outside ids of a person',
    'GET /3/person/301/external_ids',
    200,
    {
      id: 301,
      kb1_mid: '/m/0odalys',
      kb1_id: '/en/odalys_fenwick',
      filmdb_id: 'nm0000301',
      tvguide_id: 33301,
      kb2_id: 'Q900301',
      socialnet1_id: 'odalys.fenwick',
      socialnet2_id: 'odalys_pictures',
      socialnet4_id: 'odalys.moves',
      socialnet3_id: 'odalys',
      videosite1_id: 'odalysfilms',
    },
  ],
])
