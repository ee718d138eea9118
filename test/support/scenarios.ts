import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import lightMyRequest, { type InjectOptions } from 'light-my-request'
import { readConfig } from '#src/config.ts'
import { statuses } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { buildServer } from '#src/http/server.ts'
import { forEachEngine, type TestEngine } from './engines.ts'
import { assertBody, commonBody, commonRequest } from './expected.ts'
import { keys, loadWorld, sessions, testDay, tokens } from './world.ts'

/**
 * One request and its whole reply: `['title', 'GET /3/collection/401', 200, { … }]`. In the expected body a regular
 * expression stands for any text that it matches, and `status(34)` for the envelope of that code.
 *
 * It runs on both engines and in both dialects. What changes nothing shares a database; each other one has a copy of
 * the world.
 */
export type Scenario = readonly [title: string, request: string, http: number, body: unknown, more?: Circumstances]

/**
 * Several requests, one after the other, on one copy of the world: `['title', [scenario, scenario, …]]`.
 * `{1.request_token}` in a request or its body is a field of the reply to the first scenario.
 */
export type Story = readonly [title: string, steps: readonly Scenario[]]

export type Circumstances = {
  /** The JSON body of the request. A text is sent as it is. */
  body?: unknown
  headers?: Record<string, string>
  /** The key as a bearer token: a name of the world's keys and access tokens, or any other text; null sends none. */
  key?: string | null
  /** The session in the query: a name of the world's sessions, or any other text. */
  session?: string
  /** The time of the request, instead of noon of the test day. */
  now?: string
  /** Runs in this dialect only, with the request and the body as they stand here. */
  dialect?: DialectName
  /** What the common dialect answers differently, besides the names of fields and parameter values. */
  common?: { request?: string; http?: number; body?: unknown }
  /** Headers of the reply that matter here. */
  replyHeaders?: Record<string, string | RegExp | undefined>
}

export type DialectName = 'neutral' | 'common'

/** Every row that was declared, as steps; after `collectOnly()` none is run, for the tests about the scenarios. */
export const declared: { group: string; title: string; steps: readonly Scenario[] }[] = []
let onlyCollects = false
export const collectOnly = () => {
  onlyCollects = true
}

/** Set to see each reply on standard error, to compare it with the interface's shapes before it is pasted. */
const showsReplies = process.env.SHOW_REPLIES !== undefined

/** Defines the tests of a group. A test file calls it once, because each call loads the world once for each engine. */
export function scenarios(group: string, table: readonly (Scenario | Story)[]) {
  declared.push(...table.map((row) => ({ group, title: row[0], steps: stepsOf(row) })))
  if (onlyCollects) return
  describe(group, () => {
    forEachEngine(loadWorld, (engine) => {
      for (const dialect of ['neutral', 'common'] as const) {
        describe(`${dialect} dialect`, () => defineTests(engine, dialect, table))
      }
    })
  })
}

const isStory = (row: Scenario | Story): row is Story => Array.isArray(row[1])
const stepsOf = (row: Scenario | Story): readonly Scenario[] => (isStory(row) ? row[1] : [row])
/** Reads and refusals change nothing, so they need no copy of the world. */
const changesNothing = ([, request, http]: Scenario) => http >= 400 || /^(GET|HEAD|OPTIONS) /.test(request)
/** Whether steps that are played once more need no copy of the world; several refusals may use up a limit. */
export const sharesWorld = (steps: readonly Scenario[]) =>
  steps.length === 1 ? steps.every(changesNothing) : steps.every(([, request]) => request.startsWith('GET '))
const runsIn = (dialect: DialectName, [, , , , more]: Scenario) => (more?.dialect ?? dialect) === dialect

function defineTests(engine: TestEngine, dialect: DialectName, table: readonly (Scenario | Story)[]) {
  let shared: Server
  before(async () => {
    shared = await startInterface(engine, dialect)
  })
  after(() => shared.close())

  for (const row of table) {
    const steps = stepsOf(row).filter((step) => runsIn(dialect, step))
    if (steps.length === 0) continue
    test(row[0], async () => {
      const isFresh = isStory(row) || !changesNothing(row)
      const server = isFresh ? await startInterface(engine, dialect) : shared
      try {
        const replies: unknown[] = []
        for (const step of steps) replies.push(await play(server, step, replies))
      } finally {
        if (isFresh) await server.close()
      }
    })
  }
}

export type Server = {
  app: FastifyInstance
  db: Database
  dialect: DialectName
  setTime(now: string): void
  close(): Promise<void>
}

/** Like `start`, without pages, in half of the time. */
export const startInterface = (engine: TestEngine, dialect: DialectName): Promise<Server> =>
  start(engine, dialect, { pages: [] })

/** An application over a copy of the world, at noon of the test day. */
export async function start(engine: TestEngine, dialect: DialectName, more: { pages?: [] } = {}): Promise<Server> {
  const db = await engine.open()
  await db.run(sql`update api_key set dialect = ${dialect}`)
  let now = testDay
  // In one dialect replies are kept, and so much time goes by that whatever others change is looked at before each
  // request. In the other no reply is kept, and keys stay known: reads do not pass through the framework.
  const isCommon = dialect === 'common'
  const { config } = readConfig(
    { site: 'https://reelcommons.example', 'edits-of-new-members': '0', ...(isCommon && { 'reply-cache-bytes': '0' }) },
    {},
  )
  let nowMs = 0
  const pass = isCommon ? 0 : 1_000
  const app = buildServer({ db, config, clock: () => new Date(now), now: () => (nowMs += pass), ...more })
  const setTime = (time: string) => {
    now = time
  }
  const close = async () => {
    await app.close()
    await db.close()
  }
  return { app, db, dialect, setTime, close }
}

/** Sends the request of a scenario, compares the reply and returns its body. `replies` are those of earlier steps. */
export async function play(server: Server, scenario: Scenario, replies: readonly unknown[] = []): Promise<unknown> {
  const [title, request, http, body, more = {}] = scenario
  const isCommon = server.dialect === 'common' && more.dialect === undefined
  const fill = (text: string) =>
    text.replace(/\{(\d+)\.(\w+)\}/g, (_, step, field) => fieldOf(replies[step - 1], field))
  const wire = isCommon ? (more.common?.request ?? commonRequest(request)) : request
  server.setTime(more.now ?? testDay)
  const reply = await send(server.app, fill(wire), { ...more, ...withBody(more.body, fill) })
  const received: unknown = reply.body === '' ? '' : JSON.parse(reply.body)
  if (showsReplies) process.stderr.write(`${title}: ${reply.statusCode} ${JSON.stringify(received, null, 2)}\n`)

  const expected = isCommon ? (more.common?.body ?? commonBody(body)) : body
  assertBody(received, expected)
  assert.equal(reply.statusCode, isCommon ? (more.common?.http ?? http) : http)
  assertForm(reply)
  for (const [name, value] of Object.entries(more.replyHeaders ?? {})) {
    if (value instanceof RegExp) assert.match(String(reply.headers[name]), value, name)
    else assert.equal(reply.headers[name], value, name)
  }
  return received
}

/** What opens the interface as a bearer. */
const secrets = { ...keys, ...tokens }

/** What a request in a test is made of, besides its method and path. */
export type Sent = Pick<Circumstances, 'body' | 'headers' | 'key' | 'session'>

export function send(app: FastifyInstance, request: string, { body, headers = {}, key = 'first', session }: Sent = {}) {
  const space = request.indexOf(' ')
  const [method, path] = [request.slice(0, space), request.slice(space + 1)]
  const secret = key === null ? undefined : ((secrets as Record<string, string>)[key] ?? key)
  const query =
    session === undefined
      ? ''
      : `session_id=${(sessions as Record<string, string>)[session] ?? encodeURIComponent(session)}`
  return inject(app, {
    method: method as 'GET',
    url: (query && `${path}${path.includes('?') ? '&' : '?'}${query}`) || path,
    headers: {
      ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

/**
 * Sends a request without a connection, as `app.inject` does, but to the server and not to the framework behind it:
 * reads of operations are answered before that.
 */
async function inject(app: FastifyInstance, request: InjectOptions) {
  await app.ready()
  return lightMyRequest((incoming, response) => void app.server.emit('request', incoming, response), request)
}

function withBody(body: unknown, fill: (text: string) => string): { body?: unknown } {
  if (body === undefined) return {}
  return { body: typeof body === 'string' ? fill(body) : JSON.parse(fill(JSON.stringify(body))) }
}

function fieldOf(reply: unknown, field: string): string {
  const value = (reply as Record<string, unknown> | undefined)?.[field]
  assert.notEqual(value, undefined, `an earlier reply has no ${field}`)
  return String(value)
}

type Reply = { statusCode: number; body: string; headers: Record<string, unknown> }

/** What holds for every reply: it is JSON, and from 400 up it is a status of the table. */
export function assertForm({ statusCode, body, headers }: Reply) {
  if (body !== '') assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  const parsed = body === '' ? undefined : JSON.parse(body)
  if (statusCode < 400 && parsed?.status_code === undefined) return
  const known = Object.values(statuses).some(
    ([http, code, message]) =>
      http === statusCode && code === parsed?.status_code && message === parsed?.status_message,
  )
  assert.ok(known, `${statusCode} ${body} is no status of the table`)
  const fields = ['status_code', 'status_message', 'success', ...moreOf(parsed)]
  assert.deepEqual(Object.keys(parsed).sort(), fields.sort())
}

/** What envelopes have besides, by a field of it: where lists are made, watching is noted, and edits are refused. */
const moreFields: Readonly<Record<string, readonly string[]>> = {
  list_id: ['list_id'],
  id: ['id'],
  secret: ['secret'],
  added: ['added', 'not_found'],
  faults: ['faults'],
  conflicts: ['conflicts'],
  removed: ['removed', 'not_found'],
}

const moreOf = (envelope: { status_code: number }): readonly string[] =>
  envelope.status_code === 17
    ? ['failure']
    : Object.entries(moreFields).flatMap(([name, fields]) => (name in envelope ? fields : []))
