import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { findAccount } from '#src/accounts/accounts.ts'
import { deleteAccount } from '#src/accounts/deletion.ts'
import { personalData } from '#src/accounts/own-data/personal-data.ts'
import { writeReview } from '#src/contributions/reviews.ts'
import { sql } from '#src/database/sql.ts'
import { writingOf } from '../support/accounts.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { openVisitor, signedIn, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const now = new Date(testDay)
const list = '/list/3'
const Count = Type.Object({ count: Type.Integer() })

type After = { after(work: () => Promise<void>): void }

/** Bo has a review and a public list; ada and eve like them. */
async function start(t: After, engine: TestEngine) {
  const server = await startPages(engine)
  t.after(() => server.close())
  const { db } = server
  await db.run(sql`update account set iso_639_1 = 'en'`)
  const written = { content: 'It glows.', rating: null, iso_639_1: 'en' }
  const review = await writeReview(db, 2, { kind: 'movie', entity_id: 502 }, written, now)
  const [ada, bo, eve] = [await signedIn(server, 'ada'), await signedIn(server, 'bo'), await signedIn(server, 'eve')]
  const like = async (person: Visitor, what: string, of: string | number, isOn = true) => {
    const fields = { what, of: String(of), like: isOn ? 'on' : '', next: '/' }
    return (await person.post('/like', fields, { from: '/' })).status
  }
  const told = async () => textOf(await bo.get('/notifications'))
  const seen = (person: Visitor) => person.post('/settings/privacy', { has_public_profile: 'on' })
  return { server, db, ada, bo, eve, review, like, told, seen, visitor: openVisitor(server.app) }
}

forEachEngine(loadWorld, (engine) => {
  test('reviews and lists of others are liked once by each member, and no longer', async (t) => {
    const { db, ada, bo, eve, review, like, visitor, told } = await start(t, engine)
    const of = { review: `/review/${review}`, list }
    const { location: title = '' } = await visitor.get('/movie/502')
    for (const [what, id] of [['review', review] as const, ['list', 3] as const]) {
      assert.doesNotMatch(textOf(await visitor.get(of[what])), /like/i)
      assert.equal(await like(bo, what, id), 404, 'one’s own')
      assert.equal(await like(ada, what, id), 303)
      assert.equal(await like(ada, what, id), 303, 'again')
      assert.match(textOf(await ada.get(of[what])), /Remove like 1 like/)
      assert.match(textOf(await bo.get(of[what])), / 1 like/)
      assert.doesNotMatch(textOf(await bo.get(of[what])), /Remove like|Like 1/)
      await like(eve, what, id)
      assert.match(textOf(await visitor.get(of[what])), / 2 likes/)
      await like(ada, what, id, false)
      assert.match(textOf(await ada.get(of[what])), / Like 1 like/)
      await like(ada, what, id)
    }
    assert.match(textOf(await eve.get(title)), /Remove like Bo 2 likes/)
    await bo.post('/settings/privacy', { has_public_profile: 'on' })
    for (const part of ['', '/reviews']) assert.match(textOf(await eve.get(`/@Bo${part}`)), /Remove like .* 2 likes/)
    assert.match(await told(), /likes your list “All the reels”, as do others: 2 members\..* as do others: 2 members\./)
    for (const [what, id] of [
      ['review', 'f'.repeat(24)],
      ['review', '3'],
      ['list', '999999'],
      ['list', 'x'],
    ] as const)
      assert.equal(await like(ada, what, id), 404, `${what} ${id}`)
    assert.equal(await like(ada, 'person', 1), 422)
    await db.run(sql`update user_list set visibility = 'private' where id = 3`)
    assert.equal(await like(ada, 'list', 3, false), 303, 'what is no longer seen can be liked no longer')
    assert.equal(await like(ada, 'list', 3), 404)
    await db.run(sql`update account set disabled_at = ${testDay} where id = 1`)
    await like(ada, 'review', review, false)
    assert.match(textOf(await visitor.get(of.review)), / 2 likes/, 'who is suspended changes nothing')
  })

  test('likes of private profiles are counted, and name nobody, also in what was told before', async (t) => {
    const { ada, bo, eve, review, like, visitor, told, seen, server } = await start(t, engine)
    await seen(eve)
    for (const [what, id] of [['review', review] as const, ['list', 3] as const]) {
      await like(eve, what, id)
      await like(ada, what, id)
    }
    for (const to of [`/review/${review}`, list])
      for (const person of [visitor, bo, await signedIn(server, 'dee')]) {
        const text = textOf(await person.get(to))
        assert.match(text, / 2 likes Liked by eve/i)
        assert.doesNotMatch(text, /\bada\b/i)
      }
    await bo.post('/notifications/read', { up_to: '1000000' }, { from: '/notifications' })
    await like(eve, 'review', review, false)
    await like(eve, 'review', review)
    assert.match(await told(), /eve likes your review of .*, as do others: 2 members/i)
    await eve.post('/settings/privacy', {})
    assert.match(await told(), /Somebody likes your review of .*, as do others: 2 members/)
    for (const to of [`/review/${review}`, list, '/notifications'])
      assert.doesNotMatch((await bo.get(to)).body, /\beve\b/i, to)
    assert.match(textOf(await bo.get(list)), / 2 likes/)
  })

  test('likes are in the data of who likes, and go with the account and with the list', async (t) => {
    const { db, ada, eve, review, like } = await start(t, engine)
    for (const person of [ada, eve]) {
      await like(person, 'review', review)
      await like(person, 'list', 3)
    }
    const { liked_reviews, liked_lists } = await personalData(db, 1)
    assert.deepEqual(
      [liked_reviews.map(({ review_id }) => review_id), liked_lists.map(({ list_id }) => list_id)],
      [[review], [3]],
    )
    assert.ok(liked_reviews[0]?.title)
    const account = await findAccount(db, 'eve')
    assert.ok(account)
    const holder = { id: account.id, username: 'eve', email: '', email_verified_at: null }
    const removal = { holder, proven: account, keepsReviews: false, language: 'en' } as const
    assert.equal(await deleteAccount.handle(writingOf(db, account.id, now), removal), true)
    const count = async (table: 'review' | 'list') =>
      (
        await db.one(
          Count,
          table === 'review'
            ? sql`select count(*) as count from review_like`
            : sql`
        select count(*) as count from list_like`,
        )
      )?.count
    assert.deepEqual([await count('review'), await count('list')], [1, 1])
    await db.run(sql`delete from user_list where id = 3`)
    assert.equal(await count('list'), 0)
  })
})
