import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { openMailServer } from '../support/mail-server.ts'
import { openVisitor, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld, password } from '../support/world.ts'

forEachEngine(loadWorld, (engine) => {
  test('the setup says what is so now, and leads administrators until it is dismissed; then what is new', async (t) => {
    const mails = await openMailServer()
    const server = await startPages(engine, {
      smtp: mails.url,
      site: '',
      host: '0.0.0.0',
      'secret-key': 'k'.repeat(40),
    })
    t.after(() => server.close())
    await server.db.run(sql`update account set role = 'administrator', iso_639_1 = 'en' where username = 'ada'`)
    const visitor = openVisitor(server.app)
    const signIn = async () => {
      await visitor.post('/logout', {}, { from: '/' })
      return (await visitor.post('/login', { name: 'ada', password, next: '/' })).location
    }
    assert.equal(await signIn(), '/admin/setup')
    assert.equal(await signIn(), '/admin/setup', 'it was not dismissed')
    const said = async (path = '/admin/setup') => textOf(await visitor.get(path))
    const first = await said()
    assert.match(
      first,
      /Address To do .* does not know the address that people open.* E-mail Ready The mail server answers\./,
    )
    assert.match(first, /Sample catalogue Ready .* Your catalogue Ready .* Apps To do No app has used its key yet\./)
    assert.match(first, /Backups The server makes no .*: npx reelcommons backup \.\.\/reelcommons-2026-03-10 --data /)
    const { body } = await visitor.get('/admin/setup')
    const guide = [...body.matchAll(/href="(\/docs\/guide\/[^"]+)"/g)].map(([, address]) => address!)
    assert.ok(guide.length > 5)
    for (const address of new Set(guide)) {
      const [, anchor] = address.split('#')
      const document = await visitor.get(address)
      assert.equal(document.status, 200, address)
      assert.ok(!anchor || document.body.includes(`id="${anchor}"`), address)
    }
    assert.match(
      await said('/admin'),
      /Needs attention To do The server does not know the address that people open.* To do No app has used its key/,
    )

    const dismissed = await visitor.follow(await visitor.post('/admin/setup/dismissal', {}, { from: '/admin/setup' }))
    assert.match(textOf(dismissed), /^Setup dismissed\. .* Needs attention No problems/, 'what was to do was seen')
    assert.equal(await signIn(), '/')
    assert.match(await said(), /Apps To do/, 'and is still there')
    await mails.close()
    assert.match(
      await said('/admin'),
      /Needs attention Problem The mail server does not accept e-mails: .* Correct smtp/,
    )
    assert.match(await said(), /E-mail Problem The mail server does not accept e-mails: /)

    const again = await visitor.post('/admin/setup/dismissal', {}, { from: '/admin/setup' })
    assert.match(
      textOf(await visitor.follow(again)),
      /Needs attention Problem The mail/,
      'a problem is said until it is mended',
    )
    await server.db.run(sql`update account set iso_639_1 = 'de' where username = 'ada'`)
    assert.match(await said(), /E-Mail Problem Der Mailserver nimmt keine E-Mails an: .* Korrigieren Sie smtp/)
  })

  for (const [options, told, next] of [
    [{}, /Everyone can sign up\. .* Choose under Server that whoever has an invitation can sign up\./, '/admin/server'],
    [
      { signups: 'closed' },
      /Nobody can sign up\. You add accounts under Accounts ?\. .* --signups invitation --data \S+ , .*_SIGNUPS=/,
      '/docs/guide/settings',
    ],
  ] as const)
    test(`without invitations, their page says how to get them: ${JSON.stringify(options)}`, async (t) => {
      const server = await startPages(engine, options)
      t.after(() => server.close())
      await server.db.run(sql`update account set role = 'administrator', iso_639_1 = 'en' where username = 'ada'`)
      const ada = await signedIn(server, 'ada')
      const reply = await ada.get('/admin/invitations')
      assert.match(textOf(reply), told)
      assert.ok(reply.body.includes(`href="${next}"`))
    })
})
