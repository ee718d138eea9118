import assert from 'node:assert/strict'
import { mkdtemp, open as openFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Type } from 'typebox'
import { Count, countFilms, Id, insertFilm, prepare } from '../../../test/support/films.ts'
import type { Database } from '../database.ts'
import { DatabaseBusyError, DatabaseClosedError } from '../errors.ts'
import { raw, sql } from '../sql.ts'
import { CHECKPOINT_PAGES } from './checkpoints.ts'
import { openSqlite, type SqliteOptions } from './sqlite.ts'
import { keepThreads } from './thread.ts'
import type { Trace } from './writer.ts'

// Threads, and messages to them, are counted here.
let kept = 0
before(() => {
  kept = keepThreads(0)
})
after(() => keepThreads(kept))

async function pathOfFilms(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-sqlite-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'films.sqlite')
  const db = await openSqlite(path, { writes: 'inline' })
  await prepare(db)
  await db.close()
  return path
}

async function open(t: TestContext, path: string, options: Partial<SqliteOptions> = {}) {
  const db = await openSqlite(path, { writes: 'thread', ...options })
  t.after(() => db.close())
  return db
}

/** A transaction on the database that keeps its write lock until it is released. */
async function holdLock(t: TestContext, path: string) {
  const db = await open(t, path)
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const ended = db.transaction(async (tx) => {
    await tx.run(insertFilm(100))
    held.resolve()
    await released.promise
  })
  await held.promise
  return () => {
    released.resolve()
    return ended
  }
}

for (const writes of ['thread', 'inline', 'bulk'] as const) {
  test(`the writing connection is durable and strict: ${writes}`, async (t) => {
    const db = await open(t, await pathOfFilms(t), { writes, busyTimeoutMs: 1_234 })
    const names = ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout', 'trusted_schema']
    const Row = Type.Object({ setting: Type.Any() })
    const settings = await db.transaction(async (tx) => {
      const found: [string, unknown][] = []
      for (const name of names) {
        const column = name === 'busy_timeout' ? 'timeout' : name
        const row = await tx.one(Row, raw(`select json_quote(${column}) as setting from pragma_${name}`))
        found.push([name, row?.setting])
      }
      return Object.fromEntries(found)
    })
    const [normal, full] = [1, 2]
    const synchronous = writes === 'bulk' ? normal : full
    const expected = { journal_mode: 'wal', synchronous, foreign_keys: 1, busy_timeout: 1_234, trusted_schema: 0 }
    assert.deepEqual(settings, expected)
  })
}

test('what was written in bulk is on the disk when the database has been closed', async (t) => {
  const path = await pathOfFilms(t)
  // Another process has it open, so closing it copies nothing from the log into the file.
  await open(t, path)
  const db = await openSqlite(path, { writes: 'bulk' })
  await db.run(insertFilm(4))
  const log = await openFile(`${path}-wal`)
  t.after(() => log.close())
  const sync = t.mock.method(Object.getPrototypeOf(log), 'sync')
  await db.close()
  assert.equal(sync.mock.callCount(), 1)
})

test('a pattern of any length is not matched', async (t) => {
  const db = await open(t, await pathOfFilms(t))
  const query = (length: number) => sql`select id from film where title like ${'%'.repeat(length)} and id = ${1}`
  assert.deepEqual(await db.all(Id, query(1_000)), [{ id: 1 }])
  await assert.rejects(db.all(Id, query(1_001)), /pattern too complex/)
})

test('writes are synced, then acknowledged', async (t) => {
  const events: string[] = []
  const trace: Trace = (event, transactions) => events.push(`${event} ${transactions}`)
  const db = await open(t, await pathOfFilms(t), { trace })
  await db.run(insertFilm(4)).then(() => events.push('told'))
  assert.deepEqual(events, ['commit-begin 1', 'synced 1', 'acknowledged 1', 'told'])
})

test('many writes at once take few commits', async (t) => {
  const commits: number[] = []
  const trace: Trace = (event, transactions) => void (event === 'synced' && commits.push(transactions))
  const db = await open(t, await pathOfFilms(t), { trace })
  t.mock.method(performance, 'now', () => 0)
  await Promise.all(Array.from({ length: 600 }, (_, index) => db.run(insertFilm(1_000 + index))))
  assert.deepEqual(commits, [500, 100])
})

test('no statement of another transaction comes between those of one', async (t) => {
  const db = await open(t, await pathOfFilms(t))
  const note = (note: string) => sql`insert into change (note) values (${note})`
  const work = (name: string) =>
    db.transaction(async (tx) => {
      for (const step of [1, 2, 3]) {
        await tx.run(note(`${name} ${step}`))
        await new Promise(setImmediate)
      }
    })
  await Promise.all([work('a'), db.run(note('b')), work('c')])
  const Note = Type.Object({ note: Type.String() })
  assert.deepEqual(
    (await db.all(Note, sql`select note from change order by seq`)).map(({ note }) => note),
    ['a 1', 'a 2', 'a 3', 'b', 'c 1', 'c 2', 'c 3'],
  )
})

test('a write waits for another process in the thread, while the caller goes on', async (t) => {
  const path = await pathOfFilms(t)
  const release = await holdLock(t, path)
  // If the wait blocked this thread, the lock that it waits for would never be released.
  const db = await open(t, path, { busyTimeoutMs: 60_000 })
  const written = db.run(insertFilm(4))
  assert.deepEqual(await db.one(Count, countFilms), { count: 3 })
  await release()
  assert.equal(await written, 1)
  assert.deepEqual(await db.one(Count, countFilms), { count: 5 })
})

for (const writes of ['thread', 'inline', 'bulk'] as const) {
  test(`a write does not wait for another process for ever: ${writes}`, async (t) => {
    const path = await pathOfFilms(t)
    const release = await holdLock(t, path)
    const db = await open(t, path, { writes, busyTimeoutMs: 20 })
    await assert.rejects(db.run(insertFilm(4)), DatabaseBusyError)
    await release()
    assert.equal(await db.run(insertFilm(4)), 1)
  })
}

test('when the thread dies, writes are refused and reads go on', async (t) => {
  const db = await open(t, await pathOfFilms(t))
  const post = t.mock.method(Worker.prototype, 'postMessage')
  const died = db.transaction(async (tx) => {
    await tx.run(insertFilm(4))
    post.mock.mockImplementation(() => {})
    const unanswered = tx.run(insertFilm(5))
    for (const { this: worker } of post.mock.calls.slice(0, 1)) await (worker as Worker).terminate()
    await unanswered
  })
  const waiting = db.run(insertFilm(6))
  await assert.rejects(died, DatabaseClosedError)
  await assert.rejects(waiting, DatabaseClosedError)
  await assert.rejects(db.run(insertFilm(7)), { message: 'The thread that writes the database has ended' })
  assert.deepEqual(await db.one(Count, countFilms), { count: 3 })
})

test('a database that is opened for reading refuses writes', async (t) => {
  const db = await open(t, await pathOfFilms(t), { writes: 'none' })
  assert.deepEqual(await db.one(Count, countFilms), { count: 3 })
  await assert.rejects(db.run(insertFilm(4)), { message: 'The database was opened for reading only' })
  await assert.rejects(db.all(Id, sql`${insertFilm(4)} returning id`), /readonly/)
})

test('a file that cannot be opened is said at once', async (t) => {
  const path = join(await pathOfFilms(t), 'below-a-file')
  for (const writes of ['thread', 'inline', 'none'] as const) {
    await assert.rejects(openSqlite(path, { writes }), /unable to open database file/)
  }
})

const filmsIn = async (db: Database) => (await db.one(Count, countFilms))?.count as number

test('reads of one turn see the same state, and the next turn what others have written meanwhile', async (t) => {
  const path = await pathOfFilms(t)
  const db = await open(t, path)
  const other = await open(t, path, { writes: 'inline' })
  const before = await filmsIn(db)
  await other.run(insertFilm(200))
  assert.equal(await filmsIn(other), before + 1)
  assert.equal(await filmsIn(db), before)
  await new Promise(setImmediate)
  assert.equal(await filmsIn(db), before + 1)
})

test('a read sees what was acknowledged before it, in whatever turn', async (t) => {
  const db = await open(t, await pathOfFilms(t))
  // The turn does not end by itself.
  t.mock.timers.enable({ apis: ['setImmediate'] })
  const before = await filmsIn(db)
  await db.run(insertFilm(200))
  assert.equal(await filmsIn(db), before + 1)
  await db.transaction((tx) => tx.run(insertFilm(201)))
  assert.equal(await filmsIn(db), before + 2)
})

test('reads go on where a statement has failed, and nothing is left to do after the end', async (t) => {
  const db = await open(t, await pathOfFilms(t))
  const before = await filmsIn(db)
  await assert.rejects(db.all(Count, sql`select abs(${-9_007_199_254_740_991}) + json('{') as count`), /JSON/)
  assert.equal(await filmsIn(db), before)
  await db.close()
  await new Promise(setImmediate)
})

test('a write wakes the thread twice: what frames it travels with it', async (t) => {
  const db = await open(t, await pathOfFilms(t))
  const messages = t.mock.method(Worker.prototype, 'postMessage').mock
  await db.run(insertFilm(11))
  assert.equal(messages.callCount(), 2)
  await db.transaction((tx) => Promise.all([tx.run(insertFilm(12)), tx.one(Count, countFilms), tx.run(insertFilm(13))]))
  assert.equal(messages.callCount(), 4)
})

test('the log is copied into the file beside the writes', async (t) => {
  const path = await pathOfFilms(t)
  const db = await open(t, path)
  await db.run(raw('create table filler (id integer primary key, content blob)'))
  const before = (await stat(path)).size
  // Each takes a page of its own, and a commit would copy them only when there are four times as many.
  await db.run(
    sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${CHECKPOINT_PAGES + 500})
      insert into filler select i, zeroblob(4000) from n`,
  )
  const endMs = performance.now() + 20_000
  while ((await stat(path)).size < before + CHECKPOINT_PAGES * 4_096) {
    assert.ok(performance.now() < endMs, 'nothing was copied')
    await pause(20)
  }
})
