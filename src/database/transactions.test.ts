import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import {
  Count,
  countFilms,
  Film,
  forEachKind,
  Id,
  insertChange,
  insertFilm,
  type Open,
  selectFilms,
} from '../../test/support/films.ts'
import type { Database } from './database.ts'
import { DatabaseClosedError, isUniqueViolation, TransactionTimeoutError } from './errors.ts'
import { sql } from './sql.ts'

const Change = Type.Object({ seq: Type.Integer(), note: Type.String() })
type Gate = PromiseWithResolvers<void>

function defineTransactions(open: Open) {
  test('all writes of a transaction happen', async (t) => {
    const db = await open(t)
    const result = await db.transaction(async (tx) => {
      await tx.run(insertFilm(4))
      await tx.transaction((same) => same.run(insertFilm(5)))
      return 'done'
    })
    assert.equal(result, 'done')
    assert.deepEqual(await db.one(Count, countFilms), { count: 5 })
  })

  const failing: [name: string, error: RegExp, work: (tx: Database) => Promise<unknown>][] = [
    ['work that throws', /on purpose/, () => Promise.reject(new Error('on purpose'))],
    ['a statement that fails', /unique/i, (tx) => tx.run(insertFilm(1))],
    ['a failure that the work catches', /unique/i, (tx) => tx.run(insertFilm(1)).catch(() => {})],
    ['a failure that the work does not wait for', /unique/i, async (tx) => void tx.run(insertFilm(1)).catch(() => {})],
    [
      'a nested transaction that fails',
      /on purpose/,
      (tx) => tx.transaction(() => Promise.reject(new Error('on purpose'))),
    ],
  ]
  for (const [name, error, work] of failing) {
    test(`nothing is written after ${name}`, async (t) => {
      const db = await open(t)
      const failed = db.transaction(async (tx) => {
        await tx.run(insertFilm(4))
        await work(tx)
      })
      await assert.rejects(failed, error)
      await db.run(insertFilm(5))
      assert.deepEqual(await db.all(Id, sql`select id from film where id > 3`), [{ id: 5 }])
    })
  }

  test('after a statement failed no other is taken', async (t) => {
    const db = await open(t)
    const failed = db.transaction(async (tx) => {
      await assert.rejects(tx.run(insertFilm(1)), isUniqueViolation)
      await assert.rejects(tx.one(Count, countFilms), isUniqueViolation)
    })
    await assert.rejects(failed, isUniqueViolation)
  })

  test('a transaction that hangs is rolled back, and holds up nobody', async (t) => {
    const db = await open(t, { transactionTimeoutMs: 100 })
    const late = Promise.withResolvers<Database>()
    const hanging = db.transaction(async (tx) => {
      await tx.run(insertFilm(4))
      late.resolve(tx)
      await new Promise(() => {})
    })
    const next = db.run(insertFilm(5))
    await assert.rejects(hanging, TransactionTimeoutError)
    await next
    const tx = await late.promise
    await assert.rejects(tx.run(insertFilm(6)), DatabaseClosedError)
    assert.deepEqual(await db.all(Id, sql`select id from film where id > 3`), [{ id: 5 }])
  })
}

function defineConcurrency(open: Open) {
  test('a transaction sees its own writes, and others do not until it ends', async (t) => {
    const db = await open(t)
    const outside: Promise<unknown>[] = []
    await db.transaction(async (tx) => {
      await tx.run(insertFilm(4))
      assert.deepEqual(await tx.one(Count, countFilms), { count: 4 })
      outside.push(db.one(Count, countFilms))
      // On an engine with a reader of its own the answer is here before the transaction ends.
      await sleep(20)
      await tx.run(sql`delete from film where id = ${4}`)
    })
    assert.deepEqual(await Promise.all(outside), [{ count: 3 }])
  })

  test('no update is lost', async (t) => {
    const db = await open(t)
    const increment = async (tx: Database) => {
      const film = await tx.one(Film, selectFilms)
      await sleep(0)
      await tx.run(sql`update film set popularity = ${(film?.popularity ?? 0) + 1} where id = ${1}`)
    }
    await Promise.all(Array.from({ length: 10 }, () => db.transaction(increment)))
    assert.equal((await db.one(Film, selectFilms))?.popularity, 11.5)
  })

  test('closing waits for what was asked before, and refuses what comes after', async (t) => {
    const db = await open(t)
    const written = db.transaction(async (tx) => {
      await sleep(10)
      return tx.run(insertFilm(4))
    })
    await db.close()
    assert.equal(await written, 1)
    await assert.rejects(db.run(insertFilm(5)))
    await assert.rejects(db.one(Count, countFilms))
  })
}

function defineChangeLog(open: Open) {
  test('numbers of the change log are given in the order of the commits', async (t) => {
    const db = await open(t)
    const events: string[] = []
    const locked = Promise.withResolvers<void>()
    const first = db.transaction(async (tx) => {
      await tx.lockChanges()
      await tx.run(insertChange('first'))
      locked.resolve()
      await sleep(50)
      events.push('first ends')
    })
    await locked.promise
    const second = db.transaction(async (tx) => {
      await tx.lockChanges()
      events.push('second has the lock')
      await tx.run(insertChange('second'))
    })
    await Promise.all([first, second])
    assert.deepEqual(events, ['first ends', 'second has the lock'])
    await assert.rejects(db.lockChanges(), /inside a transaction/)
  })

  test('a follower misses no change, in whichever order transactions begin and end', async (t) => {
    const db = await open(t)
    const [began, hasLock, ended] = [0, 1, 2].map(() => Promise.withResolvers<void>()) as [Gate, Gate, Gate]
    const followed: string[] = []
    let seq = 0
    const follow = async () => {
      const changes = await db.all(Change, sql`select seq, note from change where seq > ${seq} order by seq`)
      followed.push(...changes.map(({ note }) => note))
      seq = changes.at(-1)?.seq ?? seq
    }
    // Of the engine with one writer the second begins when the first has ended, so the first waits only for a while.
    const first = db.transaction(async (tx) => {
      await tx.run(insertFilm(4))
      began.resolve()
      await Promise.race([hasLock.promise, sleep(100)])
      await tx.lockChanges()
      await tx.run(insertChange('first'))
    })
    await began.promise
    const second = db.transaction(async (tx) => {
      await tx.run(insertFilm(5))
      await tx.lockChanges()
      await tx.run(insertChange('second'))
      hasLock.resolve()
      await sleep(100)
    })
    const both = Promise.all([first, second]).finally(ended.resolve)
    let isOver = false
    ended.promise.then(() => {
      isOver = true
    })
    while (!isOver) {
      await follow()
      await sleep(1)
    }
    await both
    await follow()
    assert.deepEqual(followed.toSorted(), ['first', 'second'])
  })
}

forEachKind((open) => {
  defineTransactions(open)
  defineConcurrency(open)
  defineChangeLog(open)
})
