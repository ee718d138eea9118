import { status } from '../support/expected.ts'
import { scenarios } from '../support/scenarios.ts'

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
