import { hash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#src/database/database.ts'
import { askIncarnation } from '#src/database/incarnation.ts'
import type { Redis } from '#src/redis/redis.ts'
import { GIVE_BACK_MS, openLeasedLimiter } from './leased-limiter.ts'
import type { Limiter } from './limiter.ts'
import { openSharedBuckets } from './shared-buckets.ts'

/** How often a process reports that it is there, and after which silence it counts as gone. */
const PRESENT_MS = 1_000
const GONE_MS = 3_000
/** How long to wait for the incarnation of the catalogue. */
const INCARNATION_WAIT_MS = 500
/** How long a failed lease makes the limit count as not shared. */
const TOLD_MS = 1_000

/** Reports a process, and counts all of them. */
const PRESENT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])
`

type Sharing = { redis: Redis; db: Database; local: Limiter; now?(): number }

/**
 * The limiter of one of several servers that share a Redis: together they keep to the limit of a key. While Redis does
 * not answer, this one counts by itself, with the whole limit.
 */
export function openSharedLimiter({ redis, db, local, now = () => performance.now() }: Sharing) {
  const name = randomUUID()
  const closing = new AbortController()
  let space: string | undefined
  /** How many processes count, once known. */
  let processes: number | undefined
  let failedMs = Number.NEGATIVE_INFINITY

  /**
   * Identifies the catalogue, because others may use the same Redis. While the database is away, the last known one is
   * used.
   */
  const incarnation = askIncarnation(db, INCARNATION_WAIT_MS)

  async function bePresent() {
    const known = await incarnation()
    if (known !== undefined) space = hash('sha256', known)
    if (space === undefined) return
    const options = { keys: [`reelcommons:limits:${space}`], arguments: [name, String(GONE_MS)] }
    const present = await redis.ask((client) => client.eval(PRESENT, options))
    if (present !== undefined) processes = Number(present)
  }

  const buckets = openSharedBuckets(redis, () => space)
  const shared = openLeasedLimiter(buckets, () => processes ?? 1, now)
  const mayAsk = () => processes !== undefined && redis.isThere

  async function keepPresent() {
    while (!closing.signal.aborted) {
      await bePresent()
      await delay(PRESENT_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }
  void keepPresent()
  const givingBack = setInterval(shared.giveBackUnused, GIVE_BACK_MS).unref()

  return {
    take: (key_id, limitPerSecond) => (mayAsk() ? shared : local).take(key_id, limitPerSecond),
    async ask(key_id, limitPerSecond) {
      if (mayAsk()) {
        try {
          return await shared.ask(key_id, limitPerSecond)
        } catch {
          failedMs = now()
        }
      }
      return local.ask(key_id, limitPerSecond)
    },
    giveBack: (key_id) => (mayAsk() ? shared : local).giveBack(key_id),
    /** Whether other servers share the count at the moment. */
    isShared: () => mayAsk() && now() - failedMs >= TOLD_MS,
    close(): void {
      closing.abort()
      clearInterval(givingBack)
    },
  } satisfies Limiter & { isShared(): boolean; close(): void }
}
