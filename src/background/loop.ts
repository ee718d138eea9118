import { setTimeout as delay } from 'node:timers/promises'
import { despiteConflicts } from './conflicts.ts'

type LoopOptions = {
  /** The pause after each run. */
  restMs: number
  signal: AbortSignal
  /** Gets errors, after which the loop continues. */
  failed(error: unknown): void
}

/**
 * Runs a piece of work again and again until `signal` is aborted. Where it conflicts with that of others, it is done
 * again at once, and fails only if it keeps conflicting.
 */
export async function runLoop(work: () => Promise<void>, { restMs, signal, failed }: LoopOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      await despiteConflicts(work, signal)
    } catch (error) {
      failed(error)
    }
    // An aborted pause is how the loop ends.
    await delay(restMs, undefined, { signal }).catch(() => {})
  }
}
