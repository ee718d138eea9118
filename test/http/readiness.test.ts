import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import fastify from 'fastify'
import { Type } from 'typebox'
import { DiskFullError, isDiskFull } from '#src/database/errors.ts'
import { migrate } from '#src/database/migrate.ts'
import { sql } from '#src/database/sql.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { FolderError } from '#src/files/make-folder.ts'
import { addHealth, PROBE_MS } from '#src/http/health.ts'
import { answerErrors } from '#src/http/refusals.ts'
import { packageRoot } from '#src/package-root.ts'
import { updateNameIndex } from '#src/search/name-index.ts'

const Count = Type.Object({ count: Type.Integer() })
const full = {
  success: false,
  status_code: 9,
  status_message: 'The disk of the server is full. Nothing was changed; try again later.',
}

test('a server whose disk is full is not ready, refuses writes and reads on, until there is room', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-room-'))
  let freeBytes = 2_000
  const db = await openSqlite(join(folder, 'catalogue.sqlite'), {
    writes: 'thread',
    leastFreeBytes: 1_000,
    freeBytes: () => freeBytes,
  })
  await migrate(db, join(packageRoot, 'migrations'))
  await updateNameIndex(db)
  const now = new Date('2026-03-10T12:00:00Z')
  const app = fastify()
  answerErrors(app, [], () => false)
  addHealth(app, { db, clock: () => now, states: () => ({ replicas: [] }) as never })
  app.post('/write', async () => {
    await db.run(sql`update revision set number = number + 1 where name = 'keys'`)
    return {}
  })
  t.after(async () => {
    await Promise.all([app.close(), db.close()])
    await rm(folder, { recursive: true })
  })
  const ready = async () => {
    const { statusCode, body } = await app.inject('/readyz')
    return [statusCode, JSON.parse(body)]
  }
  const ok = [200, { status: 'ok', database: { status: 'ok' } }]
  assert.deepEqual(await ready(), ok)
  const written = await db.one(Count, sql`select count(*) as count from readiness`)
  assert.deepEqual(written, { count: 1 })

  freeBytes = 999
  // Free space is looked up once a second, and a write that has just succeeded counts for a while.
  t.mock.method(performance, 'now', () => 1e12)
  assert.deepEqual(await ready(), ok)
  now.setTime(now.getTime() + PROBE_MS)
  const failed = [503, { ...full, status: 'failed', database: { status: 'failed', fails: 'disk' } }]
  assert.deepEqual(await ready(), failed)
  const refused = await app.inject({ method: 'POST', url: '/write' })
  assert.deepEqual([refused.statusCode, refused.json()], [503, full])
  assert.deepEqual(await db.one(Count, sql`select count(*) as count from readiness`), { count: 1 })

  freeBytes = 1_000
  assert.deepEqual(await ready(), ok)
  assert.equal((await app.inject({ method: 'POST', url: '/write' })).statusCode, 200)
})

test('a full disk is known by what each engine says of it', () => {
  const small = new DatabaseSync(':memory:')
  small.exec('pragma max_page_count = 2; create table t (a)')
  const fill = () => {
    for (let count = 0; count < 99; count++) small.exec(`insert into t values (zeroblob(1000))`)
  }
  assert.throws(fill, isDiskFull)
  small.close()
  const folder = new FolderError('x', Object.assign(new Error('x'), { code: 'ENOSPC' }))
  for (const error of [new DiskFullError('x'), folder, ...['53100', 'ENOSPC', 'EDQUOT'].map((code) => ({ code }))])
    assert.ok(isDiskFull(error))
  for (const error of [new Error('x'), { code: '23505' }, { errcode: 5 }, undefined]) assert.ok(!isDiskFull(error))
})
