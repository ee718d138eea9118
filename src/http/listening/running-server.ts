import type { Log } from '#src/log.ts'
import type { Metric } from '#src/metrics/metrics.ts'

/** A server that answers requests, in this process or in others. */
export type RunningServer = {
  log: Log
  port: number
  /** The metrics of its processes, if the settings ask for them. */
  measure(): Promise<Metric[][]>
  /** Rejects when it cannot continue. */
  failed: Promise<never>
  /** Lets running requests finish, for as long as the settings allow. */
  stop(): Promise<void>
}
