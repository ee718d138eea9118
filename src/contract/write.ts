import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import type { Account } from './access.ts'
import type { Made } from './hourly-limits.ts'
import type { CountSignal } from './signals.ts'

/** What a write works with. */
export type Writing = {
  db: Database
  /** The time of the request, from the application's clock. */
  now: Date
  /** Who writes. */
  account: Account
  countSignal: CountSignal
  settings: Config
  /**
   * Takes one, or several, from each of its purses; throws `too_many_requests` where one is empty. What comes before
   * costs nothing: refusals of what is not there, and what is so already.
   */
  take(several?: number, db?: Database): Promise<void>
}

/** What changes something: its hourly limits, and who may, what it does, what it counts as a signal, whom it tells. */
type Write<Given, Result> = {
  purses: readonly Made[]
  handle(writing: Writing, given: Given): Promise<Result>
}

/** Does what a write says, for the account that asks. */
export type Perform = <Given, Result>(write: Write<Given, Result>, given: Given) => Promise<Result>

/** Declares a write, and what it takes from an account's hour. */
export const write = <Given, Result>(
  purses: Made | readonly Made[],
  handle: Write<Given, Result>['handle'],
): Write<Given, Result> => ({ purses: typeof purses === 'string' ? [purses] : purses, handle })
