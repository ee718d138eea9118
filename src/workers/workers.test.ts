import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { openChangeBus } from '#src/background/change-bus.ts'
import { readConfig } from '#src/config.ts'
import { settingsOfPrimary, settingsOfWorker } from './divided-settings.ts'
import { passWholeLines } from './whole-lines.ts'
import type { startWorkerProcess } from './worker-process.ts'
import { type Given, openWorkers } from './workers.ts'

const sharesOf = (options: Record<string, string>, workers: number) => {
  const { config } = readConfig(options, {})
  const each = Array.from({ length: workers }, (_, index) => settingsOfWorker(config, index + 1, workers))
  return {
    connections: [...each, settingsOfPrimary(config, workers)].map((share) => share.databaseConnections),
    hashings: each.map((share) => share.passwordHashings),
    replies: each.map((share) => share.replyCacheBytes),
    decoders: each.map((share) => share.imageDecoders),
  }
}

test('what is for the whole server is divided, and each process has at least one', () => {
  assert.deepEqual(sharesOf({}, 2), {
    connections: [4, 3, 3],
    hashings: [1, 1],
    replies: [33_554_432, 33_554_432],
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

/** Workers that are no processes: the test says when each serves and ends. */
function openInvented(t: TestContext, workers: number) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let nowMs = 0
  t.mock.method(performance, 'now', () => nowMs)
  const started: {
    serve(): void
    announce(): void
    fail(): void
    end(): Promise<void>
    told: string[]
    killed: string[]
  }[] = []
  const start: typeof startWorkerProcess = (receive) => {
    const { promise, resolve } = Promise.withResolvers<{ code: number | null; signal: NodeJS.Signals | null }>()
    const [told, killed]: [string[], string[]] = [[], []]
    started.push({
      told,
      killed,
      serve: () => receive({ type: 'serving' }),
      announce: () => receive({ type: 'changed', topic: 'keys' }),
      fail: () => receive({ type: 'failed', sentence: 'There is no room.' }),
      async end() {
        resolve({ code: 1, signal: null })
        await new Promise(setImmediate)
      },
    })
    const kill = (signal: NodeJS.Signals) => {
      killed.push(signal)
      resolve({ code: null, signal })
    }
    return { post: ({ type }) => void told.push(type), kill, ended: promise }
  }
  const delays: unknown[] = []
  const changeBus = openChangeBus(assert.ifError)
  const log = { error: ({ delay_ms }: { delay_ms: number }) => void delays.push(delay_ms) }
  const given = {
    db: {},
    config: readConfig({}, {}).config,
    log,
    outbox: {},
    output: {},
    changeBus,
  } as unknown as Given
  const opened = openWorkers(given, workers, start)
  opened.started.catch(() => {})
  const pass = async (ms: number) => {
    nowMs += ms
    t.mock.timers.tick(ms)
    await new Promise(setImmediate)
  }
  return { ...opened, changeBus, started, delays, pass, last: () => started.at(-1)! }
}

test('what one worker has changed, or somebody else, all of them are told', async (t) => {
  const { started, changeBus, pass } = openInvented(t, 2)
  for (const { serve } of started) serve()
  started[0]?.announce()
  const told = () => started.map((worker) => worker.told.filter((type) => type === 'changed').length)
  assert.deepEqual(told(), [1, 1])
  await started[1]?.end()
  changeBus.publish('changes')
  await pass(0)
  assert.deepEqual(told(), [2, 1])
})

test('a worker that ends is replaced later each time, and soon again when it has served for long', async (t) => {
  const { started, delays, pass, last } = openInvented(t, 1)
  last().serve()
  for (const delayMs of [100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000]) {
    await pass(1)
    const before = started.length
    await last().end()
    await pass(delayMs - 1)
    assert.equal(started.length, before, `not before ${delayMs} ms`)
    await pass(1)
    assert.equal(started.length, before + 1)
    assert.equal(delays.at(-1), delayMs)
    last().serve()
  }
  await pass(60_000)
  await last().end()
  assert.equal(delays.at(-1), 100)
})

test('a worker that cannot start ends a server that has not served yet, with its sentence', async (t) => {
  const { started, failed, stop } = openInvented(t, 2)
  started[0]?.serve()
  started[1]?.fail()
  await started[1]?.end()
  await assert.rejects(failed, { message: 'There is no room.' })
  const stopped = stop()
  assert.deepEqual(started[0]?.told, ['start', 'stop'])
  await started[0]?.end()
  await stopped
})

test('a server that has served tries again, and ends when five starts fail and none serves', async (t) => {
  const { started, failed, last, pass } = openInvented(t, 1)
  let sentence: string | undefined
  failed.catch((error) => {
    sentence = error.message
  })
  last().serve()
  await pass(1)
  await last().end()
  for (let times = 1; times <= 5; times++) {
    assert.equal(sentence, undefined)
    await pass(30_000)
    assert.equal(started.length, times + 1)
    await last().end()
  }
  assert.equal(sentence, 'A worker ended with code 1 before it served.')
})

test('one that does not serve yet is not waited for at the end, nor one that hangs', async (t) => {
  const { started, pass, stop } = openInvented(t, 2)
  started[0]?.serve()
  const stopped = stop()
  assert.deepEqual([started[0]?.killed, started[1]?.killed], [[], ['SIGKILL']])
  await pass(14_999)
  assert.deepEqual(started[0]?.killed, [])
  await pass(1)
  assert.deepEqual(started[0]?.killed, ['SIGKILL'])
  await stopped
})
