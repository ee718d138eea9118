import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { raw, sql } from '#src/database/sql.ts'
import { sqliteEngine } from '../support/engines.ts'
import { plain } from '../support/media/bytes.ts'
import {
  openVisitor,
  type PagesServer,
  type Reply,
  signedIn,
  startPages,
  type Visitor,
} from '../support/pages/visitor.ts'
import { keys, loadWorld, password, sessions } from '../support/world.ts'

/**
 * Every request that may change something is delivered twice, as a proxy does that repeats requests which it got no
 * answer to, and the client gets the second answer. The server has to have what it has after one delivery, but for
 * what a row says.
 */
type Row = readonly [
  title: string,
  act: (server: PagesServer) => Promise<Reply>,
  status: readonly [once: number, twice: number],
  more?: Record<string, number>,
]

const engine = sqliteEngine(loadWorld)

/** The same application; `times` is how often it gets each request. */
const through = (app: FastifyInstance, times: number) =>
  ({
    async inject(request: { method: string; url: string }) {
      for (let n = 1; n < times && request.method !== 'GET'; n++) await app.inject(request as never)
      // Reads that create something, as older clients ask for it.
      for (let n = 1; n < times && /^\/3\/.*\/new/.test(request.url) && request.method === 'GET'; n++)
        await app.inject(request as never)
      return app.inject(request as never)
    },
  }) as unknown as FastifyInstance

const api =
  (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, key = keys.first) =>
  async ({ app }: PagesServer): Promise<Reply> => {
    const url = `/3${path}${path.includes('?') ? '&' : '?'}api_key=${key}`
    const reply = await app.inject({ method, url, ...(body && { payload: body }) })
    return { status: reply.statusCode, headers: reply.headers, body: reply.body, location: undefined }
  }
const form =
  (path: string, fields: Record<string, string>, from = '/') =>
  async (server: PagesServer) =>
    (await signedIn(server, 'ada')).post(path, fields, { from })
const open =
  (path: string, fields: Record<string, string>) =>
  ({ app }: PagesServer) =>
    openVisitor(app).post(path, fields)
const entry = (media_id: number, watchlist: boolean) => ({ media_type: 'movie', media_id, watchlist })
const review = { content: 'Quiet.', rating: '7', language: 'en', do: 'save' }
const application = {
  ...{ plan: 'developer', dialect: 'neutral', name: 'Lamp', application_address: 'https://lamp.example' },
  ...{ kind_of_use: 'website', summary: 'Shows lamps in movies.', contact: 'ada@people.example', terms: 'on' },
}

async function upload(visitor: Visitor) {
  const file = await plain(400, 600).jpeg().toBuffer()
  return visitor.upload('/movie/502/images/add', { gallery: 'posters', language: 'de', licence: 'CC0-1.0' }, file)
}

/** A request token that ada has approved, without the proxy that repeats. */
async function approved({ db, app }: PagesServer) {
  const made = await app.inject({ url: `/3/authentication/token/new?api_key=${keys.first}` })
  const { request_token } = made.json() as { request_token: string }
  await db.run(sql`update request_token set account_id = 1`)
  return request_token
}

const table: Row[] = [
  [
    'an entry of the watchlist',
    api('POST', `/account/1/watchlist?session_id=${sessions.ada}`, entry(502, true)),
    [200, 200],
  ],
  [
    'one that is removed',
    api('POST', `/account/1/watchlist?session_id=${sessions.ada}`, entry(501, false)),
    [200, 200],
  ],
  ['a request token', api('GET', '/authentication/token/new'), [200, 200], { request_token: 1 }],
  ['a session that ends', api('DELETE', '/authentication/session', { session_id: sessions.ada }), [200, 404]],
  ['a review', form('/movie/502/review', review, '/movie/502/review'), [303, 303]],
  ['an image', async (server) => upload(await signedIn(server, 'ada')), [303, 422]],
  [
    'a profile',
    form('/settings/profile', { name: 'Ada', iso_639_1: 'en', iso_3166_1: 'DE' }, '/settings/profile'),
    [303, 303],
  ],
  [
    'a key',
    form('/settings/api/new', application, '/settings/api/new'),
    [303, 303],
    { api_key: 1, notification: 1, security_event: 1 },
  ],
  [
    'a sign-in',
    open('/login', { name: 'ada', password, next: '' }),
    [303, 303],
    { browser_session: 1, sign_in_place: 1, security_event: 1 },
  ],
  [
    'a sign-up',
    open('/signup', {
      username: 'gil',
      email: 'fay@people.example',
      password: 'nine green lamps',
      repeat: 'nine green lamps',
    }),
    [303, 422],
  ],
  ['a forgotten password', open('/password/forgotten', { email: 'ada@people.example' }), [303, 303]],
  [
    'another address',
    form('/settings/account/email', { email: 'new@people.example', present: password }, '/settings/account'),
    [303, 303],
  ],
]

const Name = Type.Object({ name: Type.String() })
const Count = Type.Object({ count: Type.Integer() })

/** Mails are sent in the background; each delivery sends one. */
const ofMails: ReadonlySet<string> = new Set(['mail', 'mailed_link'])

/** The number of rows of every table, but for those of mails. */
async function rowsOf({ db }: PagesServer) {
  const counts: Record<string, number> = {}
  for (const { name } of await db.all(Name, sql`select name from sqlite_schema where type = 'table'`))
    if (!ofMails.has(name))
      counts[name] = (await db.one(Count, sql`select count(*) as count from ${raw(name)}`))?.count ?? 0
  return counts
}

async function delivered(context: TestContext, act: Row[1], times: number) {
  const server = await startPages(engine)
  context.after(() => server.close())
  const { status, body } = await act({ ...server, app: through(server.app, times) })
  return { status, body, rows: await rowsOf(server) }
}

for (const [title, act, statuses, more = {}] of table) {
  test(`${title}: delivered twice`, async (context) => {
    const [once, twice] = [await delivered(context, act, 1), await delivered(context, act, 2)]
    assert.deepEqual([once.status, twice.status], statuses)
    const further = Object.entries(twice.rows).filter(([name, count]) => count !== once.rows[name])
    assert.deepEqual(Object.fromEntries(further.map(([name, count]) => [name, count - (once.rows[name] ?? 0)])), more)
  })
}

test('a session: delivered twice', async (context) => {
  const server = await startPages(engine)
  context.after(() => server.close())
  const request_token = await approved(server)
  const exchange = api('POST', '/authentication/session/new', { request_token })
  const first = await exchange(server)
  const again = await exchange(server)
  assert.deepEqual([first.status, again.status], [200, 401])
})
