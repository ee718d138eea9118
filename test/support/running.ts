import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packageRoot } from '#src/package-root.ts'

/** What a newcomer starts. */
export const program = join(packageRoot, 'bin', 'reelcommons.js')

/** The environment of servers that refuse nothing because the machine is busy with other tests. */
export const unhurried = { ...process.env, REELCOMMONS_EVENT_LOOP_DELAY_MS: '60000' }

/** A server in a process of its own, as a newcomer starts it. */
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
      await Promise.race([once(this.child.stdout, 'data', { signal }), once(this.child, 'close', { signal })])
      listening.abort()
    }
  }
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.hasEnded) return this.child.exitCode
    const closed = once(this.child, 'close')
    this.child.kill(signal)
    const [code] = await closed
    return code
  }
}

/** A command, to its end. */
export const run = async (words: string[], input = '') => {
  const running = new Running(words)
  running.child.stdin.end(input)
  const [code] = await once(running.child, 'close')
  return { code, output: running.output }
}

export type LogLine = { pid: number; worker?: number; msg: string; operation?: string }

/** What a server has logged by now, without its welcome. */
export const logOf = ({ output }: Running): LogLine[] =>
  output
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))

/** Not one that has ended and that nobody has asked for how. */
export async function isAlive(pid: number): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return /^[^Z]/.test(stdout)
}
