import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { raw, sql } from '#src/database/sql.ts'
import { createKey } from '#src/keys/keys.ts'
import { forEachEngine } from '../support/engines.ts'
import type { Made } from '../support/pages/authenticator.ts'
import {
  account,
  addPasskey,
  better,
  entersWith,
  openAtHome as open,
  type Place,
  reset,
} from '../support/pages/home.ts'
import { gil, leads, signIn } from '../support/pages/place.ts'
import { openVisitor, type PagesServer, signedIn, textOf, tokenIn, type Visitor } from '../support/pages/visitor.ts'
import { loadWorld, password, testDay } from '../support/world.ts'

/** Accounts whose address may be somebody else's. */

const page = `${account}/access`

const Count = Type.Object({ count: Type.Integer() })
const Id = Type.Object({ id: Type.Integer() })

async function idOf({ db }: PagesServer, username: string): Promise<number> {
  const found = await db.one(Id, sql`select id from account where folded_username = ${username}`)
  return found?.id ?? assert.fail(username)
}

/** An account signs up with the address of somebody else, and adds what opens it, as was possible before. */
async function prepared({ server }: Place): Promise<{ attacker: Visitor; made: Made; id: number }> {
  const { db } = server
  const attacker = openVisitor(server.app)
  await attacker.post('/signup', gil)
  const id = await idOf(server, 'gil')
  await db.run(sql`update account set email_verified_at = ${testDay} where id = ${id}`)
  const made = await addPasskey(attacker, gil.password)
  await db.run(sql`update account set email_verified_at = null where id = ${id}`)
  await db.run(sql`
    insert into totp (account_id, secret, made_at, confirmed_at, last_period)
    values (${id}, 'readable GEZDGNBVGY3TQOJQ', ${testDay}, ${testDay}, 0)`)
  return { attacker, made, id }
}

forEachEngine(loadWorld, (engine) => {
  describe('an account that was prepared for its owner', () => {
    test('is the owner’s alone after a reset of the password', async (t) => {
      const place = await open(t, engine)
      const { attacker, made } = await prepared(place)
      assert.equal(await entersWith(place.server, made), true, 'it was a way in')
      const { visitor, reply } = await reset(place, gil.email)
      assert.deepEqual(await leads(visitor, reply), [
        303,
        '/login?next=%2Fmovie%2F501%2Fedit',
        'Your new password is saved. Whatever opened the account before its e-mail address was verified, such as ' +
          'passkeys and codes, has ended. Sign in.',
      ])
      assert.equal(await entersWith(place.server, made), false)
      assert.equal((await attacker.get(account)).status, 303)
      // No code is asked for, and nothing is left to look at.
      const inside = await signIn(visitor, gil.email, better, '/movie/501/edit')
      assert.deepEqual(await leads(visitor, inside), [303, '/movie/501/edit', 'You are signed in.'])
      assert.doesNotMatch((await visitor.get('/')).body, /You got back into your account/)
      assert.match(textOf(await visitor.get(page)), /Nothing else opens your account/)
    })

    test('cannot be prepared any more, neither by the password nor by what was begun before', async (t) => {
      const place = await open(t, engine)
      const { server } = place
      const { db } = server
      const person = openVisitor(server.app)
      await person.post('/signup', gil)
      const id = await idOf(server, 'gil')
      await person.post('/lists', { name: 'Ours', description: '' })
      const list = (await db.one(Id, sql`select id from user_list where account_id = ${id}`))!.id
      const token = tokenIn((await person.get('/lists')).body)
      const { id: key_id } = await createKey(db, {
        ...{ name: 'x', plan: 'developer', account_id: id, now: new Date(testDay) },
      })
      await db.run(sql`
        insert into totp (account_id, secret, made_at, expires_at, last_period)
        values (${id}, 'readable GEZDGNBVGY3TQOJQ', ${testDay}, '2026-03-10T12:30:00.000Z', -1)`)
      const forms: [path: string, fields: Record<string, string>][] = [
        [`${account}/passkeys`, { present: gil.password }],
        [`${account}/passkeys/add`, { credential: '{}', name: 'x' }],
        [`${account}/codes`, { present: gil.password }],
        [`${account}/codes/app`, { code: '000000' }],
        ['/settings/tokens', { name: 'x', key_id: String(key_id), lifetime: '0', scope_read: 'on' }],
        ['/settings/api/new', { name: 'x', plan: 'developer', terms: 'on' }],
        ['/settings/connect/apps/other', { name: 'x', terms: 'on' }],
        ['/library/calendar-address', {}],
        ['/settings/players/address', {}],
      ]
      const before = await stored(db, id)
      for (const [path, fields] of forms) {
        const refused = await person.post(path, fields, { token })
        assert.deepEqual([refused.status, path], [403, path])
        assert.match(textOf(refused), /Verify your e-mail address first|Your e-mail address is not verified yet/, path)
      }
      for (const path of [`${account}/passkeys`, `${account}/codes`]) {
        const refused = await person.get(path)
        assert.equal(refused.status, 403)
        assert.match(textOf(refused), /the address may belong to somebody else\. Verify it now$/)
        assert.match(refused.body, /<a class="button primary" href="\/verify">/)
      }
      const unlisted = { name: 'Ours', description: '', visibility: 'unlisted', sort_by: '' }
      const wrong = await person.post(`/list/${list}/edit`, unlisted, { token })
      assert.equal(wrong.status, 422)
      assert.match(textOf(wrong), /the address may belong to somebody else/)
      await db.run(sql`update user_list set visibility = 'unlisted' where id = ${list}`)
      assert.equal((await person.post(`/list/${list}/link`, {}, { token })).status, 403)
      for (const [at, button] of [
        [account, /href="\/settings\/account\/(passkeys|codes)"/],
        ['/library/calendar', /action="\/library\/calendar-address"/],
        ['/settings/players', /action="\/settings\/players\/address"/],
        ['/settings/tokens', /name="scope_read"/],
      ] as const)
        assert.doesNotMatch((await person.get(at)).body, button)
      assert.deepEqual(await stored(db, id), before)
    })

    test('is anybody’s whose address an administrator marks as verified, or who has none', async (t) => {
      const place = await open(t, engine)
      const { server } = place
      await server.db.run(sql`update account set role = 'administrator' where username = 'ada'`)
      const person = openVisitor(server.app)
      await person.post('/signup', gil)
      assert.equal((await person.get(`${account}/codes`)).status, 403)
      const id = await idOf(server, 'gil')
      const administrator = await signedIn(server, 'ada')
      await administrator.post(`/admin/accounts/${id}/verify`, {}, { from: `/admin/accounts/${id}` })
      const bo = await signedIn(server, 'bo')
      assert.match(
        textOf(await bo.get(account)),
        /Your account has no e-mail address\. Without one, only an administrator can help/,
      )
      for (const [visitor, present] of [
        [person, gil.password],
        [bo, password],
      ] as const) {
        const begun = await visitor.post(`${account}/codes`, { present })
        assert.deepEqual([begun.status, begun.location], [303, `${account}/codes/app`])
        const made = await addPasskey(visitor, present)
        assert.equal(await entersWith(server, made), true)
      }
    })
  })
})

/** How much an account has that opens it. */
async function stored(db: PagesServer['db'], id: number): Promise<number[]> {
  const tables = ['passkey', 'totp', 'recovery_code', 'access_token', 'api_key', 'calendar_address', 'player_address']
  const counts: number[] = []
  for (const table of tables) {
    const found = await db.one(Count, sql`select count(*) as count from ${raw(table)} where account_id = ${id}`)
    counts.push(found?.count ?? 0)
  }
  const lists = await db.one(
    Count,
    sql`select count(*) as count from user_list where account_id = ${id} and secret_digest is not null`,
  )
  const on = await db.one(
    Count,
    sql`select count(*) as count from totp where account_id = ${id} and confirmed_at is not null`,
  )
  return [...counts, lists?.count ?? 0, on?.count ?? 0]
}
