import { test } from 'node:test'
import fc from 'fast-check'
import { foundHistories } from '../support/arbitrary/found-histories.ts'
import { runs } from '../support/arbitrary/runs.ts'
import { type History, histories } from '../support/arbitrary/servers.ts'
import { atFirst, live } from '../support/commons/three-servers.ts'
import { forEachEngine } from '../support/engines.ts'

/** How many histories are tried, where somebody says so: others each time. The suite tries the same ones each time. */
const seeds = Number(process.env.TEST_SEEDS ?? 0)
const seedOfSuite = 101

forEachEngine(atFirst, (engine) => {
  test('what servers have of one another is what those publish, whatever happens', { timeout: 10_800_000 }, () =>
    fc.assert(
      fc.asyncProperty(histories(seeds > 0 ? 16 : runs(8, 16)), (history) => live(engine, history)),
      {
        // Those that were found count among them.
        numRuns: foundHistories.length + (seeds || (engine.name === 'SQLite' ? runs(20, 1_000) : runs(10, 300))),
        endOnFailure: true,
        examples: foundHistories.map((history): [History] => [history]),
        ...(!seeds && { seed: seedOfSuite }),
        ...(process.env.TEST_SEED && { seed: Number(process.env.TEST_SEED), path: process.env.TEST_PATH ?? '' }),
      },
    ),
  )
})
