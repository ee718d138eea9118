import { status } from '../support/expected.ts'
import { type Circumstances, scenarios } from '../support/scenarios.ts'
import { keys } from '../support/world.ts'

const request = 'GET /3/authentication'
const noon = (time: string) => `2026-03-10T12:${time}Z`

/** What a key learns of its limit with each reply. */
const limit = (left: number, retryAfter?: string) => ({
  'ratelimit-policy': '"key";q=1;w=1',
  ratelimit: `"key";r=${left};t=1`,
  'retry-after': retryAfter,
})
const none = { 'ratelimit-policy': undefined, ratelimit: undefined, 'retry-after': undefined }

const limited = (now: string, left: number, retryAfter?: string): Circumstances => ({
  key: 'limited',
  now: noon(now),
  replyHeaders: limit(left, retryAfter),
})

scenarios('limits of keys', [
  [
    'over its limit a key is refused until requests have come back',
    [
      ['the only one', request, 200, status(1), limited('00:00.000', 0)],
      ['one too many', request, 429, status(25), limited('00:00.999', 0, '1')],
      ['a second after the first', request, 200, status(1), limited('00:01.000', 0)],
      ['of another path', 'GET /3/nothing', 429, status(25), limited('00:01.500', 0, '1')],
      ['an unknown path', 'GET /3/nothing', 404, status(34), limited('00:02.500', 0)],
      ['the key of another', request, 200, status(1), { key: 'first', now: noon('00:02.600'), replyHeaders: none }],
    ],
  ],
  [
    'the limit holds wherever the key stands',
    [
      ['as a bearer', request, 200, status(1), { key: 'limited' }],
      ['in the query', `${request}?api_key=${keys.limited}`, 429, status(25), { key: null }],
      [
        'in the body',
        'POST /3/authentication/session/new',
        429,
        status(25),
        { key: null, body: { api_key: keys.limited, request_token: '0' }, replyHeaders: limit(0, '1') },
      ],
    ],
  ],
  ['a key without a limit is told of none', request, 200, status(1), { replyHeaders: none }],
  ['a suspended key', request, 401, status(10), { key: 'suspended', replyHeaders: none }],
  ['a suspended key, of an unknown path', 'GET /3/nothing', 401, status(10), { key: 'suspended' }],
  [
    'a suspended key in the body of a POST',
    'POST /3/authentication/session/new',
    401,
    status(10),
    { key: null, body: { api_key: keys.suspended, request_token: '0' } },
  ],
  ['a key of a suspended account', request, 401, status(10), { key: 'held' }],
  ['a valid key beside one that is over', `${request}?api_key=${keys.revoked}`, 200, status(1)],
  ['a replaced key in its last moment', request, 200, status(1), { key: 'replaced', now: noon('00:59.999') }],
  ['a replaced key that is over', request, 401, status(7), { key: 'replaced', now: noon('01:00.000') }],
  ['a refusal has no Retry-After', request, 401, status(7), { key: 'revoked', replyHeaders: none }],
])
