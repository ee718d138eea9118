import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openQuickStatements } from './quick-statements.ts'

const text = 'select ? as id'

/** How many quick runs it takes until the statement counts as quick. */
function runsUntilQuick({ isQuick, took }: ReturnType<typeof openQuickStatements>): number {
  for (let runs = 0; runs <= 10_000; runs++) {
    if (isQuick(text)) return runs
    took(text, 1.9)
  }
  return Number.POSITIVE_INFINITY
}

test('a statement is quick once it was five times in a row, and each time that it was not, after more', () => {
  const statements = openQuickStatements()
  assert.equal(runsUntilQuick(statements), 5)
  assert.equal(statements.isQuick('select ? as other'), false)

  // What is quick stays so until it takes too long.
  statements.took(text, 1.9)
  assert.equal(runsUntilQuick(statements), 0)
  const waits = [1, 2, 3, 4, 5, 6].map(() => {
    statements.took(text, 2)
    return runsUntilQuick(statements)
  })
  assert.deepEqual(waits, [20, 80, 320, 1_280, 5_000, 5_000])
})

test('quick runs count only without a slow one between them', () => {
  const statements = openQuickStatements()
  for (const ms of [0.1, 0.1, 0.1, 0.1, 7]) statements.took(text, ms)
  assert.equal(runsUntilQuick(statements), 5)
})
