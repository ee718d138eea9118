import type { Cell } from './table.ts'
import type { Plain } from './values.ts'

/**
 * One statement on its way to the writing connection; `each` runs once for each of `rows`. `script` and `migrate` are
 * several statements without values, and `migrate` may change how tables are defined.
 */
export type Statement = {
  verb: 'all' | 'one' | 'run' | 'each' | 'script' | 'migrate'
  text: string
  values: readonly Plain[]
  rows?: Cell[][]
}

/** Runs statements in the order of the calls. */
export type Send = (statement: Statement) => Promise<unknown>

export type Work<Result> = (send: Send) => Promise<Result>

/** The one that writes, for one transaction after another. */
export type Writer = {
  readonly isIdle: boolean
  /** Resolves when all waiting transactions have ended. */
  idle(): Promise<void>
  transaction<Result>(timeoutMs: number, work: Work<Result>): Promise<Result>
}
