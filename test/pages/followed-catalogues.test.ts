import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listActs } from '#src/audit/acts.ts'
import { findFollowing, listFollowings, noteHour } from '#src/commons/following/followings.ts'
import { sql } from '#src/database/sql.ts'
import { openFollower } from '../support/commons/follower.ts'
import { openPublisher } from '../support/commons/publisher.ts'
import { film } from '../support/commons/spoilt.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const address = '/admin/following'

/** A publisher, and an administrator of a server that may follow it. */
async function openBoth(context: TestContext, engine: TestEngine) {
  const publisher = await openPublisher(context)
  await publisher.whole([film('The Followed Film')])
  const server = await startPages(engine, { 'import-folders': publisher.folder, 'follow-private': true })
  context.after(() => server.close())
  await server.db.run(sql`update account set role = 'administrator', iso_639_1 = 'en' where username = 'ada'`)
  return { publisher, server, db: server.db, ada: await signedIn(server, 'ada') }
}

forEachEngine(loadWorld, (engine) => {
  test('an administrator follows a catalogue, looks at it, rests and removes it', async (context) => {
    const { publisher, server, db, ada } = await openBoth(context, engine)
    const { folder, id } = publisher
    assert.match(textOf(await ada.get(address)), /No catalogue is followed yet/)

    for (const [wrong, reason] of [
      ['', /Enter an address/],
      ['/etc', /Enter an address/],
      ['http://169.254.169.254/', /leads to a special network/],
    ] as const) {
      const refused = await ada.post(`${address}/look`, { address: wrong }, { from: address })
      assert.equal(refused.status, 422)
      assert.match(textOf(refused), reason)
    }
    const looked = await ada.post(`${address}/look`, { address: folder }, { from: address })
    const shown = textOf(looked)
    for (const part of [/Films Example/, /Film club ?: CC0-1\.0/, /Film club, 2026/, /([0-9a-f]{4} ){7}[0-9a-f]{4}/])
      assert.match(shown, part)
    assert.deepEqual(await listFollowings(db), [])

    const wish = { address: folder, fingerprint: id, rank: '200', languages: '' }
    const wrong = await ada.post(address, { ...wish, rank: '1000', languages: 'german' }, { from: address })
    assert.equal(wrong.status, 422)
    assert.match(textOf(wrong), /Enter a whole number from 1 to 991/)
    assert.match(textOf(wrong), /Enter codes of two letters/)
    const other = await ada.post(address, { ...wish, fingerprint: '0'.repeat(32) }, { from: address })
    assert.equal(other.status, 422)
    const begun = await ada.post(address, { ...wish, kind_episode: 'on', pictures: 'on' }, { from: address })
    assert.equal(begun.location, `${address}/${id}`)
    assert.deepEqual((await findFollowing(db, id))?.selection, {
      ...{ kinds: ['series', 'season', 'episode'], languages: [], pictures: 'fetch' },
    })
    await ada.post(address, wish, { from: address })

    const follower = await openFollower(context, db)
    follower.clock.now = new Date(testDay)
    assert.equal((await follower.take(id)).problem, null)
    await noteHour(db, id, { packets: 1, records: 7 }, new Date(testDay))
    const page = textOf(await ada.get(`${address}/${id}`))
    for (const part of [/Up to date/, /New records 1/, /Records: 8/, /Nothing/]) assert.match(page, part)
    assert.match(textOf(await ada.get(address)), /Films Example/)

    assert.equal((await ada.post(`${address}/${id}/pause`, {}, { from: `${address}/${id}` })).status, 303)
    assert.equal((await findFollowing(db, id))?.state, 'paused')
    assert.match(textOf(await ada.get(`${address}/${id}`)), /Resume/)
    await ada.post(`${address}/${id}/resume`, {}, { from: `${address}/${id}` })
    await ada.post(`${address}/${id}/check`, {}, { from: `${address}/${id}` })
    publisher.rotate(false)
    await publisher.sign()
    assert.equal((await follower.take(id)).problem, 'key_changed')
    assert.match(textOf(await ada.get(`${address}/${id}`)), /a key that the known one has not signed/)

    assert.match(textOf(await ada.get(`${address}/${id}/remove`)), /This cannot be undone/)
    await ada.post(`${address}/${id}/remove`, {}, { from: `${address}/${id}/remove` })
    assert.equal((await findFollowing(db, id))?.state, 'removing')
    const { acts } = await listActs(db, {})
    assert.deepEqual(
      acts.map(({ what }) => what),
      ['following_removed', 'following_resumed', 'following_paused', 'following_begun', 'following_begun'],
    )
    for (const nowhere of ['x', '0'.repeat(32)]) assert.equal((await ada.get(`${address}/${nowhere}`)).status, 404)
    const bo = await signedIn(server, 'bo')
    assert.notEqual((await bo.get(address)).status, 200)
  })
})

forEachEngine(loadWorld, (engine) => {
  test('changes are wanted as they happen, or not', async (context) => {
    const { publisher, db, ada } = await openBoth(context, engine)
    const { folder, id } = publisher
    const wish = { address: folder, fingerprint: id, rank: '200', languages: '' }
    await ada.post(address, wish, { from: address })
    const follower = await openFollower(context, db)
    follower.clock.now = new Date(testDay)
    const text = async () => textOf(await ada.get(`${address}/${id}`))
    assert.equal((await follower.take(id)).problem, null)
    assert.match(await text(), /Changes as they happen Not sent by the publisher/)
    await publisher.sign((manifest) => ({ ...manifest, changes: 'https://films.example/commons/live' }))
    const looked = textOf(await ada.post(`${address}/look`, { address: folder }, { from: address }))
    assert.match(looked, /Take in changes as they happen/)
    await ada.post(address, wish, { from: address })
    assert.equal((await findFollowing(db, id))?.wants_live, false)
    assert.equal((await follower.take(id)).problem, null)
    assert.match(await text(), /Changes as they happen Off/)
    await ada.post(`${address}/${id}/live`, { wanted: 'yes' }, { from: `${address}/${id}` })
    assert.equal((await findFollowing(db, id))?.wants_live, true)
    assert.match(await text(), /Changes as they happen On.*Wait for packets/s)
    await ada.post(`${address}/${id}/live`, { wanted: 'no' }, { from: `${address}/${id}` })
    assert.equal((await findFollowing(db, id))?.wants_live, false)
  })
})
