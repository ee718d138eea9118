import { status } from '../support/expected.ts'
import { scenarios } from '../support/scenarios.ts'
import { loadedAgainAt } from '../support/world.ts'

const watches = '/commons/1/watches'
const ada = { session: 'ada' }
const watch = (what: string, of: string, on: unknown = true) => ({ ...ada, body: { what, of, watch: on } })
/** As clients of the interface expect it. */
const added = (title: string, what: string, of: string) =>
  [title, `POST ${watches}`, 200, status(1), { ...watch(what, of), common: { http: 201 } }] as const
const created_at = '2026-03-10T12:00:00.000Z'
const listed = (...results: (readonly [what: string, of: string])[]) => ({
  page: 1,
  results: results.map(([what, of]) => ({ what, of, created_at })),
  total_pages: results.length > 0 ? 1 : 0,
  total_results: results.length,
})
const lists = 'GET /commons/1/account/followed_lists'
const evening = (number: number, more: object = {}) => ({
  description: '',
  favorite_count: 0,
  id: 4 + number,
  item_count: 2,
  iso_639_1: 'en',
  name: `Evening ${number}`,
  poster_path: '/rumours-fr.jpg',
  created_by: 'eve',
  followed_at: created_at,
  new_item_count: 0,
  latest_item_at: loadedAgainAt,
  ...more,
})
const lampsInGerman = evening(1, {
  ...{ id: 1, name: 'Lamps & tides', description: 'What glows, and what comes back.', item_count: 3 },
  ...{ poster_path: '/lantern-de.jpg', created_by: 'ada' },
})
const page = (results: object[], total_results = results.length, number = 1) => ({
  ...{ page: number, results, total_pages: Math.ceil(total_results / 20), total_results },
})
const evenings = Array.from({ length: 21 }, (_, at) => at + 1)
const rest = [
  ['record', 'movie 502'],
  ['search', '/edits?kind=movie&language=de'],
  ['search', '/search?query=Glimmer&kind=tv'],
] as const
const many = Array.from({ length: 21 }, (_, number) => `w${String(number).padStart(2, '0')}`)
const second = { page: 2, total_pages: 2, total_results: 21 }
const refused = (title: string, what: string, of: string, http = 404, code = 34) =>
  [title, `POST ${watches}`, http, status(code), watch(what, of)] as const

scenarios('watches', [
  [
    'what an account watches is listed for it alone',
    [
      ['nothing yet', `GET ${watches}`, 200, listed(), ada],
      added('a record', 'record', 'movie 502'),
      [
        'again',
        `POST ${watches}`,
        200,
        status(1),
        { ...watch('record', 'movie 502'), common: { http: 201, body: status(12) } },
      ],
      added('an account', 'account', 'BO'),
      added('a search', 'search', '/edits?language=de&kind=movie&before=9'),
      added('another', 'search', '/search?query=Glimmer&kind=tv&page=2'),
      ['all of it', `GET ${watches}`, 200, listed(['account', 'Bo'], ...rest), ada],
      ['not by others', `GET ${watches}`, 200, listed(), { session: 'bo' }],
      ['beyond the end', `GET ${watches}?page=2`, 200, { ...listed(), page: 2, total_pages: 1, total_results: 4 }, ada],
      ['no longer', `POST ${watches}`, 200, status(13), watch('account', 'bo', false)],
      ['what is not watched', `POST ${watches}`, 200, status(13), watch('record', 'movie 503', false)],
      ['one is gone', `GET ${watches}`, 200, listed(...rest), ada],
    ],
  ],
  [
    'a page is full',
    [
      ...many.map((name) => added(name, 'search', `/search?query=${name}`)),
      ['the last one', `GET ${watches}?page=2`, 200, { ...listed(['search', '/search?query=w20']), ...second }, ada],
    ],
  ],
  [
    'lists that are followed, with what is new on them',
    [
      ['none yet', lists, 200, page([]), ada],
      ...evenings.map((number) => added(`list ${number}`, 'list', String(4 + number))),
      [
        'the list with the highest id first',
        lists,
        200,
        page(
          evenings
            .map((number) => evening(number))
            .toReversed()
            .slice(0, 20),
          21,
        ),
        ada,
      ],
      ['the last one', `${lists}?page=2`, 200, page([evening(1)], 21, 2), ada],
      ['one is not public', `POST ${watches}`, 404, status(34), watch('list', '4')],
      ['one is one’s own', `POST ${watches}`, 404, status(34), watch('list', '1')],
      ['something is added', 'POST /3/list/5/add_item', 201, status(12), { session: 'eve', body: { media_id: 501 } }],
      [
        'it comes first',
        `${lists}`,
        200,
        page(
          [
            evening(1, { item_count: 3, new_item_count: 1, latest_item_at: created_at }),
            ...evenings
              .slice(2)
              .map((number) => evening(number))
              .toReversed(),
          ],
          21,
        ),
        ada,
      ],
      ['no longer', `POST ${watches}`, 200, status(13), watch('list', '5', false)],
      [
        'one is gone',
        lists,
        200,
        page(
          evenings
            .slice(1)
            .map((number) => evening(number))
            .toReversed(),
        ),
        ada,
      ],
      ['not by others', lists, 200, page([]), { session: 'bo' }],
      [
        'by another',
        `POST ${watches}`,
        200,
        status(1),
        { ...watch('list', '1'), session: 'bo', common: { http: 201 } },
      ],
      ['in German', `${lists}?language=de`, 200, page([lampsInGerman]), { session: 'bo' }],
      ['past the end', `${lists}?page=2`, 200, page([], 1, 2), { session: 'bo' }],
      ['no page', `${lists}?page=0`, 400, status(22), ada],
      ['no session', lists, 401, status(3)],
    ],
  ],
  refused('no such list', 'list', '999'),
  refused('no id of a list', 'list', 'three'),
  ['no session', `GET ${watches}`, 401, status(3)],
  ['no page', `GET ${watches}?page=0`, 400, status(22), ada],
  ['no truth', `POST ${watches}`, 422, status(5), watch('record', 'movie 502', 'maybe')],
  refused('oneself', 'account', 'ada'),
  refused('nobody', 'account', 'nobody'),
  refused('no such record', 'record', 'movie 999'),
  refused('no kind', 'record', 'toString 1'),
  refused('every change', 'search', '/edits'),
  refused('no search', 'search', 'https://example.org/search?query=x'),
  refused('nothing', 'record', '', 422, 5),
  refused('nothing that can be watched', 'image', '1', 422, 5),
])
