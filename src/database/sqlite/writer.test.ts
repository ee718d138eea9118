import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { DatabaseBusyError } from '../errors.ts'
import type { Statement } from '../statement.ts'
import { openWriter } from './writer.ts'

const TIMEOUT_MS = 60_000

/** A writer whose connection writes down what it is told, and fails where `failing` says so. */
function recorded(failing: (text: string) => boolean = () => false) {
  const log: string[] = []
  const send = async ({ text }: Statement) => {
    log.push(text)
    if (failing(text)) throw new Error(`failed: ${text}`)
    return text
  }
  const writer = openWriter(send, (event, transactions) => log.push(`-- ${event} ${transactions}`))
  /** A transaction of one statement, whose outcome is written down too. */
  const write = (text: string) =>
    writer
      .transaction(TIMEOUT_MS, (turn) => turn({ verb: 'run', text, values: [] }))
      .then(
        () => log.push(`-- ${text} resolved`),
        (error) => log.push(`-- ${text} rejected: ${error.message}`),
      )
  return { log, writer, write }
}

// Without this a slow machine would close a batch early.
beforeEach(() => mock.method(performance, 'now', () => 0))
afterEach(() => mock.restoreAll())

test('what waits together is committed together, and acknowledged after the commit', async () => {
  const { log, write } = recorded()
  await Promise.all([write('a'), write('b')])
  assert.deepEqual(log, [
    'begin immediate',
    ...['savepoint turn', 'a', 'release turn'],
    ...['savepoint turn', 'b', 'release turn'],
    ...['-- commit-begin 2', 'commit', '-- synced 2'],
    ...['-- acknowledged 2', '-- a resolved', '-- b resolved'],
  ])
})

test('a transaction that fails goes alone', async () => {
  const { log, write } = recorded((text) => text === 'a')
  await Promise.all([write('a'), write('b')])
  assert.deepEqual(log, [
    'begin immediate',
    ...['savepoint turn', 'a', 'rollback to turn; release turn'],
    ...['savepoint turn', 'b', '-- a rejected: failed: a', 'release turn'],
    ...['-- commit-begin 1', 'commit', '-- synced 1', '-- acknowledged 1', '-- b resolved'],
  ])
})

test('a commit that fails rejects all that it was for, and the next ones go on', async () => {
  let commits = 0
  const { log, write } = recorded((text) => text === 'commit' && ++commits === 1)
  await Promise.all([write('a'), write('b')])
  assert.deepEqual(log.slice(-4), [
    'commit',
    'rollback',
    '-- a rejected: failed: commit',
    '-- b rejected: failed: commit',
  ])
  await write('c')
  assert.equal(log.at(-1), '-- c resolved')
})

test('nothing is committed where a savepoint could not be rolled back', async () => {
  const { log, write } = recorded((text) => text === 'a' || text.startsWith('rollback to'))
  await write('a')
  assert.deepEqual(log.slice(0, 5), [
    'begin immediate',
    'savepoint turn',
    'a',
    'rollback to turn; release turn',
    'rollback',
  ])
})

test('a lock that is not to be had rejects those that waited for it, and later ones try again', async () => {
  let begins = 0
  const { log, write } = recorded((text) => text === 'begin immediate' && ++begins === 1)
  await Promise.all([write('a'), write('b')])
  await write('c')
  assert.deepEqual(log, [
    // The connection refuses what stands behind a beginning that failed.
    ...['begin immediate', 'savepoint turn', 'a'],
    ...['-- a rejected: failed: begin immediate', '-- b rejected: failed: begin immediate'],
    ...['begin immediate', 'savepoint turn', 'c', 'release turn'],
    ...['-- commit-begin 1', 'commit', '-- synced 1', '-- acknowledged 1', '-- c resolved'],
  ])
})

test('the queue is bounded', async () => {
  const { writer } = recorded()
  const transaction = () => writer.transaction(TIMEOUT_MS, async () => {})
  const waiting = Array.from({ length: 10_000 }, transaction)
  await assert.rejects(transaction(), DatabaseBusyError)
  await Promise.all(waiting)
})
