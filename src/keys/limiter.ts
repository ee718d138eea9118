import { maxLimitedKeys, openBuckets } from './buckets.ts'

/** What is left of a key's second. A request that exceeds the limit uses nothing. */
export type Remaining = { isExceeded: boolean; requests: number }

/** Counts the requests of keys, without waiting wherever no answer from elsewhere is needed. */
export type Limiter = {
  /** Takes one request from a key's second; undefined if it has to be asked for. */
  take(key_id: number, limitPerSecond: number): Remaining | undefined
  /** Takes one request, asking elsewhere if needed. */
  ask(key_id: number, limitPerSecond: number): Promise<Remaining>
  /** Gives back one request. */
  giveBack(key_id: number): void
}

/** The limiter of a server with a single process. */
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
