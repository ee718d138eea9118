import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { readConfig } from '#src/config.ts'
import { shareOfPrimary, shareOfWorker } from './shares.ts'
import { passWholeLines } from './whole-lines.ts'

const sharesOf = (options: Record<string, string>, workers: number) => {
  const { config } = readConfig(options, {})
  const each = Array.from({ length: workers }, (_, index) => shareOfWorker(config, index + 1, workers))
  return {
    connections: [...each, shareOfPrimary(config, workers)].map((share) => share.databaseConnections),
    hashings: each.map((share) => share.passwordHashings),
    replies: each.map((share) => share.replyCacheBytes),
    decoders: each.map((share) => share.imageDecoders),
  }
}

test('what is for the whole server is divided, and each process has at least one', () => {
  assert.deepEqual(sharesOf({}, 2), {
    connections: [4, 3, 3],
    hashings: [1, 1],
    replies: [67_108_864, 67_108_864],
    decoders: [1, 1],
  })
  const many = { 'database-connections': '20', 'password-hashings': '8', 'reply-cache-bytes': '100' }
  assert.deepEqual(sharesOf(many, 3), {
    connections: [5, 5, 5, 5],
    hashings: [3, 3, 2],
    replies: [33, 33, 33],
    decoders: [1, 1, 1],
  })
  const few = { 'database-connections': '2', 'password-hashings': '1', 'reply-cache-bytes': '0' }
  assert.deepEqual(sharesOf(few, 3), {
    connections: [1, 1, 1, 1],
    hashings: [1, 1, 1],
    replies: [0, 0, 0],
    decoders: [1, 1, 1],
  })
})

test('lines are passed on whole, whatever pieces they come in, and the last one also without its end', async () => {
  const from = new PassThrough()
  const passed: string[] = []
  passWholeLines(from, (lines) => passed.push(lines))
  const text = Buffer.from('one\ntwö\nthree\nfo')
  // In the midst of a character.
  for (const piece of [text.subarray(0, 2), text.subarray(2, 7), text.subarray(7)]) {
    from.write(piece)
    await new Promise(setImmediate)
  }
  from.end()
  await new Promise(setImmediate)
  assert.deepEqual(passed, ['one\n', 'twö\nthree\n', 'fo\n'])
})
