import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { scopes } from '#src/contract/scopes.ts'
import { statuses } from '#src/contract/statuses.ts'
import { digestOf } from '#src/credentials/secrets.ts'
import { sql } from '#src/database/sql.ts'
import { announceKeyChange, dropKnownKeys } from '#src/keys/known-keys.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { startPages } from '../support/pages/visitor.ts'
import { send } from '../support/scenarios.ts'
import { loadWorld, sessions, testDay } from '../support/world.ts'

/** What somebody with a role may do through the interface, with tokens and sessions that are for it, and others. */

const [, denied] = statuses.edit_denied
const [, scopeMissing] = statuses.token_scope_missing
const token = 'rct_b00000000000000000000000000000000000b01'
const members = ['read', 'keep', 'edit'] as const

type Said = { http: number; status_code?: number; [name: string]: unknown }

async function open(t: TestContext, engine: TestEngine) {
  const server = await startPages(engine, { 'edits-of-new-members': '1' })
  t.after(() => server.close())
  const { db, app } = server
  await db.run(sql`update account set role = 'moderator' where username = 'Bo'`)
  await db.run(sql`
    insert into access_token (digest, last_four, account_id, key_id, name, scopes, created_at)
    values (${digestOf(token)}, '0b01', 2, 1, 'program', 'read', ${testDay})`)
  const call = async (request: string, how: object, body?: object): Promise<Said> => {
    const reply = await send(app, request, { ...how, ...(body && { body }) })
    return { http: reply.statusCode, ...JSON.parse(reply.body) }
  }
  /** By ada: a report, a pending edit, and an edit that has taken effect. */
  await call('POST /commons/1/reports', { session: 'ada' }, { what: 'record', of: 'movie 502', reason: 'wrong' })
  const records = [{ kind: 'collection', id: 402, overview: 'By ada.' }]
  assert.equal((await call('POST /commons/1/edit', { session: 'ada' }, { records })).waits, true)
  await db.run(sql`
    insert into record_lock (kind, entity_id, place, locked_for, reason, locked_by, at)
    values ('movie', 503, '', 'members', 'Two sides fight', 3, ${testDay})`)
  const setScopes = async (given: readonly string[]) => {
    await db.run(sql`update access_token set scopes = ${given.join(' ')} where digest = ${digestOf(token)}`)
    await db.run(sql`update session set scopes = ${given.join(' ')} where digest = ${digestOf(sessions.bo)}`)
    // Tokens are known until some key changes.
    await db.transaction(announceKeyChange)
    dropKnownKeys()
  }
  return { db, call, setScopes }
}

const lock = { kind: 'movie', id: 502, place: 'title', locked_for: 'members', reason: 'Vandalism' }
/** Acts of roles, in an order in which each can be done. */
const acts: readonly (readonly [request: string, body: object, done: number])[] = [
  ['POST /commons/1/reports/1', { act: 'uphold', words: 'Yes' }, 201],
  ['POST /commons/1/queue/1', { act: 'ask', words: 'Where from?' }, 201],
  ['POST /commons/1/queue/1', { act: 'refuse', words: 'No' }, 201],
  ['POST /commons/1/locks', lock, 201],
  ['DELETE /commons/1/locks', { kind: 'movie', id: 502, place: 'title' }, 200],
  ['POST /commons/1/undo', { account: 'ada', since: '2026-01-01', dry_run: true }, 200],
  ['POST /commons/1/undo', { source_id: 'people', since: '2026-01-01', dry_run: true }, 200],
]

const Count = Type.Object({ count: Type.Integer() })

forEachEngine(loadWorld, (engine) => {
  for (const [what, how] of [
    ['an access token', { key: token }],
    ['a session', { session: 'bo' }],
  ] as const)
    test(`${what} of a moderator does no act of the role without the scope for it`, async (t) => {
      const { db, call, setScopes } = await open(t, engine)
      for (const given of [['keep'], members] as const) {
        await setScopes(given)
        for (const [request, body] of acts) {
          const said = await call(request, how, body)
          assert.deepEqual([said.http, said.status_code], [401, scopeMissing], `${given}: ${request}`)
        }
      }
      const stranger = await call('POST /commons/1/reports/1', { session: 'ada' }, { act: 'uphold', words: 'Yes' })
      assert.deepEqual([stranger.http, stranger.status_code], [401, denied], 'a member lacks the role, not the scope')

      // What others wrote is not shown, and counts are one's own.
      assert.deepEqual((await call('GET /commons/1/reports', how)).reports, [])
      assert.deepEqual((await call('GET /commons/1/queue', how)).edits, [])
      const kept = async () => (await call('GET /commons/1/dependents?kind=movie&id=501', how)).kept
      const own = await kept()
      // An edit counts at once, and is kept from what moderators have locked.
      const edit = (id: number) =>
        call('POST /commons/1/edit', how, { records: [{ kind: 'movie', id, tagline: 'By bo.' }], dry_run: true })
      const [free, locked] = [await edit(502), await edit(503)]
      assert.deepEqual([free.http, free.waits], [200, false])
      assert.deepEqual([locked.http, locked.status_code], [401, denied])
      const deletion = { kind: 'movie', id: 503, note: 'x', dry_run: true }
      assert.equal((await call('POST /commons/1/delete', how, deletion)).status_code, denied)
      assert.deepEqual(await db.one(Count, sql`select count(*) as count from act where actor_id = 2`), { count: 0 })

      await setScopes(scopes)
      assert.equal((await edit(503)).http, 200)
      assert.equal((await call('POST /commons/1/delete', how, deletion)).http, 200)
      assert.equal(((await call('GET /commons/1/reports', how)).reports as unknown[]).length, 1)
      assert.equal(((await call('GET /commons/1/queue', how)).edits as unknown[]).length, 1)
      assert.notDeepEqual(await kept(), own)
      for (const [request, body, done] of acts) assert.equal((await call(request, how, body)).http, done, request)
    })

  test('a trusted member decides about edits of others with the scope alone, and a member with none', async (t) => {
    const { db, call, setScopes } = await open(t, engine)
    await db.run(sql`update account set role = 'member', trusted_at = ${testDay} where username = 'Bo'`)
    const ask = () => call('POST /commons/1/queue/1', { key: token }, { act: 'ask', words: 'Where from?' })
    await setScopes(members)
    assert.equal((await ask()).status_code, scopeMissing)
    await setScopes(scopes)
    assert.equal((await ask()).http, 201)
    await db.run(sql`update account set trusted_at = null where username = 'Bo'`)
    assert.equal((await ask()).http, 404)
    const report = await call('POST /commons/1/reports/1', { key: token }, { act: 'uphold', words: 'Yes' })
    assert.deepEqual([report.http, report.status_code], [401, denied])
  })
})
