import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { cpuSeconds, environment, reelcommons, residentBytes } from './server.ts'

/** How often its processes are looked at: what one does after the last look is not seen. */
const LOOK_MS = 10

/** A command of ours that has come to its end. */
export type Ended = {
  /** From its start to its end. */
  seconds: number
  cpuSeconds: number
  /** The most memory that each of its processes had resident, taken together: the command may start another Node. */
  peakBytes: number
  /** What it says in the end. */
  summary: string
}

export async function runCommand(words: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const startMs = performance.now()
  const child = spawn(process.execPath, [reelcommons, ...words], {
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const processes = new Map<number, { cpuSeconds: number; peakBytes: number }>()
  const look = setInterval(() => lookAt(child.pid as number, processes), LOOK_MS)
  const ended = once(child, 'exit').then(([code]) => ({ code, endMs: performance.now() }))
  const [summary, complaints, { code, endMs }] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  clearInterval(look)
  if (code !== 0) throw new Error(`${words[0]} ended with ${code}: ${complaints}${summary}`)
  const sum = (of: 'cpuSeconds' | 'peakBytes') => processes.values().reduce((sum, seen) => sum + seen[of], 0)
  return { seconds: (endMs - startMs) / 1000, cpuSeconds: sum('cpuSeconds'), peakBytes: sum('peakBytes'), summary }
}

/** Notes what a process and those that it has started have used until now. */
function lookAt(pid: number, processes: Map<number, { cpuSeconds: number; peakBytes: number }>) {
  try {
    const peakBytes = residentBytes(pid, 'peak')
    // One that has just ended has no memory any more.
    if (peakBytes > 0) processes.set(pid, { cpuSeconds: cpuSeconds(pid), peakBytes })
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    for (const child of children === '' ? [] : children.split(' ')) lookAt(Number(child), processes)
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
