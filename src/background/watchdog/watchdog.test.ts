import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

const LIMIT_MS = 2_000

/** A process that a watchdog watches, and what its main thread does. */
const watched = (body: string) =>
  promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { startWatchdog } from ${JSON.stringify(new URL('./watchdog.ts', import.meta.url).href)}
    const watchdog = startWatchdog({ hangTimeoutMs: ${LIMIT_MS}, logLevel: 'fatal', isText: false })
    const hold = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    ${body}
    process.exit(0)`,
  ])

test('a start may take longer than a server may hang, and its last step does not count as hanging', async () => {
  const { stdout } = await watched(`
    hold(${2 * LIMIT_MS})
    watchdog.started()
    hold(${LIMIT_MS / 4})`)
  assert.equal(stdout, '')
})

test('what hangs after the start is ended', async () => {
  await assert.rejects(watched(`watchdog.started(); hold(${10 * LIMIT_MS})`), { code: null, signal: 'SIGALRM' })
})
