import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { statusEnvelope } from '#src/contract/statuses.ts'
import { maxMailedNext } from '#src/pages/account/verify.ts'
import { forEachEngine } from '../support/engines.ts'
import { faultsIn, gil, later, leads, open, pathOf, signIn } from '../support/pages/place.ts'
import { openVisitor, type PagesServer, type Reply, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { keys, loadWorld, password } from '../support/world.ts'

forEachEngine(loadWorld, (engine) => {
  test('a new person signs up, follows the link of the mail, signs out and in again', async (t) => {
    const { server, mails, visitor } = await open(t, engine)
    const made = await visitor.post('/signup', gil)
    assert.deepEqual([made.status, made.location], [303, '/verify'])
    const waiting = await visitor.follow(made)
    assert.match(textOf(waiting), /We sent an e-mail to gil@people\.example\..* Until then .* Go to your settings$/)
    assert.match(waiting.body, /<a class="button primary" href="\/">Go to the catalogue</)
    assert.match(textOf(await visitor.get('/')), /^Your e-mail address is not verified yet\. Verify it now /)

    const mail = await mails.next()
    assert.deepEqual(mail.recipients, ['gil@people.example'])
    assert.equal(mail.headers.subject, 'Verify your e-mail address')
    assert.equal(mail.headers.from, 'Reelcommons <no-reply@reelcommons.example>')
    assert.equal(mail.headers['auto-submitted'], 'auto-generated')
    assert.match(mail.text, /^Hello gil,\n/)
    assert.match(mail.link, /^http:\/\/reelcommons\.example\/verify\/[0-9a-f]{40}$/)

    // A program that looks at mails follows the link and changes nothing.
    const link = pathOf(mail.link)
    assert.match(textOf(await openVisitor(server.app).get(link)), /gil@people\.example Verify address$/)
    assert.deepEqual(await leads(visitor, await visitor.post(link, {})), [
      303,
      '/verify',
      'Your e-mail address is verified.',
    ])
    const verified = await visitor.get('/verify')
    assert.match(
      textOf(verified),
      /gil@people\.example is verified\..* Go to the catalogue Get an API key What you can do now /,
    )
    assert.match(verified.body, /<a class="button" href="\/settings\/api">/)
    for (const again of [await visitor.get(link), await visitor.post(link, {}, { from: '/' })])
      assert.deepEqual([again.status, textOf(again).slice(0, 21)], [404, 'This link has expired'])

    const out = await visitor.post('/logout', {}, { from: '/' })
    assert.deepEqual(await leads(visitor, out), [303, '/', 'You are signed out.'])
    const inAgain = await signIn(visitor, 'GIL', gil.password, '/verify')
    assert.deepEqual(await leads(visitor, inAgain), [303, '/verify', 'You are signed in.'])
    const byAddress = await signIn(openVisitor(server.app), 'Gil@People.example', gil.password)
    assert.deepEqual([byAddress.status, byAddress.location], [303, '/'])
  })

  test('whoever signs up on the way to a form comes back to it, in every browser', async (t) => {
    const { server, mails, visitor } = await open(t, engine)
    const next = '/movie/new?title=Lamps'
    const asked = `next=${encodeURIComponent(next)}`
    const toSignIn = await visitor.get(next)
    assert.equal(toSignIn.location, `/login?${asked}`)
    const leadsTo = ({ body }: Reply, address: string) =>
      assert.ok(body.replaceAll('&#61;', '=').includes(`="${address}"`), address)
    leadsTo(await visitor.follow(toSignIn), `/signup?${asked}`)
    const form = await visitor.get(`/signup?${asked}`)
    assert.match(textOf(form), /A free account lets you add and correct titles/)
    leadsTo(form, `/login?${asked}`)
    const wrong = await visitor.post('/signup', { ...gil, repeat: 'x', next })
    leadsTo(wrong, next)
    assert.equal((await visitor.post('/signup', { ...gil, next })).location, `/verify?${asked}`)
    assert.equal((await visitor.post('/verify', { next })).location, `/verify?${asked}`)
    leadsTo(await visitor.get(next), `/verify?${asked}`)
    await mails.next()
    const { link } = await mails.next()
    assert.equal(link.replace(/[0-9a-f]{40}/, 'secret'), `http://reelcommons.example/verify/secret?${asked}`)
    const here = `${pathOf(link)}?${asked}`
    const elsewhere = openVisitor(server.app)
    const confirmed = await elsewhere.post(here, {})
    assert.equal(confirmed.location, `/login?${asked}`)
    assert.equal((await signIn(elsewhere, 'gil', gil.password, next)).location, next)
    leadsTo(await visitor.get(`/verify?${asked}`), next)
  })

  test('mails lead on to pages of the catalogue only, because other addresses may be secrets', async (t) => {
    const { server, mails } = await open(t, engine)
    const places: [next: string, told: string, mailed: string][] = [
      ['/movie/501-a/edit', '/movie/501-a/edit', '/movie/501-a/edit'],
      [`/authenticate/${'a'.repeat(40)}`, `/authenticate/${'a'.repeat(40)}`, ''],
      [`/tv/new?title=${'a'.repeat(maxMailedNext)}`, `/tv/new?title=${'a'.repeat(maxMailedNext)}`, ''],
      ['//evil.example/movie/', '/', ''],
    ]
    for (const [index, [next, told, mailed]] of places.entries()) {
      const visitor = openVisitor(server.app, `192.0.2.${index + 1}`)
      const member = { ...gil, username: `gil-${index}`, email: `gil-${index}@people.example` }
      const { location = '' } = await visitor.post('/signup', { ...member, next })
      const { link } = await mails.next()
      const nextIn = (address: string) => new URL(address, 'http://reelcommons.example').searchParams.get('next')
      assert.deepEqual([nextIn(location) ?? '/', nextIn(link) ?? ''], [told, mailed])
      const verified = await visitor.post(`${pathOf(link)}${new URL(link).search}`, {})
      assert.equal(verified.location, mailed || '/verify')
    }
  })

  test('an account that is not verified gets no approval of the interface', async (t) => {
    const { server, visitor } = await open(t, engine)
    await visitor.post('/signup', gil)
    const ask = { headers: { authorization: `Bearer ${keys.first}` } }
    const made = await server.app.inject({ ...ask, url: '/3/authentication/token/new' })
    const { request_token } = made.json<{ request_token: string }>()
    const payload = { username: gil.username, password: gil.password, request_token }
    const url = '/3/authentication/token/validate_with_login'
    const reply = await server.app.inject({ ...ask, method: 'POST', url, payload })
    assert.deepEqual([reply.statusCode, reply.json()], [401, statusEnvelope('email_unverified')])
  })

  describe('what is wrong with a new account is told beside the form', () => {
    let server: PagesServer
    before(async () => {
      server = await startPages(engine)
    })
    after(() => server.close())
    const short = 'A password has at least 12 characters.'
    const common = 'This password is too easy to guess. Choose one that only you would think of.'
    const name =
      'A user name has 2 to 32 letters from a to z, digits, dots, hyphens and underscores, ' +
      'and begins with a letter or a digit.'
    const cases: [changed: Partial<typeof gil>, faults: string[][]][] = [
      [{ username: '' }, [['username', name]]],
      [{ username: '"><script>alert(1)</script>' }, [['username', name]]],
      [{ username: 'ADA' }, [['username', 'This user name is taken. Choose another one.']]],
      [{ email: 'gil' }, [['email', 'An e-mail address has the form name@host and at most 254 characters.']]],
      [{ email: 'a@b, c@d' }, [['email', 'An e-mail address has the form name@host and at most 254 characters.']]],
      [{ password: 'short', repeat: 'short' }, [['password', short]]],
      [{ repeat: 'seven green battles' }, [['repeat', 'The passwords do not match.']]],
      [{ password: 'Password1234', repeat: 'Password1234' }, [['password', common]]],
      [{ password: '!!dragonfly 2024!!' }, [['password', common]]],
      [{ password: '1qaz2wsx3edc' }, [['password', common]]],
      [{ password: 'abcabcabcabcab' }, [['password', common]]],
      [{ password: '2024-2025-2026' }, [['password', common]]],
      [{ password: 'gil@people.example' }, [['password', common]]],
      [
        { username: '', email: '', password: '', repeat: '' },
        [
          ['username', name],
          ['email', 'An e-mail address has the form name@host and at most 254 characters.'],
          ['password', short],
        ],
      ],
    ]
    for (const [changed, faults] of cases) {
      test(JSON.stringify(changed), async () => {
        const reply = await openVisitor(server.app).post('/signup', { ...gil, ...changed })
        assert.equal(reply.status, 422)
        assert.deepEqual(faultsIn(reply), faults)
        // What was typed is kept, but no password; and nothing of it is markup.
        assert.match(reply.body, /id="email" name="email"[^>]* value="/)
        assert.doesNotMatch(reply.body, /seven green|<script>/)
        for (const [field] of faults)
          assert.match(
            reply.body,
            new RegExp(`id="${field}" name="${field}" aria-describedby="[^"]*${field}-error" aria-invalid="true"`),
          )
      })
    }
  })

  test('whether an address has an account is told to nobody but its owner', async (t) => {
    const { server, mails } = await open(t, engine)
    const [free, taken] = [openVisitor(server.app), openVisitor(server.app)]
    const toFree = await free.post('/signup', gil)
    const toTaken = await taken.post('/signup', { ...gil, username: 'hal', email: 'ADA@people.example' })
    const plain = ({ status, location, body }: Reply) => [status, location, body]
    assert.deepEqual(plain(toTaken), plain(toFree))
    const texts = await Promise.all([free, taken].map(async (visitor) => textOf(await visitor.get('/verify'))))
    assert.equal(texts[1]?.replace('ADA@', 'gil@'), texts[0])
    const toOwner = [await mails.next(), await mails.next()].find(
      ({ recipients }) => recipients[0] === 'ADA@people.example',
    )
    assert.equal(toOwner?.headers.subject, 'You already have an account')
    assert.doesNotMatch(toOwner?.text ?? '', /verify/)
    await taken.post('/verify', {})
    assert.equal((await mails.next()).headers.subject, 'You already have an account')

    const visitor = openVisitor(server.app)
    for (const email of ['ada@people.example', 'nobody@people.example']) {
      const reply = await visitor.post('/password/forgotten', { email })
      assert.deepEqual(await leads(visitor, reply), [
        303,
        '/login',
        'If this address belongs to an account, a link is on its way. It works for an hour.',
      ])
    }
    for (const name of ['nobody', 'ada', 'nobody@people.example', 'ada@people.example']) {
      const reply = await signIn(visitor, name, 'the lamp is out')
      assert.deepEqual(
        [reply.status, faultsIn(reply)],
        [422, [['name', 'Wrong user name, e-mail address or password.']]],
      )
    }
    const disabled = await signIn(visitor, 'cy', password)
    assert.match(textOf(disabled), /This account is suspended/)
  })

  test('of two accounts that typed the same address it is whose who follows the link', async (t) => {
    const { server, mails, visitor } = await open(t, engine)
    await visitor.post('/signup', gil)
    const first = pathOf((await mails.next()).link)
    const other = openVisitor(server.app)
    await other.post('/signup', { ...gil, username: 'hal' })
    const second = pathOf((await mails.next()).link)
    assert.equal((await other.post(second, {})).location, '/verify')
    const late = await visitor.post(first, {})
    assert.deepEqual([late.status, textOf(late).slice(0, 40)], [422, 'This address belongs to another account '])
  })

  test('links of mails end in time, when another is sent, and with what they were for', async (t) => {
    const { server, mails, visitor } = await open(t, engine)
    await visitor.post('/signup', gil)
    const first = pathOf((await mails.next()).link)
    assert.deepEqual(await leads(visitor, await visitor.post('/verify', {})), [
      303,
      '/verify',
      'The e-mail is on its way.',
    ])
    const second = pathOf((await mails.next()).link)
    assert.equal((await visitor.get(first)).status, 404)
    assert.equal((await visitor.get(second.replace('verify', 'password/reset'))).status, 404)
    server.setTime(later(24, -1))
    assert.equal((await visitor.get(second)).status, 200)
    server.setTime(later(24))
    assert.equal((await visitor.get(second)).status, 404)
    assert.equal((await visitor.post(second, {}, { from: '/' })).status, 404)
  })

  test('a forgotten password is replaced, and every browser is signed out', async (t) => {
    const { server, mails, visitor } = await open(t, engine)
    const elsewhere = await signedIn(server, 'ada')
    const next = '/movie/501/edit'
    const [asking, signingIn] = ['/password/forgotten', '/login'].map((at) => `${at}?next=${encodeURIComponent(next)}`)
    assert.match((await visitor.get(signingIn!)).body, /href="\/password\/forgotten\?next&#61;%2Fmovie%2F501%2Fedit"/)
    assert.match((await visitor.get(asking!)).body, /name="next" value="\/movie\/501\/edit"/)
    const asked = await visitor.post('/password/forgotten', { email: 'Ada@people.example', next })
    assert.equal(asked.location, signingIn)
    const mail = await mails.next()
    assert.deepEqual(mail.recipients, ['ada@people.example'])
    assert.equal(mail.headers.subject, 'Wählen Sie ein neues Passwort')
    const link = `${pathOf(mail.link)}${new URL(mail.link).search}`
    const different = await visitor.post(link, { password: gil.password, repeat: 'x' })
    assert.deepEqual([different.status, faultsIn(different)], [422, [['repeat', 'The passwords do not match.']]])
    const saved = await visitor.post(link, { password: gil.password, repeat: gil.password })
    const notice = 'Your new password is saved. All devices are signed out, and apps have lost their access. Sign in.'
    assert.deepEqual(await leads(visitor, saved), [303, signingIn, notice])
    assert.match((await elsewhere.get('/')).body, /href="\/login"/)
    assert.equal((await signIn(visitor, 'ada', password)).status, 422)
    assert.equal((await signIn(visitor, 'ada', gil.password)).status, 303)
    assert.equal((await visitor.post(link, { password, repeat: password }, { from: '/' })).status, 404)
  })

  test('a reset link ends after an hour, and a reset verifies the address that it came to', async (t) => {
    const { server, mails, visitor } = await open(t, engine)
    await visitor.post('/signup', gil)
    await mails.next()
    const reset = async () => {
      await visitor.post('/password/forgotten', { email: gil.email })
      return pathOf((await mails.next()).link)
    }
    const late = await reset()
    // An address that may be a secret is in no mail, and the tab leads on to it nevertheless.
    const secret = { email: gil.email, next: '/authenticate/abc' }
    assert.equal((await visitor.post('/password/forgotten', secret)).location, '/login?next=%2Fauthenticate%2Fabc')
    assert.doesNotMatch((await mails.next()).link, /next/)
    server.setTime(later(1))
    assert.equal((await visitor.get(late)).status, 404)
    await visitor.post(await reset(), { password, repeat: password })
    await signIn(visitor, 'gil', password)
    assert.match(textOf(await visitor.get('/verify')), /gil@people\.example is verified\./)
  })

  test('an account that was never verified is forgotten after 30 days, and its name is free again', async (t) => {
    const { server, visitor } = await open(t, engine)
    await visitor.post('/signup', gil)
    server.setTime(later(30 * 24))
    const early = await openVisitor(server.app).post('/signup', { ...gil, email: 'other@people.example' })
    assert.equal(early.status, 422)
    server.setTime(later(30 * 24, 1))
    await openVisitor(server.app).post('/signup', { ...gil, username: 'hal', email: 'hal@people.example' })
    const late = await openVisitor(server.app).post('/signup', { ...gil, email: 'other@people.example' })
    assert.equal(late.status, 303)
  })
})
