import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { Count, countFilms, insertFilm, prepare } from '../../../test/support/films.ts'
import { DatabaseBusyError, DatabaseClosedError, isUniqueViolation, TransactionTimeoutError } from '../errors.ts'
import { sql } from '../sql.ts'
import { openSqlite, type SqliteOptions } from './sqlite.ts'
import { type FromWriter, forwardTransactions, openForwardedWriter, type ToWriter } from './write-forwarding.ts'

const File = Type.Object({ file: Type.String() })

/** A database of the process that writes, and two of processes that write through it. Messages are copies. */
async function openThree(t: TestContext, options: Partial<SqliteOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-forwarding-'))
  const path = join(folder, 'films.sqlite')
  const main = await openSqlite(path, { writes: 'thread', ...options })
  await prepare(main)
  const sent: ToWriter['type'][] = []

  async function openOther() {
    const later = <Message>(receive: (message: Message) => void) => {
      return (message: Message) => void setImmediate(receive, structuredClone(message))
    }
    const forwarded = openForwardedWriter((message) => toMain(message))
    const forwarding = forwardTransactions(
      main.writer!,
      later((message: FromWriter) => forwarded.receive(message)),
    )
    const toMain = later((message: ToWriter) => {
      sent.push(message.type)
      forwarding.receive(message)
    })
    const db = await openSqlite(path, { writes: forwarded.writer })
    return { db, leave: forwarding.leave }
  }

  const [one, other] = [await openOther(), await openOther()]
  t.after(async () => {
    await Promise.all([one.db.close(), other.db.close()])
    await main.close()
    await rm(folder, { recursive: true })
  })
  return { main, one, other, sent }
}

test('transactions of several processes are carried out by one, and each reads what it wrote', async (t) => {
  const { main, one, other, sent } = await openThree(t)
  const given = await one.db.transaction(async (tx) => {
    await tx.run(insertFilm(4))
    assert.deepEqual(await tx.one(Count, countFilms), { count: 4 })
    assert.deepEqual(await one.db.one(Count, countFilms), { count: 3 }, 'what is not committed is seen by nobody else')
    return 'given'
  })
  assert.equal(given, 'given')
  assert.deepEqual(sent, ['begin', 'statement', 'statement', 'commit'])
  for (const db of [one.db, one.db.wide, other.db, main])
    assert.deepEqual(await db.one(Count, countFilms), { count: 4 })

  const writes = [one.db, other.db, main, one.db].map((db, index) => db.run(insertFilm(10 + index)))
  assert.deepEqual(await Promise.all(writes), [1, 1, 1, 1])
  assert.deepEqual(await other.db.one(Count, countFilms), { count: 8 })
})

test('what fails is undone, and told as it happened', async (t) => {
  const { one } = await openThree(t)
  const failing = one.db.transaction(async (tx) => {
    await tx.run(insertFilm(4))
    throw new Error('mine')
  })
  await assert.rejects(failing, { message: 'mine' })
  const twice = one.db.run(insertFilm(3))
  await assert.rejects(twice, isUniqueViolation)
  const caught = one.db.transaction(async (tx) => {
    await tx.run(insertFilm(5))
    await tx.run(insertFilm(3)).catch(() => {})
    return 'as if nothing had happened'
  })
  await assert.rejects(caught, isUniqueViolation)
  assert.deepEqual(await one.db.one(Count, countFilms), { count: 3 })
})

test('a transaction that takes too long is given up, and holds the others up no longer', async (t) => {
  const { one, other } = await openThree(t, { transactionTimeoutMs: 10_000 })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const written = Promise.withResolvers<void>()
  let late: Promise<unknown> | undefined
  const slow = one.db.transaction(async (tx) => {
    await tx.run(insertFilm(4))
    written.resolve()
    await slow.catch(() => {})
    late = tx.run(insertFilm(5))
    await late
  })
  await written.promise
  const next = other.db.run(insertFilm(6))
  t.mock.timers.tick(10_000)
  await assert.rejects(slow, TransactionTimeoutError)
  await next
  await assert.rejects(late ?? Promise.resolve(), DatabaseClosedError)
  assert.deepEqual(await other.db.one(Count, countFilms), { count: 4 })
})

test('what a process that is gone was in the midst of is undone, and what it had waiting is never begun', async (t) => {
  const { one, other, sent } = await openThree(t)
  const written = Promise.withResolvers<void>()
  let isBegun = false
  const cut = one.db.transaction(async (tx) => {
    await tx.run(insertFilm(4))
    written.resolve()
    await new Promise(() => {})
  })
  const waiting = one.db.transaction(async () => {
    isBegun = true
  })
  const outcomes = Promise.allSettled([cut, waiting])
  await written.promise
  one.leave()
  assert.equal(await other.db.run(insertFilm(5)), 1)
  assert.deepEqual(await other.db.one(Count, countFilms), { count: 4 })
  // Had it lived it would have been told.
  for (const { reason } of (await outcomes) as PromiseRejectedResult[]) assert.ok(reason instanceof DatabaseClosedError)
  assert.equal(isBegun, false)
  assert.deepEqual(sent, ['begin', 'begin', 'statement', 'begin', 'statement', 'commit'])
})

test('statements that nobody waits for belong to the transaction, and none is taken after its end', async (t) => {
  const { one } = await openThree(t)
  let kept: Parameters<Parameters<typeof one.db.transaction>[0]>[0] | undefined
  await one.db.transaction(async (tx) => {
    kept = tx
    void tx.run(insertFilm(4))
  })
  assert.deepEqual(await one.db.one(Count, countFilms), { count: 4 })
  await assert.rejects(kept!.run(insertFilm(5)), DatabaseClosedError)
})

test('a full queue and a lock that is not to be had are told as such', async (t) => {
  const { one, main } = await openThree(t, { busyTimeoutMs: 1 })
  const holding = await openSqlite((await main.one(File, sql`select file from pragma_database_list`))!.file, {
    writes: 'inline',
  })
  await holding.transaction(async () => {
    await assert.rejects(one.db.run(insertFilm(4)), DatabaseBusyError)
  })
  await holding.close()
  assert.equal(await one.db.run(insertFilm(4)), 1)
})

test('closing waits for transactions that were begun', async (t) => {
  const { one, other } = await openThree(t)
  const written = one.db.run(insertFilm(4))
  await one.db.close()
  assert.equal(await written, 1)
  await assert.rejects(one.db.run(insertFilm(5)), DatabaseClosedError)
  assert.deepEqual(await other.db.one(Count, countFilms), { count: 4 })
})
