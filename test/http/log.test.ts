import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, mock, type TestContext, test } from 'node:test'
import { type Output, openLogBuffer, WAITING_BYTES } from '#src/log-buffer.ts'
import { logOf, Running } from '../support/running.ts'

/** Throws where nobody catches it, when the process gets this signal. */
const crash = `--import=data:text/javascript,process.on('SIGUSR2',()=>{throw(Error('crash'))})`
/** Longer than any test. */
const never = '600000'

/** A server with an empty catalogue, which has answered two requests: a cold one and a warm one. */
async function openAsked(t: TestContext, words: string[]): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-log-'))
  const started = ['serve', '--data', folder, '--port', '0', '--empty', ...words]
  const server = new Running(started, { env: { NODE_OPTIONS: crash } })
  t.after(async () => {
    await server.stop('SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 20 })
  })
  const [, address = ''] = await server.until(/curl '(http:\S+)'/)
  for (const _ of ['cold', 'warm']) assert.equal((await fetch(address)).status, 200)
  return server
}

const requestsIn = (server: Running) => logOf(server).filter(({ msg }) => msg === 'request')

describe('the log of requests', () => {
  const ends: [title: string, signal: NodeJS.Signals, end: [number | null, string | null], words: string[]][] = [
    ['is whole when the server stops', 'SIGTERM', [0, null], []],
    ['is whole when the server stops with its workers', 'SIGTERM', [0, null], ['--workers', '2']],
    ['is whole when the server crashes', 'SIGUSR2', [1, null], []],
    ['is whole when its terminal is closed', 'SIGHUP', [null, 'SIGHUP'], []],
  ]
  for (const [title, signal, end, words] of ends)
    test(title, async (t) => {
      const server = await openAsked(t, ['--log-delay-ms', never, ...words])
      assert.deepEqual(requestsIn(server), [], 'nothing is written yet')
      const closed = once(server.child, 'close')
      // The starter passes on the signals that it knows.
      if (signal === 'SIGUSR2') process.kill(await server.server(), signal)
      else server.child.kill(signal)
      assert.deepEqual(await closed, end, server.output)
      assert.equal(requestsIn(server).length, 2, server.output)
    })

  test('is written after a while, and a line is the same whichever way its request went', async (t) => {
    const server = await openAsked(t, ['--log-delay-ms', '1'])
    await server.until(/"msg":"request"[\s\S]*"msg":"request".*\n/)
    const lines = requestsIn(server) as object[]
    const common = {
      level: 30,
      pid: await server.server(),
      operation: 'configuration.languages',
      method: 'GET',
      status: 200,
    }
    for (const line of lines) {
      const { time, hostname, reqId: _, ms, ...rest } = line as Record<string, unknown>
      assert.deepEqual(rest, { ...common, key_id: 1, msg: 'request' })
      assert.deepEqual([typeof time, typeof hostname, typeof ms], ['number', 'string', 'number'])
    }
    assert.deepEqual(
      lines.map((line) => 'reqId' in line),
      [true, false],
      'the second request was a warm one',
    )
  })
})

test('what a page brings along has no line of its own, unless it fails or all is asked for', async (t) => {
  const operationsAt = async (...words: string[]) => {
    const server = await openAsked(t, ['--log-delay-ms', '1', ...words])
    const [, site = ''] = /(http:\S+)\/3\//.exec(server.output) ?? []
    const page = await (await fetch(`${site}/`)).text()
    const [, style = ''] = /rel="stylesheet" href="([^"]+)"/.exec(page) ?? []
    assert.ok(style)
    for (const [path, status] of [
      [style, 200],
      ['/favicon.ico', 200],
      ['/t/p/w92/none.jpg', 404],
      ['/site.webmanifest', 200],
      ['/healthz', 200],
    ] as const)
      assert.equal((await fetch(`${site}${path}`)).status, status, path)
    await server.until(/"operation":"health"/)
    return requestsIn(server).map(({ operation }) => operation)
  }
  const listed = await operationsAt()
  assert.deepEqual(listed.slice(2), ['GET /', 'picture', 'health'])
  const all = await operationsAt('--log-level', 'debug')
  assert.deepEqual(all.slice(2), ['GET /', 'assets', 'favicon', 'picture', 'manifest', 'health'])
})

describe('lines of the log', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => mock.timers.reset())
  function open(t: TestContext, delayMs = 1_000) {
    const written: string[] = []
    const output = {
      writableLength: 0,
      fault: undefined as Error | undefined,
      write(text: string, done: (error?: Error) => void) {
        if (!output.fault) written.push(text)
        done(output.fault)
      },
    }
    const stopped = Promise.withResolvers<void>()
    const { stream, close } = openLogBuffer(output as unknown as Output, delayMs, stopped.promise)
    t.after(close)
    return { output, written, stop: stopped.resolve, stream, close }
  }

  test('are written together, a second after the first of them', (t) => {
    const { stream, written } = open(t)
    stream.write('one\n')
    mock.timers.tick(999)
    stream.write('two\n')
    assert.deepEqual(written, [])
    mock.timers.tick(1)
    assert.deepEqual(written, ['one\ntwo\n'])
    stream.write('three\n')
    mock.timers.tick(1_000)
    assert.deepEqual(written.slice(1), ['three\n'])
  })

  test('do not wait where there are many, nor before a warning', (t) => {
    const { stream, written } = open(t)
    stream.write('one\n')
    stream.lastLevel = 40
    stream.write('warning\n')
    assert.deepEqual(written, ['one\nwarning\n'])
    stream.write('two\n')
    assert.equal(written.length, 1)
    const long = `${'x'.repeat(16_384)}\n`
    stream.write(long)
    assert.deepEqual(written.slice(1), [`two\n${long}`])
  })

  test('do not wait where none shall wait, once the server is told to stop, and after the end', async (t) => {
    const immediate = open(t, 0)
    immediate.stream.write('one\n')
    assert.deepEqual(immediate.written, ['one\n'])
    const { stream, written, stop, close } = open(t)
    stream.write('one\n')
    stop()
    await new Promise(setImmediate)
    stream.write('two\n')
    close()
    stream.write('three\n')
    assert.deepEqual(written, ['one\n', 'two\n', 'three\n'])
  })

  test('are dropped and counted where nobody reads them', (t) => {
    const { output, stream, written } = open(t)
    output.writableLength = WAITING_BYTES + 1
    stream.write('one\ntwo\n')
    mock.timers.tick(1_000)
    output.writableLength = 0
    stream.write('three\n')
    mock.timers.tick(1_000)
    assert.equal(written.length, 1)
    const [first = '', second] = (written[0] ?? '').split('\n')
    const { lines, level } = JSON.parse(first)
    assert.deepEqual([lines, level, second], [2, 40, 'three'])
  })

  test('are dropped and counted where they cannot be written', (t) => {
    const { output, stream, written } = open(t, 0)
    output.fault = new Error('The disk is full')
    for (const line of ['one\n', 'two\nthree\n', 'four\n']) stream.write(line)
    output.fault = undefined
    for (const line of ['five\n', 'six\n']) stream.write(line)
    const [first = '', second] = (written[0] ?? '').split('\n')
    assert.deepEqual([JSON.parse(first).lines, second, written.slice(1)], [4, 'five', ['six\n']])
  })
})
