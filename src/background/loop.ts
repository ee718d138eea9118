import { setTimeout as delay } from 'node:timers/promises'

type LoopOptions = {
  /** The pause after each run. */
  restMs: number
  signal: AbortSignal
  /** Gets errors, after which the loop continues. */
  failed(error: unknown): void
}

/** Runs a piece of work again and again until `signal` is aborted. */
export async function runLoop(work: () => Promise<void>, { restMs, signal, failed }: LoopOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      await work()
    } catch (error) {
      failed(error)
    }
    // An aborted pause is how the loop ends.
    await delay(restMs, undefined, { signal }).catch(() => {})
  }
}
