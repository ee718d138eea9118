import { hash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#src/database/database.ts'
import { askIncarnation } from '#src/database/incarnation.ts'
import type { Redis } from '#src/redis/redis.ts'
import { GIVE_BACK_MS, openLeasedLimiter } from './leased-limiter.ts'
import type { Limiter } from './limiter.ts'
import { openSharedBuckets } from './shared-buckets.ts'

/** How often a process says that it counts, and after how long without a word it is taken for gone. */
const PRESENT_MS = 1_000
const GONE_MS = 3_000
/** How long the database may take to tell which catalogue it has. */
const INCARNATION_WAIT_MS = 500
/** For how long a lease that was not answered is told. */
const TOLD_MS = 1_000

/** Says that a process is there, and counts all that are. */
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
 * The limiter of one of several servers that share a Redis: all of them together keep to the limit of a key. While
 * Redis does not answer, this one counts for itself, with its own limit.
 */
export function openSharedLimiter({ redis, db, local, now = () => performance.now() }: Sharing) {
  const name = randomUUID()
  const closing = new AbortController()
  let space: string | undefined
  /** How many count, once that is known. */
  let processes: number | undefined
  let failedMs = Number.NEGATIVE_INFINITY

  /** Which catalogue it is: others may use the same Redis. While the database is away, what was known counts. */
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
    /** Whether it counts together with others at the moment. */
    isShared: () => mayAsk() && now() - failedMs >= TOLD_MS,
    close(): void {
      closing.abort()
      clearInterval(givingBack)
    },
  } satisfies Limiter & { isShared(): boolean; close(): void }
}
