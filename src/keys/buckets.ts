/** Requests that were taken from a key's second, the number that is left, and the time until there is one more. */
export type Taken = { taken: number; requests: number; waitMs: number }

/** Buckets of keys by their ids, of clients by their addresses, or of others by their names. */
export type Buckets<Id = number> = {
  /** Takes up to `wanted` of the requests that a key may send in a second, or in the period of the buckets. */
  take(key_id: Id, limit: number, wanted: number): Taken
  /** Puts back requests that were taken and not used. */
  giveBack(key_id: Id, requests: number): void
}

const SECOND_MS = 1_000
/** Keys that were used within the last period and are remembered; beyond that, the oldest are forgotten. */
export const maxLimitedKeys = 100_000

/**
 * A bucket for each key that holds the requests of one period and fills evenly: a client may send them all at once or
 * spread them, and never waits longer for the next one than it takes to come back.
 */
export function openBuckets<Id = number>(
  clock: () => Date,
  maxKeys = maxLimitedKeys,
  periodMs = SECOND_MS,
): Buckets<Id> {
  const used = new Map<Id, { requests: number; atMs: number }>()
  let sweptAtMs = 0

  function makeRoom(nowMs: number) {
    // A key that was silent for a period has its full limit again, so forgetting it changes nothing.
    if (Math.abs(nowMs - sweptAtMs) >= periodMs) {
      sweptAtMs = nowMs
      for (const [key_id, { atMs }] of used) if (Math.abs(nowMs - atMs) >= periodMs) used.delete(key_id)
    }
    if (used.size >= maxKeys) used.delete(used.keys().next().value as Id)
  }

  return {
    take(key_id, limit, wanted) {
      const nowMs = clock().getTime()
      let bucket = used.get(key_id)
      if (!bucket) {
        if (used.size >= maxKeys) makeRoom(nowMs)
        bucket = { requests: 0, atMs: nowMs }
        used.set(key_id, bucket)
      }
      // A clock that was set back gives nothing and takes nothing away.
      const passedMs = Math.max(0, nowMs - bucket.atMs)
      bucket.requests = Math.max(0, bucket.requests - (passedMs * limit) / periodMs)
      bucket.atMs = nowMs
      const taken = Math.max(0, Math.min(wanted, Math.floor(limit - bucket.requests)))
      bucket.requests += taken
      const left = limit - bucket.requests
      const waitMs = Math.max(0, ((1 - left) * periodMs) / limit)
      return { taken, requests: Math.max(0, Math.floor(left)), waitMs }
    },
    giveBack(key_id, requests) {
      const bucket = used.get(key_id)
      if (bucket) bucket.requests = Math.max(0, bucket.requests - requests)
    },
  }
}
