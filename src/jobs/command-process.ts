import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { type Config, variablesOf } from '#src/config.ts'
import { packageRoot } from '#src/package-root.ts'

/** What bin/reelcommons.js starts imports with. */
const execArgv = ['--max-semi-space-size=8', '--heap-growing-percent=50']
const arenas = { MALLOC_ARENA_MAX: '2' }
/** What a command complains of last, which is kept. */
const maxComplaint = 500

/** How a process has ended: by itself, with a failure, or because it was told to. */
export type CommandEnd = 'done' | 'failed' | 'killed'

/**
 * Starts a command of ours, with the settings of this server, in a process of its own, so that requests are answered
 * meanwhile. `told` gets what it reports; all of that has arrived when it ends.
 */
export function startCommand(config: Config, words: readonly string[], told: (message: unknown) => void) {
  const child = fork(join(packageRoot, 'bin', 'start.js'), words, {
    ...{ execArgv, env: { ...variablesOf(config), ...arenas }, serialization: 'json' as const },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-maxComplaint)
  })
  child.on('message', told)
  const { promise: ended, resolve } = Promise.withResolvers<CommandEnd>()
  child.on('error', () => resolve('failed'))
  // Messages arrive before the process has closed.
  child.on('close', (code, signal) =>
    resolve(code === 0 ? 'done' : signal !== null || (code ?? 0) > 128 ? 'killed' : 'failed'),
  )
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already.
  }
  return { ended, complaint: () => complaint, stop: () => void child.kill('SIGTERM') }
}
