import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { Type } from 'typebox'
import { DatabaseClosedError } from '../errors.ts'
import { sql } from '../sql.ts'
import { openSqlite } from './sqlite.ts'
import { keepThreads } from './thread.ts'

const Name = Type.Object({ name: Type.String() })

/** Opens databases, one after another, and tells how many threads were started for them. */
async function threadsFor(t: TestContext, kept: number, names: readonly string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-threads-'))
  const before = keepThreads(kept)
  let started = 0
  const onWorker = (_worker: Worker) => void started++
  process.on('worker', onWorker)
  t.after(async () => {
    process.off('worker', onWorker)
    keepThreads(before)
    await rm(folder, { recursive: true })
  })
  for (const name of names) {
    const db = await openSqlite(join(folder, `${name}.sqlite`), { writes: 'thread' })
    await db.exclusively((_tx, script) => script('create table thing (name text)'))
    await db.run(sql`insert into thing (name) values (${name})`)
    assert.deepEqual(await db.all(Name, sql`select name from thing`), [{ name }])
    await db.close()
    await assert.rejects(db.run(sql`delete from thing`), DatabaseClosedError)
  }
  return started
}

test('a thread ends with its database', async (t) => {
  assert.equal(await threadsFor(t, 0, ['one', 'two']), 2)
})

test('threads are kept for the next database where that is wanted, which has its own rows', async (t) => {
  const started = await threadsFor(t, 1, ['one', 'two', 'three'])
  assert.ok(started <= 1, `${started} threads were started`)
})
