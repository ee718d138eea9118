import type { ChangeBus } from '#src/background/change-bus.ts'
import type { Config, Stored } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import type { Limiter } from '#src/keys/limiter.ts'
import type { Usage } from '#src/keys/usage.ts'
import type { LogOptions } from '#src/log.ts'
import type { Outbox } from '#src/mail/outbox.ts'
import type { Page } from '#src/pages/page.ts'
import type { SignalCounter } from '#src/popularity/counter.ts'
import type { Redis } from '#src/redis/redis.ts'
import type { Load } from './load.ts'

/** What an application is built from. */
export type Application = {
  db: Database
  config: Config
  /** What administrators have said on pages that the server is; absent: it is looked up with the first page. */
  stored?: Stored
  /** An input, so that tests can fix the time. */
  clock(): Date
  /** A monotonic clock in ms; absent: that of the process. */
  now?(): number
  /** How long the database may take to say which one it is; absent: `IDENTIFY_TIMEOUT_MS`. */
  identifyTimeoutMs?: number
  /** What it shares with other servers, closed with it; absent: what the settings name. */
  redis?: Redis
  /** Absent: nothing is logged. */
  logger?: LogOptions
  /** Absent: no request is refused because of load. */
  load?: Load
  /** Absent: the requests of keys are not counted. */
  usage?: Usage
  /** Absent: what people ask for is not counted. */
  signals?: SignalCounter
  /** Absent: key limits are counted just for this process. */
  limiter?: Limiter
  /** Announcements of other processes; absent: changes are only noticed from time to time. */
  changeBus?: ChangeBus
  /** Sends e-mails; absent: this process does. */
  outbox?: Outbox
  /** Pages for people; absent: all. Tests of the interface need none, and they are most of what a start takes. */
  pages?: readonly Page[]
  /** Prints where an unsent e-mail is; absent: nothing is printed. */
  print?(line: string): void
}
