/** How often it is looked how late the thread is. */
const SAMPLE_MS = 100

export type Load = { isTooHigh(): boolean }

/**
 * Watches how late the thread is that answers requests. Where it is later than `limitMs`, more requests would only wait
 * with the others until all are given up. A timer measures it, so it costs a request next to nothing.
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
