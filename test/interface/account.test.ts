import { status } from '../support/expected.ts'
import { lantern, lanternGerman, reels, serials, tidewater, velvet } from '../support/rows.ts'
import { type Scenario, scenarios } from '../support/scenarios.ts'
import { keys, sessions } from '../support/world.ts'

const details = {
  avatar: { avatarsite1: { hash: 'a0812df200391480b63ff0ad192a4abd' }, homesite: { avatar_path: '/ada.png' } },
  id: 1,
  iso_639_1: 'de',
  iso_3166_1: 'DE',
  name: 'Ada Lamplight',
  include_adult: true,
  username: 'ada',
}
/** The hash is that of an empty address. */
const detailsOfBo = {
  avatar: { avatarsite1: { hash: 'd41d8cd98f00b204e9800998ecf8427e' }, homesite: { avatar_path: null } },
  id: 2,
  iso_639_1: 'en',
  iso_3166_1: 'US',
  name: '',
  include_adult: false,
  username: 'Bo',
}

const serial = serials[0]!
const secrets = `api_key=${keys.first}&session_id=${sessions.ada}`

const onePage = (...results: object[]) => ({
  page: 1,
  results,
  total_pages: Math.ceil(results.length / 20),
  total_results: results.length,
})

const ada = { session: 'ada' }
const bo = { session: 'bo' }
const eve = { session: 'eve' }
const movies = 'GET /3/account/1/watchlist/movies'
const series = 'GET /3/account/1/watchlist/tv'
const set = 'POST /3/account/1/watchlist'

const movie = { media_type: 'movie', media_id: 501, watchlist: true }
const tv = { media_type: 'tv', media_id: 7001, watchlist: true }

/** The three answers; the common dialect has HTTP statuses and codes of its own for the first two. */
const added = (title: string, body: object): Scenario => [
  title,
  set,
  200,
  status(1),
  { ...ada, body, common: { http: 201 } },
]
const addedAgain = (title: string, body: object): Scenario => [
  title,
  set,
  200,
  status(1),
  { ...ada, body, common: { http: 201, body: status(12) } },
]
const removed = (title: string, body: object): Scenario => [title, set, 200, status(13), { ...ada, body }]
const refused = (title: string, body: unknown): Scenario => [title, set, 422, status(5), { ...ada, body }]

scenarios('account', [
  [
    'the account of a session',
    'GET /3/account',
    200,
    details,
    { ...ada, replyHeaders: { 'cache-control': 'private, no-store' } },
  ],
  ['an account of which little is known', 'GET /3/account', 200, detailsOfBo, bo],
  ['the session decides, not the path', 'GET /3/account/2', 200, details, ada],
  ['a path without an id', 'GET /3/account/%7Baccount_id%7D', 200, details, ada],
  ['no session', 'GET /3/account', 401, status(3)],
  ['no session, with an id', 'GET /3/account/1', 401, status(3)],
  ['a session of a disabled account', 'GET /3/account', 401, status(3), { session: 'cy' }],
  ['a session of a revoked key', 'GET /3/account', 401, status(3), { session: 'gone' }],
  ['no key', 'GET /3/account', 401, status(7), { ...ada, key: null }],

  ['movies, the first added first', movies, 200, onePage(velvet, lantern), ada],
  ['movies, the last added first', `${movies}?sort_by=created_at.desc`, 200, onePage(lantern, velvet), ada],
  [
    'movies in German',
    `${movies}?language=de-DE`,
    200,
    onePage({ ...velvet, title: "L'Heure de velours", overview: '' }, lanternGerman),
    ada,
  ],
  ['movies of the session, not of the path', 'GET /3/account/2/watchlist/movies', 200, onePage(velvet, lantern), ada],
  ['a full page', movies, 200, { page: 1, results: reels.slice(0, 20), total_pages: 2, total_results: 21 }, bo],
  [
    'the last page',
    `${movies}?page=2`,
    200,
    { page: 2, results: reels.slice(20), total_pages: 2, total_results: 21 },
    bo,
  ],
  [
    'the last page from behind',
    `${movies}?page=2&sort_by=created_at.desc`,
    200,
    { page: 2, results: reels.slice(0, 1), total_pages: 2, total_results: 21 },
    bo,
  ],
  ['a page past the end', `${movies}?page=3`, 200, { page: 3, results: [], total_pages: 2, total_results: 21 }, bo],
  ['page 0', `${movies}?page=0`, 400, status(22), ada],
  ['movies without a session', movies, 401, status(3)],
  ['the session is asked for before the parameters are checked', `${movies}?page=0`, 401, status(3)],

  ['series', series, 200, onePage(tidewater), ada],
  ['no series', series, 200, onePage(), bo],
  [
    'series in French',
    `${series}?language=fr`,
    200,
    onePage({
      ...tidewater,
      name: 'Signaux de marée',
      overview: 'Des gardiens se parlent la nuit.',
      poster_path: '/tidewater-fr.jpg',
    }),
    ada,
  ],
  [
    'a full page of series',
    series,
    200,
    { page: 1, results: serials.slice(0, 20), total_pages: 2, total_results: 21 },
    eve,
  ],
  [
    'the last page of series',
    `${series}?page=2`,
    200,
    { page: 2, results: serials.slice(20), total_pages: 2, total_results: 21 },
    eve,
  ],
  [
    'a page past the end of series',
    `${series}?page=3`,
    200,
    { page: 3, results: [], total_pages: 2, total_results: 21 },
    eve,
  ],
  ['page 501 of series', `${series}?page=501`, 400, status(22), ada],
  ['series without a session', series, 401, status(3)],

  [
    'series are added, listed in order, and removed',
    [
      added('a series', tv),
      ['behind the first', series, 200, onePage(tidewater, serial), ada],
      ['or before it', `${series}?sort_by=created_at.desc`, 200, onePage(serial, tidewater), ada],
      addedAgain('again', tv),
      ['nothing changed', series, 200, onePage(tidewater, serial), { ...ada, now: '2026-03-11T12:00:00.000Z' }],
      removed('the first', { ...tv, media_id: 601, watchlist: false }),
      removed('again', { ...tv, media_id: 601, watchlist: false }),
      ['one is left', series, 200, onePage(serial), ada],
      ['movies are as before', movies, 200, onePage(velvet, lantern), ada],
      ['so is the other user', series, 200, onePage(), bo],
    ],
  ],
  [
    'movies are removed and added at the end',
    [
      addedAgain('it is there', { ...movie, media_id: 503 }),
      removed('the first', { ...movie, media_id: 503, watchlist: false }),
      ['one is left', movies, 200, onePage(lantern), ada],
      added('it is new', { ...movie, media_id: 503 }),
      ['it is the last', movies, 200, onePage(lantern, velvet), ada],
    ],
  ],
  [
    'a movie and a series of the same number are two',
    [
      ['no movie', set, 404, status(34), { ...ada, body: { ...movie, media_id: 601 } }],
      ['no series', set, 404, status(34), { ...ada, body: { ...tv, media_id: 501 } }],
      ['no movie to remove', set, 404, status(34), { ...ada, body: { ...movie, media_id: 599, watchlist: false } }],
      ['an id that no record has', set, 404, status(34), { ...ada, body: { ...movie, media_id: 2_147_483_648 } }],
      ['nor any number', set, 404, status(34), { ...ada, body: { ...movie, media_id: 1e300 } }],
    ],
  ],
  [
    'the type in the query, the session in the body',
    [
      [
        'added',
        `${set}?media_type=movie`,
        200,
        status(1),
        { body: { media_id: 502, watchlist: true, session_id: sessions.ada, more: 1 }, common: { http: 201 } },
      ],
      removed('removed', { ...movie, media_id: 502, watchlist: false }),
    ],
  ],
  [
    'a form with the key and the session in it',
    [
      [
        'added',
        set,
        200,
        status(1),
        {
          key: null,
          body: `media_id=1&media_id=502&watchlist=True&media_type=movie&${secrets}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          common: { http: 201 },
        },
      ],
      removed('removed', { ...movie, media_id: 502, watchlist: false }),
    ],
  ],
  [
    'texts for numbers and booleans',
    [
      added('an id', { ...movie, media_id: '502' }),
      addedAgain('both', { ...movie, media_id: '502', watchlist: 'True' }),
      removed('a boolean', { ...movie, media_id: 502, watchlist: 'false' }),
    ],
  ],
  [
    'bodies that do not fit',
    [
      refused('nothing', {}),
      refused('null', 'null'),
      refused('a list', []),
      refused('another kind', { ...movie, media_type: 'person' }),
      refused('our word for the kind', { ...movie, media_type: 'series' }),
      refused('a text that is no number', { ...movie, media_id: '501a' }),
      refused('an id in powers of ten', { ...movie, media_id: '5e2' }),
      refused('id 0', { ...movie, media_id: 0 }),
      refused('half an id', { ...movie, media_id: 1.5 }),
      refused('a text that is no boolean', { ...movie, watchlist: 'yes' }),
      refused('neither added nor removed', { media_type: 'movie', media_id: 501 }),
      ['no body', set, 422, status(5), ada],
      ['no session to add with', set, 401, status(3), { body: movie }],
      ['the session is asked for before the body is checked', set, 401, status(3), { body: {} }],
    ],
  ],
])
