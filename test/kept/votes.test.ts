import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { createAccount } from '#src/accounts/accounts.ts'
import { restoreAccount, suspendAccount } from '#src/accounts/administration.ts'
import { deleteAccount } from '#src/accounts/deletion.ts'
import { deleteExpired } from '#src/accounts/expiry.ts'
import { setVerified } from '#src/accounts/sign-up.ts'
import { followRatings } from '#src/catalogue/rated-titles.ts'
import { reviewBy, writeReview } from '#src/contributions/reviews.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { exportLines } from '#src/import/export.ts'
import { createGuestSession } from '#src/kept/guests.ts'
import type { Keeper } from '#src/kept/keeper.ts'
import { type RatedKind, ratingBy, removeRatings, setRatings } from '#src/kept/ratings.ts'
import { createKey } from '#src/keys/keys.ts'
import { ada, now, openFor, quickPasswords, writingOf } from '../support/accounts.ts'
import { emptyCatalogue, importInto, sources } from '../support/catalogue.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { movie, series } from '../support/import-lines.ts'

const Shown = Type.Object({ vote_average: Type.Number(), vote_count: Type.Integer() })
const Own = Type.Object({ own_count: Type.Integer(), own_points: Type.Number() })
const Row = Type.Object({ count: Type.Integer() })

/** Movie 1 with 100 stated votes of 8, movie 2 and series 3 without any. */
async function prepared(t: TestContext, engine: TestEngine) {
  const db = await openFor(t, engine)
  await importInto(db, [...sources, movie({ id: 1, vote_average: 8, vote_count: 100 }), movie({ id: 2 }), series(3)])
  const { passwords } = quickPasswords()
  const person = async (username: string) =>
    (await createAccount(db, passwords, { ...ada, username, email: `${username}@example.org` }))!.id
  const rate = (keeper: Keeper, entity_id: number, value: number, kind: RatedKind = 'movie') =>
    setRatings(db, keeper, [{ kind, entity_id, value, at: now.toISOString() }])
  const shown = async (id: number, of = 'movie') => {
    await followRatings(db)
    const { vote_average, vote_count } = (await db.one(
      Shown,
      sql`select vote_average, vote_count from ${raw(of)} where id = ${id}`,
    ))!
    return [vote_average, vote_count]
  }
  return { db, person, rate, shown }
}

const stated = [8, 100]
const one = { kind: 'movie', entity_id: 1 } as const

/** What is counted of each record is what its ratings that count add up to. */
async function assertConsistent(db: Database) {
  for (const kind of ['movie', 'series', 'episode']) {
    const counted = await db.all(
      Own,
      sql`
      select r.own_count - (
          select count(*) from rating g where g.kind = ${kind} and g.entity_id = r.id and g.is_counted = true
        ) - (
          select count(*) from guest_rating g where g.kind = ${kind} and g.entity_id = r.id and g.is_counted = true
        ) as own_count, r.own_points - coalesce((
          select sum(value) from rating g where g.kind = ${kind} and g.entity_id = r.id and g.is_counted = true), 0
        ) - coalesce((
          select sum(value) from guest_rating g
          where g.kind = ${kind} and g.entity_id = r.id and g.is_counted = true), 0
        ) as own_points
      from ${raw(kind)} r`,
    )
    assert.deepEqual(
      counted.filter(({ own_count, own_points }) => own_count !== 0 || own_points !== 0),
      [],
      kind,
    )
  }
}

forEachEngine(emptyCatalogue, (engine) => {
  test('votes of people count together with those that a source states, and are out again', async (t) => {
    const { db, person, rate, shown } = await prepared(t, engine)
    const [bo, cy] = [await person('bo'), await person('cy')]
    await rate({ account_id: bo }, 1, 0.5)
    assert.deepEqual(await shown(1), [7.926, 101])
    await rate({ account_id: bo }, 1, 10)
    assert.deepEqual(await shown(1), [8.02, 101])
    await rate({ account_id: cy }, 1, 9.5)
    assert.deepEqual(await shown(1), [8.034, 102])
    await rate({ account_id: cy }, 3, 9.5, 'series')
    assert.deepEqual(await shown(3, 'series'), [9.5, 1])
    await assertConsistent(db)
    await removeRatings(db, { account_id: bo }, [one])
    await removeRatings(db, { account_id: bo }, [one])
    await removeRatings(db, { account_id: cy }, [one, { kind: 'series', entity_id: 3 }])
    assert.deepEqual([await shown(1), await shown(3, 'series')], [stated, [0, 0]])
    await assertConsistent(db)
  })

  test('what a source states changes beside what is counted here', async (t) => {
    const { db, person, rate, shown } = await prepared(t, engine)
    await rate({ account_id: await person('bo') }, 1, 1)
    await importInto(db, [...sources, movie({ id: 1, vote_average: 6, vote_count: 1, title: 'Other' })])
    assert.deepEqual(await shown(1), [3.5, 2])
    await importInto(db, [...sources, movie({ id: 1, vote_average: 6, vote_count: 2_147_483_647, title: 'Other' })])
    assert.deepEqual(await shown(1), [6, 2_147_483_647])
    await assertConsistent(db)
  })

  test('lines have what was stated: an export that is imported moves no average', async (t) => {
    const { db, person, rate, shown } = await prepared(t, engine)
    for (const name of ['bo', 'cy']) await rate({ account_id: await person(name) }, 1, 0.5)
    const before = await shown(1)
    let text = ''
    for await (const chunk of exportLines(db)) text += chunk
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const line = lines.find((line) => line.kind === 'movie' && line.id === 1)
    assert.deepEqual([line?.vote_average, line?.vote_count], stated)
    await importInto(db, lines)
    assert.deepEqual(await shown(1), before)
    const Edit = Type.Object({ key: Type.String() })
    assert.deepEqual(await db.all(Edit, sql`select key from change where key <> ''`), [])
  })

  test('a suspended account does not count, and counts again when it is restored', async (t) => {
    const { db, person, rate, shown } = await prepared(t, engine)
    const [admin, bo] = [await person('admin'), await person('bo')]
    await rate({ account_id: bo }, 1, 1)
    await rate({ account_id: bo }, 2, 1)
    await suspendAccount.handle(writingOf(db, admin, now, 'administrator'), { id: bo, reason: '' })
    assert.deepEqual([await shown(1), await shown(2)], [stated, [0, 0]])
    await suspendAccount.handle(writingOf(db, admin, now, 'administrator'), { id: bo, reason: '' })
    assert.deepEqual(await shown(1), stated)
    await restoreAccount.handle(writingOf(db, admin, now, 'administrator'), { id: bo, reason: '' })
    await restoreAccount.handle(writingOf(db, admin, now, 'administrator'), { id: bo, reason: '' })
    assert.deepEqual(
      [await shown(1), await shown(2)],
      [
        [7.931, 101],
        [1, 1],
      ],
    )
    await assertConsistent(db)
  })

  test('ratings of a new account count after its address is verified', async (t) => {
    const { db, person, rate, shown } = await prepared(t, engine)
    const bo = await person('bo')
    await db.run(sql`update account set email_verified_at = null where id = ${bo}`)
    await rate({ account_id: bo }, 1, 1)
    assert.deepEqual(await shown(1), stated)
    await db.transaction((tx) => setVerified(tx, { account_id: bo, email: 'bo@example.org' }, now))
    assert.deepEqual(await shown(1), [7.931, 101])
    await rate({ account_id: bo }, 1, 10)
    assert.deepEqual(await shown(1), [8.02, 101])
    await assertConsistent(db)
  })

  test('a deleted account does not count, and its reviews keep their ratings where they stay', async (t) => {
    const { db, person, rate, shown } = await prepared(t, engine)
    const bo = await person('bo')
    await rate({ account_id: bo }, 2, 3)
    await writeReview(db, bo, one, { content: 'It glows.', rating: 1, iso_639_1: 'en' }, now)
    assert.deepEqual(await shown(1), [7.931, 101])
    const Stored = Type.Object({ password: Type.String() })
    const { password } = (await db.one(Stored, sql`select password from account where id = ${bo}`))!
    const holder = { id: bo, username: 'bo', email: 'bo@example.org', email_verified_at: now.toISOString() }
    const proven = { id: bo, password }
    const deletion = { holder, proven, keepsReviews: true, language: 'en' } as const
    assert.equal(await deleteAccount.handle(writingOf(db, bo, now), deletion), true)
    assert.deepEqual([await shown(1), await shown(2)], [stated, [0, 0]])
    assert.equal((await reviewBy(db, bo, one))?.rating, 1)
    await assertConsistent(db)
  })

  test('the rating of a review is the rating of the title', async (t) => {
    const { db, person, rate, shown } = await prepared(t, engine)
    const bo = await person('bo')
    const written = { content: 'It glows.', rating: 2, iso_639_1: 'en' }
    await writeReview(db, bo, one, written, now)
    assert.deepEqual([await shown(1), await ratingBy(db, bo, one)], [[7.941, 101], 2])
    await rate({ account_id: bo }, 1, 9)
    assert.equal((await reviewBy(db, bo, one))?.rating, 9)
    await writeReview(db, bo, one, { ...written, rating: null }, now)
    assert.deepEqual([await shown(1), await ratingBy(db, bo, one)], [stated, undefined])
    assert.equal((await reviewBy(db, bo, one))?.rating, null)
  })

  test('guests count where the setting says so, until their session is over', async (t) => {
    const { db, rate, shown } = await prepared(t, engine)
    const key = await createKey(db, { name: 'one', plan: 'developer', account_id: null, now })
    const Guest = Type.Object({ id: Type.Integer() })
    const made = { key_id: key.id, clientAddress: '192.0.2.1', now }
    const guests = []
    for (const _ of [1, 2]) await createGuestSession(db, made)
    for (const { id } of await db.all(Guest, sql`select id from guest_session order by id`)) guests.push(id)
    const [quiet, counted] = guests as [number, number]
    await rate({ guest_id: quiet }, 1, 1)
    assert.deepEqual(await shown(1), stated)
    await rate({ guest_id: counted, isCounted: true }, 1, 1)
    await rate({ guest_id: counted, isCounted: true }, 2, 5)
    assert.deepEqual(
      [await shown(1), await shown(2)],
      [
        [7.931, 101],
        [5, 1],
      ],
    )
    await assertConsistent(db)
    await deleteExpired(db, new Date(now.getTime() + 25 * 3_600_000), { sessionDays: 365 })
    assert.deepEqual([await shown(1), await shown(2)], [stated, [0, 0]])
    await assertConsistent(db)
  })

  test('people who rate at once are all counted, and no rating is an edit', async (t) => {
    const { db, person, rate, shown } = await prepared(t, engine)
    const people = []
    for (let index = 0; index < 12; index++) people.push(await person(`p${index}`))
    const edits = () => db.one(Row, sql`select count(*) as count from edit`)
    const before = await edits()
    await Promise.all(people.flatMap((account_id) => [1, 2].map((id) => rate({ account_id }, id, 5))))
    await Promise.all(people.slice(0, 6).map((account_id) => removeRatings(db, { account_id }, [one])))
    assert.deepEqual(
      [await shown(1), await shown(2)],
      [
        [7.83, 106],
        [5, 12],
      ],
    )
    await assertConsistent(db)
    assert.deepEqual(await edits(), before)
    assert.deepEqual(await db.one(Row, sql`select count(*) as count from rated_title`), { count: 0 })
  })
})
