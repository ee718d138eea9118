import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type Mock, type TestContext, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import {
  Count,
  countFilms,
  Film,
  Id,
  insertFilm,
  one,
  prepare,
  selectFilms,
  three,
  two,
} from '../../../test/support/films.ts'
import { DatabaseBusyError, DatabaseClosedError, isOverTime } from '../errors.ts'
import { sql } from '../sql.ts'
import { openSqlite, type SqliteOptions } from './sqlite.ts'
import { keepThreads } from './thread.ts'

// Threads, and messages to them, are counted here.
let kept = 0
before(() => {
  kept = keepThreads(0)
})
after(() => keepThreads(kept))

async function openFilms(t: TestContext, options: Partial<SqliteOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-reader-'))
  const path = join(folder, 'films.sqlite')
  const prepared = await openSqlite(path, { writes: 'inline' })
  await prepare(prepared)
  await prepared.close()
  const db = await openSqlite(path, { writes: 'thread', ...options })
  t.after(async () => {
    await db.close()
    await rm(folder, { recursive: true })
  })
  return db
}

/** Takes some seconds: nothing can end it before its time. */
const slow = sql`
  with recursive number(id) as (select 1 union all select id + 1 from number where id < ${5_000_000})
  select max(id) as id from number`

test('a wide read gives what any read gives', async (t) => {
  const db = await openFilms(t)
  assert.deepEqual(await db.wide.all(Film, selectFilms), [one, two, three])
  assert.deepEqual(await db.wide.one(Count, countFilms), { count: 3 })
  assert.equal(await db.wide.one(Id, sql`select id from film where id = ${4}`), undefined)
  assert.equal(db.wide.wide, db.wide)
  await assert.rejects(db.wide.all(Id, sql`select nowhere from film`), /no such column: nowhere/)
  await assert.rejects(db.wide.all(Id, sql`${insertFilm(4)} returning id`), /readonly/)
})

test('a wide read sees what was written before it, and writes go where all writes go', async (t) => {
  const db = await openFilms(t)
  for (const id of [4, 5, 6]) {
    await db.wide.run(insertFilm(id))
    assert.deepEqual(await db.wide.one(Count, countFilms), { count: id })
  }
})

test('other reads do not wait for a wide one', async (t) => {
  const db = await openFilms(t, { readTimeoutMs: 20 })
  let isWideOver = false
  const given = assert.rejects(db.wide.all(Id, slow), isOverTime).then(() => {
    isWideOver = true
  })
  assert.deepEqual(await db.one(Count, countFilms), { count: 3 })
  assert.equal(isWideOver, false)
  await given
})

/** Has the time of the read at hand pass, when its thread is in the midst of it: before, it could still be ended. */
async function passTime(t: TestContext, post: Mock<Worker['postMessage']>, reads: number) {
  while (post.mock.callCount() < reads) await new Promise(setImmediate)
  const { performance } = (post.mock.calls[reads - 1] as { this: unknown }).this as Worker
  const given = performance.eventLoopUtilization()
  while (performance.eventLoopUtilization(given).active < 20) await new Promise(setImmediate)
  t.mock.timers.tick(20)
}

test('a read that takes too long is given up, and those behind it are carried out', async (t) => {
  const db = await openFilms(t, { readTimeoutMs: 20 })
  const post = t.mock.method(Worker.prototype, 'postMessage')
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const late = assert.rejects(db.wide.all(Id, slow), { message: 'A read took over 20 ms' })
  const next = db.wide.one(Count, countFilms)
  await passTime(t, post, 1)
  await late
  assert.deepEqual(await next, { count: 3 })
})

test('when the thread dies the read at hand fails, and another thread carries out the others', async (t) => {
  const db = await openFilms(t)
  assert.deepEqual(await db.wide.one(Count, countFilms), { count: 3 })
  const post = t.mock.method(Worker.prototype, 'postMessage')
  const died = assert.rejects(db.wide.all(Id, slow), { message: 'The thread that reads the database has ended' })
  const next = db.wide.one(Count, countFilms)
  while (post.mock.callCount() === 0) await new Promise(setImmediate)
  for (const { this: worker } of post.mock.calls.slice(0, 1)) await (worker as Worker).terminate()
  await died
  assert.deepEqual(await next, { count: 3 })
})

test('while two reads that took too long are under way, others are refused', async (t) => {
  const db = await openFilms(t, { readTimeoutMs: 20 })
  const post = t.mock.method(Worker.prototype, 'postMessage')
  t.mock.timers.enable({ apis: ['setTimeout'] })
  for (const reads of [1, 2]) {
    const late = assert.rejects(db.wide.all(Id, slow), isOverTime)
    await passTime(t, post, reads)
    await late
  }
  await assert.rejects(db.wide.one(Count, countFilms), DatabaseBusyError)
})

test('not many reads may wait', async (t) => {
  const db = await openFilms(t)
  // One is under way.
  const reads = Array.from({ length: 101 }, () => db.wide.one(Count, countFilms))
  const refused = assert.rejects(db.wide.one(Count, countFilms), DatabaseBusyError)
  assert.deepEqual(
    await Promise.all(reads),
    Array.from({ length: 101 }, () => ({ count: 3 })),
  )
  await refused
  assert.deepEqual(await db.wide.one(Count, countFilms), { count: 3 })
})

test('closing waits for wide reads, and refuses later ones', async (t) => {
  const db = await openFilms(t)
  const reads = [1, 2, 3].map(() => db.wide.one(Count, countFilms))
  await db.close()
  assert.deepEqual(await Promise.all(reads), [{ count: 3 }, { count: 3 }, { count: 3 }])
  await assert.rejects(db.wide.one(Count, countFilms), DatabaseClosedError)
})

for (const writes of ['inline', 'bulk', 'none'] as const) {
  test(`without a thread that writes there is none for wide reads: ${writes}`, async (t) => {
    const db = await openFilms(t, { writes })
    assert.equal(db.wide, db)
    assert.deepEqual(await db.wide.one(Count, countFilms), { count: 3 })
  })
}

test('a database that is never read widely starts no thread for it', async (t) => {
  const names: string[] = []
  const onWorker = (worker: Worker) => names.push(worker.threadName ?? '')
  process.on('worker', onWorker)
  t.after(() => process.off('worker', onWorker))
  const db = await openFilms(t)
  await db.one(Count, countFilms)
  assert.deepEqual(names, ['writes the database'])
  await db.wide.one(Count, countFilms)
  assert.deepEqual(names, ['writes the database', 'reads the database'])
})
