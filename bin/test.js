// What tests of apps import as `reelcommons/test`: plain CommonJS, which every test runner of Node can load.
const { spawn } = require('node:child_process')
const { join } = require('node:path')

const program = join(__dirname, 'reelcommons.js')

/** How long a start may take; on a machine that does nothing else it takes less than a second. */
const START_TIMEOUT_MS = 30_000
/** How long a server may take to stop before it is killed. */
const STOP_TIMEOUT_MS = 5_000

/** The arguments of a server with these options. */
function argumentsOf({ now, fixture = [], dialect, port }) {
  const args = ['serve', '--test']
  if (now !== undefined) args.push('--now', now instanceof Date ? now.toISOString() : now)
  for (const path of [fixture].flat()) args.push('--fixture', path)
  if (dialect !== undefined) args.push('--dialect', dialect)
  if (port !== undefined) args.push('--port', String(port))
  return args
}

/** Resolves with the line that a server prints when it answers. */
function beginningOf(child, startTimeoutMs) {
  return new Promise((resolve, reject) => {
    let output = ''
    let complaints = ''
    const fail = (reason) => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      reject(new Error(`The server for tests ${reason}${complaints && `:\n${complaints}`}`))
    }
    const timer = setTimeout(() => fail(`did not start within ${startTimeoutMs} ms`), startTimeoutMs)
    child.once('error', (error) => fail(`could not be started: ${error.message}`))
    child.once('close', (code, signal) => fail(`ended (${signal ?? code})`))
    child.stderr.setEncoding('utf8').on('data', (text) => {
      complaints = (complaints + text).slice(-4_000)
    })
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
      const end = output.indexOf('\n')
      if (end === -1) return
      clearTimeout(timer)
      child.removeAllListeners('close')
      child.stdout.removeAllListeners('data').resume()
      resolve(JSON.parse(output.slice(0, end)))
    })
  })
}

/** Starts a server for tests in a process of its own, which ends with this one at the latest. */
async function startTestServer(options = {}) {
  const { startTimeoutMs = START_TIMEOUT_MS } = options
  // The channel closes when this process ends, however it ends; then the server stops.
  const child = spawn(process.execPath, [program, ...argumentsOf(options)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const told = await beginningOf(child, startTimeoutMs)
  // A test that forgets to stop it does not wait for it.
  for (const each of [child, child.channel, child.stdout, child.stderr]) each?.unref?.()

  async function ask(method, path, body) {
    const response = await fetch(`${told.url}/test/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`The server for tests refused ${method} /test/${path}: ${answer.status_message}`)
    return answer
  }

  return {
    url: told.url,
    apiKey: told.api_key,
    token: told.token,
    sessionId: told.session_id,
    guestSessionId: told.guest_session_id,
    account: told.account,
    now: told.now,
    async reset() {
      await ask('POST', 'reset')
    },
    async setClock(to) {
      const body = typeof to === 'number' ? { advance: to } : { now: to instanceof Date ? to.toISOString() : to }
      return (await ask('POST', 'clock', body)).now
    },
    fault: (wanted) => ask('POST', 'faults', wanted),
    async faults() {
      return (await ask('GET', 'faults')).faults
    },
    async clearFaults() {
      await ask('DELETE', 'faults')
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      child.ref()
      child.kill('SIGTERM')
      await ended
      clearTimeout(timer)
    },
    async [Symbol.asyncDispose]() {
      await this.stop()
    },
  }
}

exports.startTestServer = startTestServer
