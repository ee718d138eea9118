import { childrenOf, cpuSeconds, isBeside, residentBytes, type Server } from '../support/server.ts'

/** How often it is looked at: what it does after the last look is not seen. */
const LOOK_MS = 50

type Seen = { before: number; now: number; peakBytes: number }

/**
 * Watches the process of a server that does what is done beside requests, which comes and goes, and those that it
 * starts.
 */
export function watchBeside({ pid }: Pick<Server, 'pid'>) {
  const processes = new Map<number, Seen>()
  const look = (isFirst: boolean) => {
    for (const child of besideOf(pid)) {
      try {
        const now = cpuSeconds(child)
        const { before } = processes.get(child) ?? { before: isFirst ? now : 0 }
        processes.set(child, { before, now, peakBytes: residentBytes(child, 'peak') || 0 })
      } catch (error) {
        if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
      }
    }
  }
  look(true)
  const timer = setInterval(look, LOOK_MS, false)
  return {
    /** What they have used since, and the most memory that one of them had. */
    end(): { cpuSeconds: number; peakBytes: number } {
      look(false)
      clearInterval(timer)
      const seen = [...processes.values()]
      return {
        cpuSeconds: seen.reduce((sum, { before, now }) => sum + now - before, 0),
        peakBytes: Math.max(0, ...seen.map(({ peakBytes }) => peakBytes)),
      }
    },
  }
}

/** One that ends meanwhile is none. */
const besideOf = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => {
    try {
      return isBeside(child) ? [child, ...childrenOf(child)] : []
    } catch {
      return []
    }
  })
