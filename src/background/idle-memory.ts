import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How often is looked whether the process is idle. */
const LOOK_MS = 10_000
/** The share of that time for which the main thread may have worked. */
const IDLE_SHARE = 0.02
/** What must have been allocated since the last time, in bytes: a collection takes some 0.15 s. */
const WORTHWHILE_BYTES = 33_554_432

type Measures = {
  /** How much of the time since it was last called the main thread has worked. */
  utilization(): number
  /** Bytes that were ever allocated on the heap. */
  allocated(): number
  /** Collects all garbage, and gives the pages that become free back to the system. */
  collect(): void
}

/**
 * Gives the memory that a start or a busy time has left back to the system as soon as the process is idle. V8 would
 * keep it until more is allocated. Returns what ends that.
 */
export function giveBackWhenIdle(measures: Measures = ofProcess(), lookMs: number = LOOK_MS): () => void {
  const { utilization, allocated, collect } = measures
  let collectedAt = 0
  function look() {
    if (utilization() > IDLE_SHARE || allocated() - collectedAt < WORTHWHILE_BYTES) return
    collect()
    // What it took itself is no reason for the next one.
    utilization()
    collectedAt = allocated()
  }
  utilization()
  const timer = setInterval(look, lookMs).unref()
  return () => clearInterval(timer)
}

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void

function ofProcess(): Measures {
  let before = performance.eventLoopUtilization()
  // `--expose-gc` in the flags of a process would show `gc` to all of its code.
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as Collect
  return {
    utilization() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
    allocated: () => (getHeapStatistics() as { total_allocated_bytes?: number }).total_allocated_bytes ?? 0,
    collect: () => gc({ type: 'major', flavor: 'last-resort' }),
  }
}
