import assert from 'node:assert/strict'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { postgresEngine } from '../../test/support/engines.ts'
import { Count, countFilms, prepare } from '../../test/support/films.ts'
import { openDatabase } from './open.ts'

test('a folder holds a file of SQLite, and is made for its owner alone', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'reelcommons-open-'))
  t.after(() => rm(parent, { recursive: true }))
  const folder = join(parent, 'a', 'data')
  await assert.rejects(openDatabase(folder, { writes: 'none' }), /unable to open database file/)
  const db = await openDatabase(folder, { writes: 'thread' })
  await prepare(db)
  await db.close()
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  const reader = await openDatabase(folder, { writes: 'none' })
  assert.deepEqual(await reader.one(Count, countFilms), { count: 3 })
  await reader.close()
})

const postgres = postgresEngine(prepare)

test('a URL is opened with PostgreSQL', { skip: postgres.skip }, async (t) => {
  const db = await openDatabase(await postgres.clone(), { writes: 'thread' })
  t.after(() => db.close())
  assert.equal(db.engineName, 'postgres')
  assert.deepEqual(await db.one(Count, countFilms), { count: 3 })
})
