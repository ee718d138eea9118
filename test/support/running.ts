import { type ChildProcess, type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { packageRoot } from '#src/package-root.ts'

/** What a newcomer starts. */
export const program = join(packageRoot, 'bin', 'reelcommons.js')

/** The environment of servers that refuse nothing because the machine is busy with other tests. */
export const unhurried = { ...process.env, REELCOMMONS_EVENT_LOOP_DELAY_MS: '60000' }

/** Far above what anything takes that a test waits for. */
export const PATIENCE_MS = 120_000

/** Waits, but not for ever: `what` says what did not happen. */
export async function within<Value>(what: string, happening: Promise<Value>, patienceMs = PATIENCE_MS): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`Within ${patienceMs} ms ${what}`)), patienceMs)
  return Promise.race([happening, promise]).finally(() => clearTimeout(timer))
}

/** A server in a process of its own, as a newcomer starts it: a starter, and the process that serves. */
export class Running {
  readonly child: ChildProcessWithoutNullStreams
  output = ''
  constructor(
    words: string[],
    { env, ...options }: { detached?: boolean; env?: Record<string, string>; uid?: number; gid?: number } = {},
  ) {
    this.child = spawn(process.execPath, [program, ...words], { env: { ...unhurried, ...env }, ...options })
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text
      })
  }
  get hasEnded() {
    return this.child.exitCode !== null || this.child.signalCode !== null
  }
  /** Waits until the output has a text that fits. */
  async until(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.output)
      if (found) return found
      if (this.hasEnded) throw new Error(`The server ended: ${this.output}`)
      const listening = new AbortController()
      const { signal } = listening
      const more = Promise.race([once(this.child.stdout, 'data', { signal }), once(this.child, 'close', { signal })])
      await within(`nothing more came, and there is no ${pattern} in: ${this.output}`, more)
      listening.abort()
    }
  }
  /** The process that serves, as soon as there is one. */
  async server(): Promise<number> {
    for (;;) {
      const [pid] = await childrenOf(this.child.pid as number)
      if (pid !== undefined) return pid
      await sleep(20)
      if (this.hasEnded) throw new Error(`The server ended: ${this.output}`)
    }
  }
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.hasEnded) return this.child.exitCode
    const closed = once(this.child, 'close')
    this.child.kill(signal)
    const [code] = await within(`the server did not end: ${this.output}`, closed)
    return code
  }
}

/** A command, to its end. */
export const run = async (words: string[], input = '', env: Record<string, string> = {}) => {
  const running = new Running(words, { env })
  running.child.stdin.end(input)
  const [code] = await within(`"${words.join(' ')}" did not end`, once(running.child, 'close'))
  return { code, output: running.output }
}

export type LogLine = { pid: number; worker?: number; msg: string; operation?: string }

/** What a server has logged by now, without its welcome. */
export const logOf = ({ output }: Running): LogLine[] =>
  output
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))

/** The processes that a process has started and that have not ended: all, or those that were started with a file. */
export async function childrenOf(pid: number, file = ''): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,args='])
  const rows = stdout.trim().split('\n')
  const fields = rows.map((row) => row.trim().split(/\s+/) as [pid: string, parent: string, ...rest: string[]])
  return fields
    .filter(([, parent, state, ...args]) => {
      return Number(parent) === pid && !state?.startsWith('Z') && args.some((arg) => arg.includes(file))
    })
    .map(([id]) => Number(id))
}

/** The processes of a server that answer requests. */
export const workersOf = (primary: number): Promise<number[]> => childrenOf(primary, 'worker-entry')

/** The process of a server that does what is done beside requests, if there is one. */
export const besideOf = async (server: number): Promise<number | undefined> =>
  (await childrenOf(server, 'beside-entry'))[0]

/** Kills what a process has started, and that process before, unless it has ended. */
export async function killAll(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const pids = await descendantsOf(child.pid as number)
  child.kill('SIGKILL')
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended with the others.
    }
}

async function descendantsOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid)
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()]
}

/** Not one that has ended and that nobody has asked for how. */
export async function isAlive(pid: number): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return /^[^Z]/.test(stdout)
}
