/** What is left of a key's second. A request that is over the limit has used nothing. */
export type Left = { isOver: boolean; requests: number }

export type Limiter = {
  /** Takes one request of those that a key may send in a second. */
  take(key_id: number, limitPerSecond: number): Left
}

const SECOND_MS = 1_000
/** Keys that were used within the last second and are remembered; of more, those that came first are forgotten. */
export const maxLimitedKeys = 100_000

/**
 * A bucket for each key that holds the requests of one second and fills evenly: a client may send them all at once or
 * spread them, and is never refused for longer than it takes one to come back. It counts what this process answers.
 */
export function openLimiter(clock: () => Date, maxKeys = maxLimitedKeys): Limiter {
  const used = new Map<number, { requests: number; atMs: number }>()
  let sweptAtMs = 0

  function makeRoom(nowMs: number) {
    // Whoever was silent for a second has all of it again, so forgetting it changes nothing.
    if (Math.abs(nowMs - sweptAtMs) >= SECOND_MS) {
      sweptAtMs = nowMs
      for (const [key_id, { atMs }] of used) if (Math.abs(nowMs - atMs) >= SECOND_MS) used.delete(key_id)
    }
    if (used.size >= maxKeys) used.delete(used.keys().next().value as number)
  }

  return {
    take(key_id, limitPerSecond) {
      const nowMs = clock().getTime()
      let bucket = used.get(key_id)
      if (!bucket) {
        if (used.size >= maxKeys) makeRoom(nowMs)
        bucket = { requests: 0, atMs: nowMs }
        used.set(key_id, bucket)
      }
      // A clock that was put back gives nothing, and takes nothing away either.
      const passedMs = Math.max(0, nowMs - bucket.atMs)
      bucket.requests = Math.max(0, bucket.requests - (passedMs * limitPerSecond) / SECOND_MS)
      bucket.atMs = nowMs
      const isOver = bucket.requests + 1 > limitPerSecond
      if (!isOver) bucket.requests++
      return { isOver, requests: Math.floor(limitPerSecond - bucket.requests) }
    },
  }
}
