import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { prepareCatalogue } from '#src/catalogue/edits/apply-edit.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { migrate } from '#src/database/migrate.ts'
import { sql } from '#src/database/sql.ts'
import { operations } from '#src/interface.ts'
import { packageRoot } from '#src/package-root.ts'
import { loadSample } from '#src/sample/sample.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { openClient } from '../../conformance/client.ts'
import { dialectNames } from '../../conformance/dialects.ts'
import { groups } from '../../conformance/interface/index.ts'
import { reportOf } from '../../conformance/report.ts'
import { runSuite } from '../../conformance/suite.ts'
import { runs } from '../support/arbitrary/runs.ts'
import { forEachEngine, sqliteEngine, type TestEngine } from '../support/engines.ts'
import { serve } from '../support/served.ts'
import { keys, loadAccess, loadWorld, sessions, testDay } from '../support/world.ts'

const Kept = Type.Object({ account_id: Type.Integer(), kind: Type.String(), entity_id: Type.Integer() })
const kept = sql`select account_id, kind, entity_id from watchlist order by account_id, kind, entity_id`

/** How many records of each kind are tried. */
const records = runs(2, 4)

type Dialect = (typeof dialectNames)[number]

/** Operations of older clients, which the interface no longer lists. */
const older = ['GET /job/list', 'GET /movie/{movie_id}/trailers']

/** What the suite finds wrong, and the operations of ours that it did not find or try. */
async function resultsOf(t: TestContext, engine: TestEngine, dialect: Dialect, options: { records: number }) {
  const { port, db } = await serve(t, engine)
  await db.run(sql`update api_key set dialect = ${dialect}`)
  const url = `http://127.0.0.1:${port}`
  const before = await db.all(Kept, kept)
  const results = await runSuite(openClient({ url, key: keys.first, session: sessions.ada, dialect }), options)
  assert.deepEqual(await db.all(Kept, kept), before, 'what the suite changed is put back')
  const states = new Map(results.map(({ operation, state }) => [operation, state]))
  const ours = operations.map(({ method, path }) => `${method} ${path.slice(2)}`)
  const wrong = results.filter(({ state }) => state === 'wrong')
  return {
    wrong: wrong.length === 0 ? '' : reportOf(wrong),
    notThere: ours.filter((name) => states.get(name) === 'not there'),
    notTried: ours.filter((name) => states.get(name) === 'not tried'),
    unknown: ours.filter((name) => !states.has(name) && !older.includes(name)),
  }
}

forEachEngine(loadWorld, (engine) => {
  // What differs between the dialects does not differ between the engines.
  for (const dialect of engine.name === 'SQLite' ? dialectNames : (['common'] as const)) {
    test(`the suite finds nothing in the world, dialect ${dialect}`, async (t) => {
      const { notTried, ...results } = await resultsOf(t, engine, dialect, { records })
      assert.deepEqual({ ...results, notTried }, { wrong: '', notThere: [], unknown: [], notTried: [] })
    })
  }
})

async function loadWholeSample(db: Migratable) {
  await migrate(db, join(packageRoot, 'migrations'))
  await loadAccess(db)
  await prepareCatalogue(db, new Date(testDay))
  await loadSample(db, new Date(testDay))
  await updateNameIndex(db)
}

const sampleEngine = sqliteEngine(loadWholeSample)
for (const dialect of dialectNames) {
  test(`the suite finds nothing in the sample, dialect ${dialect}`, async (t) => {
    const { notTried: _, ...results } = await resultsOf(t, sampleEngine, dialect, { records })
    assert.deepEqual(results, { wrong: '', notThere: [], unknown: [] })
  })
}

test('the tables of the suite have the 162 operations of the interface', () => {
  const names = Object.values(groups).flatMap((group) => Object.keys(group))
  assert.deepEqual([names.length, new Set(names).size], [162, 162])
})
