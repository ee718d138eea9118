import type { Log } from '#src/log.ts'
import type { Metric } from '#src/metrics/metrics.ts'

/** What answers requests, in this process or in others. */
export type RunningServer = {
  log: Log
  port: number
  /** What its processes tell of themselves, where the settings name an address for it. */
  measure(): Promise<Metric[][]>
  /** Rejects where it cannot go on. */
  failed: Promise<never>
  /** Lets requests in flight finish, for as long as the setting says. */
  stop(): Promise<void>
}

/** Resolves when the process is told to stop. Told a second time, it stops at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.removeListener('SIGTERM', stop).removeListener('SIGINT', stop)
      resolve()
    }
    process.on('SIGTERM', stop).on('SIGINT', stop)
  })
}
