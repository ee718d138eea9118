import type { ChangeBus } from '#src/background/change-bus.ts'
import { type Config, planLimitOf } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import type { Redis } from '#src/redis/redis.ts'
import type { Key } from './find-key.ts'
import { openKnownKeys } from './known-keys.ts'
import { type Limiter, openLimiter, type Remaining } from './limiter.ts'
import type { Refusal } from './recent-requests.ts'
import { openSharedLimiter } from './shared-limiter.ts'
import type { Usage } from './usage.ts'

/** The limit of a key in requests per second, 0 for none, and what is left of it. */
export type KeyAllowance = Remaining & { limit: number }

type KeyCheckOptions = {
  db: Database
  config: Config
  clock(): Date
  now?(): number
  usage?: Usage | undefined
  limiter?: Limiter | undefined
  changeBus?: ChangeBus | undefined
  redis?: Redis | undefined
}

/** For a key without a limit, or a suspended one: nothing is taken. */
export const nothingTaken: KeyAllowance = { isExceeded: false, requests: 0, limit: 0 }

export type KeyCheck = ReturnType<typeof openKeyCheck>

/** Keys, their limits, and the count of their requests: the same for warm replies and for all others. */
export function openKeyCheck({ db, config, clock, now, usage, changeBus, redis, ...own }: KeyCheckOptions) {
  const local = own.limiter ?? openLimiter(clock)
  const shared = redis && openSharedLimiter({ redis, db, local })
  const limiter = shared ?? local
  const keys = openKnownKeys(db, clock, now, config.dialect)
  changeBus?.subscribe(['keys'], keys.refresh)
  const standardOf = ({ use, plan }: Key) => (use === 'plex' ? config.plexRequestsPerSecond : planLimitOf(config, plan))
  const limitOf = (key: Key) => (key.is_suspended ? 0 : (key.limit_per_second ?? standardOf(key)))

  /** Takes a request from the limit of a key, if that needs no answer from elsewhere. */
  function take(key: Key): KeyAllowance | undefined {
    const limit = limitOf(key)
    if (limit === 0) return nothingTaken
    const left = limiter.take(key.id, limit)
    return left && { ...left, limit }
  }

  let limited = 0
  return {
    /** How many requests were refused because of a limit. */
    get limited() {
      return limited
    },
    /** The key that a secret opens, if known without asking the database. */
    known: keys.known,
    /** The key that a secret opens, while it is valid. */
    find: keys.find,
    /** The key that the secret in an address for Plex opens. */
    findPlex: keys.findPlex,
    findShared: keys.findShared,
    take,
    /** Takes a request, asking elsewhere if needed. */
    async ask(key: Key): Promise<KeyAllowance> {
      const limit = limitOf(key)
      return take(key) ?? { ...(await limiter.ask(key.id, limit)), limit }
    },
    /** Gives back a request that cost next to nothing. */
    giveBack(key: Key): void {
      if (limitOf(key) > 0) limiter.giveBack(key.id)
    },
    /** Whether other servers share the count at the moment. */
    limitsAreShared: (): boolean => shared?.isShared() ?? false,
    close: (): void => shared?.close(),
    /** Counts a request that no key of ours came with. */
    countRefused(refusal: Refusal, address = ''): void {
      usage?.refuse(refusal, address)
    },
    count(key: Key, isExceeded: boolean, nowMs = clock().getTime()): void {
      if (isExceeded) limited++
      usage?.count(key.id, isExceeded, nowMs)
    },
    /** Counts the parameters of a request that were ignored because they cannot be read. */
    countIgnored(key: Key, names: readonly string[]): void {
      usage?.ignore(key.id, names)
    },
  }
}

export const limitHeaderNames = ['ratelimit-policy', 'ratelimit'] as const
const [policyName, leftName] = limitHeaderNames

/** What is left of the limit of a key: names and values in turn. */
export const limitHeaders = ({ limit, requests }: KeyAllowance): string[] =>
  limit === 0 ? [] : [policyName, `"key";q=${limit};w=1`, leftName, `"key";r=${requests};t=1`]
