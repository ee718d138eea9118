import { needsSession } from '#src/contract/access.ts'
import { hasNoBodyOfItsOwn, ignoresWrong, type Operation } from '#src/contract/operation.ts'
import { IGNORED_IF_WRONG, refusesWrong } from '#src/contract/parameters.ts'
import type { StatusName } from '#src/contract/statuses.ts'
import type { Scenario, Sent } from './scenarios.ts'
import type { Schema } from './shape.ts'
import { keys } from './world.ts'

export type Refused = { refusal: StatusName; request: string; sent: Sent }

/**
 * The refusals that follow from access, path and parameters, made from a request that succeeds. The key `limited` has
 * asked what it may.
 */
export function refusalsByRule(operation: Operation, [, request, , , more = {}]: Scenario): Refused[] {
  const { body, headers, session } = more
  const sent: Sent = {
    ...(body === undefined ? {} : { body }),
    ...(headers && { headers }),
    ...(session !== undefined && { session }),
  }
  return [
    ...withoutKey(request, sent),
    { refusal: 'key_suspended', request, sent: { ...sent, key: keys.suspended } },
    { refusal: 'key_suspended', request, sent: { ...sent, key: keys.held } },
    { refusal: 'too_many_requests', request, sent: { ...sent, key: keys.limited } },
    ...withoutSession(operation, request, sent),
    ...wrongPaths(operation, request, sent),
    ...wrongQueries(operation, request, sent),
    ...wrongBodies(operation, request, sent),
  ]
}

function withoutKey(request: string, sent: Sent): Refused[] {
  const refusal = 'invalid_key'
  const [bare, sessionless] = [request.split('?', 1)[0] as string, { ...sent }]
  delete sessionless.session
  return [
    { refusal, request, sent: { ...sent, key: null } },
    { refusal, request, sent: { ...sent, key: '0000000000000000000000000000ffff' } },
    { refusal, request, sent: { ...sent, key: keys.revoked } },
    { refusal, request: `${bare}?api_key=`, sent: { ...sent, key: null } },
    { refusal, request: `${bare}?api_key=%00`, sent: { ...sessionless, key: null } },
  ]
}

/** A session does not replace another one: it has to exist, and its account has to be enabled. */
function withoutSession({ access, scope }: Operation, request: string, sent: Sent): Refused[] {
  if (!needsSession(access)) return []
  const { session: _, ...bare } = sent
  const wrong = ['ffffffffffffffffffffffffffffffffffffffff', keys.first, 'cy', ' ']
  return [
    { refusal: 'session_required', request, sent: bare },
    // An access token needs the scope of the operation.
    { refusal: 'token_scope_missing', request, sent: { ...bare, key: scope === 'read' ? 'keeper' : 'reader' } },
    { refusal: 'key_suspended', request, sent: { ...bare, key: 'ofSuspended' } },
    { refusal: 'invalid_key', request, sent: { ...bare, key: 'expired' } },
    ...wrong.map((session): Refused => ({ refusal: 'session_required', request, sent: { ...bare, session } })),
  ]
}

/** Path parameters that are texts, and so cannot be wrong by their form. */
const texts = [
  'external_id',
  'account_id',
  'guest_session_id',
  'credit_id',
  'list_id',
  'report',
  'request_token',
  'review_id',
  'tv_episode_group_id',
]
const maybeZero = ['season_number', 'episode_number']

function wrongPaths({ params, path, method }: Operation, request: string, sent: Sent): Refused[] {
  const example = (request.split('?', 1)[0] as string).split('/')
  const query = request.slice(request.split('?', 1)[0]?.length)
  const names = `${method} ${path}`.split('/')
  const replaced = (name: string, value: string) =>
    example.map((segment, index) => (names[index] === `{${name}}` ? value : segment)).join('/') + query
  return params
    .filter((name) => !texts.includes(name))
    .flatMap((name): Refused[] => {
      if (name !== 'time_window') return wrongIds(name)
      const wrong = ['-1', 'word', '%20', '0', 'Day', 'constructor']
      return wrong.map((value) => ({ refusal: 'invalid_time_window', request: replaced(name, value), sent }))
    })
  function wrongIds(name: string): Refused[] {
    return [
      ...['-1', 'word', '%20', ...(maybeZero.includes(name) ? [] : ['0', '0-zero'])].map(
        (value): Refused => ({ refusal: 'invalid_id', request: replaced(name, value), sent }),
      ),
      ...['2147483647', '99999999999999999999'].map(
        (value): Refused => ({ refusal: 'not_found', request: replaced(name, value), sent }),
      ),
    ]
  }
}

/** Values that a parameter cannot have, by its format. */
const wrongValues: Readonly<Record<string, [StatusName, readonly string[]]>> = {
  page: ['invalid_page', ['0', '501', '-1', '1.5', '1e1', 'two', '%31%00', '99999999999999999999']],
  language: ['invalid_parameters', ['english', 'e', 'en-USA', '%00', 'en-US-x']],
  languages: ['invalid_parameters', [Array.from({ length: 51 }, () => 'en').join()]],
  country: ['invalid_parameters', ['USA', 'U', '1']],
  date: ['invalid_date', ['yesterday', '2026-02-30', '2026-13-01', '10-03-2026', '%00']],
  timezone: ['invalid_timezone', ['Nowhere/None', 'utc%20', '%00']],
  names: ['too_many_appended', [Array.from({ length: 21 }, (_, index) => `part${index}`).join()]],
}

/** Places in a list that there are not, by the name of the parameter. */
const wrongPlaces: Readonly<Record<string, [StatusName, readonly string[]]>> = {
  after: ['invalid_parameters', ['x', '-1', '1.5']],
  cursor: ['invalid_parameters', ['17', '%00', 'x'.repeat(101)]],
  page_size: ['invalid_parameters', ['0', '251', 'ten']],
}

function wrongQueries(operation: Operation, request: string, sent: Sent): Refused[] {
  const { query, queryRefusal } = operation
  const isIgnored = ignoresWrong(operation)
  const required = new Set(query.required as string[] | undefined)
  return (Object.entries(query.properties) as [string, Schema][]).flatMap(([name, schema]) => {
    if (IGNORED_IF_WRONG in schema) return []
    const ask = (value: string) => `${without(request, name)}${name}=${value}`
    const isRequired = required.has(name) && schema.default === undefined
    const [refusal, values] = schema.enum
      ? (['invalid_parameters', ['nothing', '%00', 'constructor']] as const)
      : (wrongPlaces[name] ?? wrongValues[schema.format as string] ?? ['invalid_parameters', []])
    if (isIgnored && !isRequired && !refusesWrong(name, refusal)) return []
    const absent: Refused = { refusal: queryRefusal ?? refusal, request: ask(''), sent }
    return [
      ...values.map((value): Refused => ({ refusal, request: ask(value), sent })),
      ...(isRequired ? [absent] : []),
    ]
  })
}

/** The request without a parameter, ready for another one. */
function without(request: string, name: string): string {
  const [path, query = ''] = request.split('?')
  const kept = query.split('&').filter((pair) => pair !== '' && !pair.startsWith(`${name}=`))
  return `${path}?${kept.map((pair) => `${pair}&`).join('')}`
}

function wrongBodies(operation: Operation, request: string, sent: Sent): Refused[] {
  const { body, bodyRefusal } = operation
  if (!body || hasNoBodyOfItsOwn(operation)) return []
  const bodies = ['{"', '{"a":1}}', '\u0000', '{"__proto__":{}}']
  return [
    ...bodies.map((text): Refused => ({ refusal: 'invalid_input', request, sent: { ...sent, body: text } })),
    ...['[]', '1', '"text"'].map((text): Refused => ({ refusal: bodyRefusal, request, sent: { ...sent, body: text } })),
    {
      refusal: 'unsupported_media_type',
      request,
      sent: { ...sent, body: 'a=1', headers: { ...sent.headers, 'content-type': 'text/csv' } },
    },
    {
      refusal: 'body_too_large',
      request,
      sent: { ...sent, body: JSON.stringify({ filler: 'x'.repeat(65_536) }) },
    },
  ]
}
