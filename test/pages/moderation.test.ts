import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { maxReasonLength, removeReviewAsModerator } from '#src/contributions/moderation.ts'
import { writeReview } from '#src/contributions/reviews.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { openVisitor, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const now = new Date(testDay)
const reason = 'Advertising <b>'

/** A review by bo, and eve, who is a moderator. */
async function start(t: { after(work: () => Promise<void>): void }, engine: TestEngine) {
  const server = await startPages(engine)
  t.after(() => server.close())
  const { db } = server
  const written = { content: 'Buy <b>my</b> lamps.', rating: null, iso_639_1: 'en' }
  const id = await writeReview(db, 2, { kind: 'movie', entity_id: 502 }, written, now)
  await db.run(sql`update account set role = 'moderator' where folded_username = 'eve'`)
  const notifications = () =>
    db.all(Type.Object({ account_id: Type.Integer() }), sql`select account_id from notification`)
  return { server, db, review: `/review/${id}`, address: `/review/${id}/remove`, id, notifications }
}

forEachEngine(loadWorld, (engine) => {
  test('a moderator removes the review of somebody else, who is told why', async (t) => {
    const { server, db, review, address } = await start(t, engine)
    const eve = await signedIn(server, 'eve')
    assert.match((await eve.get(review)).body, new RegExp(`href="${address}">Remove review<`))
    assert.match(
      textOf(await eve.get(address)),
      /^Remove review .* by Bo Buy &lt;b&gt;my&lt;\/b&gt; lamps\. Reason .* Cancel$/,
    )
    const removed = await eve.post(address, { reason: ` ${reason}\r\n again ` })
    assert.deepEqual([removed.status, removed.location], [303, '/movie/502-the-second-glimmer'])
    // The page of the title has its address in another language.
    assert.match(textOf(await eve.follow(await eve.follow(removed))), /^Review removed\. /)
    assert.equal((await eve.get(review)).status, 404)
    assert.equal((await eve.post(address, { reason }, { from: '/notifications' })).status, 404)

    const bo = await signedIn(server, 'bo')
    const told = /New A moderator removed your review of .*\. Reason: Advertising <b> again 10 Mar 2026, 12:00 UTC$/
    assert.match(textOf(await bo.get('/notifications')), told)
    const Edit = Type.Object({ account_id: Type.Integer(), note: Type.String(), action: Type.String() })
    const edits = await db.all(
      Edit,
      sql`
      select e.account_id, e.note, c.action from change c join edit e on e.id = c.edit_id
      where c.kind = 'movie' and c.entity_id = 502 and e.account_id is not null order by c.seq`,
    )
    const eveId = edits.at(-1)?.account_id
    assert.deepEqual(edits, [
      { account_id: 2, note: '', action: 'added' },
      { account_id: eveId, note: 'Advertising <b> again', action: 'deleted' },
    ])
    assert.notEqual(eveId, 2)
  })

  test('authors that came with a source are not told', async (t) => {
    const { server, notifications } = await start(t, engine)
    const eve = await signedIn(server, 'eve')
    const movie = await eve.follow(await eve.get('/movie/501'))
    const [page = ''] = /\/review\/[0-9a-f]{24}/.exec(movie.body) ?? []
    assert.equal((await eve.post(`${page}/remove`, { reason })).status, 303)
    assert.deepEqual(await notifications(), [])
    assert.equal((await eve.get(page)).status, 404)
  })

  test('who may not remove a review, and what is no reason', async (t) => {
    const { server, db, review, address, id, notifications } = await start(t, engine)
    const stranger = openVisitor(server.app)
    assert.equal((await stranger.get(address)).location, `/login?next=${encodeURIComponent(address)}`)
    assert.deepEqual((await stranger.post(address, { reason }, { from: '/login' })).location, '/login')
    const [ada, bo, eve] = [await signedIn(server, 'ada'), await signedIn(server, 'bo'), await signedIn(server, 'eve')]
    assert.ok(!(await ada.get(review)).body.includes(address), 'a member is offered nothing')
    for (const status of [(await ada.get(address)).status, (await ada.post(address, { reason }, { from: '/' })).status])
      assert.equal(status, 403)
    await db.run(sql`update account set role = 'moderator' where folded_username = 'bo'`)
    assert.ok(!(await bo.get(review)).body.includes(address), 'authors have another way')
    assert.equal((await bo.get(address)).status, 404)
    assert.equal((await bo.post(address, { reason }, { from: '/notifications' })).status, 404)
    assert.equal(await removeReviewAsModerator(db, { review_id: id, moderator_id: 2, reason, title: '', now }), false)
    assert.equal((await eve.post(address, { reason }, { from: '/', token: 'x' })).status, 403)
    for (const wrong of ['', ' \n ', 'x'.repeat(maxReasonLength + 1)]) {
      const refused = await eve.post(address, { reason: wrong })
      assert.equal(refused.status, 422)
      assert.match(refused.body, /<a href="#reason">Enter a reason of at most 500 characters\.<\/a>/)
    }
    for (const unknown of ['/review/x/remove', `/review/${'f'.repeat(24)}/remove`])
      assert.equal((await eve.get(unknown)).status, 404)
    assert.equal((await eve.get(review)).status, 200)
    assert.deepEqual(await notifications(), [])
    await db.run(sql`update account set role = 'administrator' where folded_username = 'eve'`)
    assert.equal((await eve.post(address, { reason: 'x'.repeat(maxReasonLength) })).status, 303)
  })
})
