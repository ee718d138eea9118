import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { hourlyLimits } from '#src/contract/hourly-limits.ts'
import { sql } from '#src/database/sql.ts'
import { maxTokensOfAccount } from '#src/keys/access-tokens.ts'
import { replaceKey, revokeKeyOfAccount } from '#src/keys/account-keys.ts'
import { writingOf } from '../support/accounts.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { type PagesServer, signedIn, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { send } from '../support/scenarios.ts'
import { loadWorld, testDay } from '../support/world.ts'

const address = '/settings/tokens'
const now = new Date(testDay)

/** bo, who has the second key of the world. */
async function bosTokens(t: { after(work: () => Promise<void>): void }, engine: TestEngine) {
  const server = await startPages(engine)
  t.after(() => server.close())
  await server.db.run(sql`update api_key set account_id = 2, dialect = 'common' where name = 'second'`)
  return { server, bo: await signedIn(server, 'bo') }
}

const player = { name: 'Player', key_id: '2', lifetime: '90', scope_read: 'on', scope_keep: 'on' }

/** Makes a token on the pages; its secret. */
async function make(bo: Visitor, form: Record<string, string> = player): Promise<string> {
  const sent = await bo.post(address, form)
  assert.deepEqual([sent.status, sent.location], [303, `${address}/made`])
  const shown = await bo.follow(sent)
  const secret = /id="new-token">(rct_[0-9a-f]{40})</.exec(shown.body)?.[1]
  assert.ok(secret)
  return secret
}

const statusOf = async ({ app }: PagesServer, key: string, request = 'GET /3/account') =>
  (await send(app, request, { key })).statusCode

forEachEngine(loadWorld, (engine) => {
  test('a token is made, shown once, used, listed and revoked', async (t) => {
    const { server, bo } = await bosTokens(t, engine)
    assert.match(textOf(await bo.get(address)), /No access tokens yet/)
    const secret = await make(bo)
    assert.match(textOf(await bo.get(`${address}/made`)), /We do not store tokens, so this one is not shown again/)
    assert.match(textOf(await bo.get(address)), /Player Read Keep Ends in \w{4}\. Belongs to the key “second”\./)
    assert.match(textOf(await bo.get(address)), /Expires on 8 Jun 2026, 12:00 UTC\. Not used yet\./)

    const account = await send(server.app, 'GET /3/account', { key: secret })
    // The key is of the common dialect.
    assert.deepEqual(JSON.parse(account.body), {
      avatar: { gravatar: { hash: 'd41d8cd98f00b204e9800998ecf8427e' }, tmdb: { avatar_path: null } },
      id: 2,
      iso_639_1: 'en',
      iso_3166_1: 'US',
      name: '',
      include_adult: false,
      username: 'Bo',
    })
    assert.match(textOf(await bo.get(address)), /Last used on 10 March 2026\./)

    const { body } = await send(server.app, 'POST /3/authentication/session/convert/4', {
      body: { access_token: secret },
    })
    const session = JSON.parse(body).session_id as string
    const bySession = async () => (await send(server.app, 'GET /3/account', { session })).statusCode
    assert.equal(await bySession(), 200)

    const id = /name="id" value="(\d+)"/.exec((await bo.get(address)).body)?.[1] ?? ''
    const eve = await signedIn(server, 'eve')
    assert.equal((await eve.post(`${address}/revoke`, { id }, { from: '/settings/profile' })).status, 404)
    assert.equal(await statusOf(server, secret), 200)
    const revoked = await bo.post(`${address}/revoke`, { id })
    assert.match(textOf(await bo.follow(revoked)), /^Token revoked/)
    assert.equal(await statusOf(server, secret), 401)
    assert.equal(await statusOf(server, secret, 'GET /3/keyword/801'), 401)
    assert.equal(await bySession(), 401)
    assert.match(textOf(await bo.get('/settings/activity')), /Access token revoked .* Access token created/s)
    assert.match(textOf(await bo.get('/notifications')), /An access token was created: Player\./)
  })

  test('a token follows a key that is replaced, and is refused with one that is revoked', async (t) => {
    const { server, bo } = await bosTokens(t, engine)
    const { db } = server
    const secret = await make(bo)
    await db.run(sql`update account set email_verified_at = ${testDay} where id = 2`)
    const replaced = await replaceKey.handle(writingOf(db, 2, now), { id: 2, overlapDays: 0 })
    assert.ok(replaced)
    assert.equal(await statusOf(server, secret), 200)
    assert.equal(await statusOf(server, secret, 'GET /3/keyword/801'), 200)
    await revokeKeyOfAccount.handle(writingOf(db, 2, now), replaced.id)
    assert.equal(await statusOf(server, secret), 401)
    assert.equal(await statusOf(server, secret, 'GET /3/keyword/801'), 401)
    assert.match(textOf(await bo.get(address)), /Its key has expired, or was revoked or suspended/)
  })

  test('what is wrong with a token is said beside its field', async (t) => {
    const { server, bo } = await bosTokens(t, engine)
    const wrong: [Record<string, string>, string][] = [
      [{ name: ' ' }, 'name'],
      [{ name: 'a'.repeat(101) }, 'name'],
      [{ name: 'two\nlines' }, 'name'],
      [{ key_id: '1' }, 'key_id'],
      [{ key_id: 'x' }, 'key_id'],
      [{ scope_read: '', scope_keep: '' }, 'scopes'],
      [{ lifetime: '91' }, 'lifetime'],
    ]
    for (const [fields, name] of wrong) {
      const shown = await bo.post(address, { ...player, ...fields })
      assert.deepEqual([shown.status, shown.body.includes(`id="${name}-error"`)], [422, true], JSON.stringify(fields))
    }
    assert.equal(await server.db.run(sql`delete from access_token where account_id = 2`), 0)
  })

  test('the scope for acts of roles is offered to those who may do them, and given to nobody else', async (t) => {
    const { server, bo } = await bosTokens(t, engine)
    const { db } = server
    const Scopes = Type.Object({ scopes: Type.String() })
    const last = () => db.one(Scopes, sql`select scopes from access_token order by id desc limit 1`)
    const wanted = { ...player, scope_moderate: 'on' }
    assert.doesNotMatch((await bo.get(address)).body, /scope_moderate/)
    await make(bo, wanted)
    assert.deepEqual(await last(), { scopes: 'read keep' })
    for (const may of [sql`role = 'moderator'`, sql`role = 'administrator'`, sql`trusted_at = ${testDay}`]) {
      await db.run(sql`update account set role = 'member', trusted_at = null where id = 2`)
      await db.run(sql`update account set ${may} where id = 2`)
      assert.match((await bo.get(address)).body, /name="scope_moderate"/)
      await make(bo, wanted)
      assert.deepEqual(await last(), { scopes: 'read keep moderate' })
    }
    assert.match(textOf(await bo.get(address)), /Player Read Keep Moderate Ends in/)
  })

  test('an account has so many tokens, and makes so many in an hour', async (t) => {
    const { server, bo } = await bosTokens(t, engine)
    const [perHour] = hourlyLimits.access_token
    await server.db.run(sql`update account set created_at = ${testDay} where id = 2`)
    for (let at = 0; at < perHour; at++) await make(bo)
    const waiting = await bo.post(address, player)
    assert.deepEqual([waiting.status, waiting.headers['retry-after']], [429, String(3_600 / perHour)])
    await server.db.run(sql`delete from hourly_use`)
    await server.db.run(sql`
      insert into access_token (digest, last_four, account_id, key_id, name, scopes, created_at)
      select 'x' || id, 'xxxx', 2, 2, 'x', 'read', ${testDay} from movie
      order by id limit 15`)
    assert.ok(maxTokensOfAccount === perHour + 15)
    assert.match(textOf(await bo.get(address)), /You have 20 tokens, the most that an account can have\./)
    assert.match((await bo.post(address, player)).body, /id="name-error"|You have 20 tokens/)
    assert.equal(await server.db.run(sql`update access_token set name = name where account_id = 2`), maxTokensOfAccount)
  })
})
