import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseBusyError, DatabaseUnreachableError } from '#src/database/errors.ts'
import { openChangeBus } from './change-bus.ts'
import { CONFLICT_ATTEMPTS, despiteConflicts } from './conflicts.ts'
import { keepFollowing } from './follow.ts'
import { runLoop } from './loop.ts'

const refused = (code: string) => Object.assign(new Error('could not serialize access'), { code })
const givenUp = () => new DatabaseBusyError('kept conflicting', { cause: refused('40001') })

type Loop = (
  work: () => Promise<void>,
  options: { signal: AbortSignal; failed(error: unknown): void },
) => Promise<unknown>

const loops: [name: string, run: Loop][] = [
  ['a loop', (work, options) => runLoop(work, { ...options, restMs: 0 })],
  [
    'a follower',
    (work, options) =>
      keepFollowing(work, { ...options, changeBus: openChangeBus(assert.ifError), pause: async () => {} }),
  ],
]

/** Runs work that fails with each of these errors in turn and then succeeds. Returns how often it ran, and failures. */
async function runThrough(run: Loop, errors: readonly unknown[]) {
  const ending = new AbortController()
  const failures: unknown[] = []
  let runs = 0
  const work = async () => {
    if (runs++ < errors.length) throw errors[runs - 1]
    ending.abort()
  }
  await run(work, { signal: ending.signal, failed: (error) => failures.push(error) })
  return { runs, failures }
}

for (const [name, run] of loops) {
  test(`${name} does work again that conflicts with others, and tells nobody`, async () => {
    const conflicts = [refused('40001'), refused('40P01'), givenUp(), givenUp(), givenUp()]
    assert.equal(conflicts.length, CONFLICT_ATTEMPTS - 1)
    assert.deepEqual(await runThrough(run, conflicts), { runs: CONFLICT_ATTEMPTS, failures: [] })
  })

  test(`${name} fails when work keeps conflicting, once, and goes on`, async () => {
    const conflicts = Array.from({ length: CONFLICT_ATTEMPTS }, givenUp)
    const { runs, failures } = await runThrough(run, conflicts)
    assert.equal(runs, CONFLICT_ATTEMPTS + 1)
    assert.equal(failures.length, 1)
    assert.ok(failures[0] instanceof DatabaseBusyError)
    assert.equal(failures[0].cause, conflicts.at(-1))
  })

  test(`${name} does not repeat work that failed for another reason`, async () => {
    const others = [new Error('x'), new DatabaseBusyError('10000 wait'), new DatabaseUnreachableError('x')]
    assert.deepEqual(await runThrough(run, others), { runs: 4, failures: others })
  })
}

test('work within work is not tried as often once more', async () => {
  let runs = 0
  const work = async () => {
    runs++
    throw givenUp()
  }
  await assert.rejects(
    despiteConflicts(() => despiteConflicts(work)),
    DatabaseBusyError,
  )
  assert.equal(runs, CONFLICT_ATTEMPTS)
})

test('work that was told to end is not done again', async () => {
  const ending = new AbortController()
  let runs = 0
  const work = async () => {
    runs++
    ending.abort()
    throw givenUp()
  }
  await assert.rejects(despiteConflicts(work, ending.signal), DatabaseBusyError)
  assert.equal(runs, 1)
})
