import { status } from '../support/expected.ts'
import { scenarios } from '../support/scenarios.ts'
import { keys } from '../support/world.ts'

const name = {
  backdrop_path: null,
  id: 402,
  name: 'Empty Shelf Collection',
  original_language: '',
  original_name: 'Empty Shelf Collection',
  overview: '',
  parts: [],
  poster_path: null,
}
const path = '/3/collection/402'
const none = { key: null }

scenarios('transport', [
  ['the key in the query', `GET ${path}?api_key=${keys.first}`, 200, name, none],
  ['a key that is given twice: the last one counts', `GET ${path}?api_key=x&api_key=${keys.first}`, 200, name, none],
  [
    'the key as a bearer in capitals',
    `GET ${path}`,
    200,
    name,
    { ...none, headers: { authorization: `BEARER ${keys.first}` } },
  ],
  [
    'a valid key in the query is enough beside another bearer',
    `GET ${path}?api_key=${keys.first}`,
    200,
    name,
    { key: 'revoked' },
  ],
  ['a valid bearer is enough beside another key in the query', `GET ${path}?api_key=x`, 200, name],
  ['neither of the two is valid', `GET ${path}?api_key=x`, 401, status(7), { key: 'revoked' }],
  ['another scheme', `GET ${path}`, 401, status(7), { ...none, headers: { authorization: `Basic ${keys.first}` } }],
  ['a key in the body of a GET', `GET ${path}`, 401, status(7), { ...none, body: { api_key: keys.first } }],
  [
    'a key in the body of a POST',
    'POST /3/authentication/session/new',
    401,
    status(17),
    { ...none, body: { api_key: keys.first, request_token: '0' } },
  ],
  [
    'a wrong key in the body of a POST',
    'POST /3/authentication/session/new',
    401,
    status(7),
    { ...none, body: { api_key: 'x', request_token: '0' } },
  ],
  [
    'a body that is no JSON, without a key',
    'POST /3/authentication/session/new',
    401,
    status(7),
    { ...none, body: '{' },
  ],
  ['a body that is no JSON', 'POST /3/authentication/session/new', 400, status(47), { body: '{' }],
  [
    'a body of another type',
    'POST /3/authentication/session/new',
    415,
    status(47),
    { body: 'request_token=0', headers: { 'content-type': 'text/csv' } },
  ],

  [
    'no body, of another type',
    'POST /3/authentication/session/new?request_token=0',
    401,
    status(17),
    { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  ],
  [
    'no body, of a type that is none',
    'DELETE /3/authentication/session',
    404,
    status(6),
    { headers: { 'content-type': 'x' } },
  ],

  ['an unknown path', 'GET /3/nothing', 404, status(34), { replyHeaders: { 'cache-control': 'no-store' } }],
  ['an unknown path without a key', 'GET /3/nothing', 401, status(7), none],
  ['the root of the interface', 'GET /3', 404, status(34)],
  ['the root of the interface without a key', 'GET /3?page=1', 401, status(7), none],
  ['a path that is not of the interface', 'GET /4/collection/402', 404, status(34), none],
  ['a path in capitals', 'GET /3/Collection/402', 404, status(34)],
  ['a slash at the end', `GET ${path}/`, 200, name],
  ['two slashes', 'GET /3//collection/402', 200, name],
  ['an escaped segment', 'GET /3/collection/%34%30%32', 200, name],
  ['a segment that is escaped twice', 'GET /3/collection/%2534%2530%2532', 404, status(6)],
  ['an escaped slash', 'GET /3/collection%2F402', 200, name],
  ['an unknown parameter is ignored', `GET ${path}?nothing=1&page=0`, 200, name],
  ['an empty parameter counts as left out', `GET ${path}?language=`, 200, name],
  ['a parameter that is given twice: the last one counts', `GET ${path}?language=english&language=en`, 200, name],

  ...['PUT', 'PATCH', 'DELETE'].map(
    (method) =>
      [
        `${method} where only reading is offered`,
        `${method} ${path}`,
        405,
        status(42),
        { dialect: 'neutral', replyHeaders: { allow: 'GET, HEAD, OPTIONS' } },
      ] as const,
  ),
  [
    'no method in the common dialect',
    `PUT ${path}`,
    404,
    status(34),
    { dialect: 'common', replyHeaders: { allow: undefined } },
  ],
  [
    'reading where only writing is offered',
    'GET /3/account/1/watchlist',
    405,
    status(42),
    { dialect: 'neutral', replyHeaders: { allow: 'POST, OPTIONS' } },
  ],
  ['a method that is not offered, without a key', `PUT ${path}`, 401, status(7), none],
  ...['application/json', 'text/html, *; q=.2', 'TEXT/HTML, application/JSON;q=0.1', 'application/*', 'none', ''].map(
    (accept) => [`a client that accepts ${accept}`, `GET ${path}`, 200, name, { headers: { accept } }] as const,
  ),
  ...['text/html', 'text/html, application/json;q=0', 'image/*', '*/*;q=0.0'].map(
    (accept) =>
      [`a client that only accepts ${accept}`, `GET ${path}`, 406, status(19), { headers: { accept } }] as const,
  ),
  ['no JSON, without a key', `GET ${path}`, 401, status(7), { ...none, headers: { accept: 'text/html' } }],
  ['no JSON, of an unknown path', 'GET /3/nothing', 404, status(34), { headers: { accept: 'text/html' } }],
  ['only the head', `HEAD ${path}`, 200, '', { replyHeaders: { etag: /^W\/"[0-9a-f]{32}"$/ } }],
  [
    'the question of a browser before it asks',
    `OPTIONS ${path}`,
    204,
    '',
    {
      ...none,
      headers: { origin: 'https://pages.example', 'access-control-request-method': 'GET' },
      replyHeaders: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
        'access-control-allow-headers':
          'authorization, content-type, accept, cache-control, if-none-match, last-event-id, pragma, x-requested-with',
      },
    },
  ],
  [
    'a page of another site may read replies, and nothing passes its address on',
    `GET ${path}`,
    200,
    name,
    {
      headers: { origin: 'https://pages.example' },
      replyHeaders: {
        'access-control-allow-origin': '*',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      },
    },
  ],
  ['what has not changed is not sent again', `GET ${path}`, 304, '', { headers: { 'if-none-match': '*' } }],
  ['it is alive', 'GET /healthz', 200, { status: 'ok' }, none],
  ['it is ready', 'GET /readyz', 200, { status: 'ok', database: { status: 'ok' } }, none],
])
