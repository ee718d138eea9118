import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { createAccount } from '#src/accounts/accounts.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { lastEdit } from '#src/catalogue/edits/history.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import type { UndoScope } from '#src/catalogue/edits/undo/scope.ts'
import { createList } from '#src/contributions/lists/lists.ts'
import { findUndoJob, firstState, maxLeftOfJob, undoEditsJob } from '#src/contributions/undo-job.ts'
import { listsOfStep, ratingsOfStep } from '#src/contributions/undo-kept.ts'
import type { Database } from '#src/database/database.ts'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { sql } from '#src/database/sql.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { startJob } from '#src/jobs/jobs.ts'
import { openJobWorker } from '#src/jobs/worker.ts'
import { setRatings } from '#src/kept/ratings.ts'
import { ada, now, openFor, prepare, quickPasswords } from '../support/accounts.ts'
import { type AnyLine, emptyCatalogue, exportOf, importInto, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { workUntilKilled } from './until-killed.ts'

/** Movies that somebody has changed, series that they have deleted, and people that they have made. */
const MOVIES = 150
const SERIES = 20
const PEOPLE = 30
/** After how many steps each process is killed. */
const kills = [1, 2, 1]

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
const lines: AnyLine[] = [
  ...numbers(MOVIES).map((id) => ({ kind: 'movie', id, title: `Movie ${id}`, overview: 'O', source: 'high' })),
  ...numbers(SERIES).flatMap((id) => [
    { kind: 'series', id, name: `Series ${id}`, source: 'high' },
    { kind: 'season', id: 1_000 + id, series_id: id, season_number: 1, name: 'One', source: 'high' },
  ]),
]

async function vandalise(db: Database, account_id: number) {
  const edit = (records: RecordEdit[]) => applyEdit(db, { account_id, at: now, records })
  const people = numbers(PEOPLE).map((n): RecordEdit => ({ kind: 'person', id: 5_000 + n, values: { name: `P ${n}` } }))
  await edit(people)
  for (const id of numbers(MOVIES))
    await edit([
      {
        kind: 'movie',
        id,
        values: { title: 'Spam', overview: '' },
        parts: { alternative_titles: { put: [{ iso_3166_1: 'DE', title: `Spam ${id}`, type: '' }] } },
      },
    ])
  await edit(numbers(SERIES).map((id): RecordEdit => ({ kind: 'series', id, isDeleted: true })))
}

const Count = Type.Object({ count: Type.Integer() })
const Id = Type.Object({ id: Type.Integer() })
const Counts = Type.Object({
  ...{ ratings: Type.Integer(), aside: Type.Integer(), lists: Type.Integer() },
  ...{ acts: Type.Integer(), news: Type.Integer() },
})

forEachEngine(emptyCatalogue, (engine) => {
  const open = (location: string) =>
    location.includes('://') ? openPostgres(location) : openSqlite(location, { writes: 'inline' })
  const start = (db: Database, account_id: number, scope: UndoScope) =>
    startJob(db, undoEditsJob, {
      account_id,
      input: { scope, note: '', source_id: 'people' },
      state: firstState,
      phase: 'bring_back',
      now,
    })

  test('an undo of many edits that is killed goes on, is one edit, and can be undone', async (t) => {
    const location = await engine.clone()
    const db = await open(location)
    t.after(() => db.close())
    await importInto(db, [...sources, ...lines])
    const { account_id } = await prepare(db)
    const before = await exportOf(db)
    const until = async () => lastEdit(db)
    await vandalise(db, account_id)
    const vandalised = await exportOf(db)
    const first = await until()
    const since = '2020-01-01T00:00:00.000Z'
    await start(db, account_id, { of: 'account', account_id, since, until: first, withReviews: false })
    for (const steps of kills) assert.equal(await workUntilKilled(location, steps), false)
    assert.equal(await workUntilKilled(location, Number.POSITIVE_INFINITY), true)
    assert.equal(await exportOf(db), before)
    const edits = await db.one(Count, sql`select count(*) as count from edit where id > ${first}`)
    assert.deepEqual(edits, { count: 1 })
    await db.run(sql`update account set role = 'moderator' where id = ${account_id}`)
    await start(db, account_id, { of: 'edit', edit_id: await until() })
    assert.equal(await workUntilKilled(location, Number.POSITIVE_INFINITY), true)
    assert.equal(await exportOf(db), vandalised)
  })

  test('an undo of what others did ends when whoever started it is no moderator any more', async (t) => {
    const db = await openFor(t, engine)
    await importInto(db, [...sources, ...lines])
    const { account_id } = await prepare(db)
    await vandalise(db, account_id)
    const until = await lastEdit(db)
    const bob = { ...ada, username: 'Bob', email: 'bob@people.example', role: 'moderator' as const }
    const moderator = (await createAccount(db, quickPasswords().passwords, bob))!.id
    const scope = { of: 'account', account_id, since: '2020-01-01T00:00:00.000Z', until, withReviews: false } as const
    const id = (await start(db, moderator, scope)) as number
    const failed = (error: unknown) => assert.fail(error as Error)
    const worker = openJobWorker(db, [undoEditsJob], { clock: () => now, failed })
    for (let step = 0; step < 2; step++) assert.equal(await worker.tick(), true)
    await db.run(sql`update account set role = 'member' where id = ${moderator}`)
    const before = await exportOf(db)
    assert.equal(await worker.tick(), true)
    assert.equal(await worker.tick(), false)
    assert.equal(await exportOf(db), before)
    const job = await findUndoJob(db, id, moderator)
    assert.deepEqual([job?.status, job?.failure], ['failed', 'role_lost'])
  })

  test('what others have changed since stays, and the job says which values these are', async (t) => {
    const location = await engine.clone()
    const db = await open(location)
    t.after(() => db.close())
    await importInto(db, [...sources, ...lines])
    const { account_id } = await prepare(db)
    await vandalise(db, account_id)
    const until = await lastEdit(db)
    const records = numbers(MOVIES).map((id): RecordEdit => ({ kind: 'movie', id, values: { title: `Mended ${id}` } }))
    const { edit_id } = await applyEdit(db, { account_id: null, at: now, records })
    const id = await start(db, account_id, {
      ...{ of: 'account', account_id, since: '2020-01-01T00:00:00.000Z', until, withReviews: false },
    })
    assert.equal(await workUntilKilled(location, Number.POSITIVE_INFINITY), true)
    const job = await findUndoJob(db, id as number, account_id)
    assert.deepEqual([job?.status, job?.left_count, job?.left.length], ['done', MOVIES, maxLeftOfJob])
    assert.deepEqual(job?.left[0], {
      ...{ kind: 'movie', id: MOVIES, place: 'title||', reason: 'changed_since', edit_id },
    })
    const Title = Type.Object({ title: Type.String(), overview: Type.String() })
    const titles = await db.all(Title, sql`select distinct overview, '' as title from movie`)
    assert.deepEqual(titles, [{ overview: 'O', title: '' }])
  })

  test('lists and ratings are taken away once, however often the process is killed', async (t) => {
    const location = await engine.clone()
    const db = await open(location)
    t.after(() => db.close())
    await importInto(db, [...sources, ...lines])
    const { account_id } = await prepare(db)
    const judge = await db.one(
      Id,
      sql`
      insert into account (username, folded_username, role, created_at)
      values ('judge', 'judge', 'moderator', ${now.toISOString()}) returning id`,
    )
    const rated = numbers(4 * ratingsOfStep + 1).map((id) => ({ kind: 'movie' as const, entity_id: id }))
    const at = now.toISOString()
    await setRatings(
      db,
      { account_id },
      rated.map((record) => ({ ...record, value: 1, at })),
    )
    const text = { name: 'Spam', description: '', iso_639_1: 'en', visibility: 'public' } as const
    for (const _ of numbers(listsOfStep + 1)) await createList(db, account_id, text, now)
    const since = '2020-01-01T00:00:00.000Z'
    const kept = { withReviews: false, withLists: true, withRatings: true }
    await start(db, judge!.id, { of: 'account', account_id, since, until: 1, ...kept })
    // Three steps find no edits, two hide the lists, and the others set ratings aside.
    await workUntilKilled(location, 4)
    await workUntilKilled(location, 2)
    assert.equal(await workUntilKilled(location, Number.POSITIVE_INFINITY), true)
    const left = await db.one(
      Counts,
      sql`
      select (select count(*) from rating) as ratings, (select count(*) from kept_aside) as aside,
        (select count(*) from user_list where hidden is null) as lists,
        (select count(*) from act where what like '%_taken') as acts,
        (select count(*) from notification where account_id = ${account_id}) as news`,
    )
    assert.deepEqual(left, { ratings: 0, aside: rated.length, lists: 0, acts: 2, news: 2 })
  })
})
