import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAccount } from '#src/accounts/accounts.ts'
import { maxKeysOfAccount } from '#src/keys/account-keys.ts'
import { createKey } from '#src/keys/keys.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const now = new Date(testDay)

/** bo with so many keys, the oldest first. */
async function startWithKeys(t: { after(work: () => Promise<void>): void }, engine: TestEngine, count: number) {
  const server = await startPages(engine)
  t.after(() => server.close())
  const account_id = (await findAccount(server.db, 'bo'))!.id
  const ids: number[] = []
  for (let made = 0; made < count; made++)
    ids.push((await createKey(server.db, { name: `key ${made}`, plan: 'developer', account_id, now })).id)
  return { bo: await signedIn(server, 'bo'), ids }
}

forEachEngine(loadWorld, (engine) => {
  test('who has as many keys as there may be replaces one only at once', async (t) => {
    const { bo, ids } = await startWithKeys(t, engine, maxKeysOfAccount)
    const address = `/settings/api/${ids[0]}/replace`
    const refused = await bo.post(address, { overlap: '7' })
    assert.equal(refused.status, 422)
    assert.match(refused.body, /<a href="#overlap">You have 20 keys, the most that an account can have\./)
    assert.match(refused.body, /<option value="7" selected>/)
    const at = await bo.post(address, { overlap: '0' })
    assert.deepEqual([at.status, at.location], [303, '/settings/api/made'])
    assert.match(textOf(await bo.follow(at)), /The old key has expired\./)
  })

  test('a key that is being replaced already is not said to be one too many', async (t) => {
    const { bo, ids } = await startWithKeys(t, engine, maxKeysOfAccount - 1)
    const address = `/settings/api/${ids[0]}/replace`
    assert.equal((await bo.post(address, { overlap: '7' })).location, '/settings/api/made')
    const again = await bo.post(address, { overlap: '7' }, { from: '/settings/api/made' })
    assert.deepEqual([again.status, again.location], [303, '/settings/api'])
  })

  test('the oldest key is revoked also where there are more than the page shows', async (t) => {
    const { bo, ids } = await startWithKeys(t, engine, maxKeysOfAccount * 2 + 1)
    const address = `/settings/api/${ids[0]}/revoke`
    const question = await bo.get(address)
    assert.equal(question.status, 200)
    assert.match(textOf(question), / Revoke the key of key 0 /)
    assert.equal((await bo.post(address, {})).location, '/settings/api')
    assert.equal((await bo.get(address)).status, 404)
  })
})
