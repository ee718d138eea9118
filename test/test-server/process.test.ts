import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Fault, startTestServer } from 'reelcommons/test'
import { runCommand } from '../support/run/command.ts'
import { PATIENCE_MS, program, run, within } from '../support/running.ts'

/** An empty folder, and a server that was started in it and may write its temporary files there. */
async function started(t: TestContext, words: string[] = [], options: object = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-alone-'))
  const env = { ...process.env, TMPDIR: folder, HOME: folder, REELCOMMONS_DATA: join(folder, 'data') }
  const child = spawn(process.execPath, [program, 'serve', '--test', ...words], { cwd: folder, env, ...options })
  t.after(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const [line] = await within('nothing was printed', once(lines, 'line'))
  const more: string[] = []
  lines.on('line', (text) => more.push(text))
  return { folder, child, told: JSON.parse(line), more, files: () => readdir(folder) }
}

const ended = async (child: ChildProcess) => {
  if (child.exitCode === null && child.signalCode === null) await within('it did not end', once(child, 'exit'))
  return child.exitCode ?? child.signalCode
}

const rate = ({ url, api_key, session_id }: Record<string, string>) =>
  fetch(`${url}/3/movie/501/rating?api_key=${api_key}&session_id=${session_id}`, {
    method: 'POST',
    body: '{"value":4}',
    headers: { 'content-type': 'application/json' },
  })

test('a server for tests prints one line, and leaves no file, however it ends', async (t) => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
    const { child, told, files, more } = await started(t)
    assert.equal((await rate(told)).status, 201)
    assert.equal((await fetch(`${told.url}/t/p/w500/lantern-own.jpg`)).status, 200)
    assert.equal((await fetch(`${told.url}/movie/501`)).status, 200)
    child.kill(signal)
    assert.equal(await ended(child), signal === 'SIGKILL' ? 'SIGKILL' : 0)
    assert.deepEqual([await files(), more], [[], []], signal)
  }
})

test('it stops when its input ends, if that is wanted', async (t) => {
  const { child } = await started(t, ['--stop-with-input'])
  child.stdin?.end()
  assert.equal(await ended(child), 0)
})

test('startTestServer gives what is printed, and ways to tell the server what to do', async (t) => {
  const server = await startTestServer({
    now: new Date('2026-02-01T00:00:00Z'),
    dialect: 'common',
    startTimeoutMs: PATIENCE_MS,
  })
  t.after(() => server.stop())
  assert.deepEqual([server.now, server.account.username], ['2026-02-01T00:00:00.000Z', 'tester'])
  const get = (path: string) => fetch(`${server.url}${path}?api_key=${server.apiKey}&session_id=${server.sessionId}`)
  assert.equal((await (await get('/3/movie/501')).json()).imdb_id, 'tt0000501')
  const fault: Fault = await server.fault({ path: '/3/account', fault: 'session', times: 2 })
  assert.deepEqual([fault.id, fault.left], [1, 2])
  assert.equal((await get('/3/account')).status, 401)
  assert.equal((await server.faults())[0]?.left, 1)
  await server.clearFaults()
  assert.equal((await get('/3/account')).status, 200)
  assert.equal(await server.setClock(3_600), '2026-02-01T01:00:00.000Z')
  assert.equal(await server.setClock('2026-03-01T00:00:00Z'), '2026-03-01T00:00:00.000Z')
  await server.reset()
  assert.equal(await server.setClock(0), server.now)
  const wrong = server.fault({ path: '/3/account', fault: 'slow', ms: 0 })
  await assert.rejects(wrong, /^Error: The server for tests refused POST \/test\/faults: ms has to be at least 1\.$/)
  await server.stop()
  await server.stop()
  await assert.rejects(get('/3/account'))
})

test('what is wrong with an option is in the error', async () => {
  const refused = startTestServer({ now: 'noon', startTimeoutMs: PATIENCE_MS })
  await assert.rejects(refused, /The server for tests ended \(2\):\n.*--now has to be a time such as .*, not "noon"\./s)
})

/** A program that starts a server and then does nothing, or ends. */
const starter = (then: string) => `
  const { startTestServer } = require('reelcommons/test')
  startTestServer({ startTimeoutMs: 120000 }).then((server) => {
    console.log(server.url)
    ${then}
  })`

test('a server ends with who has started it, also if that is killed or has forgotten it', async (t) => {
  for (const then of ['setInterval(() => {}, 1000)', '']) {
    const parent = spawn(process.execPath, ['--eval', starter(then)], { cwd: join(program, '..', '..') })
    t.after(() => parent.kill('SIGKILL'))
    const [line] = await within('nothing was printed', once(parent.stdout, 'data'))
    const url = String(line).trim()
    if (then !== '') {
      assert.equal((await fetch(`${url}/healthz`)).status, 200)
      parent.kill('SIGKILL')
    } else assert.equal(await ended(parent), 0, 'nobody waits for a server that is forgotten')
    const isThere = () =>
      fetch(`${url}/healthz`).then(
        (reply) => reply.ok,
        () => false,
      )
    const endMs = performance.now() + 30_000
    while (await isThere()) {
      assert.ok(performance.now() < endMs, 'it did not end')
      await pause(50)
    }
  }
})

const refused: [words: string[], sentence: RegExp][] = [
  [['--data', 'folder'], /--data does not go with --test: .* leaves no file behind\.\n/],
  [['--database', 'postgres://there/films'], /--database does not go with --test: .* never touches another\.\n/],
  [['--host', '0.0.0.0'], /listens on this machine only, .* not "0\.0\.0\.0"\.\n/],
  [['--host', 'films.example'], /listens on this machine only, .* not "films\.example"\.\n/],
  [['--workers', '2'], /--workers does not go with --test: a server for tests is one process\.\n/],
  [['--workers', 'auto'], /--workers does not go with --test/],
  [
    ['--site', 'http://films.lan'],
    /--site does not go with --test, which takes --host, --port, --dialect or --log-level\./,
  ],
  [['--no-private'], /--private does not go with --test/],
  [['--now', '2026-01-15'], /--now has to be a time such as 2026-01-15T12:00:00Z, .*, not "2026-01-15"\.\n/],
  [['--now', '1969-12-31T00:00:00Z'], /--now has to be a time/],
  [['more'], /serve does not take the argument "more"\./],
]
for (const [words, sentence] of refused)
  test(`serve --test ${words.join(' ')} is refused`, async () => {
    const { code, stdout, stderr } = await runCommand(['serve', '--test', ...words])
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, sentence)
  })

for (const words of [['--now', '2026-01-15T12:00:00Z'], ['--fixture', 'x'], ['--stop-with-input']])
  test(`serve ${words[0]} is refused without --test`, async () => {
    const { code, stderr } = await runCommand(['serve', ...words])
    assert.equal(code, 2)
    assert.match(stderr, new RegExp(`${words[0]} goes with --test only\\.`))
  })

test('a port that is taken, and a fixture that is not there, end the start with a sentence', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  t.after(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const taken = await runCommand(['serve', '--test', '--port', String(port)])
  assert.deepEqual([taken.code, taken.stdout], [1, ''])
  assert.match(taken.stderr, /EADDRINUSE/)
  // In a process of its own, which has to end.
  const missing = await run(['serve', '--test', '--fixture', 'not/there.ndjson'])
  assert.equal(missing.code, 1)
  assert.match(missing.output, /^reelcommons serve: The fixture cannot be read: ENOENT/)
})
