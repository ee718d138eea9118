import { status } from '../support/expected.ts'
import { lantern } from '../support/rows.ts'
import { type Scenario, scenarios } from '../support/scenarios.ts'
import { guest, keys, tokens } from '../support/world.ts'

const convert = 'POST /3/authentication/session/convert/4'
const rate = 'POST /3/movie/502/rating'
const endSession = 'DELETE /3/authentication/session'
const session = { success: true, session_id: /^[0-9a-f]{40}$/ }
const unknown = 'f'.repeat(40)

const adasAccount = {
  avatar: { avatarsite1: { hash: 'a0812df200391480b63ff0ad192a4abd' }, homesite: { avatar_path: '/ada.png' } },
  id: 1,
  iso_639_1: 'de',
  iso_3166_1: 'DE',
  name: 'Ada Lamplight',
  include_adult: true,
  username: 'ada',
}

const privateList = {
  created_by: 'ada',
  description: '',
  favorite_count: 0,
  id: 2,
  item_count: 1,
  iso_639_1: 'en',
  name: 'Only mine',
  poster_path: '/lantern-en.jpg',
  items: [{ ...lantern, media_type: 'movie' }],
  page: 1,
  total_pages: 1,
  total_results: 1,
}

scenarios('access tokens', [
  [
    'an access token is key and session in one, in its scopes',
    [
      ['its key', 'GET /3/authentication', 200, status(1), { key: 'whole' }],
      ['its account', 'GET /3/account', 200, adasAccount, { key: 'whole' }],
      ['the same for a reader', 'GET /3/account', 200, adasAccount, { key: 'reader' }],
      ['not for a keeper', 'GET /3/account', 401, status(36), { key: 'keeper' }],
      ['a rating', rate, 201, status(1), { key: 'keeper', body: { value: 7.5 } }],
      ['again', rate, 201, status(12), { key: 'whole', body: { value: 8 } }],
      ['not by a reader', rate, 401, status(36), { key: 'reader', body: { value: 7.5 } }],
      ['a private list', 'GET /3/list/2', 200, privateList, { key: 'reader' }],
      ['which a keeper does not see', 'GET /3/list/2', 404, status(34), { key: 'keeper' }],
      ['a session that is given counts instead', 'GET /3/account', 401, status(3), { key: 'whole', session: unknown }],
      [
        'a guest that is given counts instead',
        rate,
        201,
        status(1),
        { key: 'reader', body: { value: 7.5, guest_session_id: guest } },
      ],
    ],
  ],
  ...(['whole', 'reader', 'keeper'] as const).map(
    (key): Scenario => [
      `with the token of a ${key} the catalogue is the one that everybody reads`,
      'GET /3/keyword/801',
      200,
      { id: 801, name: 'lighthouse' },
      { key, replyHeaders: { 'cache-control': /^public, max-age=\d+$/ } },
    ],
  ),
  [
    'a token that expires',
    [
      ['before', 'GET /3/account', 200, adasAccount, { key: 'short', now: '2026-03-10T12:00:59.999Z' }],
      ['after', 'GET /3/account', 401, status(7), { key: 'short', now: '2026-03-10T12:01:00.000Z' }],
    ],
  ],
  ['a token in the query is no key', `GET /3/collection/401?api_key=${tokens.whole}`, 401, status(7), { key: null }],
  [
    'a key in the query counts before a token in the header',
    `GET /3/account?api_key=${keys.first}`,
    401,
    status(3),
    { key: 'whole' },
  ],
  [
    'a session made from a token',
    [
      ['a session', convert, 200, session, { body: { access_token: tokens.whole } }],
      ['it serves', 'GET /3/account?session_id={1.session_id}', 200, adasAccount],
      [
        'with the token itself as bearer',
        convert,
        200,
        session,
        { key: 'reader', body: { access_token: tokens.reader } },
      ],
      ['it reads', 'GET /3/account?session_id={3.session_id}', 200, adasAccount],
      ['and does not write', `${rate}?session_id={3.session_id}`, 401, status(36), { body: { value: 7 } }],
      ['one of a short token', convert, 200, session, { body: { access_token: tokens.short } }],
      ['it serves as long', 'GET /3/account?session_id={6.session_id}', 200, adasAccount],
      [
        'and no longer',
        'GET /3/account?session_id={6.session_id}',
        401,
        status(3),
        { now: '2026-03-10T12:01:00.000Z' },
      ],
      ['its end', `${endSession}?session_id={1.session_id}`, 200, { success: true }],
      ['it is over', 'GET /3/account?session_id={1.session_id}', 401, status(3)],
      ['with the token in the query', `${convert}?access_token=${tokens.whole}`, 200, session],
    ],
  ],
  [
    'tokens that give no session',
    [
      ['none', convert, 401, status(35)],
      ['a number', convert, 401, status(35), { body: { access_token: 1 } }],
      ['an unknown one', convert, 401, status(35), { body: { access_token: unknown } }],
      ['a key', convert, 401, status(35), { body: { access_token: keys.first } }],
      ['one that has expired', convert, 401, status(35), { body: { access_token: tokens.expired } }],
      ['one of an account that is suspended', convert, 401, status(35), { body: { access_token: tokens.ofSuspended } }],
    ],
  ],
  [
    'who guesses tokens waits',
    [
      ...Array.from(
        { length: 30 },
        (_, count): Scenario => [
          `guess ${count}`,
          convert,
          401,
          status(35),
          { body: { access_token: `rct_${count}` } },
        ],
      ),
      [
        'a right one waits, too',
        convert,
        429,
        status(25),
        { body: { access_token: tokens.whole }, replyHeaders: { 'retry-after': '2' } },
      ],
      [
        'after a while',
        convert,
        200,
        session,
        { body: { access_token: tokens.whole }, now: '2026-03-10T12:00:02.000Z' },
      ],
    ],
  ],
])
