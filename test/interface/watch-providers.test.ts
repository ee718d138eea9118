import { status } from '../support/expected.ts'
import { beacon, moth, ofMovie, stream } from '../support/offers.ts'
import { scenarios } from '../support/scenarios.ts'

const ofSeason = { GB: { link: 'https://stream.example/tidewater/2', buy: [stream(7)] } }
const ofSeries = { GB: { link: 'https://stream.example/tidewater', flatrate: [stream(7)] } }

const listed = (provider: ReturnType<typeof stream>, display_priorities: Record<string, number>) => ({
  ...provider,
  display_priorities,
})
const listedStream = listed(stream(7), { DE: 4, US: 1 })
const listedBeacon = listed(beacon(2), { DE: 1 })
const listedMoth = listed({ ...moth, display_priority: 0 }, { DE: 2 })

const germany = { iso_3166_1: 'DE', english_name: 'Germany', native_name: 'Germany' }
const america = {
  iso_3166_1: 'US',
  english_name: 'United States of America',
  native_name: 'United States',
}

scenarios('watch providers', [
  [
    'where a movie can be watched: the link of the first offer by priority, each kind of offer by priority',
    'GET /3/movie/501/watch/providers',
    200,
    { id: 501, results: ofMovie },
  ],
  ['by its id elsewhere', 'GET /3/movie/tt0000501/watch/providers', 200, { id: 501, results: ofMovie }],
  ['where a series can be watched', 'GET /3/tv/601/watch/providers', 200, { id: 601, results: ofSeries }],
  [
    'where a season can be watched',
    'GET /3/tv/601/season/2/watch/providers?language=fr',
    200,
    { id: 6012, results: ofSeason },
  ],
  ['a movie without offers', 'GET /3/movie/502/watch/providers', 200, { id: 502, results: {} }],
  ['a season without offers', 'GET /3/tv/601/season/0/watch/providers', 200, { id: 6010, results: {} }],
  ['no such movie', 'GET /3/movie/599/watch/providers', 404, status(34)],
  ['no such series', 'GET /3/tv/699/watch/providers', 404, status(34)],
  ['no such season', 'GET /3/tv/601/season/9/watch/providers', 404, status(34)],
  [
    'the providers of movies, by their priority in general',
    'GET /3/watch/providers/movie',
    200,
    { results: [listedMoth, listedBeacon, listedStream] },
  ],
  [
    'those of a country, by their priority there',
    'GET /3/watch/providers/movie?watch_region=DE',
    200,
    {
      results: [
        { ...listedBeacon, display_priority: 1 },
        { ...listedMoth, display_priority: 2 },
        { ...listedStream, display_priority: 4 },
      ],
    },
  ],
  [
    'the providers of series, without those that have only movies',
    'GET /3/watch/providers/tv?language=de',
    200,
    { results: [listedMoth, listedStream] },
  ],
  [
    'those of a country in lower case',
    'GET /3/watch/providers/tv?watch_region=us',
    200,
    { results: [{ ...listedStream, display_priority: 1 }] },
  ],
  ['a country without providers', 'GET /3/watch/providers/tv?watch_region=ZW', 200, { results: [] }],
  [
    'the countries with providers',
    'GET /3/watch/providers/regions',
    200,
    { results: [germany, { ...america, native_name: /./ }] },
  ],
  [
    'their names in German',
    'GET /3/watch/providers/regions?language=de',
    200,
    {
      results: [
        { ...germany, native_name: 'Deutschland' },
        { ...america, native_name: 'Vereinigte Staaten' },
      ],
    },
  ],
])
