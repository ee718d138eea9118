import { maxLimitedKeys, openBuckets } from './buckets.ts'

/** What is left of a key's second. A request that is over the limit has used nothing. */
export type Remaining = { isExceeded: boolean; requests: number }

/** Counts the requests of keys. What needs no answer from elsewhere is known at once, so that it costs no wait. */
export type Limiter = {
  /** Takes one request of those that a key may send in a second; undefined where it has to be asked for. */
  take(key_id: number, limitPerSecond: number): Remaining | undefined
  /** Takes one, and asks for it where need be. */
  ask(key_id: number, limitPerSecond: number): Promise<Remaining>
  /** Gives back one that was taken. */
  giveBack(key_id: number): void
}

/** The limiter of a server that is one process: it has nobody to ask. */
export function openLimiter(clock: () => Date, maxKeys = maxLimitedKeys) {
  const buckets = openBuckets(clock, maxKeys)
  const take = (key_id: number, limitPerSecond: number): Remaining => {
    const { taken, requests } = buckets.take(key_id, limitPerSecond, 1)
    return { isExceeded: taken === 0, requests }
  }
  return {
    take,
    ask: async (key_id, limitPerSecond) => take(key_id, limitPerSecond),
    giveBack: (key_id) => buckets.giveBack(key_id, 1),
  } satisfies Limiter
}
