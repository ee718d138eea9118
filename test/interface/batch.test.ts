import { batchRequests } from '#src/groups/batch/limits.ts'
import { status } from '../support/expected.ts'
import { type Scenario, scenarios } from '../support/scenarios.ts'
import { guest, sessions } from '../support/world.ts'

const etag = /^W\/"[0-9a-f]{32}"$/
const lighthouse = { id: 801, name: 'lighthouse' }
const maker = { id: 802, name: 'glass maker' }
const found = (body: object, more: object = {}) => ({ status: 200, etag, body, ...more })
const refused = (http: number, code: number, more: object = {}) => ({
  status: http,
  body: { ...status(code), ...more },
})

const ofPaths = (...paths: string[]) => ({ requests: paths.map((path) => ({ path })) })

/** One read of a batch, and its whole answer. */
const answered = (title: string, path: string, response: object, more: Scenario[4] = {}): Scenario => [
  title,
  'POST /commons/1/batch',
  200,
  { responses: [response] },
  { body: ofPaths(path), ...more },
]
const whole = (title: string, body: unknown, http: number, code: number, more: Scenario[4] = {}): Scenario => [
  title,
  'POST /commons/1/batch',
  http,
  status(code),
  { ...more, body },
]

scenarios('batch', [
  [
    'several reads, answered in their order, each as alone',
    'POST /commons/1/batch',
    200,
    {
      responses: [
        found(maker),
        refused(404, 34),
        found(lighthouse),
        refused(404, 6),
        found(maker),
        refused(400, 22),
        refused(401, 3),
      ],
    },
    {
      body: ofPaths(
        ...['/3/keyword/802', '/3/keyword/1', '/3/keyword/801-lighthouse', '/3/keyword/none', '/3/keyword/802'],
        ...['/3/keyword/801/movies?page=0', '/3/account'],
      ),
      replyHeaders: { etag, 'cache-control': 'private, no-store' },
    },
  ],
  [
    'what the client has already',
    [
      ['once', 'POST /commons/1/batch', 200, { responses: [found(lighthouse)] }, { body: ofPaths('/3/keyword/801') }],
      [
        'again',
        'POST /commons/1/batch',
        200,
        { responses: [{ status: 304, etag }, found(maker)] },
        {
          body: {
            requests: [
              { path: '/3/keyword/801', if_none_match: '*' },
              { path: '/3/keyword/802', if_none_match: 'W/"0", W/"1"' },
            ],
          },
        },
      ],
    ],
  ],
  answered(
    'parameters, and the names of the dialect',
    '/3/find/tt5550701?external_source=filmdb_id',
    found({ movie_results: [], person_results: [], tv_results: [], tv_episode_results: [], tv_season_results: [] }),
    { dialect: 'neutral' },
  ),
  answered('a read of ours', '/commons/1/locks?kind=movie&id=501', found({ kind: 'movie', id: 501, locks: [] })),
  answered('doubled slashes, and one at the end', '//3//keyword/801/', found(lighthouse)),
  answered('a key in the path is ignored', '/3/keyword/801?api_key=0000', found(lighthouse)),
  answered('and so is an encoded one', '/3/keyword/801?%61pi_key=0000', found(lighthouse)),
  answered(
    'the session in a path',
    `/3/movie/501/account_states?session_id=${sessions.eve}`,
    found({ id: 501, favorite: false, rated: false, watchlist: false }),
  ),
  answered(
    'of a guest',
    `/3/movie/501/account_states?guest_session_id=${guest}`,
    found({ id: 501, favorite: false, rated: false, watchlist: false }),
  ),
  answered('a session that is none', '/3/account?session_id=none', refused(401, 3)),
  answered(
    'of the owner of a token',
    '/3/movie/505/account_states',
    found({ id: 505, favorite: false, rated: false, watchlist: false }),
    { key: 'reader' },
  ),
  answered('of nobody', '/3/movie/501/account_states', refused(401, 3)),
  answered('a read of changes that does not wait', '/commons/1/changes?after=999999999&wait=0', refused(410, 47)),
  answered('one that would wait', '/commons/1/changes?after=482:x&wait=1', refused(400, 47)),
  answered('one that would wait by default', '/commons/1/changes?after=482:x', refused(400, 47)),
  answered('a stream', '/commons/1/changes/stream', refused(400, 47)),
  answered('a batch', '/commons/1/batch', refused(405, 42), { common: { body: { responses: [refused(404, 34)] } } }),
  answered('what changes something', '/3/movie/501/rating', refused(405, 42), {
    common: { body: { responses: [refused(404, 34)] } },
  }),
  answered('what signs somebody in', '/3/authentication/token/new', refused(400, 47)),
  answered('the test of the key', '/3/authentication', refused(200, 1)),
  answered('a picture', '/t/p/w500/none.jpg', refused(400, 47)),
  answered('a page', '/movie/501', refused(400, 47)),
  answered('the documents of the interface', '/openapi.json', refused(400, 47)),
  answered('another server', 'https://films.example/3/keyword/801', refused(400, 47)),
  answered('no address', 'keyword', refused(400, 47)),
  answered('characters that have to be encoded', '/3/search/keyword?query=glas für', refused(400, 47)),
  answered('a path that does not exist', '/3/nothing', refused(404, 34)),
  answered('a zero byte', '/3/keyword/801%00', refused(404, 34)),
  answered('an address that is too long', `/3/keyword/801?${'x'.repeat(8_192)}`, refused(414, 47)),
  [
    'a header that is too long',
    'POST /commons/1/batch',
    200,
    { responses: [refused(431, 47)] },
    { body: { requests: [{ path: '/3/keyword/801', if_none_match: 'x'.repeat(4_097) }] } },
  ],
  [
    'as many as may be',
    'POST /commons/1/batch',
    200,
    { responses: Array.from({ length: batchRequests }, () => found(lighthouse)) },
    { body: ofPaths(...Array.from({ length: batchRequests }, () => '/3/keyword/801')) },
  ],
  whole('one more', ofPaths(...Array.from({ length: batchRequests + 1 }, () => '/3/keyword/801')), 422, 5),
  whole('none', { requests: [] }, 422, 5),
  whole('nothing', {}, 422, 5),
  whole('a list', [{ path: '/3/keyword/801' }], 422, 5),
  whole('a path that is no text', { requests: [{ path: 801 }] }, 422, 5),
  whole('texts', { requests: ['/3/keyword/801'] }, 422, 5),
  whole('no JSON', '{"requests":', 400, 47),
  whole('too much', ofPaths('x'.repeat(70_000)), 413, 47),
  whole('without a key', ofPaths('/3/keyword/801'), 401, 7, { key: null }),
  whole('replies that are not JSON', ofPaths('/3/keyword/801'), 406, 19, { headers: { accept: 'text/html' } }),
  ['by GET', 'GET /commons/1/batch', 405, status(42), { common: { http: 404, body: status(34) } }],
])
