import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { readConfig } from '#src/config.ts'
import { statusEnvelope } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { batchRequests, batchRounds, batchWideAtOnce } from '#src/groups/batch/limits.ts'
import type { Application } from '#src/http/application.ts'
import { fitting } from '#src/http/batch/spliced.ts'
import { buildServer } from '#src/http/server.ts'
import { allOperations } from '#src/interface.ts'
import type { Usage } from '#src/keys/usage.ts'
import { forEachEngine, sqliteEngine, type TestEngine } from '../support/engines.ts'
import { commonRequest } from '../support/expected.ts'
import { type Sent, send, start } from '../support/scenarios.ts'
import { isTheSameElsewhere, requestsOf } from '../support/walk.ts'
import { loadWorld, sessions, testDay } from '../support/world.ts'

type Part = { status: number; etag?: string; content_location?: string; body?: unknown }

const batch = (paths: readonly (string | { path: string; if_none_match: string })[], sent: Sent = {}) => ({
  ...sent,
  body: { requests: paths.map((path) => (typeof path === 'string' ? { path } : path)) },
})
const ask = (app: Parameters<typeof send>[0], paths: Parameters<typeof batch>[0], sent: Sent = {}) =>
  send(app, 'POST /commons/1/batch', batch(paths, sent))
const partsOf = ({ body }: { body: string }): Part[] => JSON.parse(body).responses

async function open(
  t: TestContext,
  engine: TestEngine,
  more: (db: Database) => Partial<Application> = () => ({}),
  limitOfSecond = 0,
) {
  const db = await engine.open()
  await db.run(sql`update api_key set limit_per_second = ${limitOfSecond} where name = 'second'`)
  const { config } = readConfig({ site: 'https://reelcommons.example' }, {})
  const app = buildServer({ db, config, clock: () => new Date(testDay), pages: [], ...more(db) })
  t.after(async () => {
    await app.close()
    await db.close()
  })
  return { app, db }
}

/** A database that does something before it reads what `isMeant`, also in its snapshots. */
function interrupted(
  db: Database,
  isMeant: (values: readonly unknown[]) => boolean,
  act: () => Promise<void>,
): Database {
  const after = async (values: readonly unknown[]) => {
    if (isMeant(values)) await act()
  }
  return {
    ...db,
    all: (row, query) => after(query.values).then(() => db.all(row, query)),
    one: (row, query) => after(query.values).then(() => db.one(row, query)),
    get wide() {
      return interrupted(db.wide, isMeant, act)
    },
    snapshot: (work) => db.snapshot((state) => work(interrupted(state, isMeant, act))),
  }
}

const [first, second] = [501, 502]
const rename = (db: Database, title: string) =>
  applyEdit(db, {
    ...{ account_id: null, at: new Date(testDay) },
    records: [first, second].map((id) => ({ kind: 'movie', id, values: { title } }) as never),
  })
const titlesOf = (parts: readonly Part[]) => parts.map(({ body }) => (body as { title: string }).title)

forEachEngine(loadWorld, (engine) => {
  /** Whether edits land in the middle of batches: each renames both movies just before the second one is read. */
  async function openBesideEdits(t: TestContext, { cached = true } = {}) {
    const edits = { left: 0, made: 0 }
    const more = (db: Database) => ({
      ...(!cached && { config: readConfig({ 'reply-cache-bytes': '0' }, {}).config }),
      db: interrupted(
        db,
        (values) => edits.left > 0 && values.includes(second),
        async () => {
          edits.left--
          await rename(db, `Renamed ${++edits.made} times`)
        },
      ),
    })
    return { edits, ...(await open(t, engine, more)) }
  }

  const both = [`/3/movie/${first}`, `/3/movie/${second}`]

  for (const cached of [true, false])
    test(`an edit in the middle is in all answers or in none, ${cached ? 'with' : 'without'} a cache`, async (t) => {
      const { app, edits } = await openBesideEdits(t, { cached })
      // Its reply is in memory, from before the edit.
      await send(app, `GET ${both[0]}`)
      edits.left = 1
      const parts = partsOf(await ask(app, both))
      assert.deepEqual([titlesOf(parts), edits.made], [['Renamed 1 times', 'Renamed 1 times'], 1])
    })

  test('so it is with what is made for a person', async (t) => {
    const { app, edits } = await openBesideEdits(t)
    const personal = both.map((path) => `${path}?append_to_response=account_states&session_id=${sessions.ada}`)
    edits.left = 1
    const parts = partsOf(await ask(app, [both[0] as string, ...personal]))
    assert.deepEqual([new Set(titlesOf(parts)).size, edits.made], [1, 1])
  })

  test('where edits do not cease, all is read in one snapshot', async (t) => {
    const { app, edits, db } = await openBesideEdits(t)
    edits.left = Number.POSITIVE_INFINITY
    const parts = partsOf(await ask(app, [...both, ...both.map((path) => `${path}?append_to_response=videos`)]))
    assert.deepEqual(
      parts.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    const [title, ...others] = titlesOf(parts)
    assert.deepEqual([others[0], others[2]], [title, others[1]])
    assert.ok(edits.made > batchRounds, 'edits land in the snapshot, too')
    assert.notEqual(title, `Renamed ${edits.made} times`, 'and are not seen there')
    // Writes go on, and nothing stays behind that holds the old state.
    edits.left = 0
    await rename(db, 'At last')
    assert.equal((await ask(app, both)).statusCode, 200)
  })

  test('each read is answered as alone, in both dialects', async () => {
    for (const dialect of ['neutral', 'common'] as const) {
      const { app, db, close } = await start(engine, dialect, { pages: [] })
      try {
        // SQLite answers them in a tenth of the time.
        const each = engine.name === 'SQLite' ? 4 : 1
        const requests: string[] = []
        for (const operation of allOperations.filter(isTheSameElsewhere))
          for (const request of await requestsOf(db, operation, each)) requests.push(request.slice('GET '.length))
        requests.push('/3/genre/list', '/3/movie/501/casts')
        for (let at = 0; at < requests.length; at += batchRequests) {
          const asked = requests.slice(at, at + batchRequests).map((path) => withSession(commonRequest(path)))
          const { body } = await ask(app, asked)
          let told = '{"responses":['
          for (const [place, path] of asked.entries()) {
            const alone = await send(app, `GET ${path}`)
            const { etag, 'content-location': location } = alone.headers
            told += place > 0 ? ',' : ''
            told += `{"status":${alone.statusCode}`
            told += etag === undefined ? '' : `,"etag":${JSON.stringify(etag)}`
            told += location === undefined ? '' : `,"content_location":${JSON.stringify(location)}`
            told += `,"body":${alone.body}}`
          }
          assert.equal(body, `${told}]}`)
        }
      } finally {
        await close()
      }
    }
  })
})

/** Some reads are of a person, and others may be. */
const withSession = (path: string) => `${path}${path.includes('?') ? '&' : '?'}session_id=${sessions.ada}`

const sqlite = sqliteEngine(loadWorld)
const [lighthouse, maker] = ['/3/keyword/801', '/3/keyword/802']

test('all of it has an ETag, is compressed, and is open to pages of other sites', async (t) => {
  const { app } = await open(t, sqlite)
  const paths = ['/3/movie/501', '/3/tv/601', '/3/keyword/1']
  const plain = await ask(app, paths)
  const { etag } = plain.headers
  const packed = await send(app, 'POST /commons/1/batch', batch(paths, { headers: { 'accept-encoding': 'gzip' } }))
  assert.deepEqual([packed.headers['content-encoding'], packed.headers.etag], ['gzip', etag])
  assert.equal(gunzipSync(packed.rawPayload).toString(), plain.body)
  assert.equal(plain.headers['access-control-allow-origin'], '*')
  const known = await ask(app, paths, { headers: { 'if-none-match': String(etag) } })
  assert.deepEqual([known.statusCode, known.body, known.headers.etag], [304, '', etag])
  const other = await ask(app, paths.toReversed(), { headers: { 'if-none-match': String(etag) } })
  assert.equal(other.statusCode, 200)
  const preflight = await send(app, 'OPTIONS /commons/1/batch', { key: null })
  assert.match(String(preflight.headers['access-control-allow-methods']), /POST/)
})

test('the ETag of all changes with any of the answers', async (t) => {
  const { app, db } = await open(t, sqlite)
  const before = await ask(app, ['/3/movie/501', lighthouse])
  await rename(db, 'Renamed')
  const after = await ask(app, ['/3/movie/501', lighthouse], {
    headers: { 'if-none-match': String(before.headers.etag) },
  })
  // Whoever changes something elsewhere is seen within a second by single reads, and by a batch at once.
  assert.deepEqual([after.statusCode, titlesOf(partsOf(after).slice(0, 1))], [200, ['Renamed']])
})

test('each read counts against the limit of the key, and is refused where that ends', async (t) => {
  const counted = { requests: 0, refused: 0 }
  const count = (_key: number, isRefused: boolean) => void counted[isRefused ? 'refused' : 'requests']++
  const usage: Usage = { count, refuse() {}, ignore() {}, write: async () => {} }
  const { app } = await open(t, sqlite, () => ({ usage }), 4)
  const key = { key: 'second' }
  const { etag } = (await send(app, `GET ${lighthouse}`)).headers
  Object.assign(counted, { requests: 0, refused: 0 })
  const known = { path: lighthouse, if_none_match: String(etag) }
  const reply = await ask(
    app,
    [lighthouse, known, '/nothing', maker, '/3/nothing', known, lighthouse, maker, maker],
    key,
  )
  const parts = partsOf(reply)
  assert.deepEqual(
    parts.map(({ status }) => status),
    // What a client has already does not count, nor does what is no address of the interface.
    [200, 304, 400, 200, 404, 304, 200, 429, 429],
  )
  assert.deepEqual(parts[7], { status: 429, body: { ...statusEnvelope('too_many_requests'), retry_after: 1 } })
  assert.equal(reply.headers.ratelimit, '"key";r=0;t=1')
  assert.equal((await ask(app, [lighthouse], key)).statusCode, 429)
  assert.deepEqual(counted, { requests: 6, refused: 3 })
})

test('a batch whose replies are in memory looks at the change log once', async (t) => {
  let statements = 0
  const { app } = await open(t, sqlite, (db) => ({
    // Nothing is looked at because of the time.
    now: () => 0,
    db: interrupted(
      db,
      () => true,
      async () => void statements++,
    ),
  }))
  const paths = Array.from({ length: batchRequests }, (_, at) => (at % 2 === 0 ? lighthouse : maker))
  await ask(app, paths)
  statements = 0
  assert.deepEqual([...new Set(partsOf(await ask(app, paths)).map(({ status }) => status))], [200])
  // Which database it is, and where its log ends.
  assert.equal(statements, 2)
})

test('a batch that has nothing new takes nothing', async (t) => {
  const { app } = await open(t, sqlite, undefined, 1)
  const { etag } = (await send(app, `GET ${lighthouse}`)).headers
  for (let times = 0; times < 5; times++) {
    const parts = partsOf(await ask(app, [{ path: lighthouse, if_none_match: String(etag) }], { key: 'second' }))
    assert.deepEqual(parts, [{ status: 304, etag }])
  }
})

test('where there is too much to do, what is in memory is answered, and the rest refused', async (t) => {
  let isTooHigh = false
  const { app } = await open(t, sqlite, () => ({ load: { isTooHigh: () => isTooHigh } }))
  // It becomes so after a batch was let in.
  app.addHook('preHandler', async ({ url }) => {
    isTooHigh = url.startsWith('/commons/1/batch')
  })
  await send(app, `GET ${lighthouse}`)
  const parts = partsOf(await ask(app, [maker, lighthouse]))
  const { retry_after, ...envelope } = (parts[0] as Part).body as { retry_after: number }
  assert.deepEqual([parts[0]?.status, envelope], [503, statusEnvelope('unavailable')])
  assert.ok(retry_after >= 1)
  assert.equal(parts[1]?.status, 200)
})

test('few of its wide reads are worked on at once, and others go before the rest', async (t) => {
  const held = Promise.withResolvers<void>()
  let most = 0
  let now = 0
  const { app } = await open(t, sqlite, (db) => {
    const all: Database['all'] = async (row, query) => {
      most = Math.max(most, ++now)
      await held.promise
      now--
      return db.wide.all(row, query)
    }
    return { db: { ...db, wide: { ...db.wide, all } } }
  })
  const paths = Array.from({ length: batchRequests }, (_, at) => `/3/movie/top_rated?page=${at + 1}`)
  const batched = ask(app, paths)
  await new Promise((resolve) => setTimeout(resolve, 50))
  assert.equal((await send(app, `GET ${lighthouse}`, { key: 'second' })).statusCode, 200)
  const other = send(app, 'GET /3/tv/top_rated', { key: 'second' })
  await new Promise((resolve) => setTimeout(resolve, 50))
  assert.ok(most <= batchWideAtOnce + 1, `${most}`)
  held.resolve()
  assert.equal((await other).statusCode, 200)
  const statuses = partsOf(await batched).map(({ status }) => status)
  assert.deepEqual([...new Set(statuses)], [200])
})

test('what does not fit into the bytes of a batch is refused by itself', () => {
  const ofLength = (length: number) => ({ status: 200, body: 'x'.repeat(length) })
  const [small, large, refusal] = [ofLength(1), ofLength(5), { status: 413 }]
  assert.deepEqual(fitting([small, large, small, small], 3, refusal), [small, refusal, small, small])
})
