import { hostname } from 'node:os'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Config } from '#src/config.ts'
import { noteRequests, whereabouts } from './requests-at-work.ts'
import { openShared, type Watched, whereaboutsName } from './shared.ts'

/** How often the watchdog looks in the time that the main thread may hang, and how seldom at most. */
const LOOKS = 10
const MOST_PAUSE_MS = 1_000
/** A start may take so much longer: it loads all of the code without a pause, which takes a busy machine long. */
const START_TIMES = 10

const entry = new URL(`watchdog-entry${extname(import.meta.url)}`, import.meta.url)

export type Watchdog = {
  /** The start is over. */
  started(): void
  /** The process was told to stop, which may take this long. */
  stopping(timeoutMs: number): void
}

type WatchdogOptions = Pick<Config, 'hangTimeoutMs' | 'logLevel'> & {
  /** Whether the log is text for people. */
  isText: boolean
  /** What the lines of its log begin with. */
  base?: Readonly<Record<string, unknown>>
}

/** Watches the main thread from another one, which ends the process where the main thread hangs for too long. */
export function startWatchdog({ hangTimeoutMs, logLevel, isText, base }: WatchdogOptions): Watchdog {
  if (hangTimeoutMs === 0) return { started() {}, stopping() {} }
  const { shared, limit, countOn, note } = openShared()
  limit(START_TIMES * hangTimeoutMs)
  const pauseMs = Math.min(MOST_PAUSE_MS, Math.ceil(hangTimeoutMs / LOOKS))
  setInterval(countOn, pauseMs).unref()
  noteRequests(note)
  Object.assign(globalThis, { [Symbol.for(whereaboutsName)]: whereabouts })
  const watched: Watched = {
    shared,
    pauseMs,
    log: { isSilent: logLevel === 'silent', isText, base: base ?? { pid: process.pid, hostname: hostname() } },
    // With a channel to its parent, a process ends with it.
    parent: process.send ? process.ppid : undefined,
  }
  new Worker(entry, { name: 'watchdog', workerData: watched, execArgv: [] }).unref()
  return {
    // Counted first: the last step of a start may itself have taken longer than a server may hang.
    started() {
      countOn()
      limit(hangTimeoutMs)
    },
    stopping: (timeoutMs) => limit(Math.min(timeoutMs, hangTimeoutMs)),
  }
}
