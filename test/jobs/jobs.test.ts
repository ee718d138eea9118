import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { createAccount } from '#src/accounts/accounts.ts'
import { restoreAccount, suspendAccount } from '#src/accounts/administration.ts'
import type { Database } from '#src/database/database.ts'
import { DatabaseUnreachableError, DiskFullError, ReadOnlyError } from '#src/database/errors.ts'
import { sql } from '#src/database/sql.ts'
import { cancelJob, findJob, MAX_ATTEMPTS, maxOpenJobsOfAccount, RETRY_MS, startJob } from '#src/jobs/jobs.ts'
import { JobFailure, type JobKind } from '#src/jobs/kind.ts'
import { openTally } from '#src/jobs/tally.ts'
import { openJobWorker, runJobs } from '#src/jobs/worker.ts'
import { measureBackground } from '#src/metrics/background.ts'
import { ada, later, now, openFor, openTwo, prepare, quickPasswords, writingOf } from '../support/accounts.ts'
import { migrated } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { counting } from './counting.ts'

const Subject = Type.Object({ subject: Type.String() })

/** What jobs of the kind `counting` have written. */
const written = async (db: Database) =>
  (await db.all(Subject, sql`select subject from attempt order by last_at, subject`)).map(({ subject }) => subject)

const count = (db: Database, account_id: number, subject: string, numbers: number) =>
  startJob(db, counting, { account_id, input: { subject, numbers }, state: { next: 1 }, phase: 'counting', now })

const bob = { ...ada, username: 'Bob', email: 'bob@people.example' }

/** A worker whose clock goes on by a second with each step. */
function workOn(db: Database, kinds: readonly JobKind[] = [counting]) {
  const failures: unknown[] = []
  const time = { at: now }
  const clock = () => {
    time.at = new Date(time.at.getTime() + 1_000)
    return time.at
  }
  const tally = openTally()
  const worker = openJobWorker(db, kinds, { clock, failed: (error) => void failures.push(error), tally })
  /** The metrics of jobs, without how long anything took. */
  const measured = async () => {
    const metrics = await measureBackground(db, { followers: [], jobs: tally.kinds })
    return metrics.flatMap(({ name, values }) =>
      /jobs_(open|ended)/.test(name) ? values.map(({ value }) => value).join(' ') : [],
    )
  }
  const finish = async () => {
    while (await worker.tick());
  }
  return { worker, finish, failures, time, tally, measured }
}

forEachEngine(migrated, (engine) => {
  test('a job advances step by step, says how far it is, and ends', async (t) => {
    const db = await openFor(t, engine)
    const { account_id } = await prepare(db)
    const id = (await count(db, account_id, 'a', 2)) as number
    const { worker } = workOn(db)
    const job = {
      ...{ id, account_id, kind: 'counting', status: 'waiting', phase: 'counting', done: 0, total: null, failure: '' },
      ...{ created_at: now.toISOString(), cancelled_at: null, ended_at: null },
    }
    assert.deepEqual(await findJob(db, id, account_id), job)
    assert.equal(await worker.tick(), true)
    assert.deepEqual(await findJob(db, id, account_id), { ...job, status: 'running', done: 1, total: 2 })
    assert.equal(await worker.tick(), true)
    const ended_at = later(0, 2_000).toISOString()
    assert.deepEqual(await findJob(db, id, account_id), { ...job, status: 'done', done: 2, total: 2, ended_at })
    assert.equal(await worker.tick(), false)
    assert.deepEqual(await written(db), ['a done', 'a 1', 'a 2'])
    assert.equal(await findJob(db, id, account_id + 1), undefined)
  })

  test('jobs of different accounts take turns, and an account has one running job', async (t) => {
    const db = await openFor(t, engine)
    const { account_id } = await prepare(db)
    const other = (await createAccount(db, quickPasswords().passwords, bob))!.id
    await count(db, account_id, 'a', 2)
    await count(db, account_id, 'b', 1)
    await count(db, other, 'c', 2)
    await workOn(db).finish()
    const done = ['a', 'b', 'c'].map((subject) => `${subject} done`)
    assert.deepEqual(await written(db), [...done, 'a 1', 'c 1', 'a 2', 'b 1', 'c 2'])
  })

  test('an account has so many open jobs and no more', async (t) => {
    const db = await openFor(t, engine)
    const { account_id } = await prepare(db)
    const other = (await createAccount(db, quickPasswords().passwords, bob))!.id
    const ids = await Promise.all(
      Array.from({ length: maxOpenJobsOfAccount + 2 }, (_, n) => count(db, account_id, `${n}`, 1)),
    )
    assert.equal(ids.filter((id) => id !== undefined).length, maxOpenJobsOfAccount)
    assert.notEqual(await count(db, other, 'c', 1), undefined)
    await workOn(db).worker.tick()
    assert.notEqual(await count(db, account_id, 'after the first', 1), undefined)
    assert.equal(await count(db, account_id, 'too many', 1), undefined)
  })

  test('a job that is cancelled ends before its next step, and what it has done stays', async (t) => {
    const db = await openFor(t, engine)
    const { account_id } = await prepare(db)
    const id = (await count(db, account_id, 'a', 9)) as number
    const waiting = (await count(db, account_id, 'b', 9)) as number
    const { worker, finish, measured, tally } = workOn(db)
    assert.deepEqual(await measured(), ['2 0', ''])
    await worker.tick()
    assert.deepEqual(await measured(), ['1 1', '0 0 0'])
    assert.equal(await cancelJob.handle(writingOf(db, account_id + 1, now), id), false, 'it is not theirs')
    assert.equal(await cancelJob.handle(writingOf(db, account_id, now), waiting), true, 'one that waits behind another')
    assert.equal(await cancelJob.handle(writingOf(db, account_id, now), id), true)
    assert.equal(await cancelJob.handle(writingOf(db, account_id, now), id), false)
    await finish()
    assert.deepEqual(await written(db), ['a cancelled', 'b cancelled', 'a 1'])
    assert.deepEqual(await measured(), ['0 0', '0 0 2'])
    assert.equal((tally.kinds.get('counting')?.seconds ?? 0) > 0, true)
    const ended = await Promise.all([id, waiting].map((id) => findJob(db, id, account_id)))
    assert.deepEqual(
      ended.map((job) => [job?.status, job?.done]),
      [
        ['cancelled', 1],
        ['cancelled', 0],
      ],
    )
  })

  test('two processes that take the same step write it once', async (t) => {
    const [one, two] = await openTwo(t, engine)
    const { account_id } = await prepare(one)
    await count(one, account_id, 'a', 20)
    const [first, second] = [workOn(one), workOn(two)]
    await Promise.all([first.finish(), second.finish()])
    assert.deepEqual([...first.failures, ...second.failures], [])
    const numbers = Array.from({ length: 20 }, (_, n) => `a ${n + 1}`)
    assert.deepEqual((await written(one)).sort(), [...numbers, 'a done'].sort())
  })

  test('a step of a job that is gone writes nothing for the one that has its number now', async (t) => {
    const db = await openFor(t, engine)
    const { account_id } = await prepare(db)
    const other = (await createAccount(db, quickPasswords().passwords, bob))!.id
    await count(db, account_id, 'a', 1)
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow: JobKind = {
      ...(counting as JobKind),
      async step(...of) {
        begun.resolve()
        await goOn.promise
        return (counting as JobKind).step(...of)
      },
    }
    const { worker } = workOn(db, [slow])
    const step = worker.tick()
    await begun.promise
    await db.run(sql`delete from job`)
    await count(db, other, 'b', 1)
    goOn.resolve()
    assert.equal(await step, true)
    assert.deepEqual(await written(db), [])
    await worker.tick()
    assert.deepEqual(await written(db), ['b done', 'b 1'])
  })

  test('a step that fails is tried again later, and after so many times the job has failed', async (t) => {
    const db = await openFor(t, engine)
    const { account_id } = await prepare(db)
    const fault = new Error('a fault')
    let faults = 2
    const failing: typeof counting = {
      ...counting,
      step: async (of, job) => {
        const work = await counting.step(of, job)
        return async (tx) => {
          const after = await work(tx)
          if (faults-- > 0) throw fault
          return after
        }
      },
    }
    const id = (await count(db, account_id, 'a', 1)) as number
    const { worker, failures, time, measured } = workOn(db, [failing])
    assert.equal(await worker.tick(), true)
    assert.equal(await worker.tick(), true, 'a second later')
    assert.equal(await worker.tick(), false, 'two seconds later, not earlier')
    assert.equal(await worker.tick(), true)
    assert.deepEqual(await written(db), ['a done', 'a 1'])
    assert.deepEqual(failures, [fault, fault])
    assert.equal((await findJob(db, id, account_id))?.status, 'done')

    faults = Number.POSITIVE_INFINITY
    const lost = (await count(db, account_id, 'b', 1)) as number
    for (let n = 1; n <= MAX_ATTEMPTS; n++) {
      assert.equal((await findJob(db, lost, account_id))?.status, 'waiting')
      time.at = new Date(time.at.getTime() + RETRY_MS * 2 ** n)
      assert.equal(await worker.tick(), true)
    }
    const { status, failure } = (await findJob(db, lost, account_id))!
    assert.deepEqual({ status, failure }, { status: 'failed', failure: 'fault' })
    assert.deepEqual(await measured(), ['0 0', '1 1 0'])
    assert.deepEqual((await written(db)).sort(), ['a 1', 'a done', 'b failed'])
  })

  test('a job that cannot go on fails at once, and so does one whose state is of another version', async (t) => {
    const db = await openFor(t, engine)
    const { account_id } = await prepare(db)
    const stuck: typeof counting = {
      ...counting,
      step: async () => {
        throw new JobFailure('file_unreadable')
      },
    }
    const id = (await count(db, account_id, 'a', 1)) as number
    const { worker, failures } = workOn(db, [stuck])
    await worker.tick()
    const old = (await startJob(db, counting as JobKind, {
      ...{ account_id, input: { subject: 'b', numbers: 1 }, state: { last: 'x' }, phase: 'counting', now },
    })) as number
    await worker.tick()
    const ended = await Promise.all([id, old].map((id) => findJob(db, id, account_id)))
    assert.deepEqual(
      ended.map((job) => [job?.status, job?.failure]),
      [
        ['failed', 'file_unreadable'],
        ['failed', 'other_version'],
      ],
    )
    assert.deepEqual(failures, [])
  })

  const passing: [name: string, error: Error][] = [
    ['a database that is away', new DatabaseUnreachableError('away')],
    ['a full disk', new DiskFullError('full')],
    ['a disk that is read-only', new ReadOnlyError('read-only')],
    ['a conflict with others', Object.assign(new Error('could not serialize access'), { code: '40001' })],
  ]
  for (const [name, error] of passing)
    test(`${name} is no failure of a job`, async (t) => {
      const db = await openFor(t, engine)
      const { account_id } = await prepare(db)
      const failing: typeof counting = {
        ...counting,
        step: async () => {
          throw error
        },
      }
      await count(db, account_id, 'a', 1)
      const { worker, failures } = workOn(db, [failing])
      for (let n = 0; n < MAX_ATTEMPTS + 1; n++) await assert.rejects(worker.tick(), error)
      assert.deepEqual(failures, [])
      await workOn(db).finish()
      assert.deepEqual(await written(db), ['a done', 'a 1'])
    })

  test('jobs of a suspended account rest, and so do those of kinds that this program does not know', async (t) => {
    const db = await openFor(t, engine)
    const { account_id } = await prepare(db)
    await count(db, account_id, 'a', 1)
    assert.equal(await workOn(db, []).worker.tick(), false)
    assert.equal(await workOn(db, [{ ...counting, name: 'other' }]).worker.tick(), false)
    await suspendAccount.handle(writingOf(db, account_id, now, 'administrator'), { id: account_id, reason: '' })
    assert.equal(await workOn(db).worker.tick(), false)
    await restoreAccount.handle(writingOf(db, account_id, now, 'administrator'), { id: account_id, reason: '' })
    assert.equal(await workOn(db).worker.tick(), true)
  })

  test('it works until it is told to stop, on what is started meanwhile too', async (t) => {
    const db = await openFor(t, engine)
    const { account_id } = await prepare(db)
    const ended = new AbortController()
    const failed = (error: unknown) => assert.fail(String(error))
    const running = runJobs(db, [counting], { clock: () => new Date(), failed, signal: ended.signal, pauseMs: 0 })
    await count(db, account_id, 'a', 3)
    while (!(await written(db)).includes('a done')) await new Promise((resolve) => setTimeout(resolve, 5))
    ended.abort()
    await running
    await count(db, account_id, 'b', 1)
    assert.equal((await written(db)).length, 4)
  })
})
