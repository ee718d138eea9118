import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FromBeside, ToBeside } from './messages.ts'

type BesideProcess = {
  post(message: ToBeside): void
  kill(signal: NodeJS.Signals): void
  /** How it ended. All of its messages have been received by then. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/**
 * Where processors are scarce, requests are answered first. Not as low as an import: others wait for what it writes,
 * while it holds the lock of SQLite.
 */
const PRIORITY = 5

const entry = fileURLToPath(new URL(`beside-entry${extname(import.meta.url)}`, import.meta.url))

/** Starts the process; `complain` gets what it writes to its standard error. It ends with this one. */
export function startBesideProcess(
  receive: (message: FromBeside) => void,
  complain: (text: string) => void,
): BesideProcess {
  const child = fork(entry, [], {
    serialization: 'advanced',
    // The port of a debugger is taken.
    execArgv: process.execArgv.filter((flag) => !flag.startsWith('--inspect')),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  lowerPriority(child)
  child.stderr?.setEncoding('utf8').on('data', complain)
  child.on('message', (message) => receive(message as FromBeside))
  // Messages to one that is just ending are lost; its end is reported below.
  child.on('error', () => {})
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  return {
    post(message) {
      if (child.connected) child.send(message, undefined, undefined, () => {})
    },
    kill: (signal) => void child.kill(signal),
    ended,
  }
}

function lowerPriority({ pid }: ChildProcess) {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY)
  } catch {
    // It has ended already.
  }
}
