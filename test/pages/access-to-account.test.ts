import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { removeLostCodes } from '#src/accounts/factors/remove-lost.ts'
import { sql } from '#src/database/sql.ts'
import { createKey } from '#src/keys/keys.ts'
import { forEachEngine } from '../support/engines.ts'
import {
  account,
  addPasskey,
  better,
  entersWith,
  openAtHome as open,
  type Place,
  reset,
  unescaped,
} from '../support/pages/home.ts'
import { leads, signIn } from '../support/pages/place.ts'
import { openVisitor, type PagesServer, type Reply, signedIn, textOf } from '../support/pages/visitor.ts'
import { send } from '../support/scenarios.ts'
import { keys, loadWorld, password, sessions, testDay } from '../support/world.ts'

/** What opens an account besides its password, and who is shown it. */

const page = `${account}/access`
const Id = Type.Object({ id: Type.Integer() })

/** What Ada has that outlasts a password, and an app. */
async function fillAda({ server }: Place) {
  const { db } = server
  const ada = await signedIn(server, 'ada')
  const made = await addPasskey(ada, password)
  const at = new Date(testDay)
  const key = await createKey(db, { name: 'Own key', plan: 'developer', account_id: 1, now: at })
  await createKey(db, { name: 'Plex at home', plan: 'developer', account_id: 1, use: 'plex', now: at })
  await db.run(sql`delete from access_token where account_id = 1`)
  await db.run(sql`
    insert into access_token (digest, last_four, account_id, key_id, name, scopes, created_at)
    values ('x', 'last', 1, ${key.id}, 'Own token', 'read', ${testDay})`)
  await ada.post('/library/calendar-address', {}, { from: '/lists' })
  await ada.post('/lists', { name: 'Ours', description: '' })
  const { id = 0 } = (await db.one(Id, sql`select max(id) as id from user_list where account_id = 1`)) ?? {}
  const shared = await ada.post(`/list/${id}/edit`, { name: 'Ours', visibility: 'unlisted' })
  const [, link = ''] = /(\/unlisted\/[0-9a-f]+)/.exec(shared.body) ?? []
  assert.equal((await openVisitor(server.app).get(link)).status, 200)
  return { ada, made, link, list: id }
}

const listed = ({ body }: Reply) =>
  [...body.matchAll(/<strong>([^<]*)<\/strong> <span class="tag">([^<]*)</g)].map(([, name = '', kind = '']) => [
    unescaped(name),
    kind,
  ])

const hasAppSession = async ({ app }: PagesServer) =>
  (await send(app, `GET /3/account?api_key=${keys.first}&session_id=${sessions.ada}`, { key: null })).statusCode === 200

forEachEngine(loadWorld, (engine) => {
  describe('who gets back into an account', () => {
    test('is shown what else opens it, and ends it one by one', async (t) => {
      const place = await open(t, engine)
      const { server } = place
      const { made, link } = await fillAda(place)
      assert.equal(await hasAppSession(server), true)
      const { visitor, reply } = await reset(place, 'ada@people.example')
      assert.deepEqual(
        (await leads(visitor, reply))[2],
        'Your new password is saved. All devices are signed out, and apps have lost their access. Sign in.',
      )
      assert.equal(await hasAppSession(server), false)
      const inside = await signIn(visitor, 'ada', better, '/movie/501/edit')
      assert.equal(inside.location, `${page}?next=%2Fmovie%2F501%2Fedit`)
      const shown = await visitor.follow(inside)
      const all = [
        ['Phone', 'Passkey'],
        ['Own token', 'Access token'],
        ['Plex at home', 'API key'],
        ['Own key', 'API key'],
        ['Secret address of your calendar', 'Calendar'],
        ['Link to “Ours”', 'List'],
      ]
      assert.deepEqual(listed(shown), all)
      assert.match(textOf(shown), /You got back into your account on /)
      // Until the person has looked, other pages say so.
      assert.match((await visitor.get('/settings/profile')).body, /class="banner">You got back into your account\./)

      const forms = [...shown.body.matchAll(/name="what" value="(\w+)"><input type="hidden" name="id" value="(\d+)"/g)]
      assert.equal(forms.length, all.length)
      for (const [index, [, what = '', id = '']] of forms.entries()) {
        const ended = await visitor.post(`${page}/end`, { what, id, next: '/movie/501/edit' }, { from: page })
        assert.deepEqual(await leads(visitor, ended), [303, `${page}?next=%2Fmovie%2F501%2Fedit`, 'Access ended.'])
        assert.deepEqual(listed(await visitor.follow(ended)), all.slice(index + 1))
        const again = await visitor.post(`${page}/end`, { what, id, next: '/' }, { from: page })
        assert.equal(again.status, 404)
      }
      assert.equal(await entersWith(server, made), false)
      assert.equal((await openVisitor(server.app).get(link)).status, 404)
      const done = await visitor.post(`${page}/keep`, { next: '/movie/501/edit' }, { from: page })
      assert.deepEqual([done.status, done.location], [303, '/movie/501/edit'])
      assert.doesNotMatch((await visitor.get('/settings/profile')).body, /You got back into your account/)
      assert.equal((await signIn(openVisitor(server.app), 'ada', better, '/watchlist')).location, '/watchlist')
    })

    test('ends all of it at once, also what was opened meanwhile', async (t) => {
      const place = await open(t, engine)
      const { server } = place
      const { made, list, link } = await fillAda(place)
      const { visitor } = await reset(place, 'ada@people.example')
      await signIn(visitor, 'ada', better)
      assert.equal(await entersWith(server, made), true, 'a passkey that nobody has ended')
      const thief = await signedIn(server, 'ada')
      const ended = await visitor.post(`${page}/end-all`, { next: '/' }, { from: page })
      assert.deepEqual(await leads(visitor, ended), [
        303,
        page,
        'All other access has ended, and all other devices are signed out.',
      ])
      assert.match(textOf(await visitor.get(page)), /Nothing else opens your account/)
      assert.equal((await thief.get(account)).status, 303)
      assert.equal(await entersWith(server, made), false)
      assert.equal((await openVisitor(server.app).get(link)).status, 404)
      // The owner may share the list again.
      const shared = await visitor.post(`/list/${list}/link`, {}, { from: `/list/${list}/edit` })
      assert.match(shared.body, /\/unlisted\/[0-9a-f]{40}/)
    })

    test('with help of who runs the server, who removes lost codes, is shown it, too', async (t) => {
      const place = await open(t, engine)
      const { server } = place
      await fillAda(place)
      await server.db.run(sql`
        insert into totp (account_id, secret, made_at, confirmed_at, last_period)
        values (1, 'readable GEZDGNBVGY3TQOJQ', ${testDay}, ${testDay}, 0)`)
      assert.equal(await removeLostCodes(server.db, { id: 1 }, { by: null, now: new Date(testDay) }), true)
      const visitor = openVisitor(server.app)
      const inside = await signIn(visitor, 'ada', password)
      assert.equal(inside.location, page)
      assert.equal(
        listed(await visitor.follow(inside)).some(([, kind]) => kind === 'App'),
        true,
      )
      const app = /name="what" value="app"><input type="hidden" name="id" value="(\d+)"/.exec(
        (await visitor.get(page)).body,
      )
      await visitor.post(`${page}/end`, { what: 'app', id: app![1]!, next: '/' }, { from: page })
      assert.equal(await hasAppSession(server), false)
    })
  })

  test('a changed password ends the sessions of apps, says so, and offers to end tokens', async (t) => {
    const place = await open(t, engine)
    const { server } = place
    const { ada } = await fillAda(place)
    assert.equal(await hasAppSession(server), true)
    const asked = await ada.post('/settings/account/password', { present: password, password: better, repeat: better })
    assert.deepEqual(await leads(ada, asked), [
      303,
      page,
      'Password changed. All other devices are signed out, and apps have lost their access.',
    ])
    assert.equal(await hasAppSession(server), false)
    const shown = await ada.get(page)
    assert.equal(
      listed(shown).some(([name]) => name === 'Own token'),
      true,
    )
    assert.doesNotMatch(textOf(shown), /You got back into your account/)
    const [, id = ''] = /name="what" value="token"><input type="hidden" name="id" value="(\d+)"/.exec(shown.body) ?? []
    await ada.post(`${page}/end`, { what: 'token', id, next: '/' }, { from: page })
    assert.equal(
      listed(await ada.get(page)).some(([name]) => name === 'Own token'),
      false,
    )
  })
})
