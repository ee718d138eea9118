import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { suspendAccount } from '#src/accounts/administration.ts'
import { sql } from '#src/database/sql.ts'
import { createKey } from '#src/keys/keys.ts'
import { makeLink } from '#src/mail/links.ts'
import { writingOf } from '../support/accounts.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { openMailServer } from '../support/mail-server.ts'
import { pathOf } from '../support/pages/place.ts'
import { openVisitor, type Reply, signedIn, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const now = new Date(testDay)
const hour = 3_600_000
const chosen = 'six blue boats at sea'
const addAddress = '/admin/accounts/add'

/** Ada looks after the server, in English; Bo has no e-mail address. */
async function open(t: TestContext, engine: TestEngine, options = {}) {
  const server = await startPages(engine, options)
  t.after(() => server.close())
  await server.db.run(sql`update account set role = 'administrator', iso_639_1 = 'en' where username = 'ada'`)
  return { server, ada: await signedIn(server, 'ada') }
}

/** The address in the card of a link that was just made, without its host. */
function linkIn({ body }: Reply): string {
  const [, path] = /http:\/\/reelcommons\.example(\/password\/reset\/[0-9a-f]{40})/.exec(body) ?? []
  assert.ok(path, 'a link is shown')
  return path
}

const choose = (visitor: Visitor, path: string, password = chosen) => visitor.post(path, { password, repeat: password })

const login = (visitor: Visitor, name: string, password: string) =>
  visitor.post('/login', { name, password, next: '' }, { from: '/login' })

const makeFor = (ada: Visitor, id: number, fields = {}) =>
  ada.post(`/admin/accounts/${id}/password`, fields, { from: '/' })

forEachEngine(loadWorld, (engine) => {
  describe('an account is added', () => {
    test('with a link, with which the person chooses a password once', async (t) => {
      const { server, ada } = await open(t, engine)
      assert.match((await ada.get('/admin/accounts')).body, /href="\/admin\/accounts\/add"/)
      const fields = { username: 'cleo', name: ' Cleo ', email: '', role: 'moderator', password: '', repeat: '' }
      const shown = await ada.follow(await ada.post(addAddress, fields))
      assert.match(
        textOf(shown),
        /^Account added\. .* A link for cleo .* within 3 days, .* State Active No password yet .* no password yet\./,
      )
      const link = linkIn(shown)
      assert.doesNotMatch(textOf(shown), /opens nowhere else/)
      const again = await ada.get(shown.location ?? '/admin/accounts/7')
      assert.doesNotMatch(again.body, /password\/reset\//, 'it is shown once')

      const cleo = openVisitor(server.app)
      assert.equal((await login(cleo, 'cleo', '')).status, 422)
      assert.equal((await login(cleo, 'cleo', chosen)).status, 422)
      const form = await cleo.get(link)
      assert.match(textOf(form), /^Choose a password For the account cleo\. You sign in with it then\./)
      assert.equal(form.headers['referrer-policy'], 'no-referrer')
      assert.equal((await choose(cleo, link, 'too short')).status, 422)
      assert.match(textOf(await cleo.follow(await choose(cleo, link))), /Your password is saved\. Sign in\./)
      assert.equal((await openVisitor(server.app).get(link)).status, 404)
      assert.equal((await login(cleo, 'cleo', chosen)).location, '/')
      assert.doesNotMatch(textOf(await cleo.get('/')), /not verified|what else opens/)
      assert.equal((await cleo.get('/moderation/member/bo')).status, 200)
      assert.match(textOf(await ada.get('/admin/audit-log?kind=account_made')), /Account created cleo Moderator ada/)
    })

    test('with a password, and an address that counts as verified', async (t) => {
      const { server, ada } = await open(t, engine)
      const fields = { username: 'cleo', name: '', email: 'cleo@example.org', role: 'member' }
      const shown = await ada.follow(await ada.post(addAddress, { ...fields, password: chosen, repeat: chosen }))
      assert.match(textOf(shown), /^Account added\. .* cleo@example\.org State Active/)
      assert.doesNotMatch(shown.body, /password\/reset\//)
      assert.doesNotMatch(textOf(shown), /Send link by e-mail/, 'this server sends none')
      assert.equal((await login(openVisitor(server.app), 'cleo@example.org', chosen)).location, '/')
    })

    const right = { username: 'cleo', name: '', email: '', role: 'member', password: '', repeat: '' }
    const wrong: [what: string, fields: Partial<typeof right>, told: RegExp][] = [
      ['no user name', { username: '' }, /A user name has 2 to 32/],
      ['a user name that is taken', { username: 'BO' }, /This user name is taken/],
      ['an address of another', { email: 'Ada@people.example' }, /belongs to another account/],
      ['no address', { email: 'x' }, /An e-mail address has the form/],
      ['a name that is too long', { name: 'n'.repeat(101) }, /A name has at most/],
      ['a password that is too short', { password: 'short', repeat: 'short' }, /at least 12 characters/],
      ['two passwords', { password: chosen, repeat: '' }, /do not match/],
    ]
    for (const [what, fields, told] of wrong)
      test(`but not with ${what}`, async (t) => {
        const { ada } = await open(t, engine)
        const reply = await ada.post(addAddress, { ...right, ...fields })
        assert.equal(reply.status, 422)
        assert.match(textOf(reply), told)
        assert.doesNotMatch(reply.body, new RegExp(`value="${chosen}"`))
      })

    test('by administrators only, in a role that there is', async (t) => {
      const { server, ada } = await open(t, engine)
      assert.equal((await ada.post(addAddress, { ...right, role: 'owner' })).status, 400)
      await server.db.run(sql`update account set role = 'moderator' where username = 'Bo'`)
      const bo = await signedIn(server, 'bo')
      assert.equal((await bo.get(addAddress)).status, 403)
      assert.equal((await bo.post(addAddress, right, { from: '/' })).status, 403)
      assert.equal((await makeFor(bo, 4)).status, 403)
    })
  })

  describe('a link for a new password', () => {
    test('replaces the password, signs out everywhere, and is told and logged', async (t) => {
      const { server, ada } = await open(t, engine)
      const bo = await signedIn(server, 'bo')
      await createKey(server.db, { name: 'his', plan: 'developer', account_id: 2, now })
      const page = textOf(await ada.get('/admin/accounts/2'))
      assert.match(page, /New password For somebody who has forgotten their password/)
      const first = linkIn(await ada.follow(await makeFor(ada, 2, { password_reason: ' On the\n phone ' })))
      const link = linkIn(await ada.follow(await makeFor(ada, 2)))
      const visitor = openVisitor(server.app)
      assert.equal((await visitor.get(first)).status, 404, 'the earlier link has ended')
      assert.equal((await bo.get('/settings/profile')).status, 200, 'nothing happens before it is followed')
      assert.match(textOf(await bo.get('/notifications')), /An administrator created a link to choose a new password/)
      const reply = await choose(visitor, link)
      assert.match(textOf(await visitor.follow(reply)), /All devices are signed out/)
      assert.equal((await bo.get('/settings/profile')).status, 303)
      assert.equal((await openVisitor(server.app).get(link)).status, 404)
      assert.equal((await login(visitor, 'bo', chosen)).status, 303)
      assert.match(textOf(await visitor.get('/')), /See what else opens it/)
      assert.match(
        textOf(await ada.get('/admin/audit-log?kind=password_link_made')),
        /Link for a new password created Bo .*Link for a new password created Bo Reason: On the phone ada/,
      )
    })

    test('is sent by e-mail to who has verified an address, where the server sends any', async (t) => {
      const mails = await openMailServer()
      t.after(() => mails.close())
      const { server, ada } = await open(t, engine, { smtp: mails.url })
      const fields = { username: 'cleo', name: '', email: 'cleo@example.org', role: 'member' }
      const shown = await ada.post(addAddress, { ...fields, password: chosen, repeat: chosen })
      const id = Number(shown.location?.split('/').at(-1))
      assert.match(textOf(await ada.get(`/admin/accounts/${id}`)), /new password Send link by e-mail/)
      const sent = await ada.follow(await makeFor(ada, id, { way: 'mail', password_reason: 'Asked' }))
      assert.match(textOf(sent), /^The link is on its way to the e-mail address/)
      assert.doesNotMatch(sent.body, /password\/reset\//, 'it is not shown')
      const { recipients, link, text } = await mails.next()
      assert.deepEqual([recipients, /sends you this link/.test(text)], [['cleo@example.org'], true])
      server.setTime(new Date(now.getTime() + 71 * hour).toISOString())
      const cleo = openVisitor(server.app)
      assert.equal((await choose(cleo, pathOf(link), 'nine green boats at sea')).status, 303)
      assert.equal((await login(cleo, 'cleo', 'nine green boats at sea')).status, 303)
      assert.match(
        textOf(await ada.get('/admin/audit-log?kind=password_link_made')),
        /Link for a new password created cleo Reason: Asked ada/,
      )
      // Nobody has said that the address of Dee is hers, and Bo has none.
      for (const other of [2, 4]) {
        assert.doesNotMatch(textOf(await ada.get(`/admin/accounts/${other}`)), /Send link by e-mail/)
        const refused = await ada.follow(await makeFor(ada, other, { way: 'mail' }))
        assert.match(textOf(refused), /^This account has no verified e-mail address\./)
      }
      assert.equal((await makeFor(ada, 99, { way: 'mail' })).status, 404)
      assert.match(textOf(await ada.follow(await makeFor(ada, 1, { way: 'mail' }))), /^You change your own password/)
      assert.equal(mails.received.length, 1)
    })

    test('works for three days, and not for who is suspended', async (t) => {
      const { server, ada } = await open(t, engine)
      const link = linkIn(await ada.follow(await makeFor(ada, 2)))
      server.setTime(new Date(now.getTime() + 72 * hour - 1).toISOString())
      assert.equal((await openVisitor(server.app).get(link)).status, 200)
      server.setTime(new Date(now.getTime() + 72 * hour).toISOString())
      const late = await openVisitor(server.app).get(link)
      assert.deepEqual([late.status, /within three days/.test(textOf(late))], [404, true])
      server.setTime(testDay)
      const another = linkIn(await ada.follow(await makeFor(ada, 2)))
      await suspendAccount.handle(writingOf(server.db, 1, now, 'administrator'), { id: 2, reason: '' })
      assert.equal((await openVisitor(server.app).get(another)).status, 404)
      assert.match(textOf(await ada.follow(await makeFor(ada, 2))), /This account is suspended\. Restore it first\./)
    })

    test('is not for oneself, nor for another administrator, nor for nobody', async (t) => {
      const { server, ada } = await open(t, engine)
      const own = await ada.follow(await makeFor(ada, 1))
      assert.match(textOf(own), /^You change your own password in the settings\./)
      assert.doesNotMatch(own.body, /action="\/admin\/accounts\/1\/password"/)
      await server.db.run(sql`update account set role = 'administrator' where username = 'Bo'`)
      const other = await ada.follow(await makeFor(ada, 2))
      assert.match(
        textOf(other),
        /^You cannot create a link for another administrator\. .* account password --username Bo/,
      )
      assert.doesNotMatch(other.body, /action="\/admin\/accounts\/2\/password"|password\/reset\//)
      for (const id of [6, 99]) assert.equal((await makeFor(ada, id)).status, 404)
      assert.equal((await ada.get('/admin/accounts/2/password')).location, '/admin/accounts/2')
    })

    test('shows nothing about an address, unlike one that was mailed', async (t) => {
      const { server, ada } = await open(t, engine)
      const link = linkIn(await ada.follow(await makeFor(ada, 4)))
      assert.equal((await choose(openVisitor(server.app), link)).status, 303)
      assert.match(textOf(await ada.get('/admin/accounts/4')), /State Address not verified/)
      const mailed = await makeLink(server.db, { purpose: 'reset', account_id: 4, email: 'dee@people.example', now })
      assert.equal((await choose(openVisitor(server.app), `/password/reset/${mailed}`)).status, 303)
      assert.match(textOf(await ada.get('/admin/accounts/4')), /State Active/)
    })
  })

  test('who has no address is told whom to ask, where one looks for it', async (t) => {
    const { server, ada } = await open(t, engine)
    const forgotten = textOf(await openVisitor(server.app).get('/password/forgotten'))
    assert.match(forgotten, /ask an administrator of this server\. .* npx reelcommons account password --username NAME/)
    await server.db.run(sql`update account set email = '', folded_email = null where username = 'ada'`)
    assert.match(textOf(await ada.get('/settings/account')), /only be replaced on the command line/)
    const bo = await signedIn(server, 'bo')
    assert.match(textOf(await bo.get('/settings/account')), /only an administrator can help you/)
  })
})
