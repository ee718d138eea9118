import type { Log } from '#src/log.ts'
import type { Metric } from '#src/metrics/metrics.ts'

/** A server that answers requests, in this process or in others. */
export type RunningServer = {
  log: Log
  port: number
  /** The metrics of its processes, if the settings ask for them. */
  measure(): Promise<Metric[][]>
  /** Rejects when it cannot go on. */
  failed: Promise<never>
  /** Lets running requests finish, for as long as the settings allow. */
  stop(): Promise<void>
}

/** Resolves when the process is told to stop. The second signal stops it at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.removeListener('SIGTERM', stop).removeListener('SIGINT', stop)
      resolve()
    }
    process.on('SIGTERM', stop).on('SIGINT', stop)
  })
}
