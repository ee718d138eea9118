import assert from 'node:assert/strict'
import { copyFile } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import { emptyCatalogue } from '../../test/support/catalogue.ts'
import { forEachEngine } from '../../test/support/engines.ts'
import { incarnationOf } from './incarnation.ts'
import { openPostgres } from './postgres/postgres.ts'
import { sql } from './sql.ts'
import { openSqlite } from './sqlite/sqlite.ts'

forEachEngine(emptyCatalogue, (engine) => {
  async function incarnationAt(t: TestContext, place: string) {
    const db = await (engine.name === 'SQLite' ? openSqlite(place, { writes: 'inline' }) : openPostgres(place))
    t.after(() => db.close())
    return { db, incarnation: await incarnationOf(db) }
  }

  test('a database is the same for all who open it, and a copy of it is another one', async (t) => {
    const place = await engine.clone()
    const { db, incarnation } = await incarnationAt(t, place)
    assert.equal(typeof incarnation, 'string')
    await db.run(sql`update revision set number = number + 1`)
    assert.equal((await incarnationAt(t, place)).incarnation, incarnation)
    assert.notEqual((await incarnationAt(t, await engine.clone())).incarnation, incarnation)
    if (engine.name !== 'SQLite') return
    await copyFile(place, `${place}.copy`)
    assert.notEqual((await incarnationAt(t, `${place}.copy`)).incarnation, incarnation)
  })

  test('migrations make it another one', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    const before = await incarnationOf(db)
    await db.run(sql`insert into migration (number, name, digest, at) values (9999, 'later', '', '')`)
    assert.notEqual(await incarnationOf(db), before)
  })
})
