import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Migratable } from '#src/database/migratable.ts'
import { importingFirst } from '#src/import/first-import.ts'
import { importLines } from '#src/import/import.ts'
import { emptyCatalogue } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { generated, handMade } from '../support/world.ts'
import * as postgres from './postgres.ts'
import { openRecording, type Recorded } from './recording.ts'
import * as sqlite from './sqlite.ts'

/** A first import writes without most indexes: it must not look for anything by one of them. */

const lines = [...handMade, ...generated]

forEachEngine(emptyCatalogue, (engine) => {
  const { putStatistics, refused } = engine.name === 'SQLite' ? sqlite : postgres

  async function stepsOf(db: Migratable, statements: readonly Recorded[]): Promise<string[]> {
    await putStatistics(db)
    const found: string[] = []
    for (const recorded of statements)
      for (const { step } of await refused(db, recorded)) found.push(`${step} in ${recorded.text}`)
    return found
  }

  test('no statement of an import reads more while indexes are set aside', async (context) => {
    const { recorded, during, statements } = openRecording()
    const db = await engine.open()
    context.after(() => db.close())
    const heard = recorded(db)
    let without: string[] | undefined
    await importingFirst(
      db,
      () => {},
      async () => {
        during('an import')
        await importLines(heard, lines)
        await importLines(heard, lines)
        without = await stepsOf(db, [...statements.values()])
      },
    )
    assert.ok(statements.size > 50, `${statements.size} statements`)
    assert.deepEqual(without, await stepsOf(db, [...statements.values()]))
  })
})
