import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { minPeople, minPointsOfLiked, ROUND_HOURS, recommendAll } from '#src/accounts/recommending.ts'
import { recommendedTitles } from '#src/catalogue/similar/similar-titles.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { hourMs } from '#src/reference/days.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { episode, movie, season, series } from '../support/import-lines.ts'

const now = new Date('2026-03-10T12:00:00.000Z')
const afterRounds = (count: number) => new Date(now.getTime() + count * ROUND_HOURS * hourMs)

/** Movies 1 to 9 and series 1 to 3, which share nothing, and people. */
async function prepared(t: Parameters<typeof openFor>[0], engine: TestEngine, people: number) {
  const db = await openFor(t, engine)
  const movies = Array.from({ length: 9 }, (_, at) => movie({ id: at + 1, title: `M${at + 1}` }))
  await importInto(db, [...sources, ...movies, series(1), series(2), series(3)])
  for (let person = 1; person <= people; person++)
    await db.run(sql`insert into account (username, folded_username, created_at)
      values (${`p${person}`}, ${`p${person}`}, ${now.toISOString()})`)
  return db
}

/** Each person's titles: who keeps movies 1 and 2 is `[1, 2]`. */
async function keep(
  db: Database,
  lists: readonly (readonly number[])[],
  kind = 'movie',
  table: 'watchlist' | 'favorite' = 'watchlist',
) {
  for (const [at, list] of lists.entries())
    for (const id of list)
      await db.run(sql`insert into ${raw(table)} (account_id, kind, entity_id, created_at)
        select id, ${kind}, ${id}, ${now.toISOString()} from account where username = ${`p${at + 1}`}`)
}

/** What each person rated a record with: movies 1 and 2, both with a seven, is `{ 1: 7, 2: 7 }`. */
async function rate(db: Database, given: readonly Readonly<Record<number, number>>[], kind = 'movie', counts = true) {
  const at = now.toISOString()
  for (const [person, ratings] of given.entries())
    for (const [id, value] of Object.entries(ratings))
      await db.run(sql`
        insert into rating (account_id, kind, entity_id, value, created_at, updated_at, is_counted)
        select id, ${kind}, cast(${Number(id)} as bigint), cast(${value} as float8), ${at}, ${at}, ${counts}
        from account where username = ${`p${person + 1}`}`)
}

const times = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item)
const beside = (db: Database, id: number, kind: 'movie' | 'series' = 'movie') => recommendedTitles(db, kind, id)

const Row = Type.Object({ kind: Type.String(), entity_id: Type.Integer(), recommended_id: Type.Integer() })
const pairs = async (db: Database) => {
  const rows = await db.all(
    Row,
    sql`select kind, entity_id, recommended_id from recommendation order by 1, 2, position`,
  )
  return rows.map(({ kind, entity_id, recommended_id }) => `${kind} ${entity_id}: ${recommended_id}`)
}

forEachEngine(emptyCatalogue, (engine) => {
  test('nothing is recommended because of fewer than five people', async (t) => {
    const db = await prepared(t, engine, 8)
    // Five keep 1 and 2; four of them 3; each of 4 and 5 has five people, but only four keep both.
    await keep(db, [...times(4, [1, 2, 3, 4, 5]), [1, 2, 4], [5], [3]])
    await recommendAll(db, now)
    assert.equal(minPeople, 5)
    assert.deepEqual(await pairs(db), [
      'movie 1: 2',
      'movie 1: 4',
      'movie 2: 1',
      'movie 2: 4',
      'movie 4: 1',
      'movie 4: 2',
    ])
  })

  test('suspended accounts do not count', async (t) => {
    const db = await prepared(t, engine, 6)
    await keep(db, times(5, [1, 2]))
    await db.run(sql`update account set disabled_at = ${now.toISOString()} where username = 'p3'`)
    await recommendAll(db, now)
    assert.deepEqual(await pairs(db), [])
    await keep(db, [[], [], [], [], [], [1, 2]])
    await recommendAll(db, afterRounds(1))
    assert.deepEqual(await pairs(db), ['movie 1: 2', 'movie 2: 1'])
  })

  test('what everybody keeps comes after what the people of a title keep', async (t) => {
    const db = await prepared(t, engine, 30)
    await keep(db, [...times(6, [1, 2, 3]), ...times(2, [1, 2]), ...times(22, [2])])
    await recommendAll(db, now)
    assert.deepEqual(await beside(db, 1), [3, 2])
  })

  test('movies and series are recommended beside their own kind, adult ones beside adult ones', async (t) => {
    const db = await prepared(t, engine, 5)
    await keep(db, times(5, [1, 2, 3]))
    await keep(db, times(5, [1, 3]), 'series')
    await db.run(sql`update movie set adult = true where id in (2, 3)`)
    await recommendAll(db, now)
    const found = [await beside(db, 1), await beside(db, 2), await beside(db, 1, 'series')]
    assert.deepEqual(found, [[], [1, 3], [3]])
  })

  test('who likes a title keeps it: favourites and good ratings count like watchlists, each person once', async (t) => {
    const db = await prepared(t, engine, 6)
    await keep(db, [[1], [1], [2], [1, 2], [1, 2]])
    await keep(db, [[2], [2], [1, 2], [1]], 'movie', 'favorite')
    const least = minPointsOfLiked
    await rate(db, [{ 2: least }, { 1: 10 }, {}, { 2: 9 }, { 1: 8, 3: least }])
    await recommendAll(db, now)
    assert.deepEqual(await pairs(db), ['movie 1: 2', 'movie 2: 1'])
    await db.run(sql`delete from favorite where account_id = (select min(id) from account)`)
    await db.run(sql`delete from rating where account_id = (select min(id) from account)`)
    await recommendAll(db, afterRounds(1))
    assert.deepEqual(await pairs(db), [], 'four people are left')
  })

  test('bad ratings, those that do not count, and those of episodes recommend nothing', async (t) => {
    const db = await prepared(t, engine, 5)
    const liked = { 1: minPointsOfLiked, 2: 10 }
    await rate(db, [...times(4, liked), { 1: minPointsOfLiked - 0.5, 2: 10 }])
    await rate(db, times(5, liked), 'series', false)
    await importInto(db, [season(1, 1, 1), episode(1, 1, 1, 1), episode(2, 1, 1, 2)])
    await rate(db, times(5, liked), 'episode')
    await recommendAll(db, now)
    assert.deepEqual(await pairs(db), [])
    await db.run(sql`update recommendation_round set kind = '', entity_id = 0`)
    await recommendAll(db, now)
    assert.deepEqual(await pairs(db), [], 'nor in a round that an older version began')
    await db.run(sql`update rating set value = ${minPointsOfLiked} where kind = 'movie'`)
    await db.run(sql`update rating set is_counted = true`)
    await recommendAll(db, afterRounds(1))
    assert.deepEqual(await pairs(db), ['movie 1: 2', 'movie 2: 1', 'series 1: 2', 'series 2: 1'])
  })

  test('similar titles follow what is recommended, without repeats', async (t) => {
    const db = await prepared(t, engine, 5)
    const keywords = { keywords: [{ id: 1, name: 'k' }] }
    await importInto(
      db,
      [1, 2, 4].map((id) => movie({ id, title: `M${id}`, keywords })),
    )
    await keep(db, times(5, [1, 9, 4]))
    await recommendAll(db, now)
    assert.deepEqual(await beside(db, 1), [4, 9, 2])
  })

  test('who takes a title off or deletes the account is no longer behind a recommendation', async (t) => {
    const db = await prepared(t, engine, 5)
    await keep(db, times(5, [1, 2]))
    await keep(db, times(5, [1, 2]), 'series')
    await recommendAll(db, now)
    await db.run(sql`delete from watchlist where kind = 'movie' and entity_id = 1
      and account_id = (select min(id) from account)`)
    await recommendAll(db, afterRounds(1))
    assert.deepEqual(await pairs(db), ['series 1: 2', 'series 2: 1'])
    await db.run(sql`delete from account where username = 'p5'`)
    await recommendAll(db, afterRounds(2))
    assert.deepEqual(await pairs(db), [])
  })

  test('a round begins when it is time, and goes on where it was interrupted', async (t) => {
    const db = await prepared(t, engine, 5)
    await keep(db, times(5, [1, 2, 3]))
    const stop = new AbortController()
    const pause = async () => stop.abort()
    await recommendAll(db, now, { signal: stop.signal, pause })
    assert.deepEqual(await pairs(db), ['movie 1: 2', 'movie 1: 3'])
    await recommendAll(db, now)
    assert.equal((await pairs(db)).length, 6)
    await db.run(sql`delete from recommendation`)
    await recommendAll(db, new Date(afterRounds(1).getTime() - 1))
    assert.equal((await pairs(db)).length, 0)
    await recommendAll(db, afterRounds(1))
    assert.equal((await pairs(db)).length, 6)
  })
})
