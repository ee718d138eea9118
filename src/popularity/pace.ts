/** What a write aims at: far below the 50 ms for which one may hold the lock, because disks have bad moments. */
const aimedMs = 10
const most = 250
const fewest = 10
/** A write grows slowly and shrinks fast. */
const growth = 1.25
const shrinkage = 0.4

/** Writes rows some at a time, one write after the other. */
export type Pace = <Row>(rows: readonly Row[], write: (some: readonly Row[]) => Promise<unknown>) => Promise<void>

/**
 * Makes a pace of its own: how many rows a write has follows from how long the last ones took, because one row may
 * change one page or twenty, and disks differ by a hundred times.
 */
export function openPace(nowMs = () => performance.now()): Pace {
  let size = most / 5
  return async (rows, write) => {
    for (let first = 0; first < rows.length; ) {
      const some = rows.slice(first, first + size)
      const beganMs = nowMs()
      await write(some)
      const allowed = (some.length * aimedMs) / Math.max(nowMs() - beganMs, 0.1)
      first += some.length
      size = Math.round(Math.min(most, size * growth, Math.max(fewest, size * shrinkage, allowed)))
    }
  }
}
