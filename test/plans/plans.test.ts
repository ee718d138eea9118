import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { before, type TestContext, test } from 'node:test'
import type { Migratable } from '#src/database/migratable.ts'
import { raw } from '#src/database/sql.ts'
import { packageRoot } from '#src/package-root.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { collectOnly, declared, play, sharesWorld, startInterface } from '../support/scenarios.ts'
import { loadWorld } from '../support/world.ts'
import { allowed } from './allowed.ts'
import { allowedOfDiscover } from './allowed-of-discover.ts'
import * as postgres from './postgres.ts'
import { openRecording, type Recorded } from './recording.ts'
import * as sqlite from './sqlite.ts'
import type { Refused } from './statistics.ts'
import { work } from './work.ts'

/** The scenarios are declared by the files that test them; here they run once more, to see what they ask. */
collectOnly()
for (const file of globSync('test/interface/*.test.ts', { cwd: packageRoot }).sort())
  await import(join(packageRoot, file))

/** Every statement that the scenarios and the other work run on an engine. */
async function statementsOn(engine: TestEngine): Promise<Recorded[]> {
  const { recorded, during, statements } = openRecording()
  const recording = { ...engine, open: async () => recorded(await engine.open()) }
  const shared = await startInterface(recording, 'neutral')
  for (const { steps } of declared) {
    const isFresh = !sharesWorld(steps)
    const server = isFresh ? await startInterface(recording, 'neutral') : shared
    const replies: unknown[] = []
    for (const step of steps.filter(([, , , , more]) => more?.dialect !== 'common')) {
      during(step[1])
      replies.push(await play(server, step, replies))
    }
    if (isFresh) await server.close()
  }
  for (const [what, run] of Object.entries(work)) {
    during(what)
    await run(shared.db)
  }
  await shared.close()
  return [...statements.values()]
}

/** How many offences a failure shows, and how much of each statement. */
const maxShown = 5
const maxStatement = 300

const shortened = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, maxStatement)

/** What a failure says: which step of which operation does too much, and where to read what to do. */
function failureOf(offences: readonly (readonly [step: string, of: string])[]): string {
  const lines = offences.slice(0, maxShown).map(([step, of]) => `${of}\n  ${step}`)
  const more = offences.length > maxShown ? [`and ${offences.length - maxShown} more`] : []
  return [
    'These steps read or sort too many rows; docs/query-plans.md says what to do about it:',
    ...lines,
    ...more,
  ].join('\n')
}

type Planner = { db: Migratable; refused(db: Migratable, statement: Recorded): Promise<Refused[]> }

/**
 * Databases whose planners take them for the large catalogue. SQLite is asked with the statistics that every
 * server has, and with what `analyze` would make of them: neither may do too much.
 */
async function plannersOf(engine: TestEngine): Promise<Planner[]> {
  const open = () => engine.open({ writes: 'inline', connections: 1 })
  if (engine.name === 'PostgreSQL') {
    const db = await open()
    if (await postgres.mayPutStatistics(db)) {
      await postgres.putStatistics(db)
      return [{ db, refused: postgres.refused }]
    }
    await db.close()
    return []
  }
  const [shipped, analysed] = [await open(), await open()]
  await sqlite.putStatistics(analysed)
  return [shipped, analysed].map((db) => ({ db, refused: sqlite.refused }))
}

forEachEngine(loadWorld, (engine) => {
  let statements: Recorded[] = []
  before(async () => {
    statements = await statementsOn(engine)
  })

  async function openPlanners(context: TestContext): Promise<Planner[]> {
    const planners = await plannersOf(engine)
    for (const { db } of planners) context.after(() => db.close())
    if (planners.length === 0) context.skip('only a superuser of PostgreSQL may tell its planner what tables are like')
    return planners
  }

  test('no statement reads or sorts much of a large table without a reason', async (context) => {
    const planners = await openPlanners(context)
    if (planners.length === 0) return
    context.diagnostic(`${statements.length} statements`)
    const reasons = allowed.flatMap(({ statement, [engine.name]: steps = [] }) =>
      steps.map((step) => ({ statement, step })),
    )
    const bounded = allowed.filter(({ anyStep }) => anyStep)
    const used = new Set<object>()
    const offences = new Map<string, string>()
    for (const recorded of statements) {
      const reason = bounded.find(({ statement }) => recorded.text.includes(statement))
      if (reason) {
        used.add(reason)
        continue
      }
      for (const { db, refused } of planners) {
        for (const { step, rows } of await refused(db, recorded)) {
          const reason = reasons.find(
            ({ statement, step: known }) => known === step && recorded.text.includes(statement),
          )
          if (reason) used.add(reason)
          else offences.set(`${step} (${rows} rows) in ${shortened(recorded.text)}`, recorded.of)
        }
      }
    }
    if (offences.size > 0) assert.fail(failureOf([...offences]))
    const unused = [...reasons, ...bounded].filter((reason) => !used.has(reason))
    assert.deepEqual(unused, [], 'no statement needs these reasons any more')
  })

  test('discover reads no large table but through its indexes, whatever it is asked for', async (context) => {
    if (engine.name !== 'SQLite') return context.skip('PostgreSQL chooses by what it knows of values')
    // The different lists of a column are read one entry after the other, from the first one on.
    const ofDiscover = statements.filter(
      ({ text }) =>
        !text.includes('with recursive known') && allowedOfDiscover.some(({ statement }) => text.includes(statement)),
    )
    assert.ok(ofDiscover.length > 100)
    const offences = new Set<string>()
    for (const { db } of await openPlanners(context))
      for (const recorded of ofDiscover)
        for (const step of await sqlite.besideIndexes(db, recorded))
          offences.add(`${step} in ${shortened(recorded.text)}`)
    assert.deepEqual([...offences], [])
  })

  test('a statement is refused when its index is gone', async (context) => {
    const statement = statements.find(
      ({ text }) => text.includes("where c.person_id = ? and c.kind = 'movie'") && !text.includes('indexed by'),
    )
    assert.ok(statement)
    for (const { db, refused } of await openPlanners(context)) {
      await db.run(raw('drop index credit_by_person'))
      assert.notDeepEqual(await refused(db, statement), [])
    }
  })
})
