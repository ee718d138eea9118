import type { ChangeBus } from '#src/background/change-bus.ts'
import { type Config, planLimitOf } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import type { Redis } from '#src/redis/redis.ts'
import type { Key } from './find-key.ts'
import { openKnownKeys } from './known-keys.ts'
import { type Limiter, openLimiter, type Remaining } from './limiter.ts'
import { openSharedLimiter } from './shared-limiter.ts'
import type { Usage } from './usage.ts'

/** What a key may ask in a second, 0 for a key without a limit, and what is left of it. */
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

/** Of a key without a limit, or one that is suspended: nothing is taken. */
export const nothingTaken: KeyAllowance = { isExceeded: false, requests: 0, limit: 0 }

export type KeyCheck = ReturnType<typeof openKeyCheck>

/** Keys, what they may ask, and the count of what they have asked: the same for warm replies and for all others. */
export function openKeyCheck({ db, config, clock, now, usage, changeBus, redis, ...own }: KeyCheckOptions) {
  const local = own.limiter ?? openLimiter(clock)
  const shared = redis && openSharedLimiter({ redis, db, local })
  const limiter = shared ?? local
  const keys = openKnownKeys(db, clock, now)
  changeBus?.subscribe(['keys'], keys.refresh)
  const limitOf = (key: Key) => (key.is_suspended ? 0 : (key.limit_per_second ?? planLimitOf(config, key.plan)))

  /** Takes a request from what a key may ask, if that is known at once. */
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
    /** The key that a secret opens, where that is known without asking the database. */
    known: keys.known,
    /** The key that a secret opens, while it is valid. */
    find: keys.find,
    take,
    /** The same, asking for it where need be. */
    async ask(key: Key): Promise<KeyAllowance> {
      const limit = limitOf(key)
      return take(key) ?? { ...(await limiter.ask(key.id, limit)), limit }
    },
    /** A request that cost next to nothing does not count. */
    giveBack(key: Key): void {
      if (limitOf(key) > 0) limiter.giveBack(key.id)
    },
    /** Whether other servers count with this one at the moment. */
    limitsAreShared: (): boolean => shared?.isShared() ?? false,
    close: (): void => shared?.close(),
    count(key: Key, isExceeded: boolean, nowMs = clock().getTime()): void {
      if (isExceeded) limited++
      usage?.count(key.id, isExceeded, nowMs)
    },
  }
}

export const limitHeaderNames = ['ratelimit-policy', 'ratelimit'] as const
const [policyName, leftName] = limitHeaderNames

/** Names and values in turn: what is left of the limit of a key. */
export const limitHeaders = ({ limit, requests }: KeyAllowance): string[] =>
  limit === 0 ? [] : [policyName, `"key";q=${limit};w=1`, leftName, `"key";r=${requests};t=1`]
