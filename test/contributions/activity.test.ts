import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { type Act, activityOf, placeOfAct } from '#src/contributions/members/activity.ts'
import { actKinds, placeIn, placeText } from '#src/contributions/members/place-in-activity.ts'
import { writeReview } from '#src/contributions/reviews.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { openFor } from '../support/accounts.ts'
import { forEachEngine } from '../support/engines.ts'
import { loadWorld } from '../support/world.ts'

const day = (number: number) => `2026-02-${String(number).padStart(2, '0')}`
const noon = (number: number) => `${day(number)}T12:00:00.000Z`
const Item = Type.Object({ list_id: Type.Integer(), entity_id: Type.Integer(), at: Type.String() })

/** Three members do the same things at the same moments, so that nothing but their order tells them apart. */
async function fill(db: Database) {
  await db.run(sql`
    update account set has_public_profile = true, shows_ratings = true, shows_diary = true, disabled_at = null
    where id in (1, 2, 3)`)
  for (const table of ['rating', 'watched', 'review'] as const)
    await db.run(
      { rating: sql`delete from rating`, watched: sql`delete from watched`, review: sql`delete from review` }[table],
    )
  await db.run(sql`delete from user_list`)
  for (const account of [1, 2, 3]) {
    for (const id of [501, 502, 503])
      for (const at of [3, 4]) {
        const [watched_at, on] = [noon(at), day(at)]
        await db.run(sql`
          insert into watched (account_id, kind, entity_id, watched_at, watched_on, created_at)
          values (${account}, 'movie', ${id}, ${watched_at}, ${on}, ${watched_at})`)
      }
    // Where this person was, it was the next day already.
    await db.run(sql`
      insert into watched (account_id, kind, entity_id, watched_at, watched_on, created_at)
      values (${account}, 'movie', 504, ${`${day(4)}T23:30:00.000Z`}, ${day(5)}, ${noon(4)})`)
    for (const id of [501, 502])
      await db.run(sql`
        insert into rating (account_id, kind, entity_id, value, created_at, updated_at, is_counted)
        values (${account}, 'movie', ${id}, 7, ${noon(4)}, ${noon(4)}, true)`)
    const review = { content: 'It glows.', rating: 7, iso_639_1: 'en' }
    await writeReview(db, account, { kind: 'movie', entity_id: 502 }, review, new Date(noon(4)))
    for (const list of [account * 10, account * 10 + 1])
      await db.run(sql`
        insert into user_list
          (id, account_id, name, description, iso_639_1, visibility, sort_by, created_at, updated_at)
        values (${list}, ${account}, 'Lights', '', 'en', 'public', 'position.asc', ${noon(2)}, ${noon(6)})`)
    // On its first day, on three later ones, and several at one moment.
    const items = [2, 4, 4, 5, 6].flatMap((at, number) =>
      [account * 10, account * 10 + 1].map((list_id) => ({ list_id, entity_id: 501 + number, at: noon(at) })),
    )
    await db.run(sql`
      insert into list_item (list_id, kind, entity_id, position, created_at)
      select i.list_id, 'movie', i.entity_id, i.entity_id, i.at from ${db.engine.rows(Item, items)} as i
      join record r on r.kind = 'movie' and r.id = i.entity_id`)
  }
}

const shown = (acts: readonly Act[]) => acts.map((act) => placeText(placeOfAct(act)))
const whose = { ids: [1, 2, 3] }

forEachEngine(loadWorld, (engine) => {
  test('pages of what members did join without a gap, and nothing is twice', async (t) => {
    const db = await openFor(t, engine)
    await fill(db)
    const all = await activityOf(db, whose, 200)
    const whole = shown(all)
    assert.equal(new Set(whole).size, whole.length)
    assert.deepEqual([...new Set(all.map(({ what }) => what))].sort(), [...actKinds].sort())
    assert.deepEqual(
      all.flatMap((act) => (act.what === 'added' && act.id === 10 ? [[act.at, act.count]] : [])),
      [
        [noon(6), 1],
        [noon(5), 1],
        [noon(4), 2],
      ],
      'the first day says that the list was made',
    )
    for (const size of [1, 4, 7]) {
      const pages: string[] = []
      for (let place = placeIn(''); ; ) {
        const acts = await activityOf(db, whose, size, place)
        pages.push(...shown(acts).slice(0, size))
        const last = acts.at(-1)
        if (!last || acts.length < size || pages.length > whole.length) break
        place = placeIn(placeText(placeOfAct(last)))
        assert.ok(place)
      }
      assert.deepEqual(pages, whole, `pages of ${size}`)
    }
  })

  test('titles that others put on a list, and lists that not everybody sees, are in nobody’s', async (t) => {
    const db = await openFor(t, engine)
    await fill(db)
    await db.run(sql`update list_item set added_by = 2 where list_id in (10, 11)`)
    await db.run(sql`update user_list set visibility = 'private' where id = 20`)
    await db.run(sql`update user_list set hidden = 'text' where id = 30`)
    const added = (await activityOf(db, whose, 200)).flatMap((act) => (act.what === 'added' ? [act] : []))
    assert.deepEqual([...new Set(added.map(({ id, name }) => `${id} ${name}`))].sort(), [
      '21 Lights',
      '30 ',
      '31 Lights',
    ])
  })
})

test('a place in an address is one, or is none', () => {
  for (const text of [
    '',
    'x',
    `${noon(1)}_watched_1_movie_1x`,
    `${noon(1)}_slept_1_movie_1`,
    '1_rated_1_movie_1',
    'a'.repeat(10_000),
  ])
    assert.equal(placeIn(text), undefined, text.slice(0, 50))
  assert.deepEqual(placeIn(`${noon(1)}_rated_2_movie_3`), {
    ...{ at: noon(1), what: 'rated', account_id: 2, kind: 'movie', id: 3 },
  })
})
