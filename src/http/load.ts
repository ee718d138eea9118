/** How often the delay of the thread is measured. */
const SAMPLE_MS = 100

export type Load = { isTooHigh(): boolean }

/**
 * Measures the delay of the thread that answers requests. Beyond `limitMs`, more requests would only wait with the
 * others until all of them time out. A timer measures it, so it costs a request next to nothing.
 */
export function watchLoad(limitMs: number, now = () => performance.now()): Load {
  let dueMs = now() + SAMPLE_MS
  let latestMs = 0
  setInterval(() => {
    latestMs = now() - dueMs
    dueMs = now() + SAMPLE_MS
  }, SAMPLE_MS).unref()
  // The timer itself may be overdue.
  return { isTooHigh: () => Math.max(latestMs, now() - dueMs) > limitMs }
}
