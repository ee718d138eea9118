import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

forEachEngine(loadWorld, (engine) => {
  test('administrators replace a key with the value that an app brings along', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    await server.db.run(sql`update account set role = 'administrator' where folded_username = 'eve'`)
    const eve = await signedIn(server, 'eve')
    const value = '0123456789ABCDEF0123456789abcdef'
    const filled = { name: 'Living room', languages: 'de', terms: 'on', value, limit: '' }
    await eve.post('/settings/connect/apps/other', filled)
    const [replacement = ''] = /\/settings\/api\/\d+\/replace/.exec((await eve.get('/settings/api')).body) ?? []
    const replace = async (more: object) => eve.post(replacement, { overlap: '0', ...more })
    assert.match((await eve.get(replacement)).body, /name="value"/)
    assert.match(textOf(await replace({ value: 'short' })), /Enter 32 hex digits/)
    assert.match(textOf(await replace({ value, overlap: '2' })), /Another valid key already has this value/)
    const next = 'e'.repeat(32)
    assert.match(
      textOf(await eve.follow(await replace({ value: next }))),
      /^Key created\. We store only a hash of it\./,
    )
    const asked = async (key: string) => (await server.app.inject(`/3/configuration?api_key=${key}`)).statusCode
    assert.deepEqual([await asked(next), await asked(value)], [200, 401], 'an app has got a new value')
    const again = /\/settings\/api\/\d+\/replace/.exec((await eve.get('/settings/api')).body)?.[0] ?? ''
    assert.equal((await eve.post(again, { overlap: '0', value })).status, 303, 'one that has ended makes room')
    assert.deepEqual([await asked(next), await asked(value)], [401, 200])
  })
})
