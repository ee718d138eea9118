/** A look that comes later than this many times the pause between two of them has slept itself. */
const LATE_TIMES = 2

/**
 * Decides by looks at a count, one each `pauseMs`, whether the thread that counts hangs. Looks that come late count
 * for nothing: where the whole process was stopped, or the machine was, whoever looks has slept as well.
 */
export function openLooks(pauseMs: number, startMs: number) {
  let seen: number | undefined
  let lookedMs = startMs
  let missed = 0
  return {
    /** For how long the count has stood still, as far as that was seen. */
    look(count: number, nowMs: number): number {
      const isLate = nowMs - lookedMs > LATE_TIMES * pauseMs
      lookedMs = nowMs
      if (count !== seen) missed = 0
      else if (!isLate) missed++
      seen = count
      return missed * pauseMs
    },
  }
}
