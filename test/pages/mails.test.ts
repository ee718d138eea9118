import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { sql } from '#src/database/sql.ts'
import { buildServer } from '#src/http/server.ts'
import { MAX_CLOSE_MS, openOutbox } from '#src/mail/outbox.ts'
import { forEachEngine } from '../support/engines.ts'
import { readMail } from '../support/mail-server.ts'
import { gil, later, leads, open, pathOf } from '../support/pages/place.ts'
import { openVisitor, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

forEachEngine(loadWorld, (engine) => {
  test('a server without mail says whom to ask', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const visitor = openVisitor(server.app)
    assert.doesNotMatch(textOf(await visitor.get('/signup')), /send you/)
    const signedUp = await visitor.follow(await visitor.post('/signup', gil))
    assert.match(signedUp.body, /<h1>Verify your <span class="whole">e-mail<\/span> address<\/h1>/)
    const shown = textOf(signedUp)
    assert.match(shown, /does not send e-mails\. Ask the people who run it to verify gil@people\.example\./)
    assert.doesNotMatch(shown, /We sent|spam|[Ss]end again/)
    assert.match(textOf(await visitor.follow(await visitor.post('/verify', {}))), /^The new link is ready\. Ask /)
    assert.match(
      textOf(await visitor.get('/settings/mails')),
      /does not send e-mails yet\. What you choose here counts/,
    )
    assert.match(textOf(await visitor.get('/settings/account/email')), /does not send e-mails\. Enter the new address/)

    const stranger = openVisitor(server.app)
    const asked = textOf(await stranger.get('/password/forgotten'))
    assert.match(
      asked,
      /does not send e-mails\. .* ask the people who run the server for the link .* Create link No e-mail address\? /,
    )
    for (const email of ['gil@people.example', 'nobody@people.example'])
      assert.deepEqual(await leads(stranger, await stranger.post('/password/forgotten', { email })), [
        303,
        '/login',
        'If this address belongs to an account, the people who run this server now have a link. It works for an hour.',
      ])
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

    test('in flight hold the end up for a while only, and are sent another time', async (t) => {
      const { server, mails, visitor } = await open(t, engine)
      mails.refuseWith(451)
      await visitor.post('/signup', gil)
      await server.app.close()
      const begun = Promise.withResolvers<void>()
      let isClosed = false
      const transport = {
        deliver() {
          begun.resolve()
          return new Promise<void>(() => {})
        },
        close() {
          isClosed = true
        },
      }
      const log = { warn() {}, error() {} }
      const clock = () => new Date(later(1))
      const outbox = openOutbox({ db: server.db, transport, clock, site: () => '', log })
      outbox.wake()
      await begun.promise
      t.mock.timers.enable({ apis: ['setTimeout'] })
      const closed = outbox.close()
      t.mock.timers.tick(MAX_CLOSE_MS - 1)
      await Promise.resolve()
      assert.equal(isClosed, false)
      t.mock.timers.tick(1)
      await closed
      t.mock.timers.reset()
      assert.equal(isClosed, true)
      const left = await server.db.all(Type.Object({ attempts: Type.Integer() }), sql`select attempts from mail`)
      assert.deepEqual(left, [{ attempts: 2 }])
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
        assert.deepEqual(printed, [`Mail “Verify your e-mail address” is in ${file}.${told}\n`])
        assert.equal((await stat(file)).mode & 0o077, 0)
      })
    }
  })
})
