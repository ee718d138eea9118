import { setTimeout as delay } from 'node:timers/promises'

type LoopOptions = {
  /** How long it rests between two times. */
  restMs: number
  signal: AbortSignal
  /** Told what went wrong, after which it is tried again. */
  failed(error: unknown): void
}

/** Does a piece of work again and again until `signal` is aborted. */
export async function runLoop(work: () => Promise<void>, { restMs, signal, failed }: LoopOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      await work()
    } catch (error) {
      failed(error)
    }
    // That it is woken before its time is how it ends.
    await delay(restMs, undefined, { signal }).catch(() => {})
  }
}
