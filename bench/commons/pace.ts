import { shown } from '../support/statistics.ts'
import type { SteadyResult } from '../support/steady-load.ts'

export const PER_SECOND = 200
export const CONNECTIONS = 4
export const WARM_UP_MS = 5_000
/** How long it is read without anything else. */
export const QUIET_MS = 15_000

/** Reads for a while, with and without work beside them. */
export type Reads = { quiet: SteadyResult; beside: SteadyResult }

export const timesOf = ({ quiet, beside }: Reads): number => beside.latencyMs.p99 / quiet.latencyMs.p99

export const cellsOf = ({ latencyMs, delayMs, requests }: SteadyResult): string[] => [
  ...[latencyMs.p50, latencyMs.p99, latencyMs.max, delayMs.p99].map((ms) => `${shown(ms)} ms`),
  shown(requests),
]
export const columnsOfReads = ['p50', 'p99', 'longest', 'generator late, p99', 'requests']

/** How reads go on; whoever follows looks at the time of what is published. */
export const steady = { perSecond: PER_SECOND, connections: CONNECTIONS, isNow: true }
