import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openChangeBus } from '#src/background/change-bus.ts'
import type { Rounds } from '#src/background/follow.ts'
import { readConfig } from '#src/config.ts'
import type { Topic } from '#src/database/topics.ts'
import type { startBesideProcess } from './beside-process.ts'
import { TIMES } from './hang-watch.ts'
import { openBeside } from './keeper.ts'
import { type FromBeside, toldError } from './messages.ts'
import type { LoopName } from './occasions.ts'
import { FIRST_TURN_MS, type Rests } from './rests.ts'

const shutdownTimeoutMs = 5_000
const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
}

/** Waits by the timers of the test. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve())
  })

/** Processes that are none: the test says what each of them tells and when it ends, and what waits to be done. */
async function openInvented(t: TestContext, { hangTimeoutMs = 20_000 } = {}) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  let nowMs = 0
  t.mock.method(performance, 'now', () => nowMs)
  const started: ReturnType<typeof processOf>[] = []
  const processOf = (receive: (message: FromBeside) => void) => {
    const { promise: ended, resolve } = Promise.withResolvers<{ code: number | null; signal: NodeJS.Signals | null }>()
    const [told, killed]: [string[], string[]] = [[], []]
    let rests: Rests = {}
    return {
      ...{ told, killed, receive, ended },
      rests: () => rests,
      post(message: { type: string; rests?: Rests }) {
        told.push(message.type)
        rests = message.rests ?? rests
      },
      kill(signal: NodeJS.Signals) {
        killed.push(signal)
        resolve({ code: null, signal })
      },
      async end(left?: Rests) {
        if (left) receive({ type: 'ending', rests: left })
        resolve({ code: left ? 0 : 1, signal: null })
        await settle()
      },
    }
  }
  const start: typeof startBesideProcess = (receive) => {
    started.push(processOf(receive))
    return started.at(-1)!
  }
  let waiting: LoopName[] = []
  const lines: [level: string, facts: object, sentence: string][] = []
  const logAt = (level: string) => (facts: object, sentence: string) => void lines.push([level, facts, sentence])
  const changeBus = openChangeBus(assert.ifError)
  const ending = new AbortController()
  const { done, lead } = openBeside({
    db: { all: async () => waiting.map((name) => ({ name })) } as never,
    config: { ...readConfig({}, {}).config, shutdownTimeoutMs, hangTimeoutMs },
    log: { info: logAt('info'), error: logAt('error') } as never,
    complain: assert.fail,
    ...{ changeBus, start, pause },
  })
  const led = lead(ending.signal)
  await settle()
  return {
    ...{ started, lines, changeBus, done, led },
    wait(...names: LoopName[]) {
      waiting = names
    },
    last: () => started.at(-1)!,
    stop: async () => {
      ending.abort()
      await settle()
    },
    /** The machine sleeps: no timer fires. */
    sleep(ms: number) {
      nowMs += ms
    },
    async pass(ms: number) {
      nowMs += ms
      t.mock.timers.tick(ms)
      await settle()
    },
  }
}

test('a process is there only while something waits, or its time has come', async (t) => {
  const { started, wait, pass, last } = await openInvented(t)
  await pass(1_000)
  assert.equal(started.length, 0)
  wait('quality')
  await pass(1_000)
  assert.equal(started.length, 1)
  wait()
  await last().end({})
  await pass(1_000)
  assert.equal(started.length, 1)
})

test('an announced change is noticed at once', async (t) => {
  const { started, wait, pass, changeBus } = await openInvented(t)
  wait('quality')
  changeBus.publish('changes')
  await settle()
  await pass(50)
  assert.equal(started.length, 1)
})

test('what follows from the time alone has its turn after a start, and when its rest is over', async (t) => {
  const { started, pass, last } = await openInvented(t)
  for (let passed = 1_000; passed < FIRST_TURN_MS; passed += 1_000) await pass(1_000)
  assert.equal(started.length, 0)
  await pass(1_000)
  assert.equal(started.length, 1)
  await last().end({ expiry: { sinceMs: 3_600_000 - 2_000, forMs: 0 } })
  await pass(1_000)
  assert.equal(started.length, 1)
  await pass(1_000)
  assert.equal(started.length, 2)
  assert.deepEqual(last().rests(), { expiry: { sinceMs: 3_600_000, forMs: 0 } })
})

test('what rests is not begun before its time, though it waits', async (t) => {
  const { started, wait, pass, last } = await openInvented(t)
  wait('popularity')
  await pass(1_000)
  await last().end({ popularity: { sinceMs: 0, forMs: 2_000 } })
  await pass(1_000)
  assert.equal(started.length, 1)
  await pass(1_000)
  assert.equal(started.length, 2)
})

test('one that ends by itself is replaced later each time, and soon again when it was there for long', async (t) => {
  const { started, lines, wait, pass, last } = await openInvented(t)
  wait('quality')
  await pass(1_000)
  for (const delayMs of [100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000]) {
    const before = started.length
    await last().end()
    await pass(delayMs - 1)
    assert.equal(started.length, before, `not before ${delayMs} ms`)
    await pass(1)
    assert.equal(started.length, before + 1)
    assert.deepEqual(lines.at(-1), [
      'error',
      { code: 1, signal: null, delay_ms: delayMs },
      'the process that works beside requests ended; another one replaces it',
    ])
  }
  await pass(60_000)
  await last().end()
  assert.deepEqual(lines.at(-1)?.[1], { code: 1, signal: null, delay_ms: 100 })
})

test('one that is told to stop ends its step, unless it takes too long', async (t) => {
  const { wait, pass, last, stop, led } = await openInvented(t)
  wait('quality')
  await pass(1_000)
  last().receive({ type: 'begun' })
  await stop()
  assert.deepEqual(last().told, ['start', 'stop'])
  await pass(shutdownTimeoutMs - 1)
  assert.deepEqual(last().killed, [])
  await pass(1)
  assert.deepEqual(last().killed, ['SIGKILL'])
  await led
})

test('one that has told nothing for long is ended and replaced', async (t) => {
  const { started, lines, wait, pass, last } = await openInvented(t, { hangTimeoutMs: 1_000 })
  const passSeconds = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed++) await pass(1_000)
  }
  wait('quality')
  await pass(1_000)
  await passSeconds(TIMES)
  last().receive({ type: 'alive' })
  await passSeconds(TIMES)
  assert.deepEqual([last().killed, lines], [[], []])
  await pass(1_000)
  assert.deepEqual(last().killed, ['SIGKILL'])
  assert.deepEqual(lines, [
    ['error', { silent_ms: TIMES * 1_000 }, 'the process that works beside requests hangs, so it is ended'],
    [
      'error',
      { code: null, signal: 'SIGKILL', delay_ms: 100 },
      'the process that works beside requests ended; another one replaces it',
    ],
  ])
  await pass(100)
  assert.equal(started.length, 2)
})

test('one is not ended for the time in which nobody could look', async (t) => {
  const { started, wait, pass, sleep } = await openInvented(t, { hangTimeoutMs: 1_000 })
  wait('quality')
  await pass(1_000)
  for (let day = 0; day < 2 * TIMES; day++) {
    await pass(1_000)
    sleep(86_400_000)
  }
  assert.equal(started.length, 1)
})

test('with hangs that are not watched it may be silent as long as it likes', async (t) => {
  const { started, wait, pass } = await openInvented(t, { hangTimeoutMs: 0 })
  wait('quality')
  for (let passed = 0; passed < 1_000; passed++) await pass(1_000)
  assert.equal(started.length, 1)
})

test('one that has not begun yet is not waited for', async (t) => {
  const { wait, pass, last, stop, led } = await openInvented(t)
  wait('quality')
  await pass(1_000)
  await stop()
  assert.deepEqual([last().told, last().killed], [['start'], ['SIGKILL']])
  await led
})

test('what it tells is logged, counted and published, and what others change it is told', async (t) => {
  const { wait, pass, last, changeBus, done, lines } = await openInvented(t)
  wait('quality')
  await pass(1_000)
  const { receive, told } = last()
  const published: Topic[] = []
  changeBus.subscribe(['names'], async () => void published.push('names'))
  receive({ type: 'changed', topic: 'names' })
  assert.deepEqual(published, ['names'])
  changeBus.publish('keys')
  assert.deepEqual(told, ['start', 'changed', 'changed'])

  const err = toldError(Object.assign(new TypeError('odd', { cause: new Error('deeper') }), { code: 'E1' }))
  receive({ type: 'log', level: 'error', facts: { err }, sentence: 'it failed' })
  const [level, facts, sentence] = lines.at(-1) as [string, { err: Record<string, string> }, string]
  assert.deepEqual(
    [level, sentence, facts.err.name, facts.err.message, facts.err.code],
    [...['error', 'it failed', 'TypeError', 'odd', 'E1']],
  )
  assert.match(facts.err.stack ?? '', /^TypeError: odd\n[\s\S]+\ncaused by: Error: deeper\n/)

  const rounds = (followed: number): Rounds => ({ followed, rebuilt: 0, failed: 1 })
  const worked = { done: 1, failed: 0, cancelled: 0, seconds: 2 }
  for (const followed of [2, 3])
    receive({ type: 'worked', rounds: [['quality', rounds(followed)]], jobs: [['undo', worked]] })
  assert.deepEqual(done.followers.find(({ name }) => name === 'quality')?.rounds, { ...rounds(5), failed: 2 })
  assert.deepEqual([...done.jobs], [['undo', { done: 2, failed: 0, cancelled: 0, seconds: 4 }]])
})
