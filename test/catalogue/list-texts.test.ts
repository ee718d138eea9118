import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import type { ListColumn } from '#src/database/database.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { loadWorld } from '../support/world.ts'

/** The texts of lists that indexes of titles have, each in the index of its own and in that of all facts. */
const listTexts: readonly (readonly [table: string, column: ListColumn])[] = [
  ['movie', 'origin_country'],
  ['series', 'origin_country'],
  ['series', 'episode_run_time'],
]

/** How an engine carries out a statement, as its planner says. */
async function planOf(db: Migratable, query: Sql): Promise<string> {
  if (db.engineName === 'sqlite') {
    const rows = await db.all(Type.Object({ detail: Type.String() }), sql`explain query plan ${query}`)
    return rows.map(({ detail }) => detail).join('\n')
  }
  return db.transaction(async (tx) => {
    // A small table would be read as a whole.
    await tx.run(raw('set local enable_seqscan = off'))
    await tx.run(raw('set local enable_bitmapscan = off'))
    const rows = await tx.all(Type.Object({ 'QUERY PLAN': Type.String() }), sql`explain ${query}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

forEachEngine(loadWorld, (engine) => {
  for (const [table, column] of listTexts) {
    for (const index of [`${table}_by_${column}`, `${table}_facts`]) {
      test(`${index} tells the text of ${column} without a row`, async (t) => {
        const db = await engine.open()
        t.after(() => db.close())
        const text = db.engine.listText('t', column)
        const from = sql`from ${raw(table)} t ${db.engine.through(index)}`
        const where = index.endsWith('_facts') ? sql`t.id = 1` : sql`${text} = '[]'`
        const plan = await planOf(db, sql`select ${text} as listed, t.id ${from} where ${where}`)
        assert.match(plan, db.engineName === 'sqlite' ? new RegExp(`COVERING INDEX ${index}`) : /Index Only Scan/)
      })
    }
  }
})
