import { maxListDescription, maxListName } from '#src/contributions/lists/lists.ts'
import { status } from '../support/expected.ts'
import { glimmen, lantern, lanternGerman, reels, serials, tidewater, tidewaterGerman, velvet } from '../support/rows.ts'
import { type Scenario, scenarios } from '../support/scenarios.ts'
import { keys, sessions } from '../support/world.ts'

const ada = { session: 'ada' }
const bo = { session: 'bo' }
const eve = { session: 'eve' }

const movie = (row: object) => ({ ...row, media_type: 'movie' })
const tv = (row: object) => ({ ...row, media_type: 'tv' })
const paged = (results: object[], more: object = {}) => ({
  page: 1,
  results,
  total_pages: Math.ceil(results.length / 20),
  total_results: results.length,
  ...more,
})

/** A list as the lists of its account show it. */
const lamps = {
  description: 'What glows, and what comes back.',
  favorite_count: 0,
  id: 1,
  item_count: 3,
  iso_639_1: 'en',
  list_type: 'movie',
  name: 'Lamps & tides',
  poster_path: '/lantern-en.jpg',
}
type Listed = Omit<typeof lamps, 'poster_path'> & { poster_path: string | null }
const mine = { ...lamps, description: '', id: 2, item_count: 1, name: 'Only mine' }
const allReels = { ...lamps, description: '', id: 3, item_count: 21, name: 'All the reels', poster_path: null }
const evening = (number: number) => ({
  ...lamps,
  description: '',
  id: 4 + number,
  item_count: 2,
  name: `Evening ${number}`,
  poster_path: '/rumours-fr.jpg',
})
const evenings = Array.from({ length: 21 }, (_, at) => evening(at + 1))
/** Among the lists of everybody they have a country; those of a series have no type. */
const shown = (row: object) => ({ ...row, iso_3166_1: '' })
const ofSeries = ({ list_type: _, ...row }: typeof lamps) => shown(row)

const details = ({ list_type: _, ...list }: Listed, created_by: string, items: object[], more: object = {}) => ({
  created_by,
  ...list,
  items,
  page: 1,
  total_pages: Math.ceil(list.item_count / 20),
  total_results: list.item_count,
  ...more,
})
const lampItems = [movie(lantern), tv(tidewater), movie(velvet)]

const isPrivate = { replyHeaders: { 'cache-control': 'private, no-store' } }
const isMissing = { replyHeaders: { 'cache-control': 'no-store' } }
const isShared = { replyHeaders: { 'cache-control': 'public, max-age=300' } }

const make = 'POST /3/list'
const own = 'GET /3/account/1/lists'
const add = (id: number) => `POST /3/list/${id}/add_item`
const take = (id: number) => `POST /3/list/${id}/remove_item`
const made = (list_id: number) => ({ ...status(1), list_id })

const body = (title: string, sent: unknown, http: number, answer: unknown): Scenario => [
  title,
  make,
  http,
  answer,
  { ...ada, body: sent },
]

const night = {
  ...lamps,
  description: 'By night.',
  id: 26,
  item_count: 2,
  iso_639_1: 'de',
  name: 'Night',
  poster_path: '/glimmen-de.jpg',
}

scenarios('lists', [
  ['a list with movies and series', 'GET /3/list/1', 200, details(lamps, 'ada', lampItems), isShared],
  [
    'a list in German',
    'GET /3/list/1?language=de-DE',
    200,
    details({ ...lamps, poster_path: '/lantern-de.jpg' }, 'ada', [
      movie(lanternGerman),
      tv(tidewaterGerman),
      movie({ ...velvet, title: "L'Heure de velours", overview: '' }),
    ]),
  ],
  ['a list with a name behind its id', 'GET /3/list/1-lamps', 200, details(lamps, 'ada', lampItems)],
  ['a page of a list', 'GET /3/list/3', 200, details(allReels, 'Bo', reels.slice(0, 20).map(movie))],
  ['its last page', 'GET /3/list/3?page=2', 200, details(allReels, 'Bo', reels.slice(20).map(movie), { page: 2 })],
  ['a page past its end', 'GET /3/list/3?page=3', 200, details(allReels, 'Bo', [], { page: 3 })],
  [
    'with a session, which others do not share',
    'GET /3/list/1',
    200,
    details(lamps, 'ada', lampItems),
    { ...bo, ...isPrivate },
  ],
  [
    'with a session that does not exist',
    'GET /3/list/1',
    200,
    details(lamps, 'ada', lampItems),
    { session: 'nobody', ...isShared },
  ],
  [
    'a private list, for its owner',
    'GET /3/list/2',
    200,
    details(mine, 'ada', [movie(lantern)]),
    { ...ada, ...isPrivate },
  ],
  // To all others, a private list is a list that does not exist.
  ['a private list of somebody else', 'GET /3/list/2', 404, status(34), { ...bo, ...isMissing }],
  ['a private list without a session', 'GET /3/list/2', 404, status(34), isMissing],
  ['no such list', 'GET /3/list/99', 404, status(34), isMissing],
  ['no such list, with a session', 'GET /3/list/99', 404, status(34), { ...bo, ...isMissing }],
  ['added to a private list of somebody else', add(2), 404, status(34), { ...bo, body: { media_id: 502 } }],
  ['removed from it', take(2), 404, status(34), { ...bo, body: { media_id: 501 } }],
  ['it cleared', 'POST /3/list/2/clear?confirm=true', 404, status(34), bo],
  ['it deleted', 'DELETE /3/list/2', 404, status(34), bo],
  ['an id of older lists', 'GET /3/list/5b1d2c3e4f5a6b7c8d9e0f1a', 404, status(34)],
  ['a text for an id', 'GET /3/list/watched', 404, status(34)],
  ['list 0', 'GET /3/list/0', 404, status(34)],
  ['page 0 of a list', 'GET /3/list/1?page=0', 400, status(22)],

  ['a movie that is on a list', 'GET /3/list/1/item_status?movie_id=503', 200, { id: 1, item_present: true }],
  ['a movie that is not', 'GET /3/list/1/item_status?movie_id=502', 200, { id: 1, item_present: false }],
  ['a series is no movie', 'GET /3/list/1/item_status?movie_id=601', 200, { id: 1, item_present: false }],
  ['a movie on a private list', 'GET /3/list/2/item_status?movie_id=501', 200, { id: 2, item_present: true }, ada],
  ['the same for somebody else', 'GET /3/list/2/item_status?movie_id=501', 404, status(34), bo],
  ['whether nothing is on a list', 'GET /3/list/1/item_status', 200, { id: 1, item_present: false }],
  ['an id that is none on a list', 'GET /3/list/1/item_status?movie_id=0', 200, { id: 1, item_present: false }],
  ['whether something is on no list', 'GET /3/list/99/item_status?movie_id=501', 404, status(34)],

  ['lists of an account, also private ones', own, 200, paged([lamps, mine]), { ...ada, ...isPrivate }],
  [
    'lists of an account with German posters',
    `${own}?language=de`,
    200,
    paged([
      { ...lamps, poster_path: '/lantern-de.jpg' },
      { ...mine, poster_path: '/lantern-de.jpg' },
    ]),
    ada,
  ],
  ['a full page of them', own, 200, paged(evenings.slice(0, 20), { total_pages: 2, total_results: 21 }), eve],
  [
    'their last page',
    `${own}?page=2`,
    200,
    paged(evenings.slice(20), { page: 2, total_pages: 2, total_results: 21 }),
    eve,
  ],
  ['a page past their end', `${own}?page=3`, 200, paged([], { page: 3, total_pages: 2, total_results: 21 }), eve],
  ['lists of nobody', own, 401, status(3)],

  ['public lists with a movie', 'GET /3/movie/501/lists', 200, paged([shown(lamps)], { id: 501 })],
  [
    'in German',
    'GET /3/movie/501/lists?language=de-DE',
    200,
    paged([shown({ ...lamps, poster_path: '/lantern-de.jpg' })], { id: 501 }),
  ],
  [
    'the newest lists with a movie',
    'GET /3/movie/505/lists',
    200,
    paged(evenings.slice(1).reverse().map(shown), { id: 505, total_pages: 2, total_results: 21 }),
  ],
  [
    'the oldest ones',
    'GET /3/movie/505/lists?page=2',
    200,
    paged(evenings.slice(0, 1).map(shown), { id: 505, page: 2, total_pages: 2, total_results: 21 }),
  ],
  [
    'a page past the end of lists with a movie',
    'GET /3/movie/505/lists?page=3',
    200,
    paged([], { id: 505, page: 3, total_pages: 2, total_results: 21 }),
  ],
  ['a movie on no list', 'GET /3/movie/502/lists', 200, paged([], { id: 502 })],
  ['lists with an unknown movie', 'GET /3/movie/599/lists', 404, status(34)],
  ['public lists with a series', 'GET /3/tv/601/lists', 200, paged([ofSeries(lamps)], { id: 601 })],
  [
    'lists with a series in German',
    'GET /3/tv/601/lists?language=de-DE',
    200,
    paged([ofSeries({ ...lamps, poster_path: '/lantern-de.jpg' })], { id: 601 }),
  ],
  [
    'the oldest lists with a series',
    'GET /3/tv/602/lists?page=2',
    200,
    paged(evenings.slice(0, 1).map(ofSeries), { id: 602, page: 2, total_pages: 2, total_results: 21 }),
  ],
  [
    'a page past the end of lists with a series',
    'GET /3/tv/602/lists?page=3',
    200,
    paged([], { id: 602, page: 3, total_pages: 2, total_results: 21 }),
  ],

  ['lists by a word of their names', 'GET /3/search/list?query=LAMPS', 200, paged([])],
  ['with what is for adults', 'GET /3/search/list?query=tides%20lamp&include_adult=true', 200, paged([shown(lamps)])],
  [
    'the shortest names, and then the newest lists, first',
    'GET /3/search/list?query=evening',
    200,
    paged([...evenings.slice(0, 9).reverse(), ...evenings.slice(10).reverse()].map(shown), {
      total_pages: 2,
      total_results: 21,
    }),
  ],
  [
    'the others',
    'GET /3/search/list?query=even&page=2',
    200,
    paged([shown(evening(10))], { page: 2, total_pages: 2, total_results: 21 }),
  ],
  [
    'a page past the end of what is found',
    'GET /3/search/list?query=even&page=3',
    200,
    paged([], { page: 3, total_pages: 2, total_results: 21 }),
  ],
  ['words of which one is missing', 'GET /3/search/list?query=evening%2022', 200, paged([])],
  ['private lists are not found', 'GET /3/search/list?query=own', 200, paged([])],
  ['lists by no word', 'GET /3/search/list', 200, paged([])],

  [
    'a list is made, filled, emptied and deleted',
    [
      body('made', { name: ' Night ', description: 'By night.', language: 'de' }, 201, made(26)),
      ['a movie', add(26), 201, status(12), { ...ada, body: { media_id: 502 } }],
      ['a series', add(26), 201, status(12), { ...ada, body: { media_id: 7001, media_type: 'tv' } }],
      ['a movie, twice', add(26), 403, status(8), { ...ada, body: { media_id: 502 } }],
      ['an unknown movie', add(26), 404, status(34), { ...ada, body: { media_id: 599 } }],
      ['a movie whose id no record has', add(26), 404, status(34), { ...ada, body: { media_id: 2_147_483_648 } }],
      [
        'a kind that lists do not have',
        add(26),
        422,
        status(5),
        { ...ada, body: { media_id: 301, media_type: 'person' } },
      ],
      ['no movie', add(26), 422, status(5), { ...ada, body: {} }],
      ['by somebody else', add(26), 401, status(38), { ...bo, body: { media_id: 501 } }],
      ['by nobody', add(26), 401, status(3), { body: { media_id: 501 } }],
      ['to no list', add(99), 404, status(34), { ...ada, body: { media_id: 501 } }],
      ['everybody sees it', 'GET /3/list/26', 200, details(night, 'ada', [movie(glimmen), tv(serials[0]!)])],
      ['and finds it', 'GET /3/movie/502/lists', 200, paged([shown(night)], { id: 502 })],
      ['removed by somebody else', take(26), 401, status(38), { ...bo, body: { media_id: 502 } }],
      ['removed', take(26), 200, status(13), { ...ada, body: { media_id: '502' } }],
      ['removed again', take(26), 200, status(21), { ...ada, body: { media_id: 502 } }],
      ['what cannot be there', take(26), 200, status(21), { ...ada, body: { media_id: 2_147_483_648 } }],
      ['removed from no list', take(99), 404, status(34), { ...ada, body: { media_id: 502 } }],
      ['nothing removed', take(26), 422, status(5), { ...ada, body: {} }],
      ['cleared without a confirmation', 'POST /3/list/26/clear', 400, status(29), ada],
      ['cleared with a refusal', 'POST /3/list/26/clear?confirm=false', 400, status(29), ada],
      ['cleared with anything', 'POST /3/list/26/clear?confirm=maybe', 400, status(29), ada],
      ['a body that does not fit', 'POST /3/list/26/clear', 422, status(5), { ...ada, body: { confirm: 'maybe' } }],
      ['cleared by somebody else', 'POST /3/list/26/clear?confirm=true', 401, status(38), bo],
      ['no list cleared', 'POST /3/list/99/clear?confirm=true', 404, status(34), ada],
      ['cleared', 'POST /3/list/26/clear?confirm=True', 201, status(12), ada],
      ['cleared again', 'POST /3/list/26/clear', 201, status(12), { ...ada, body: { confirm: 'true' } }],
      ['nothing is left', 'GET /3/list/26/item_status?movie_id=502', 200, { id: 26, item_present: false }],
      ['deleted by somebody else', 'DELETE /3/list/26', 401, status(38), bo],
      ['deleted by nobody', 'DELETE /3/list/26', 401, status(3)],
      ['deleted', 'DELETE /3/list/26', 200, status(13), ada],
      ['deleted again', 'DELETE /3/list/26', 404, status(34), ada],
      ['it is gone', 'GET /3/list/26', 404, status(34)],
      body('the next one has another id', { name: 'Night' }, 201, made(27)),
    ],
  ],
  [
    'everything in a form, and everything in the query',
    [
      [
        'made by a form',
        make,
        201,
        made(26),
        {
          key: null,
          body: `name=A+form&description=&api_key=${keys.first}&session_id=${sessions.ada}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        },
      ],
      ['made by a query', `${make}?name=A%20query&language=en-US`, 201, made(27), ada],
      [
        'deleted by a body',
        'DELETE /3/list/27',
        200,
        status(13),
        { key: null, body: { api_key: keys.first, session_id: sessions.ada } },
      ],
    ],
  ],
  [
    'lists that cannot be made',
    [
      body('without a name', { description: 'Nothing' }, 422, status(5)),
      body('with blanks for a name', { name: ' \t ' }, 422, status(5)),
      body('with a number for a name', { name: 5 }, 422, status(5)),
      body('with too long a name', { name: 'x'.repeat(maxListName + 1) }, 400, status(18)),
      body(
        'with too long a description',
        { name: 'x', description: 'x'.repeat(maxListDescription + 1) },
        400,
        status(18),
      ),
      body('in no language', { name: 'x', language: 'english' }, 400, status(18)),
      body('with half a character', '{"name":"\\ud800"}', 422, status(5)),
      ['by nobody', make, 401, status(3), { body: { name: 'x' } }],
    ],
  ],
])
