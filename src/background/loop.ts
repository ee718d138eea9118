import { despiteConflicts } from './conflicts.ts'
import { pauseFor } from './follow.ts'

/** How a loop is told to end, tells what has failed, and rests; a time of its own unless somebody counts its rests. */
export type Looping = {
  signal: AbortSignal
  /** Gets errors, after which the loop continues. */
  failed(error: unknown): void
  /** Waits until a time has passed or the signal is aborted. */
  pause?(ms: number, signal: AbortSignal): Promise<void>
}

type LoopOptions = Looping & {
  /** The pause after each run. */
  restMs: number
}

/**
 * Runs a piece of work again and again until `signal` is aborted. Where it conflicts with that of others, it is done
 * again at once, and fails only if it keeps conflicting.
 */
export async function runLoop(
  work: () => Promise<void>,
  { restMs, signal, failed, pause = pauseFor }: LoopOptions,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await despiteConflicts(work, signal)
    } catch (error) {
      failed(error)
    }
    await pause(restMs, signal)
  }
}
