import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type TObject, Type } from 'typebox'
import { lastEdit } from '#src/catalogue/edits/history.ts'
import type { Database } from '#src/database/database.ts'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { raw, sql } from '#src/database/sql.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { exportOf } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { keepMuch, keptOf } from '../support/kept/everything.ts'
import { loadWorld } from '../support/world.ts'

const program = fileURLToPath(new URL('./merge-until-killed.ts', import.meta.url))

/**
 * Does it in a process of its own, which kills itself after so many statements of its transaction, while it commits, or
 * never. Returns how many statements there were, and undefined if it was killed.
 */
async function inProcess(location: string, what: string, killed: number | 'commit' | 'never') {
  const child = spawn(process.execPath, [program, location, what, String(killed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const printed = await text(child.stdout)
  const [code, signal] = await exit
  if (signal === 'SIGKILL') return undefined
  assert.equal(code, 0)
  return Number(printed)
}

const Gone = Type.Object({ kind: Type.String(), id: Type.Integer(), into_id: Type.Integer() })
const Aside = Type.Object({ kept: Type.String(), entity_id: Type.Integer(), state: Type.String() })
const Value = Type.Object({ entity_id: Type.Integer(), value: Type.String() })
const Change = Type.Object({ seq: Type.Integer(), edit_id: Type.Integer() })
const tables: [string, TObject][] = [
  ['gone_record', Gone],
  ['kept_aside', Aside],
  ['merged_external_id', Value],
  ['change', Change],
]

/** Everything that a merge writes. */
async function stateOf(db: Database): Promise<string[]> {
  const rows = []
  for (const [table, schema] of tables) {
    const columns = raw(Object.keys(schema.properties).join())
    for (const row of await db.all(schema, sql`select ${columns} from ${raw(table)}`))
      rows.push(`${table} ${JSON.stringify(row)}`)
  }
  return [await exportOf(db), ...(await keptOf(db)), ...rows.sort()]
}

forEachEngine(loadWorld, (engine) => {
  test('a merge, and its undo, that is killed at any moment is done or not done', async (t) => {
    const location = await engine.clone()
    const db = await (location.includes('://') ? openPostgres(location) : openSqlite(location, { writes: 'inline' }))
    t.after(() => db.close())
    await keepMuch(db)
    const first = [await exportOf(db), ...(await keptOf(db))]
    for (const what of ['merge', 'undo']) {
      const before = await stateOf(db)
      const about = what === 'undo' ? `undo:${await lastEdit(db)}` : 'merge'
      for (const killed of [1, 12, 40]) {
        assert.equal(await inProcess(location, about, killed), undefined, `${what} was not killed after ${killed}`)
        assert.deepEqual(await stateOf(db), before)
      }
      assert.equal(await inProcess(location, about, 'commit'), undefined)
      const isDone = (await stateOf(db)).length !== before.length
      if (!isDone) {
        assert.deepEqual(await stateOf(db), before)
        const statements = await inProcess(location, about, 'never')
        assert.ok((statements ?? 0) > 40, `${what} has only ${statements} statements`)
      }
      const after = [await exportOf(db), ...(await keptOf(db))]
      if (what === 'undo') assert.deepEqual(after, first)
      else assert.notDeepEqual(after, first)
    }
  })
})
