import { writeSync } from 'node:fs'
import { constants } from 'node:os'
import { workerData } from 'node:worker_threads'
import { textOf } from '#src/log-text.ts'
import { openLooks } from './looks.ts'
import { pathWithoutSecrets } from './path-without-secrets.ts'
import type { Whereabouts } from './requests-at-work.ts'
import { openShared, type Watched, watchdogSignal, whereaboutsName } from './shared.ts'

// This file runs in a thread that watches the main one, and ends the process when that hangs.
const { shared, pauseMs, log, parent } = workerData as Watched
const { count, limitMs, noted } = openShared(shared)
const looks = openLooks(pauseMs, performance.now())

/** How long the main thread may take to say where it is. It does between two steps of JavaScript. */
const ANSWER_MS = 2_000
/** How long whoever reads the log may take. */
const WRITE_MS = 1_000
const FATAL = 60
const STANDARD_OUTPUT = 1

let isAsking = false
setInterval(async () => {
  // Before the count: a limit that was cut by then has counted on.
  const limit = limitMs()
  const hangsMs = looks.look(count(), performance.now())
  if (isAsking || hangsMs < 2 * pauseMs) return
  // Nobody waits for it any more, and it does not notice.
  if (parent !== undefined && process.ppid !== parent) end()
  if (hangsMs < limit) return
  isAsking = true
  const before = count()
  const where = await ask().catch(() => undefined)
  // It has come round, or a debugger holds it.
  if (count() === before && where !== 'held') {
    writeLine(hangsMs, where)
    end()
  }
  isAsking = false
}, pauseMs)

/** Interrupts the main thread to ask where it is; undefined if it does not answer, as in a call of the system. */
async function ask(): Promise<Whereabouts | 'held' | undefined> {
  // Not every Node has it, and nearly no watchdog needs it.
  const { Session } = await import('node:inspector')
  const session = new Session()
  const { promise, resolve } = Promise.withResolvers<Whereabouts | 'held' | undefined>()
  const timer = setTimeout(resolve, ANSWER_MS)
  session.connectToMainThread()
  const expression = `globalThis[Symbol.for('${whereaboutsName}')]()`
  session.post('Runtime.evaluate', { expression, returnByValue: true }, (error, answer) => {
    if (!error && !answer.exceptionDetails) resolve(answer.result.value ?? 'held')
  })
  const where = await promise
  clearTimeout(timer)
  session.disconnect()
  return where
}

function writeLine(hangs_ms: number, where: Whereabouts | undefined) {
  if (log.isSilent) return
  const { url, ...at } = where?.at ?? noted()
  const path = url === undefined ? undefined : pathWithoutSecrets(url)
  const msg = where
    ? 'the main thread hangs, so the process ends'
    : 'the main thread hangs outside JavaScript, so the process ends; the request is the last one that began'
  const err = where && { type: 'Hang', message: msg, stack: `Hang: ${msg}\n${where.stack}` }
  const line = JSON.stringify({ level: FATAL, time: Date.now(), ...log.base, ...at, path, hangs_ms, err, msg })
  write(`${log.isText ? textOf(line, (_, text) => text) : line}\n`)
}

/** Writes at once, past the streams of the main thread; a pipe may have to be emptied first. */
function write(text: string) {
  let bytes = Buffer.from(text)
  const endMs = performance.now() + WRITE_MS
  while (bytes.length > 0 && performance.now() < endMs)
    try {
      bytes = bytes.subarray(writeSync(STANDARD_OUTPUT, bytes))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
}

/** Without handlers of its own thread, a signal ends the process at once. Windows does not know this one. */
function end() {
  process.kill(process.pid, watchdogSignal in constants.signals ? watchdogSignal : 'SIGKILL')
}
