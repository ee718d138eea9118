import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginBrowserSession } from '#src/accounts/browser-sessions.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { type Reply, signedIn, startPages } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

forEachEngine(loadWorld, (engine) => {
  test('devices are shown in pages, so that none grows with them', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    await server.db.run(sql`update account set iso_639_1 = 'de' where username = 'Bo'`)
    const bo = await signedIn(server, 'bo')
    const at = (minutes: number) => new Date(Date.parse(testDay) - minutes * 60_000)
    for (let n = 1; n <= 45; n++)
      await beginBrowserSession(server.db, { account_id: 2, browser: `Firefox/${n}`, now: at(n) })
    const shown = await bo.get('/settings/account')
    const listed = ({ body }: Reply) => body.split('Abmelden<span class="unseen">').length - 1
    // One of the twenty is this one.
    assert.equal(listed(shown), 19)
    assert.match(shown.body, /<a class="button" href="\/settings\/account\/devices">Alle Geräte anzeigen<\/a>/)
    assert.ok(shown.body.length < 30_000, `${shown.body.length} bytes`)
    const all = '/settings/account/devices'
    const pages = [await bo.get(all), await bo.get(`${all}?page=2`), await bo.get(`${all}?page=3`)]
    assert.deepEqual(pages.map(listed), [19, 20, 6])
    assert.equal((await bo.get(`${all}?page=4`)).status, 404)
    const [, id = ''] = /name="id" value="(\d+)"/.exec(pages[2]?.body ?? '') ?? []
    const ended = await bo.post('/settings/sessions/end', { id, next: `${all}?page=3` }, { from: all })
    assert.equal(ended.location, `${all}?page=3`)
    assert.equal(listed(await bo.follow(ended)), 5)
    const [, other = ''] = /name="id" value="(\d+)"/.exec((await bo.get(`${all}?page=3`)).body) ?? []
    const elsewhere = await bo.post('/settings/sessions/end', { id: other, next: '//evil.example' }, { from: all })
    assert.equal(elsewhere.location, '/settings/account#devices')
    await bo.post('/settings/sessions/end-others', {}, { from: all })
    assert.doesNotMatch((await bo.get('/settings/account')).body, /devices">Alle/)
  })
})
