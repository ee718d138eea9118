import { status } from '../support/expected.ts'
import { type Circumstances, type Scenario, type Story, scenarios } from '../support/scenarios.ts'
import { keys, password, sessions } from '../support/world.ts'

const newToken = 'GET /3/authentication/token/new'
const validatePath = '/3/authentication/token/validate_with_login'
const sessionPath = '/3/authentication/session/new'
const endSession = 'DELETE /3/authentication/session'

const token = { success: true, expires_at: '2026-03-10 13:00:00 UTC', request_token: /^[0-9a-f]{40}$/ }
const session = { success: true, session_id: /^[0-9a-f]{40}$/ }
const unknown = 'f'.repeat(40)
const ada = { username: 'ada', password }
const lastMoment = '2026-03-10T12:59:59.999Z'
const over = '2026-03-10T13:00:00.000Z'

const made: Scenario = ['a token', newToken, 200, token]
const first = { request_token: '{1.request_token}' }

type Fields = Record<string, string>
/** A query string in which `{1.request_token}` stays as it is. */
const queryOf = (fields: Fields) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${value.startsWith('{') ? value : encodeURIComponent(value)}`)
    .join('&')

type Ask = (path: string, fields: Fields) => [request: string, more: Circumstances]
/** How clients send the fields of an operation. */
const forms = {
  'by POST': (path, fields) => [`POST ${path}`, { body: fields }],
  'by POST with a query': (path, fields) => [`POST ${path}?${queryOf(fields)}`, {}],
  'by GET': (path, fields) => [`GET ${path}?${queryOf(fields)}`, {}],
} satisfies Record<string, Ask>

/** Requests of one form as steps of a story about the token that its first step made. */
function stepsOf(ask: Ask) {
  const step = (
    path: string,
    title: string,
    http: number,
    body: unknown,
    fields: Fields,
    more: Circumstances,
  ): Scenario => {
    const [request, sent] = ask(path, fields)
    return [title, request, http, body, { ...sent, ...more }]
  }
  const login = (title: string, http: number, body: unknown, fields: Fields = {}, more: Circumstances = {}) =>
    step(validatePath, title, http, body, { ...ada, ...first, ...fields }, more)
  const exchange = (title: string, http: number, body: unknown, more: Circumstances = {}) =>
    step(sessionPath, title, http, body, first, more)

  return { login, exchange }
}

const emptyPage = { page: 500, results: [], total_pages: 1, total_results: 1 }

/** The life of a token and its session. */
function life(form: string, ask: Ask): Story {
  const { login, exchange } = stepsOf(ask)
  return [
    `from a token to a session to its end, ${form}`,
    [
      made,
      exchange('not approved yet', 401, status(17)),
      login('approved', 200, token),
      login('approved again at the last moment', 200, token, {}, { now: lastMoment }),
      exchange('exchanged at the last moment', 200, session, { now: lastMoment }),
      exchange('it works once', 401, status(17)),
      login('nobody approves it now', 401, status(33)),
      ['the session serves', 'GET /3/account/0/watchlist/tv?page=500&session_id={5.session_id}', 200, emptyPage],
      ['its end', `${endSession}?session_id={5.session_id}`, 200, { success: true }],
      ['it ends once', `${endSession}?session_id={5.session_id}`, 404, status(6)],
      ['it is over', 'GET /3/account?session_id={5.session_id}', 401, status(3)],
    ],
  ]
}

/** Who gets no approval, and no session. */
function refusals(form: string, ask: Ask): Story[] {
  const { login, exchange } = stepsOf(ask)
  return [
    [
      `with another key a token is none, ${form}`,
      [
        made,
        login('no approval', 401, status(33), {}, { key: 'second' }),
        login('approved', 200, token),
        exchange('no session', 401, status(17), { key: 'second' }),
        exchange('its own key gets one', 200, session),
      ],
    ],
    [
      `a token ends after an hour, approved or not, ${form}`,
      [
        made,
        login('no approval', 401, status(33), {}, { now: over }),
        login('approved', 200, token),
        exchange('no session', 401, status(17), { now: over }),
      ],
    ],
    [
      `who guesses passwords waits, ${form}`,
      [
        made,
        ...Array.from({ length: 10 }, (_, count) =>
          login(`guess ${count}`, 401, status(30), { password: 'the lamp is out' }),
        ),
        login('one too many', 429, status(25), {}, { replyHeaders: { 'retry-after': '2' } }),
        login('the same of nobody', 401, status(30), { username: 'nobody' }),
        login('after a while', 200, token, {}, { now: '2026-03-10T12:00:02.000Z' }),
      ],
    ],
    [
      `who may not approve, ${form}`,
      [
        made,
        login('no user name', 400, status(26), { username: '' }),
        login('no password', 400, status(26), { password: '' }),
        login('no token', 401, status(33), { request_token: '' }),
        login('an unknown token', 401, status(33), { request_token: unknown }),
        login('a wrong password', 401, status(30), { password: `${password} ` }),
        login('an unknown user', 401, status(30), { username: 'nobody' }),
        login('what is no user name', 401, status(30), { username: ' ada' }),
        login('a disabled account', 401, status(31), { username: 'cy' }),
        login('one with a wrong password', 401, status(30), { username: 'cy', password: 'the lamp is out' }),
        login('an address that is not verified', 401, status(32), { username: 'dee' }),
        login('one with a second factor', 401, status(14), { username: 'fay' }),
        login('and a wrong password', 401, status(30), { username: 'fay', password: 'the lamp is out' }),
        exchange('still not approved', 401, status(17)),
        login('approved, in other letters', 200, token, { username: 'ADA' }),
        login('another user comes too late', 401, status(33), { username: 'bo' }),
      ],
    ],
  ]
}

scenarios('authentication', [
  ['a valid key', 'GET /3/authentication', 200, status(1), { replyHeaders: { 'cache-control': 'no-store' } }],
  ['no key', 'GET /3/authentication', 401, status(7), { key: null }],
  ['an unknown key', 'GET /3/authentication', 401, status(7), { key: unknown }],
  ['a revoked key', 'GET /3/authentication', 401, status(7), { key: 'revoked' }],
  ['a key in the query', `GET /3/authentication?api_key=${keys.first}`, 200, status(1), { key: null }],

  [
    'a request token, and where its user approves it',
    newToken,
    200,
    token,
    {
      replyHeaders: {
        'authentication-callback': /^https:\/\/reelcommons\.example\/authenticate\/[0-9a-f]{40}$/,
        'cache-control': 'private, no-store',
      },
    },
  ],

  ...Object.entries(forms).map(([form, ask]) => life(form, ask)),
  ...refusals('by POST', forms['by POST']),
  ...refusals('by GET', forms['by GET']),

  [
    'requests that lack something, or have it in another form',
    [
      ['validation without a body', `POST ${validatePath}`, 400, status(26)],
      ['validation without a query', `GET ${validatePath}`, 400, status(26)],
      ['validation with a number', `POST ${validatePath}`, 400, status(26), { body: { ...ada, username: 1 } }],
      ['validation with half of JSON', `POST ${validatePath}`, 400, status(47), { body: '{"username":' }],
      [
        'validation with a password that is far too long',
        `GET ${validatePath}?username=ada&password=${'p'.repeat(1_025)}`,
        400,
        status(26),
      ],
      ['a session without a body', `POST ${sessionPath}`, 401, status(17)],
      ['a session without a token', `POST ${sessionPath}`, 401, status(17), { body: {} }],
      ['a session for a number', `POST ${sessionPath}`, 401, status(17), { body: { request_token: 1 } }],
      ['a session for an unknown token', `POST ${sessionPath}`, 401, status(17), { body: { request_token: unknown } }],
      ['a session without a query', `GET ${sessionPath}`, 401, status(17)],
      [
        'a session for a text that is far too long',
        `GET ${sessionPath}?request_token=${'f'.repeat(201)}`,
        401,
        status(17),
      ],
      ['the end of no session', endSession, 404, status(6)],
      ['the end of an unknown session', endSession, 404, status(6), { body: { session_id: unknown } }],
      ['the end of a number', endSession, 404, status(6), { body: { session_id: 1 } }],
    ],
  ],
  [
    'everything in the body, the key too',
    [
      made,
      ['approved', `POST ${validatePath}`, 200, token, { key: null, body: { ...ada, ...first, api_key: keys.first } }],
      ['exchanged', `POST ${sessionPath}`, 200, session, { key: null, body: { ...first, api_key: keys.first } }],
      [
        'ended',
        endSession,
        200,
        { success: true },
        { key: null, body: { session_id: '{3.session_id}', api_key: keys.first } },
      ],
      ['no key', `POST ${sessionPath}`, 401, status(7), { key: null, body: first }],
    ],
  ],
  [
    'a session that another key made may be ended, and the others go on',
    [
      ['ended', endSession, 200, { success: true }, { key: 'second', body: { session_id: sessions.ada } }],
      ['over', 'GET /3/account', 401, status(3), { session: 'ada' }],
      [
        'another',
        'GET /3/account/0/watchlist/tv',
        200,
        { page: 1, results: [], total_pages: 0, total_results: 0 },
        { session: 'bo' },
      ],
    ],
  ],
])
