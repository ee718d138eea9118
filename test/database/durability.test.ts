import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { sql } from '#src/database/sql.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { forEachEngine } from '../support/engines.ts'
import { Id, prepare } from '../support/films.ts'

const KILLED_AFTER = 100
const program = fileURLToPath(new URL('../support/writes-until-killed.ts', import.meta.url))

forEachEngine(prepare, (engine) => {
  test('each acknowledged write survives the death of the process, and each transaction is whole', async (t) => {
    const location = await engine.clone()
    const child = spawn(process.execPath, [program, location], { stdio: ['ignore', 'pipe', 'inherit'] })
    const exit = once(child, 'exit')
    const acknowledged: number[] = []
    for await (const line of createInterface(child.stdout)) {
      acknowledged.push(Number(line))
      if (acknowledged.length === KILLED_AFTER) child.kill('SIGKILL')
    }
    assert.deepEqual(await exit, [null, 'SIGKILL'])

    const db = await (location.includes('://') ? openPostgres(location) : openSqlite(location, { writes: 'inline' }))
    t.after(() => db.close())
    const idsOf = async (query: ReturnType<typeof sql>) => new Set((await db.all(Id, query)).map(({ id }) => id))
    const films = await idsOf(sql`select id from film where id > ${1_000}`)
    const casts = await idsOf(sql`select film_id as id from cast_of`)
    assert.deepEqual(
      acknowledged.filter((id) => !films.has(id)),
      [],
    )
    assert.deepEqual(films.symmetricDifference(casts), new Set())
    assert.ok(acknowledged.length >= KILLED_AFTER)
  })
})
