/** The pause before a process is started again that ended by itself; it doubles each time, up to the most. */
const FIRST_DELAY_MS = 100
const MOST_DELAY_MS = 30_000
/** One that was there for longer ended for another reason than the one before. */
const STEADY_MS = 60_000

/** The pauses between starts of one process, which ends by itself now and then. */
export function openRestartDelays() {
  let nextMs = FIRST_DELAY_MS
  return {
    /** It was there for so long. */
    lived(ms: number): void {
      if (ms >= STEADY_MS) nextMs = FIRST_DELAY_MS
    },
    /** How long to wait before its next start. */
    next(): number {
      const delayMs = nextMs
      nextMs = Math.min(MOST_DELAY_MS, nextMs * 2)
      return delayMs
    },
  }
}
