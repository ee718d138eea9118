import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { sql } from '#src/database/sql.ts'
import { buildServer } from '#src/server.ts'
import { forEachEngine, type TestEngine } from '../engines.ts'
import { type MailServer, openMailServer, readMail } from '../mail-server.ts'
import { loadWorld, password, testDay } from '../world.ts'
import { openVisitor, type PagesServer, type Reply, signedIn, startPages, textOf, type Visitor } from './visitor.ts'

const gil = {
  username: 'gil',
  email: 'gil@people.example',
  password: 'seven green bottles',
  repeat: 'seven green bottles',
}
const site = 'http://reelcommons.example'
const later = (hours: number, ms = 0) => new Date(Date.parse(testDay) + hours * 3_600_000 + ms).toISOString()
const pathOf = (link: string) => link.slice(site.length)

type Place = { server: PagesServer; mails: MailServer; visitor: Visitor }

/** A server over a copy of the world, with a mail server of its own. */
async function open(t: TestContext, engine: TestEngine): Promise<Place> {
  const mails = await openMailServer()
  const server = await startPages(engine, { smtp: mails.url })
  t.after(async () => {
    await server.close()
    await mails.close()
  })
  return { server, mails, visitor: openVisitor(server.app) }
}

const signIn = (visitor: Visitor, name: string, secret: string, next = '') =>
  visitor.post('/login', { name, password: secret, next })

/** Where a form led, and the notice that stood there. */
async function leads(visitor: Visitor, reply: Reply): Promise<[status: number, location: string, notice: string]> {
  const page = await visitor.follow(reply)
  const [, notice = ''] = /class="notice" role="status">([^<]*)</.exec(page.body) ?? []
  return [reply.status, reply.location ?? '', notice]
}

const faultsIn = ({ body }: Reply) =>
  [...body.matchAll(/<li><a href="#(\w+)">([^<]*)<\/a><\/li>/g)].map(([, name, fault]) => [name, fault])

forEachEngine(loadWorld, (engine) => {
  test('a new person signs up, follows the link of the mail, signs out and in again', async (t) => {
    const { server, mails, visitor } = await open(t, engine)
    const made = await visitor.post('/signup', gil)
    assert.deepEqual([made.status, made.location], [303, '/verify'])
    assert.match(textOf(await visitor.follow(made)), /We sent a mail to gil@people\.example\./)
    assert.match(textOf(await visitor.get('/')), /^Your e-mail address is not confirmed yet\. Confirm it /)

    const mail = await mails.next()
    assert.deepEqual(mail.recipients, ['gil@people.example'])
    assert.equal(mail.headers.subject, 'Confirm your e-mail address')
    assert.equal(mail.headers.from, 'Reelcommons <no-reply@reelcommons.example>')
    assert.equal(mail.headers['auto-submitted'], 'auto-generated')
    assert.match(mail.text, /^Hello gil,\n/)
    assert.match(mail.link, /^http:\/\/reelcommons\.example\/verify\/[0-9a-f]{40}$/)

    // A program that looks at mails follows the link and changes nothing.
    const link = pathOf(mail.link)
    assert.match(textOf(await openVisitor(server.app).get(link)), /gil@people\.example Confirm address$/)
    assert.deepEqual(await leads(visitor, await visitor.post(link, {})), [
      303,
      '/',
      'Your e-mail address is confirmed.',
    ])
    assert.match(textOf(await visitor.get('/verify')), /gil@people\.example is confirmed\./)
    for (const again of [await visitor.get(link), await visitor.post(link, {}, { from: '/' })])
      assert.deepEqual([again.status, textOf(again).slice(0, 17)], [404, 'This link is over'])

    const out = await visitor.post('/logout', {}, { from: '/' })
    assert.deepEqual(await leads(visitor, out), [303, '/', 'You are signed out.'])
    const inAgain = await signIn(visitor, 'GIL', gil.password, '/verify')
    assert.deepEqual(await leads(visitor, inAgain), [303, '/verify', 'You are signed in.'])
    const byAddress = await signIn(openVisitor(server.app), 'Gil@People.example', gil.password)
    assert.deepEqual([byAddress.status, byAddress.location], [303, '/'])
  })

  test('an account that is not verified gets no approval of the interface', async (t) => {
    const { server, visitor } = await open(t, engine)
    await visitor.post('/signup', gil)
    const rows = await server.db.all(
      Type.Object({ email_verified_at: Type.Union([Type.String(), Type.Null()]), role: Type.String() }),
      sql`select email_verified_at, role from account where username = 'gil'`,
    )
    assert.deepEqual(rows, [{ email_verified_at: null, role: 'member' }])
  })

  describe('what is wrong with a new account is told beside the form', () => {
    let server: PagesServer
    before(async () => {
      server = await startPages(engine)
    })
    after(() => server.close())
    const short = 'A password has at least 12 characters.'
    const common = 'This password is one of those that are tried first; take one that only you would think of.'
    const name =
      'A user name has 2 to 32 letters from a to z, digits, dots, hyphens and underscores, ' +
      'and begins with a letter or a digit.'
    const cases: [changed: Partial<typeof gil>, faults: string[][]][] = [
      [{ username: '' }, [['username', name]]],
      [{ username: '"><script>alert(1)</script>' }, [['username', name]]],
      [{ username: 'ADA' }, [['username', 'This user name is taken. Please choose another one.']]],
      [{ email: 'gil' }, [['email', 'An e-mail address has the form name@host and at most 254 characters.']]],
      [{ email: 'a@b, c@d' }, [['email', 'An e-mail address has the form name@host and at most 254 characters.']]],
      [{ password: 'short', repeat: 'short' }, [['password', short]]],
      [{ repeat: 'seven green battles' }, [['repeat', 'The two passwords differ.']]],
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
        assert.doesNotMatch(reply.body, /seven green|<script/)
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
    assert.equal(toOwner?.headers.subject, 'You have an account already')
    assert.doesNotMatch(toOwner?.text ?? '', /verify/)
    await taken.post('/verify', {})
    assert.equal((await mails.next()).headers.subject, 'You have an account already')

    const visitor = openVisitor(server.app)
    for (const email of ['ada@people.example', 'nobody@people.example']) {
      const reply = await visitor.post('/password/forgotten', { email })
      assert.deepEqual(await leads(visitor, reply), [
        303,
        '/login',
        'If an account has this address, a mail with a link is on its way. The link works for an hour.',
      ])
    }
    for (const name of ['nobody', 'ada', 'nobody@people.example', 'ada@people.example']) {
      const reply = await signIn(visitor, name, 'the lamp is out')
      assert.deepEqual([reply.status, faultsIn(reply)], [422, [['name', 'User name, address or password is wrong.']]])
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
    assert.equal((await other.post(second, {})).location, '/')
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
      'The mail is on its way.',
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
    await visitor.post('/password/forgotten', { email: 'Ada@people.example' })
    const mail = await mails.next()
    assert.deepEqual(mail.recipients, ['ada@people.example'])
    assert.equal(mail.headers.subject, 'Neues Passwort wählen')
    const link = pathOf(mail.link)
    const different = await visitor.post(link, { password: gil.password, repeat: 'x' })
    assert.deepEqual([different.status, faultsIn(different)], [422, [['repeat', 'The two passwords differ.']]])
    const saved = await visitor.post(link, { password: gil.password, repeat: gil.password })
    assert.deepEqual(await leads(visitor, saved), [303, '/login', 'Your new password is saved. Sign in with it.'])
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
    server.setTime(later(1))
    assert.equal((await visitor.get(late)).status, 404)
    await visitor.post(await reset(), { password, repeat: password })
    await signIn(visitor, 'gil', password)
    assert.match(textOf(await visitor.get('/verify')), /gil@people\.example is confirmed\./)
  })

  test('signing in begins another session, and signing out ends it for whoever copied its cookie', async (t) => {
    const { server, visitor } = await open(t, engine)
    const thief = openVisitor(server.app)
    await signIn(visitor, 'bo', password)
    const first = visitor.cookies.get('reelcommons_session') ?? ''
    assert.match(first, /^[0-9a-f]{64}$/)
    const form = await visitor.get('/nothing')
    assert.match(form.body, />Bo</)
    assert.deepEqual([...visitor.cookies.keys()].sort(), ['reelcommons_session'])
    thief.cookies.set('reelcommons_session', first)
    assert.match((await thief.get('/nothing')).body, />Bo</)
    await visitor.post('/logout', {}, { from: '/' })
    assert.equal(visitor.cookies.has('reelcommons_session'), false)
    assert.doesNotMatch((await thief.get('/nothing')).body, />Bo</)
    const stored = await server.db.all(Type.Object({ digest: Type.String() }), sql`select digest from browser_session`)
    assert.deepEqual(stored, [])
  })

  test('a session ends when its browser was away for 14 days, and after 90 days', async (t) => {
    const { server, visitor } = await open(t, engine)
    const isIn = async () => />Bo</.test((await visitor.get('/nothing')).body)
    await signIn(visitor, 'bo', password)
    for (const days of [13, 26, 39, 52, 65, 78, 89]) {
      server.setTime(later(days * 24))
      assert.equal(await isIn(), true, `day ${days}`)
    }
    server.setTime(later(90 * 24))
    assert.equal(await isIn(), false)
    await signIn(visitor, 'bo', password)
    server.setTime(later(104 * 24))
    assert.equal(await isIn(), false)
  })

  test('a suspended account is out at once', async (t) => {
    const { server } = await open(t, engine)
    const bo = await signedIn(server, 'bo')
    await server.db.run(sql`update account set disabled_at = ${testDay} where username = 'Bo'`)
    assert.doesNotMatch((await bo.get('/nothing')).body, />Bo</)
  })

  test('whoever guesses passwords waits longer and longer, whether there is such an account or not', async (t) => {
    const { server } = await open(t, engine)
    for (const name of ['bo', 'nobody']) {
      let ms = 0
      const guess = (secret = 'the lamp is out') =>
        signIn(openVisitor(server.app, `192.0.2.${name.length}`), name, secret)
      for (let count = 0; count < 10; count++) assert.equal((await guess()).status, 422, `${name} ${count}`)
      for (const seconds of [2, 4, 8, 16, 32, 60, 60]) {
        const refused = await guess(password)
        assert.deepEqual([refused.status, refused.headers['retry-after']], [429, String(seconds)])
        assert.match(textOf(refused), new RegExp(`^429 Too many attempts Please wait ${seconds} seconds\\.$`))
        ms += seconds * 1_000
        server.setTime(later(0, ms))
        assert.equal((await guess()).status, 422)
      }
      server.setTime(later(0, ms + 60_000))
      assert.equal((await guess(password)).status, name === 'bo' ? 303 : 422)
      server.setTime(testDay)
    }
  })

  test('a client that tries many accounts waits, and its neighbours in IPv6 with it, but nobody else', async (t) => {
    const { server } = await open(t, engine)
    const guess = (client: string, name: string) => signIn(openVisitor(server.app, client), name, 'the lamp is out')
    for (let count = 0; count < 30; count++)
      assert.equal((await guess(`2001:db8:0:1::${count}`, `nobody${count}`)).status, 422)
    assert.equal((await guess('2001:db8:0:1:ffff::', 'somebody')).status, 429)
    assert.equal((await guess('2001:db8:0:2::', 'somebody')).status, 422)
  })

  test('signing up and mails are limited by client and by address', async (t) => {
    const { server, visitor } = await open(t, engine)
    for (let count = 0; count < 3; count++)
      assert.equal(
        (await openVisitor(server.app, `198.51.100.${count}`).post('/password/forgotten', { email: gil.email })).status,
        303,
      )
    const fourth = await openVisitor(server.app, '198.51.100.9').post('/password/forgotten', {
      email: 'GIL@people.example',
    })
    assert.deepEqual([fourth.status, fourth.headers['retry-after']], [429, '60'])
    const signUp = await visitor.post('/signup', gil)
    assert.equal(signUp.status, 429)
    server.setTime(later(25))
    for (let count = 0; count < 5; count++) {
      const made = await openVisitor(server.app).post('/signup', {
        ...gil,
        username: `gil${count}`,
        email: `gil${count}@people.example`,
      })
      assert.equal(made.status, 303)
    }
    const sixth = await openVisitor(server.app).post('/signup', {
      ...gil,
      username: 'gil6',
      email: 'gil6@people.example',
    })
    assert.deepEqual([sixth.status, sixth.headers['retry-after']], [429, '60'])
  })

  test('where a request comes from is what a proxy of ours says, and nobody else', async (t) => {
    const server = await startPages(engine, { proxies: '10.0.0.0/8' })
    t.after(() => server.close())
    const guess = async (through: string, from: string) => {
      const visitor = openVisitor(server.app, through)
      const { body } = await visitor.get('/login')
      const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(body) ?? []
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = { cookie, 'x-forwarded-for': from, 'content-type': 'application/x-www-form-urlencoded' }
      const payload = new URLSearchParams({ form_token, name: `nobody${Math.random()}`, password: 'x' }).toString()
      return (await server.app.inject({ method: 'POST', url: '/login', remoteAddress: through, headers, payload }))
        .statusCode
    }
    for (let count = 0; count < 30; count++) assert.equal(await guess('10.1.2.3', `192.0.2.1, 198.51.100.7`), 422)
    assert.equal(await guess('10.1.2.3', '192.0.2.200, 198.51.100.7'), 429)
    assert.equal(await guess('10.1.2.3', '198.51.100.7, 192.0.2.200'), 422)
    assert.equal(await guess('203.0.113.1', '198.51.100.7'), 422)
  })

  for (const [next, location] of [
    ['/movie/501', '/movie/501'],
    ['//evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/\\evil.example', '/'],
    ['javascript:alert(1)', '/'],
  ]) {
    test(`signing in with next=${next} leads to ${location}`, async (t) => {
      const { visitor } = await open(t, engine)
      const from = `/login?next=${encodeURIComponent(next!)}`
      const reply = await visitor.post('/login', { name: 'bo', password, next: next! }, { from })
      assert.equal(reply.location, location)
      assert.equal((await visitor.get(from)).location, location)
    })
  }

  test('pages for people who are signed in send others to sign in and back', async (t) => {
    const { visitor } = await open(t, engine)
    const reply = await visitor.get('/verify?x=1')
    assert.deepEqual([reply.status, reply.location], [303, '/login?next=%2Fverify%3Fx%3D1'])
    const form = await visitor.post('/verify', {}, { from: '/' })
    assert.deepEqual([form.status, form.location], [303, '/login'])
  })

  describe('mails', () => {
    test('are sent again when a server does not take them now, and given up when it never will', async (t) => {
      const { server, mails, visitor } = await open(t, engine)
      const queued = () => server.db.all(Type.Object({ attempts: Type.Integer() }), sql`select attempts from mail`)
      const settled = async (expected: object[]) => {
        while (JSON.stringify(await queued()) !== JSON.stringify(expected))
          await new Promise((done) => setTimeout(done, 10))
      }
      mails.refuseWith(451)
      await visitor.post('/signup', gil)
      await settled([{ attempts: 1 }])
      mails.refuseWith(0)
      server.setTime(later(0, 120_000))
      await visitor.post('/verify', {})
      const links = [await mails.next(), await mails.next()].map(({ link }) => pathOf(link))
      await settled([])
      const works = await Promise.all(links.map(async (link) => (await visitor.get(link)).status))
      assert.deepEqual(works.sort(), [200, 404])
      mails.refuseWith(550)
      await visitor.post('/verify', {})
      await settled([])
      assert.equal(mails.received.length, 2)
    })

    test('wait in the database without their links until somebody sends them', async (t) => {
      const { server, mails, visitor } = await open(t, engine)
      mails.refuseWith(451)
      await visitor.post('/signup', gil)
      const Row = Type.Object({ template: Type.String(), recipient: Type.String(), facts: Type.Any() })
      const rows = await server.db.all(Row, sql`select template, recipient, facts from mail`)
      assert.deepEqual(rows, [{ template: 'verify', recipient: gil.email, facts: { username: 'gil' } }])
      await server.app.close()
      mails.refuseWith(0)
      const clock = () => new Date(later(1))
      const next = buildServer({ db: server.db, config: server.config, clock })
      await next.listen({ host: '127.0.0.1', port: 0 })
      assert.match((await mails.next()).link, /^http/)
      await next.close()
    })

    for (const [host, isTold] of [
      ['127.0.0.1', true],
      ['0.0.0.0', false],
    ] as const) {
      test(`are files without a mail server; of one on ${host} the link is ${isTold ? '' : 'not '}told`, async (t) => {
        const folder = await mkdtemp(join(tmpdir(), 'reelcommons-mail-'))
        t.after(() => rm(folder, { recursive: true }))
        const db = await engine.open()
        t.after(() => db.close())
        const started = await startPages(engine, { data: folder, host })
        const printed: string[] = []
        const print = (line: string) => void printed.push(line)
        const app = buildServer({ db, config: started.config, clock: () => new Date(testDay), print })
        await started.close()
        await openVisitor(app).post('/signup', gil)
        await app.close()
        const [name = ''] = await readdir(join(folder, 'mail'))
        const file = join(folder, 'mail', name)
        const { link } = readMail(await readFile(file, 'utf8'))
        assert.match(link, /^http:\/\/reelcommons\.example\/verify\/[0-9a-f]{40}$/)
        const told = isTold ? ` Its link: ${link}` : ''
        assert.deepEqual(printed, [`Mail “Confirm your e-mail address” is in ${file}.${told}\n`])
        assert.equal((await stat(file)).mode & 0o077, 0)
      })
    }
  })
})
