import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import type { Account } from './access.ts'
import type { Made } from './hourly-limits.ts'
import type { NoteEvent } from './security-events.ts'
import type { CountSignal } from './signals.ts'

/** Hashing of passwords, which is slow: implementations limit how much of it runs at once. */
export type Passwords = {
  /** What is stored for a password. */
  hash(password: string): Promise<string>
  /**
   * Whether `stored` was made from the password. Without `stored` (no such account, or one that nobody signs in to) it
   * takes just as long, so that response times do not reveal who has an account.
   */
  verify(password: string, stored: string | null | undefined): Promise<boolean>
}

/** What a write works with. */
export type Writing<Who = Account> = {
  db: Database
  /** The time of the request, from the application's clock. */
  now: Date
  /** Who writes. */
  account: Who
  countSignal: CountSignal
  noteEvent: NoteEvent
  passwords: Passwords
  settings: Config
  /**
   * Takes one, or several, from each of its purses; throws `too_many_requests` where one is empty. What comes before
   * costs nothing: refusals of what is not there, and what is so already. Who has no account has no purse.
   */
  take(several?: number, db?: Database): Promise<void>
}

/** Who writes where nobody has to be signed in. */
export type Anyone = Account | undefined

/** What changes something: its hourly limits, and who may, what it does, what it counts as a signal, whom it tells. */
type Write<Given, Result, Who = Account> = {
  purses: readonly Made[]
  /** It needs no account. */
  isOpen: boolean
  handle(writing: Writing<Who>, given: Given): Promise<Result>
}

/** Does what a write says, for the account that asks. */
export type Perform = <Given, Result>(write: Write<Given, Result>, given: Given) => Promise<Result>

const declare =
  <Who>(isOpen: boolean) =>
  <Given, Result>(purses: Made | readonly Made[], handle: Write<Given, Result, Who>['handle']) => ({
    ...{ purses: typeof purses === 'string' ? [purses] : purses, isOpen, handle },
  })

/** Declares a write, and what it takes from an account's hour. */
export const write = declare<Account>(false)

/** Declares a write for anyone: a secret, a password or a passkey says whom it is about, if anybody. */
export const openWrite = declare<Anyone>(true)
