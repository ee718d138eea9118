import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Type } from 'typebox'
import { createRequestToken } from '#src/accounts/request-tokens.ts'
import { statusEnvelope, statuses } from '#src/contract/statuses.ts'
import { sql } from '#src/database/sql.ts'
import { createKey } from '#src/keys/keys.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, signedIn, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { keys, loadWorld, testDay } from '../support/world.ts'

const lifetimeMinutes = 60
const minutesLater = (minutes: number, ms = 0) => new Date(Date.parse(testDay) + minutes * 60_000 + ms).toISOString()

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  let ada: Visitor
  before(async () => {
    server = await startPages(engine)
    ada = await signedIn(server, 'ada')
    // Her account says that she reads German.
    await ada.follow(await ada.post('/language', { language: 'en', next: '/' }, { from: '/' }))
  })
  after(() => server.close())

  /** A token of the first key (id 1), of which the application wants to hear. */
  async function newToken(key_id = 1): Promise<string> {
    const token = await createRequestToken(server.db, { key_id, now: new Date(testDay), lifetimeMinutes })
    return token.request_token
  }

  const exchange = async (request_token: string, key = keys.first) => {
    const url = `/3/authentication/session/new?api_key=${key}`
    const reply = await server.app.inject({ method: 'POST', url, payload: { request_token } })
    return reply.json<{ session_id?: string }>()
  }

  const over = 'This request has expired It may also have been answered already, or its address is incomplete.'
  const isExceeded = (page: { status: number; body: string }) => {
    assert.equal(page.status, 404)
    assert.ok(textOf(page as never).startsWith(over), textOf(page as never))
    assert.doesNotMatch(page.body, /name="answer"/)
  }

  test('it is told who asks for what, as whom, until when and where one goes then', async () => {
    const token = await newToken()
    const page = await ada.get(`/authenticate/${token}?redirect_to=${encodeURIComponent('https://app.example/a?b=c')}`)
    assert.equal(page.status, 200)
    assert.equal(
      textOf(page),
      'Allow “first” to use your account? Signed in as Ada Lamplight It may see your name, user name, language and ' +
        'country, and whether you want to see adult titles see a hash of your e-mail address, for avatars ' +
        'see and change your watchlist, favourites, ratings and lists see and change what you have watched and what ' +
        'you follow It may not see or change your password or your e-mail address delete your ' +
        'account see your other apps You can revoke its access at any time in your settings. ' +
        'You will continue to app.example. This request expires on 10 Mar 2026, ' +
        '13:00 UTC. Allow Deny',
    )
    const policy = String(page.headers['content-security-policy'])
    assert.match(policy, /form-action 'self' https:\/\/app\.example;.*frame-ancestors 'none'$/)
    assert.equal(page.headers['x-frame-options'], 'DENY')
    assert.match(page.body, /<meta name="robots" content="noindex">/)
    assert.match(textOf(await ada.get(`/authenticate/${token}`)), /Then go back to the app\./)
  })

  test('what was allowed is exchanged for a session of the account, once', async () => {
    const token = await newToken()
    assert.deepEqual(await exchange(token), statusEnvelope('session_denied'))
    const reply = await ada.post(`/authenticate/${token}`, { answer: 'allow' })
    assert.deepEqual([reply.status, reply.location], [303, '/authenticate/approved'])
    assert.match(textOf(await ada.follow(reply)), /^Access allowed You can close this page/)
    assert.deepEqual(await exchange(token, keys.second), statusEnvelope('session_denied'))
    const { session_id } = await exchange(token)
    const account = await server.app.inject(`/3/account?api_key=${keys.first}&session_id=${session_id}`)
    assert.equal(account.json<{ username: string }>().username, 'ada')
    assert.deepEqual(await exchange(token), statusEnvelope('session_denied'))
    isExceeded(await ada.get(`/authenticate/${token}`))
  })

  test('an application edits with a session for which it has asked that, and with no other', async () => {
    const edit = async (query: string) => {
      const token = await newToken()
      const page = await ada.get(`/authenticate/${token}${query}`)
      const [, scope = ''] = /name="scope" value="([^"]*)"/.exec(page.body) ?? []
      await ada.post(`/authenticate/${token}`, { answer: 'allow', scope: scope.replaceAll('&#32;', ' ') })
      const { session_id } = await exchange(token)
      const url = `/commons/1/edit?api_key=${keys.first}&session_id=${session_id}`
      const payload = { records: [{ kind: 'collection', id: 402, overview: `Edited${query}` }] }
      const reply = await server.app.inject({ method: 'POST', url, payload })
      return [/edit the catalogue in your name/.test(textOf(page)), scope, reply.statusCode, reply.json().status_code]
    }
    assert.deepEqual(await edit('?scope=edit'), [true, 'read keep edit', 200, undefined])
    const [, missing] = statuses.token_scope_missing
    for (const query of ['', '?scope=read', '?scope=everything'])
      assert.deepEqual(await edit(query), [false, 'read keep', 401, missing], query)
  })

  test('an application acts in a role only if it asks, and the person has one and reads so', async () => {
    const acts = 'decide about other people’s edits and reports, and about locks, as you may yourself'
    const look = async (query: string) => {
      const page = await ada.get(`/authenticate/${await newToken()}${query}`)
      const [, scope = ''] = /name="scope" value="([^"]*)"/.exec(page.body) ?? []
      const [may = '', mayNot = ''] = textOf(page).split('It may not')
      return [scope.replaceAll('&#32;', ' '), may.includes(acts), mayNot.includes(acts)]
    }
    assert.deepEqual(await look('?scope=edit,moderate'), ['read keep edit', false, false])
    await server.db.run(sql`update account set role = 'moderator' where id = 1`)
    assert.deepEqual(await look(''), ['read keep', false, true])
    assert.deepEqual(await look('?scope=edit'), ['read keep edit', false, true])
    assert.deepEqual(await look('?scope=moderate'), ['read keep moderate', true, false])
    await server.db.run(sql`update account set role = 'member' where id = 1`)
    const token = await newToken()
    await ada.post(`/authenticate/${token}`, { answer: 'allow', scope: 'read keep moderate' })
    const Scopes = Type.Object({ scopes: Type.String() })
    const approved = await server.db.one(Scopes, sql`select scopes from request_token where account_id = 1`)
    assert.deepEqual(approved, { scopes: 'read keep' })
    await exchange(token)
  })

  test('what was denied is worth nothing', async () => {
    const token = await newToken()
    const reply = await ada.post(`/authenticate/${token}`, { answer: 'deny' })
    assert.deepEqual([reply.status, reply.location], [303, '/authenticate/denied'])
    assert.match(textOf(await ada.follow(reply)), /^Access denied/)
    assert.deepEqual(await exchange(token), statusEnvelope('session_denied'))
    isExceeded(await ada.get(`/authenticate/${token}`))
  })

  const returns: [redirect_to: string, answer: string, location: (token: string) => string][] = [
    ['https://app.example/done', 'allow', (token) => `https://app.example/done?request_token=${token}&approved=true`],
    ['https://app.example/?a=b#c', 'deny', (token) => `https://app.example/?a=b&request_token=${token}&denied=true#c`],
    ['myapp://done', 'allow', (token) => `myapp://done?request_token=${token}&approved=true`],
  ]
  for (const [redirect_to, answer, location] of returns) {
    test(`${answer} leads back to ${redirect_to}`, async () => {
      const token = await newToken()
      const from = `/authenticate/${token}?redirect_to=${encodeURIComponent(redirect_to)}`
      const reply = await ada.post(`/authenticate/${token}`, { answer, redirect_to }, { from })
      assert.deepEqual([reply.status, reply.location], [303, location(token)])
      assert.equal((await exchange(token)).session_id !== undefined, answer === 'allow')
    })
  }

  test('whoever is not signed in signs in first, and comes back with the whole question', async () => {
    const path = `/authenticate/${await newToken()}?redirect_to=https%3A%2F%2Fapp.example%2F%3Fa%3Db`
    const reply = await openVisitor(server.app).get(path)
    assert.deepEqual([reply.status, reply.location], [303, `/login?next=${encodeURIComponent(path)}`])
  })

  describe('an address that nobody should be sent to', () => {
    for (const redirect_to of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      'https://app.example@evil.example/',
      "https://a;script-src'self'.example/",
    ]) {
      test(redirect_to, async () => {
        const token = await newToken()
        const page = await ada.get(`/authenticate/${token}?redirect_to=${encodeURIComponent(redirect_to)}`)
        assert.equal(page.status, 400)
        assert.match(
          textOf(page),
          /^This app cannot use your account The address it wants to return to is not allowed\./,
        )
        assert.doesNotMatch(page.body, /name="answer"/)
        assert.match(String(page.headers['content-security-policy']), /form-action 'self';/)
        for (const answer of ['allow', 'deny']) {
          const reply = await ada.post(`/authenticate/${token}`, { answer, redirect_to }, { from: '/' })
          assert.deepEqual([reply.status, reply.location], [400, undefined])
        }
        assert.deepEqual(await exchange(token), statusEnvelope('session_denied'))
        assert.equal((await ada.get(`/authenticate/${token}`)).status, 200, 'the question still stands')
      })
    }
  })

  test('a token ends to the millisecond, for the question as for the answer', async (t) => {
    const token = await newToken()
    t.after(() => server.setTime(testDay))
    server.setTime(minutesLater(60, -1))
    assert.equal((await ada.get(`/authenticate/${token}`)).status, 200)
    server.setTime(minutesLater(60))
    isExceeded(await ada.get(`/authenticate/${token}`))
    isExceeded(await ada.post(`/authenticate/${token}`, { answer: 'allow' }, { from: '/' }))
    isExceeded(await ada.post(`/authenticate/${token}`, { answer: 'deny' }, { from: '/' }))
  })

  test('an answer is given once, by one person', async () => {
    const token = await newToken()
    const bo = await signedIn(server, 'bo')
    const [one, other] = await Promise.all([
      ada.post(`/authenticate/${token}`, { answer: 'allow' }),
      bo.post(`/authenticate/${token}`, { answer: 'allow' }),
    ])
    assert.deepEqual([one.status, other.status].sort(), [303, 404])
    isExceeded(await ada.post(`/authenticate/${token}`, { answer: 'deny' }, { from: '/' }))
    assert.ok((await exchange(token)).session_id)
  })

  for (const [title, token] of [
    ['a token that never was', 'f'.repeat(40)],
    ['markup in its place', encodeURIComponent('"><script>alert(1)</script>')],
    ['a quote in its place', "'%20or%20''='"],
  ] as const) {
    test(`${title} has nothing to answer`, async () => {
      const page = await ada.get(`/authenticate/${token}?redirect_to=https://evil.example`)
      isExceeded(page)
      assert.doesNotMatch(page.body, /<script>alert/)
      isExceeded(
        await ada.post(
          `/authenticate/${token}`,
          { answer: 'allow', redirect_to: 'https://evil.example' },
          { from: '/' },
        ),
      )
    })
  }

  test('a key that was revoked asks for nothing any more', async () =>
    isExceeded(await ada.get(`/authenticate/${await newToken(3)}`)))

  test('an account whose address is not verified allows nothing', async () => {
    const dee = await signedIn(server, 'dee')
    const token = await newToken()
    const page = await dee.get(`/authenticate/${token}`)
    const reply = await dee.post(`/authenticate/${token}`, { answer: 'allow' })
    for (const { status } of [page, reply]) assert.equal(status, 403)
    assert.match(textOf(page), / Verify your e-mail address first /)
    assert.deepEqual(await exchange(token), statusEnvelope('session_denied'))
  })

  for (const answer of ['', 'Allow', 'approved']) {
    test(`${JSON.stringify(answer)} is no answer`, async () => {
      const token = await newToken()
      const reply = await ada.post(`/authenticate/${token}`, { answer })
      assert.equal(reply.status, 400)
      assert.equal((await ada.get(`/authenticate/${token}`)).status, 200)
    })
  }

  test('a form of another site answers nothing', async () => {
    const token = await newToken()
    const bo = await signedIn(server, 'bo')
    const foreign = /name="form_token" value="([\w-]+)"/.exec((await bo.get('/')).body)?.[1]
    for (const form_token of ['', foreign]) {
      const reply = await ada.post(`/authenticate/${token}`, { answer: 'allow' }, { token: form_token! })
      assert.equal(reply.status, 403)
    }
    assert.deepEqual(await exchange(token), statusEnvelope('session_denied'))
  })

  test('the name of an application is only text', async (t) => {
    const own = await startPages(engine)
    t.after(() => own.close())
    const name = `"><img src=x onerror=alert(1)>'`
    const now = new Date(testDay)
    const { id } = await createKey(own.db, { name, plan: 'developer', account_id: null, now })
    const { request_token } = await createRequestToken(own.db, { key_id: id, now, lifetimeMinutes })
    const bo = await signedIn(own, 'bo')
    const page = await bo.get(`/authenticate/${request_token}`)
    assert.ok(textOf(page).includes(name))
    assert.doesNotMatch(page.body, /<img src=x/)
  })
})
