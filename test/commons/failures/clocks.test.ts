import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueFollowing } from '#src/commons/following/followings.ts'
import { lagOf } from '#src/commons/following/waiting.ts'
import { emptyCatalogue, linesOf, openFor } from '../../support/catalogue.ts'
import { followedAt, openFollower } from '../../support/commons/follower.ts'
import { openPublisher, publishedAt } from '../../support/commons/publisher.ts'
import { film, openPair } from '../../support/commons/spoilt.ts'
import { forEachEngine } from '../../support/engines.ts'

const hours = (count: number, from: string | Date = followedAt) =>
  new Date(new Date(from).getTime() + count * 3_600_000)
const current = { outcome: 'current', problem: null, detail: '' }

forEachEngine(emptyCatalogue, (engine) => {
  test('a clock that is an hour off in either direction keeps nothing back', async (context) => {
    const db = await openFor(context, engine)
    const { publisher, follower, id } = await openPair(context, db)
    const titleHere = async () => (await linesOf(db)).find(({ kind }) => kind === 'movie')?.title
    // The clock here is slow: what is made now seems to be from the future.
    follower.clock.now = hours(-1, publishedAt)
    await publisher.packet([film('Slow')])
    assert.deepEqual(await follower.take(id), current)
    assert.equal(await titleHere(), 'Slow')
    const following = await follower.found(id)
    assert.ok(following)
    assert.equal(lagOf(following, follower.clock.now), 0)
    // It is fast: what is still valid seems to have expired.
    follower.clock.now = hours(1, publisher.state.validUntil)
    await publisher.packet([film('Fast')])
    assert.deepEqual(await follower.take(id), current)
    assert.equal(await titleHere(), 'Fast')
    // More than clocks may differ is told.
    follower.clock.now = hours(3, publisher.state.validUntil)
    assert.equal((await follower.take(id)).problem, 'expired')
    follower.clock.now = hours(-3, publishedAt)
    await publisher.packet([film('Later')])
    assert.equal((await follower.take(id)).problem, 'future')
    assert.equal(await titleHere(), 'Fast')
    follower.clock.now = followedAt
    assert.deepEqual(await follower.take(id), current)
    assert.equal(await titleHere(), 'Later')
    assert.deepEqual(follower.faults, [])
  })

  test('a publisher whose clock was set back goes on being followed', async (context) => {
    const db = await openFor(context, engine)
    const { publisher, follower, id } = await openPair(context, db)
    publisher.state.time = hours(-1, publishedAt).toISOString()
    await publisher.packet([film('Back')])
    assert.deepEqual(await follower.take(id), current)
    assert.equal((await linesOf(db)).find(({ kind }) => kind === 'movie')?.title, 'Back')
  })

  test('whose clock is set back asks at once, and not again and again', async (context) => {
    const db = await openFor(context, engine)
    const publisher = await openPublisher(context)
    await publisher.whole([film('One')])
    const follower = await openFollower(context, db)
    const id = await follower.follow(publisher.folder)
    await follower.take(id)
    assert.equal(await dueFollowing(db, followedAt), undefined)
    follower.clock.now = hours(-1)
    assert.equal((await dueFollowing(db, follower.clock.now))?.id, id)
    assert.deepEqual(await follower.take(id), current)
    assert.equal(await dueFollowing(db, follower.clock.now), undefined)
    assert.equal((await dueFollowing(db, hours(-0.5)))?.id, id)
  })
})
