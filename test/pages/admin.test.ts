import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { createAccount } from '#src/accounts/accounts.ts'
import { setRole, suspendAccount } from '#src/accounts/administration.ts'
import { verifyAddress } from '#src/accounts/sign-up.ts'
import { statusEnvelope } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { createKey } from '#src/keys/keys.ts'
import { makeLink } from '#src/mail/links.ts'
import { maxParameterLength } from '#src/pages/limits.ts'
import { openTwo, quickPasswords, writingOf } from '../support/accounts.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, type Reply, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { keys, loadWorld, password, sessions, testDay } from '../support/world.ts'

const now = new Date(testDay)

/** Ada looks after the server, in English. */
async function open(t: TestContext, engine: TestEngine): Promise<PagesServer> {
  const server = await startPages(engine)
  t.after(() => server.close())
  await server.db.run(sql`update account set role = 'administrator', iso_639_1 = 'en' where username = 'ada'`)
  return server
}

/** The user names that a list shows. */
const namesIn = ({ body }: Reply) =>
  [...body.matchAll(/<th scope="row"><a href="\/admin\/accounts\/\d+">([^<]*)</g)].map(([, name]) => name)

const act = (person: Awaited<ReturnType<typeof signedIn>>, id: number | string, what: string, fields = {}) =>
  person.post(`/admin/accounts/${id}/${what}`, fields, { from: '/' })

forEachEngine(loadWorld, (engine) => {
  describe('only administrators', () => {
    const pages = ['/admin', '/admin/setup', '/admin/accounts', '/admin/accounts/2']
    const acts = ['suspend', 'restore', 'role', 'verify']

    test('strangers sign in first', async (t) => {
      const { app } = await open(t, engine)
      for (const page of pages)
        assert.equal((await openVisitor(app).get(page)).location, `/login?next=${encodeURIComponent(page)}`)
      for (const what of acts) assert.equal((await act(openVisitor(app), 2, what)).location, '/login')
    })

    for (const role of ['member', 'moderator']) {
      test(`a ${role} sees and does nothing`, async (t) => {
        const server = await open(t, engine)
        await server.db.run(sql`update account set role = ${role} where username = 'Bo'`)
        const bo = await signedIn(server, 'bo')
        for (const page of pages) {
          const reply = await bo.get(page)
          assert.deepEqual([reply.status, textOf(reply).slice(0, 15)], [403, '403 Not allowed'])
        }
        assert.equal((await act(bo, 1, 'suspend')).status, 403)
        assert.equal((await bo.post('/admin/setup/dismissal', {}, { from: '/' })).status, 403)
        assert.equal((await act(bo, 2, 'role', { role: 'administrator' })).status, 403)
        assert.doesNotMatch((await bo.get('/settings/profile')).body, /\/admin/)
        const ada = await signedIn(server, 'ada')
        const profile = await ada.get('/settings/profile')
        assert.match(profile.body, /href="\/admin"/, 'ada is there and may still do it')
        assert.match(textOf(profile), /Appearance On all your devices\. Like the device Light Dark/)
        for (const page of ['/admin', '/queue'])
          assert.match((await ada.get(page)).body, /<a class="place" href="\/quality">/, page)
      })
    }

    test('a form of another site does nothing', async (t) => {
      const server = await open(t, engine)
      const ada = await signedIn(server, 'ada')
      for (const what of acts)
        assert.equal(
          (await ada.post(`/admin/accounts/2/${what}`, { role: 'administrator' }, { token: '' })).status,
          403,
        )
      assert.match(textOf(await ada.get('/admin/accounts/2')), /State Active/)
    })
  })

  describe('the list', () => {
    const searches: [search: string, found: string[]][] = [
      ['', ['fay', 'eve', 'dee', 'cy', 'Bo', 'ada']],
      ['B', ['Bo']],
      [' ADA@people ', ['ada']],
      ['e', ['eve']],
      ['nobody', []],
      ['%', []],
      ["' or 1=1 --", []],
      ['"><script>alert(1)</script>', []],
      ['x'.repeat(maxParameterLength), []],
    ]
    for (const [search, found] of searches) {
      test(`${JSON.stringify(search).slice(0, 40)} finds ${found.length}`, async (t) => {
        const server = await open(t, engine)
        const ada = await signedIn(server, 'ada')
        const reply = await ada.get(`/admin/accounts?${new URLSearchParams({ search })}`)
        assert.deepEqual([reply.status, namesIn(reply)], [200, found])
        assert.doesNotMatch(reply.body, /<script>alert/)
        if (found.length === 0) assert.match(textOf(reply), /No account found/)
      })
    }

    test('a search that is too long is refused', async (t) => {
      const server = await open(t, engine)
      const ada = await signedIn(server, 'ada')
      const reply = await ada.get(`/admin/accounts?search=${'x'.repeat(maxParameterLength + 1)}`)
      assert.equal(reply.status, 414)
    })

    test('says what each account is, and leaves out those that came with a source or left', async (t) => {
      const server = await open(t, engine)
      await server.db.run(sql`update account set deleted_at = ${testDay} where username = 'eve'`)
      const ada = await signedIn(server, 'ada')
      assert.match(
        textOf(await ada.get('/admin/accounts')),
        new RegExp(
          'dee Address not verified dee@people.example Member 1 March 2026 ' +
            'cy Suspended cy@people.example Member 1 March 2026 ' +
            'Bo Active – Member 1 March 2026 ' +
            'ada Ada Lamplight Active ada@people.example Administrator 1 March 2026$',
        ),
      )
    })

    test('goes on from page to page', async (t) => {
      const server = await open(t, engine)
      const { passwords } = quickPasswords()
      for (let number = 0; number < 101; number++) {
        const username = `many-${String(number).padStart(3, '0')}`
        await createAccount(server.db, passwords, { username, name: '', email: '', password, now })
      }
      const ada = await signedIn(server, 'ada')
      const seen: (string | undefined)[][] = []
      for (let path: string | undefined = '/admin/accounts?search=many-'; path; ) {
        const page: Reply = await ada.get(path)
        seen.push(namesIn(page))
        path = /rel="next" href="([^"]*)"/.exec(page.body)?.[1]?.replaceAll('&#38;', '&').replaceAll('&#61;', '=')
      }
      assert.deepEqual(
        seen.map((names) => names.length),
        [50, 50, 1],
      )
      assert.deepEqual([seen[0]![0], seen[2]![0], new Set(seen.flat()).size], ['many-100', 'many-000', 101])
    })

    for (const path of ['/admin/accounts/0', '/admin/accounts/999', '/admin/accounts/x', '/admin/accounts/6'])
      test(`${path} is not there`, async (t) => {
        const server = await open(t, engine)
        const ada = await signedIn(server, 'ada')
        assert.equal((await ada.get(path)).status, 404)
        for (const what of ['suspend', 'restore', 'role', 'verify'])
          assert.equal((await ada.post(`${path}/${what}`, { role: 'member' }, { from: '/' })).status, 404)
      })
  })

  test('who is suspended is out at once, with keys and applications, and comes back when restored', async (t) => {
    const server = await open(t, engine)
    const { app, db } = server
    const key = await createKey(db, { name: 'his', plan: 'developer', account_id: 2, now })
    const [ada, bo] = [await signedIn(server, 'ada'), await signedIn(server, 'bo')]
    const login = async () => (await openVisitor(app).post('/login', { name: 'bo', password, next: '' })).status
    const session = async () => (await app.inject(`/3/account?api_key=${keys.second}&session_id=${sessions.bo}`)).json()
    const withKey = async () => (await app.inject(`/3/movie/501?api_key=${key.secret}`)).json()
    const before = [await session(), await withKey()]

    const reply = await act(ada, 2, 'suspend')
    assert.deepEqual([reply.status, reply.location], [303, '/admin/accounts/2'])
    const suspended = await ada.follow(reply)
    assert.match(textOf(suspended), /^Account suspended\. .* State Suspended .* Suspended on 10 Mar/)
    for (const shown of [suspended, await ada.get('/moderation/member/bo')]) {
      assert.match(textOf(shown), /suspended\. Reject what is pending, and undo what it did\..* Undo everything$/)
      for (const [path, title] of [
        ['/queue?of', /Pending edits by Bo/],
        ['/edits/undo?person', /Undo what Bo did/],
      ] as const) {
        assert.ok(shown.body.includes(`href="${path}=Bo"`), path)
        assert.match(textOf(await ada.get(`${path}=Bo`)), title)
      }
    }
    assert.equal((await bo.get('/settings/profile')).location, '/login?next=%2Fsettings%2Fprofile')
    assert.equal(await login(), 422)
    assert.deepEqual(
      [await session(), await withKey()],
      [statusEnvelope('session_required'), statusEnvelope('key_suspended')],
    )
    const again = await act(ada, 2, 'suspend')
    assert.equal(again.status, 303)

    assert.match(textOf(await ada.follow(await act(ada, 2, 'restore'))), /^Account restored\. .* State Active/)
    assert.equal((await bo.get('/settings/profile')).status, 303, 'the browser stays signed out')
    assert.equal(await login(), 303)
    assert.deepEqual([await session(), await withKey()], before)
  })

  test('an address is marked as verified, unless another account has it', async (t) => {
    const server = await open(t, engine)
    const { db } = server
    const ada = await signedIn(server, 'ada')
    const dee = '/admin/accounts/4'
    const link = { purpose: 'verify', account_id: 4, email: 'dee@people.example', now } as const
    const secret = await makeLink(db, link)
    const before = textOf(await ada.get(dee))
    assert.match(before, /does not send e-mails\. Mark the address as verified here, or .* in the folder .*mail\./)
    await db.run(sql`update account set email = 'Ada@people.example', folded_email = 'ada@people.example' where id = 4`)
    const refused = await act(ada, 4, 'verify')
    assert.equal(refused.status, 422)
    assert.match(textOf(refused), /Another account has verified this address\..* State Address not verified/)
    assert.equal((await ada.get(`${dee}/verify`)).location, dee)
    assert.equal(await verifyAddress.handle(writingOf(db, 1, now), secret), 'verified', 'the link was not used up')

    await db.run(sql`update account set email_verified_at = null where id = 4`)
    const left = await makeLink(db, link)
    const verified = textOf(await ada.follow(await act(ada, 4, 'verify')))
    assert.match(verified, /^Address marked as verified\. .* State Active .* forgotten their password\. /)
    assert.doesNotMatch(verified, /Mark address/)
    assert.equal(await verifyAddress.handle(writingOf(db, 1, now), left), 'over')
    assert.equal((await act(ada, 4, 'verify')).status, 303, 'once more changes nothing')
    const log = textOf(await ada.get('/admin/audit-log?kind=address_verified'))
    assert.equal(log.match(/Address marked as verified dee/g)?.length, 1, log)
  })

  test('roles are given and taken', async (t) => {
    const server = await open(t, engine)
    const [ada, bo] = [await signedIn(server, 'ada'), await signedIn(server, 'bo')]
    assert.equal((await act(ada, 2, 'role', { role: 'administrator' })).status, 303)
    assert.equal((await bo.get('/admin/accounts')).status, 200)
    assert.equal((await act(bo, 1, 'role', { role: 'moderator' })).status, 303)
    assert.equal((await ada.get('/admin/accounts')).status, 403)
    for (const role of ['', 'owner', 'constructor'])
      assert.equal((await act(bo, 1, 'role', { role })).status, 400, role)
  })

  for (const [what, fields] of [
    ['suspend', {}],
    ['role', { role: 'member' }],
  ] as const) {
    test(`the last administrator's own account is kept from ${what}`, async (t) => {
      const server = await open(t, engine)
      await server.db.run(sql`update account set role = 'administrator' where username = 'cy'`)
      const ada = await signedIn(server, 'ada')
      const reply = await act(ada, 1, what, fields)
      assert.equal(reply.status, 422)
      assert.match(textOf(reply), /This is the only administrator\. Make someone else an administrator first\./)
      const again = await ada.get(`/admin/accounts/1/${what}`)
      assert.deepEqual([again.status, again.location], [303, '/admin/accounts/1'], 'the address is asked for again')
      assert.equal((await ada.follow(again)).status, 200)
    })
  }

  test("of two administrators who take each other's role at once, one stays", async (t) => {
    const both = await openTwo(t, engine)
    const take = (db: Database, by: number, id: number) =>
      setRole.handle(writingOf(db, by, now, 'administrator'), { id, role: 'member', reason: '' })
    for (let round = 0; round < 5; round++) {
      await both[0].run(sql`update account set role = 'administrator', disabled_at = null where id in (1, 2)`)
      const outcomes = await Promise.all([
        take(both[0], 2, 1),
        round % 2 === 0
          ? take(both[1], 1, 2)
          : suspendAccount.handle(writingOf(both[1], 1, now, 'administrator'), { id: 2, reason: '' }),
      ])
      assert.deepEqual(outcomes.sort(), ['changed', 'last_administrator'])
    }
  })
})
