import type { News } from '#src/background/change-bus.ts'
import { type Config, planLimitOf } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import type { Redis } from '#src/redis/redis.ts'
import type { Key } from './find-key.ts'
import { knownKeys } from './known-keys.ts'
import { type Left, type Limiter, openLimiter } from './limiter.ts'
import { openSharedLimiter } from './shared-limiter.ts'
import type { Usage } from './usage.ts'

/** What a key may ask in a second, 0 for a key without a limit, and what is left of it. */
export type Admitted = Left & { limit: number }

type Keeping = {
  db: Database
  config: Config
  clock(): Date
  now?(): number
  usage?: Usage | undefined
  limiter?: Limiter | undefined
  news?: News | undefined
  redis?: Redis | undefined
}

/** Of a key without a limit, or one that is suspended: nothing is taken. */
export const nothingTaken: Admitted = { isOver: false, requests: 0, limit: 0 }

export type Admission = ReturnType<typeof openAdmission>

/** Keys, what they may ask, and the count of what they have asked: the same for warm replies and for all others. */
export function openAdmission({ db, config, clock, now, usage, news, redis, ...own }: Keeping) {
  const local = own.limiter ?? openLimiter(clock)
  const shared = redis && openSharedLimiter({ redis, db, local })
  const limiter = shared ?? local
  const keys = knownKeys(db, clock, now)
  news?.follow(['keys'], keys.look)
  const limitOf = (key: Key) => (key.is_suspended ? 0 : (key.limit_per_second ?? planLimitOf(config, key.plan)))

  /** Takes a request from what a key may ask, if that is known at once. */
  function take(key: Key): Admitted | undefined {
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
    async ask(key: Key): Promise<Admitted> {
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
    count(key: Key, isOver: boolean, nowMs = clock().getTime()): void {
      if (isOver) limited++
      usage?.count(key.id, isOver, nowMs)
    },
  }
}

export const limitHeaderNames = ['ratelimit-policy', 'ratelimit'] as const
const [policyName, leftName] = limitHeaderNames

/** Names and values in turn: what is left of the limit of a key. */
export const limitHeaders = ({ limit, requests }: Admitted): string[] =>
  limit === 0 ? [] : [policyName, `"key";q=${limit};w=1`, leftName, `"key";r=${requests};t=1`]
