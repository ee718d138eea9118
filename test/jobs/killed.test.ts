import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Type } from 'typebox'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { sql } from '#src/database/sql.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { startJob } from '#src/jobs/jobs.ts'
import { now, prepare } from '../support/accounts.ts'
import { migrated } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { counting } from './counting.ts'

const NUMBERS = 120
/** After how many steps each process is killed; the last one is not. */
const kills = [1, 17, 2, 30, 9]
const program = fileURLToPath(new URL('./work-until-killed.ts', import.meta.url))

/** Works in a process of its own, which is killed after so many steps; returns whether it came to the end. */
async function workUntilKilled(location: string, steps: number): Promise<boolean> {
  const child = spawn(process.execPath, [program, location], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  let seen = 0
  let hasEnded = false
  for await (const line of createInterface(child.stdout)) {
    if (line === 'ended') hasEnded = true
    if (line === 'step' && ++seen === steps) child.kill('SIGKILL')
  }
  await exit
  return hasEnded
}

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
