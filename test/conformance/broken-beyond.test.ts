import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openClient } from '../../conformance/client.ts'
import { runBeyond } from '../../conformance/commons/suite.ts'
import {
  type Asked,
  at,
  type Break,
  breakServer,
  error,
  good,
  type Reply,
  type StandIn,
} from '../support/conformance/broken-server.ts'
import { loadTold, openStandIn } from '../support/conformance/stand-in.ts'
import { sqliteEngine } from '../support/engines.ts'
import { serve } from '../support/served.ts'
import { keys, sessions } from '../support/world.ts'

const engine = sqliteEngine(loadTold)
/** How many faults are looked for at the same time. */
const LANES = 4

const refused = (status: number, code: number) => ({ status, body: error(code) })

/** What is broken, the rule that finds it, and how it is broken: in the reply, or before it is made. */
type Fault = readonly [what: string, rule: string, change: Break, before?: (asked: Asked) => Reply | undefined]
const none: Break = () => {}
/** Changes what a server is told about a fault that is asked for. */
const told = (fault: string, change: (body: any) => void) => (asked: Asked) => {
  if (asked.url.startsWith('/test/faults') && asked.body?.fault === fault) change(asked.body)
  return undefined
}

const becomes = (path: RegExp, status: number, change: (reply: Reply) => unknown) =>
  at(path, (reply) => void (reply.status === status && change(reply)))

const changesAt = /^\/commons\/1\/changes$/
/** Answers that have changes, without their lines. */
const history = (change: (body: any) => void) =>
  at(changesAt, ({ status, body }, address) => {
    if (status === 200 && body.changes.length > 1 && !address.searchParams.has('lines')) change(body)
  })
const asked = (name: string, change: (reply: Reply, value: string) => void) =>
  at(changesAt, (reply, address) => {
    const value = address.searchParams.get(name)
    if (value !== null && reply.status === 200) change(reply, value)
  })
const wrongly = (status: number, become: object) =>
  at(changesAt, (reply) => {
    if (reply.status === status) Object.assign(reply, become)
  })

const ofChanges: readonly Fault[] = [
  ['no key is needed', 'no key before everything else', wrongly(401, refused(400, 47))],
  ['a field is missing', 'shape', good(changesAt, (body) => delete body.time)],
  ['it is no JSON', 'content type', at(changesAt, (reply) => delete reply.headers['content-type'])],
  [
    'another status',
    'status',
    at(changesAt, (reply, address) => {
      if (reply.status === 200 && !address.searchParams.has('after')) reply.status = 203
    }),
  ],
  ['an envelope with less', 'status envelope', wrongly(410, { body: { success: false, status_code: 47 } })],
  [
    'the present is not empty',
    'the present position',
    at(changesAt, ({ status, body }, address) => {
      if (status === 200 && !address.searchParams.has('after')) body.after -= 1
    }),
  ],
  ['an early end', 'up to the present', good(changesAt, (body) => (body.has_more = false))],
  ['another beginning', 'goes on after the position', history((body) => (body.after -= 1))],
  ['a later position', 'positions of the answer', history(({ changes }) => (changes.at(-1).position += 1_000_000))],
  ['no order', 'in the order of positions', history(({ changes }) => changes.reverse())],
  [
    'a record twice',
    'each record once',
    history(({ changes: [one, other] }) => Object.assign(other, { kind: one.kind, id: one.id })),
  ],
  [
    'it stays where it is',
    'goes on',
    asked('after', ({ body }, after) => {
      if (body.changes.length > 1)
        Object.assign(body, { position: Number.parseInt(after, 10), next: after, changes: [], has_more: true })
    }),
  ],
  ['lines of others', 'a line for each change', asked('lines', ({ body }) => body.lines.reverse())],
  [
    'lines for everybody',
    'lines only where they are asked for',
    at(changesAt, ({ status, body }, address) => {
      if (status === 200 && !address.searchParams.has('lines')) body.lines = []
    }),
  ],
  ['all kinds', 'kinds', asked('kinds', ({ body }) => Object.assign(body.changes[0], { kind: 'other' }))],
  ['all records', 'record', asked('record', ({ body }) => body.changes.push(...body.changes))],
  [
    'an answer that does not wait',
    'wait',
    none,
    (request) => {
      request.url = request.url.replace('wait=1', 'wait=0')
      return undefined
    },
  ],
  ['any position', 'a position of another catalogue', wrongly(410, refused(404, 34))],
  ['any word', 'no position', wrongly(422, refused(400, 47))],
]

const streamed = (change: (reply: Reply & { text: string }) => void) =>
  at(/stream$/, (reply) => {
    if (reply.text !== undefined) change(reply as Reply & { text: string })
  })

const ofStreams: readonly Fault[] = [
  ['text', 'content type of a stream', streamed((reply) => (reply.headers['content-type'] = 'text/plain'))],
  ['no event', 'an event for what has changed', streamed((reply) => (reply.text = ': nothing\n\n'))],
  [
    'other changes',
    'the same as an answer',
    streamed((reply) => (reply.text = reply.text.replace('"changes":[{', '"changes":[{"more":1,'))),
  ],
  ['another id', 'id of an event', streamed((reply) => (reply.text = reply.text.replace(/^id: .*$/gm, 'id: 1')))],
]

const batchAt = /\/batch$/
const responses = (change: (rows: any[]) => void) => good(batchAt, (body) => change(body.responses))
const rowsOf = (status: number, change: object) =>
  responses((rows) => {
    for (const row of rows) if (row.status === status) Object.assign(row, change)
  })
/** Takes what has to be refused. */
const taken = (isWrong: (requests: any) => boolean) => (request: Asked) =>
  request.url.startsWith('/commons/1/batch') && request.body && isWrong(request.body.requests)
    ? { status: 200, headers: {}, body: { responses: [] } }
    : undefined

const ofBatches: readonly Fault[] = [
  [
    'no key is needed',
    'no key before everything else',
    at(batchAt, (reply) => (reply.status === 401 ? Object.assign(reply, refused(400, 47)) : undefined)),
  ],
  ['another status', 'status', becomes(batchAt, 200, (reply) => Object.assign(reply, { status: 203 }))],
  ['one more', 'as many answers', responses((rows) => rows.length < 50 && rows.push({ status: 200 }))],
  ['a wrong status', 'status as alone', rowsOf(404, { status: 410 })],
  ['a wrong body', 'body as alone', rowsOf(200, { body: {} })],
  ['no etag', 'etag as alone', responses(([first]) => delete first.etag)],
  ['all of it again', 'a part that is known', rowsOf(304, { status: 200 })],
  ['a body of what is known', 'a part that is known has no body', rowsOf(304, { body: {} })],
  ['another etag of what is known', 'a part that is known has its etag', rowsOf(304, { etag: 'W/"0"' })],
  ['no etag of the whole', 'etag of the whole', at(batchAt, (reply) => delete reply.headers.etag)],
  [
    'the whole again',
    'the whole that is known',
    at(batchAt, (reply) => void (reply.status === 304 && Object.assign(reply, { status: 200, body: {} }))),
  ],
  [
    'any etag',
    'the etag is of these requests',
    at(batchAt, (reply, _, request) => {
      if (request.headers['if-none-match']) Object.assign(reply, { status: 304, body: undefined })
    }),
  ],
  ['not so many', 'fifty reads', responses((rows) => rows.length === 50 && rows.pop())],
  ['nothing', 'no reads', none, taken((requests) => requests?.length === 0)],
  ['too many', 'more than fifty reads', none, taken((requests) => requests?.length > 50)],
  ['nowhere', 'a read without a path', none, taken((requests) => requests?.[0] && !requests[0].path)],
  ['not even a list', 'no requests', none, taken((requests) => requests === undefined)],
]

const clockAt = /^\/test\/clock$/
const clockSays = (isWrong: (method: string | undefined, body: any) => boolean) =>
  at(clockAt, (reply, _, { method }, body) => {
    if (reply.status === 200 && isWrong(method, body)) reply.body = { now: '2000-01-01T00:00:00.000Z' }
  })

const ofClocks: readonly Fault[] = [
  ['another time', 'puts the clock', clockSays((_, body) => body?.now !== undefined)],
  ['the time of before', 'reads the clock', clockSays((method) => method === 'GET')],
  ['it stands', 'moves the clock', clockSays((_, body) => body?.advance !== undefined)],
  [
    'tokens of today',
    'everything goes by the clock',
    good(/\/token\/new$/, (body) => (body.expires_at = '2026-03-10 13:00:00 UTC')),
  ],
  ['any time', 'no such time', becomes(clockAt, 400, (reply) => Object.assign(reply, { status: 200 }))],
]

const spoilt = /^\/3\/configuration$/
/** What comes right after a slow answer was asked for. */
function afterSlow(change: (reply: Reply) => void): Break {
  let isNext = false
  return (reply, { pathname }, _, body) => {
    if (isNext && spoilt.test(pathname)) change(reply)
    isNext = body?.fault === 'slow'
  }
}

const ofFaults: readonly Fault[] = [
  ['another refusal', 'too many requests', becomes(spoilt, 429, (reply) => Object.assign(reply, refused(404, 34)))],
  ['no time to wait', 'when to ask again', becomes(spoilt, 429, ({ headers }) => delete headers['retry-after'])],
  ['twice', 'a fault comes as often as asked', none, told('429', (body) => (body.times = 2))],
  ['another error', 'an error', becomes(spoilt, 500, (reply) => (reply.status = 502))],
  ['at once', 'a slow answer', none, told('slow', (body) => (body.ms = 0))],
  ['late and wrong', 'a slow answer is whole', afterSlow((reply) => (reply.status = 203))],
  ['whole', 'a broken answer', at(spoilt, (reply) => delete reply.isCut)],
  [
    'too much is spoilt',
    'other paths',
    none,
    told('500', (body) => body.path.endsWith('/*') && Object.assign(body, { path: '/3/configuration*', times: 2 })),
  ],
  [
    'too little is spoilt',
    'paths that begin so',
    none,
    told('500', (body) => body.path.endsWith('/*') && Object.assign(body, { path: '/3/none' })),
  ],
  ['all methods', 'other methods', none, told('500', (body) => body.method === 'POST' && delete body.method)],
  [
    'another code',
    'an expired session',
    becomes(/^\/3\/account$/, 401, (reply) => Object.assign(reply, refused(401, 7))),
  ],
  ['the session is gone', 'the session is there again', none, told('session', (body) => (body.times = 2))],
  ['any fault', 'no such fault', becomes(/^\/test\/faults$/, 400, (reply) => (reply.status = 201))],
]

/** Only from the second time on. */
function later(path: RegExp, method: string, change: (reply: Reply) => void): Break {
  let times = 0
  return at(path, (reply, _, request) => {
    if (request.method === method && times++ > 0) change(reply)
  })
}

const ofResets: readonly Fault[] = [
  ['another status', 'status', becomes(/reset$/, 200, (reply) => (reply.status = 203))],
  ['another beginning', 'the same beginning', later(/reset$/, 'POST', ({ body }) => (body.more = true))],
  ['it goes on', 'the clock of the beginning', later(clockAt, 'GET', ({ body }) => (body.now = '2031-07-05T09:30'))],
  [
    'faults that stay',
    'no faults',
    at(/faults$/, (reply, _, { method }) => method === 'GET' && Object.assign(reply, { body: { faults: [{}] } })),
  ],
  ['spoilt for good', 'nothing is spoilt', at(spoilt, (reply) => (reply.status = 203))],
]

for (const [operation, faults] of [
  ['GET /commons/1/changes', ofChanges],
  ['GET /commons/1/changes/stream', ofStreams],
  ['POST /commons/1/batch', ofBatches],
  ['POST /test/clock', ofClocks],
  ['POST /test/faults', ofFaults],
  ['POST /test/reset', ofResets],
] as const)
  test(`each fault of ${operation} is found by its own rule, and by no other`, async (t) => {
    const { port } = await serve(t, engine)
    const inOrder = { key: keys.first, session: sessions.ada, dialect: 'neutral' } as const
    const rulesOf = async ([, , change, before]: Fault) => {
      const inner = openStandIn()
      const standIn: StandIn = async (request, pass) => {
        const url = request.url
        const reply = before?.(request) ?? (await inner(request, pass))
        return reply ?? (request.url === url ? undefined : pass(request.url))
      }
      const url = await breakServer(t, port, change, standIn)
      const results = await runBeyond(openClient({ ...inOrder, url }), { records: 1, only: operation })
      const result = results.find((one) => one.operation === operation)
      return [...new Set(result?.findings.map(({ rule }) => rule))]
    }
    const found: [what: string, rules: string[]][] = []
    // What waits for a second takes no time of others.
    const lane = async (first: number) => {
      for (let at = first; at < faults.length; at += LANES) {
        const fault = faults[at] as Fault
        found[at] = [fault[0], await rulesOf(fault)]
      }
    }
    await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)))
    assert.deepEqual(
      found,
      faults.map(([what, rule]) => [what, [rule]]),
    )
  })
