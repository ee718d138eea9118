import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { prepareCatalogue } from '#src/catalogue/edits/apply-edit.ts'
import { digestOf } from '#src/credentials/secrets.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { migrate } from '#src/database/migrate.ts'
import { sql } from '#src/database/sql.ts'
import { allOperations as operations } from '#src/interface.ts'
import { packageRoot } from '#src/package-root.ts'
import { loadSample } from '#src/sample/sample.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { runs } from '../support/arbitrary/runs.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { type Server, send, startInterface } from '../support/scenarios.ts'
import { requestsOf } from '../support/walk.ts'
import { guest, loadAccess, testDay } from '../support/world.ts'

/** Records of a kind that are asked for with each operation; smaller kinds are walked whole. */
const recordsPerOperation = runs(25, 100)
/** Headers that tell clients what they may keep. */
const telling = ['etag', 'cache-control', 'vary', 'content-type', 'content-length'] as const

/**
 * Authentication is left out: what it answers is made anew for each request. So are edits and locks, whose scenarios
 * run on both engines: what they need is named together. One pending edit and one webhook are left out, because the
 * sample has none.
 */
const reads = operations.filter(
  ({ id, method, group }) =>
    method === 'GET' && group !== 'authentication' && !/^((edits|locks)\.|(queue|webhooks)\.details$)/.test(id),
)
/** What each engine answered, by request. */
const answers: Record<string, Map<string, string>> = {}

async function prepare(db: Migratable) {
  await migrate(db, join(packageRoot, 'migrations'))
  await prepareCatalogue(db)
  // Which database it is comes by chance, and is told with changes.
  await db.run(sql`update lineage set id = '0123456789abcdef0123456789abcdef'`)
  await loadAccess(db)
  await loadSample(db, new Date(testDay))
  await loadList(db)
  await loadRatings(db)
  await updateNameIndex(db)
}

/** The sample has no lists, because it has no people who keep any. */
async function loadList(db: Migratable) {
  await db.run(sql`
    insert into user_list (id, account_id, name, description, iso_639_1, visibility, sort_by, created_at, updated_at)
    select 1, min(id), 'Evenings', '', 'en', 'public', 'position.asc', ${testDay}, ${testDay} from account`)
  await db.run(sql`
    insert into list_item (list_id, kind, entity_id, position, created_at)
    select 1, kind, id, id, ${testDay} from record where kind in ('movie', 'series') and id % 20 = 1`)
}

/** A guest, whose ratings can be read, and the same ratings of an account. */
async function loadRatings(db: Migratable) {
  await db.run(sql`
    insert into guest_session (digest, key_id, network, created_at, expires_at)
    select ${digestOf(guest)}, min(id), 'sample', ${testDay}, '2026-03-11T11:00:00.000Z' from api_key`)
  const owners = [
    [sql`guest_rating`, sql`select min(id) from guest_session`],
    [sql`rating`, sql`select min(id) from account`],
  ] as const
  for (const [table, owner] of owners)
    await db.run(sql`
      insert into ${table}
      select (${owner}), kind, id, 0.5 * (1 + id % 20), ${testDay}, ${testDay}, false
      from record where kind in ('movie', 'series', 'episode') and id % 20 = 1`)
}

forEachEngine(prepare, (engine) => {
  test('answers every read over the sample', { timeout: 300_000 }, async () => {
    answers[engine.name] = await walk(engine)
  })
})

test('both engines answer byte for byte the same', (context) => {
  const { SQLite: one, PostgreSQL: other } = answers
  if (!one || !other) return context.skip('only one engine was there to answer')
  assert.deepEqual([...one.keys()], [...other.keys()])
  const different = [...one].filter(([request, answer]) => other.get(request) !== answer)
  assert.deepEqual(
    different.slice(0, 5).map(([request, answer]) => [request, answer, other.get(request)]),
    [],
    `${different.length} of ${one.size} replies differ`,
  )
})

async function walk(engine: TestEngine): Promise<Map<string, string>> {
  const server = await startInterface(engine, 'neutral')
  try {
    const answered = new Map<string, string>()
    for (const operation of reads) {
      const requests = await requestsOf(server.db, operation, recordsPerOperation)
      assert.notEqual(requests.length, 0, `the sample has nothing to ask ${operation.id} for`)
      for (const request of requests) answered.set(request, await answerOf(server, request))
    }
    return answered
  } finally {
    await server.close()
  }
}

async function answerOf({ app }: Server, request: string): Promise<string> {
  const { statusCode, headers, body } = await send(app, request, { session: 'ada' })
  assert.equal(statusCode, 200, `${request} ${body}`)
  const isOfChanges = /\bchanges\b/.test(request)
  const lines = telling.map((name) => `${name}: ${isOfChanges && name === 'etag' ? 'any' : headers[name]}`)
  // PostgreSQL leaves gaps between the numbers of changes where a transaction began anew.
  return [statusCode, ...lines, isOfChanges ? body.replace(/"id":"[0-9a-f]{24}"/g, '"id":"any"') : body].join('\n')
}
