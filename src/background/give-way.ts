import { execFileSync } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/** It says it at once, or never. */
const TIMEOUT_MS = 5_000

/**
 * From now on this process only runs while nobody else wants the processor. A low priority alone does not do that:
 * whoever is woken meanwhile waits for some milliseconds all the same. There is no way back, so it is for processes
 * that hold no lock for which others wait. Where the system knows nothing of the kind, the lowest priority has to do.
 */
export function giveWay(): void {
  setPriority(constants.priority.PRIORITY_LOW)
  if (process.platform !== 'linux') return
  const self = String(process.pid)
  // A small system only knows how to say it of one thread: the first, which does the work.
  for (const words of [
    ['-a', '-i', '-p', '0', self],
    ['-i', '-p', '0', self],
  ])
    try {
      execFileSync('chrt', words, { stdio: 'ignore', timeout: TIMEOUT_MS })
      return
    } catch {
      // Neither is the program everywhere, nor may everybody use it.
    }
}
