import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { digestOf } from '#src/credentials/secrets.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { gil, later, open, signIn } from '../support/pages/place.ts'
import { openVisitor, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld, password, testDay } from '../support/world.ts'

forEachEngine(loadWorld, (engine) => {
  test('signing in begins another session, and signing out ends it for whoever copied its cookie', async (t) => {
    const { server, visitor } = await open(t, engine)
    const thief = openVisitor(server.app)
    await signIn(visitor, 'bo', password)
    const first = visitor.cookies.get('reelcommons_session') ?? ''
    assert.match(first, /^[0-9a-f]{64}$/)
    const form = await visitor.get('/nothing')
    assert.match(form.body, />Bo</)
    assert.deepEqual([...visitor.cookies.keys()].sort(), ['reelcommons_remembered', 'reelcommons_session'])
    thief.cookies.set('reelcommons_session', first)
    assert.match((await thief.get('/nothing')).body, />Bo</)
    assert.equal((await visitor.post('/login', { name: 'ada', password }, { from: '/' })).status, 303)
    assert.notEqual(visitor.cookies.get('reelcommons_session'), first)
    assert.doesNotMatch((await thief.get('/nothing')).body, />Bo</)
    thief.cookies.set('reelcommons_session', visitor.cookies.get('reelcommons_session') ?? '')
    assert.match((await thief.get('/nothing')).body, />Ada Lamplight</)
    await visitor.post('/logout', {}, { from: '/' })
    assert.equal(visitor.cookies.has('reelcommons_session'), false)
    assert.doesNotMatch((await thief.get('/nothing')).body, />Ada</)
    const stored = await server.db.all(Type.Object({ digest: Type.String() }), sql`select digest from browser_session`)
    assert.deepEqual(stored, [])
  })

  test('somebody who signs in is known at this network and with this browser', async (t) => {
    const { server } = await open(t, engine)
    const visitor = openVisitor(server.app, '192.0.2.7')
    for (const time of [testDay, later(1)]) {
      server.setTime(time)
      await signIn(visitor, 'ada', password)
      await visitor.post('/logout', {}, { from: '/' })
    }
    const Place = Type.Object({ place: Type.String(), first_at: Type.String(), last_at: Type.String() })
    const places = await server.db.all(Place, sql`select place, first_at, last_at from sign_in_place order by place`)
    const remembered = visitor.cookies.get('reelcommons_remembered') ?? ''
    assert.deepEqual(
      places,
      ['address:192.0.2.0/24', `browser:${digestOf(remembered)}`].map((place) => ({
        place,
        first_at: testDay,
        last_at: later(1),
      })),
    )
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
        assert.match(
          textOf(refused),
          new RegExp(`^429 Too many attempts Please wait ${seconds} seconds\\. Back to the form .* Get a link$`),
        )
        ms += seconds * 1_000
        server.setTime(later(0, ms))
        assert.equal((await guess()).status, 422)
      }
      server.setTime(later(0, ms + 60_000))
      assert.equal((await guess(password)).status, name === 'bo' ? 303 : 422)
      server.setTime(testDay)
    }
  })

  test('whether a name is taken is told so often, and not more', async (t) => {
    const { server } = await open(t, engine)
    const ask = (address: string) =>
      openVisitor(server.app, address).post('/signup', { username: 'ada', email: '', password: '', repeat: '' })
    for (let count = 0; count < 20; count++) assert.equal((await ask('192.0.2.7')).status, 422)
    const refused = await ask('192.0.2.7')
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '10'])
    assert.equal((await ask('192.0.2.8')).status, 422)
  })

  test('a client that tries many accounts waits, and its neighbours in IPv6 with it, but nobody else', async (t) => {
    const { server } = await open(t, engine)
    const guess = (client: string, name: string) => signIn(openVisitor(server.app, client), name, 'the lamp is out')
    for (let count = 0; count < 30; count++)
      assert.equal((await guess(`2001:db8:0:1::${count}`, `nobody${count}`)).status, 422)
    assert.equal((await guess('2001:db8:0:1:ffff::', 'somebody')).status, 429)
    assert.equal((await guess('2001:db8:0:2::', 'somebody')).status, 422)
    const next = '/movie/1?language=de'
    const refused = await signIn(openVisitor(server.app, '2001:db8:0:1::'), 'somebody', 'the lamp is out', next)
    assert.match(
      refused.body,
      /<a class="button" href="\/login\?next&#61;%2Fmovie%2F1%3Flanguage%3Dde">Back to the form</,
    )
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
})
