import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { sql } from '#src/database/sql.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { startJob } from '#src/jobs/jobs.ts'
import { now, prepare } from '../support/accounts.ts'
import { migrated } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { counting } from './counting.ts'
import { workUntilKilled } from './until-killed.ts'

const NUMBERS = 120
/** After how many steps each process is killed; the last one is not. */
const kills = [1, 17, 2, 30, 9]
forEachEngine(migrated, (engine) => {
  test('a job whose processes are killed at any moment loses nothing and does nothing twice', async (t) => {
    const location = await engine.clone()
    const db = await (location.includes('://') ? openPostgres(location) : openSqlite(location, { writes: 'inline' }))
    t.after(() => db.close())
    const { account_id } = await prepare(db)
    const input = { subject: 'n', numbers: NUMBERS }
    await startJob(db, counting, { account_id, input, state: { next: 1 }, phase: 'counting', now })
    for (const steps of kills) assert.equal(await workUntilKilled(location, steps), false)
    assert.equal(await workUntilKilled(location, Number.POSITIVE_INFINITY), true)
    const rows = await db.all(Type.Object({ subject: Type.String() }), sql`select subject from attempt`)
    const numbers = Array.from({ length: NUMBERS }, (_, n) => `n ${n + 1}`)
    assert.deepEqual(rows.map(({ subject }) => subject).sort(), [...numbers, 'n done'].sort())
  })
})
