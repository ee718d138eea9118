import { type Buckets, maxLimitedKeys, type Taken } from './buckets.ts'
import type { Limiter, Remaining } from './limiter.ts'

/** Where requests are leased; unused ones are given back. */
export type Lessor = {
  lease(...asked: Parameters<Buckets['take']>): Promise<Taken>
  giveBack: Buckets['giveBack']
}

/** All processes of a server together hold at most this fraction of a key's second, and half as much on its way. */
const HELD_PARTS = 5
/** The shortest pause after a lease that was cut short. */
const LEAST_WAIT_MS = 5
/** Leases that are unused for longer are given back. */
const UNUSED_MS = 200
/** How often `giveBackUnused` has to be called. */
export const GIVE_BACK_MS = 100
/** A key that is silent for longer has all of its second again. */
const SILENT_MS = 1_000

type Allowance = {
  /** Requests that were leased and not used yet. */
  held: number
  usedAtMs: number
  refusedUntilMs: number
  /** Requests that wait for the current lease. */
  waiting: number
  asking: Promise<void> | undefined
  /** What was left elsewhere at the last lease. */
  elsewhere: number
  askedAtMs: number
}

/**
 * The limiter of one of several processes. It leases a few requests of a key at a time, so that most requests need no
 * answer from elsewhere, and leases more before they run out. Where little can be leased, each request is leased, and
 * the limit is exact.
 */
export function openLeasedLimiter(
  lessor: Lessor,
  processes: () => number,
  now = () => performance.now(),
  maxKeys = maxLimitedKeys,
) {
  const { allowanceOf, giveBackUnused } = openAllowances(lessor, now, maxKeys)
  const portionOf = (limitPerSecond: number) => Math.max(1, Math.floor(limitPerSecond / (HELD_PARTS * processes())))

  async function lease(key_id: number, limitPerSecond: number, allowance: Allowance) {
    const wanted = Math.max(portionOf(limitPerSecond), allowance.waiting)
    try {
      const { taken, requests, waitMs } = await lessor.lease(key_id, limitPerSecond, wanted)
      allowance.held += taken
      allowance.elsewhere = requests
      allowance.askedAtMs = now()
      if (taken < wanted) allowance.refusedUntilMs = now() + Math.max(waitMs, LEAST_WAIT_MS)
    } finally {
      allowance.asking = undefined
    }
  }

  function take(key_id: number, limitPerSecond: number): Remaining | undefined {
    const allowance = allowanceOf(key_id)
    allowance.usedAtMs = now()
    if (allowance.held === 0) {
      return now() < allowance.refusedUntilMs ? { isExceeded: true, requests: 0 } : undefined
    }
    allowance.held--
    const portion = portionOf(limitPerSecond)
    const mayAsk = !allowance.asking && now() >= allowance.refusedUntilMs
    // A portion of one is leased when it is needed: what another process holds cannot be used here.
    if (portion > 1 && allowance.held < portion / 2 && mayAsk) {
      // If it fails, whoever needs it leases again and gets the error.
      allowance.asking = lease(key_id, limitPerSecond, allowance).catch(() => {})
    }
    const back = ((now() - allowance.askedAtMs) * limitPerSecond) / SILENT_MS
    const requests = Math.floor(allowance.elsewhere + back) + allowance.held
    return { isExceeded: false, requests: Math.min(requests, limitPerSecond - 1) }
  }

  return {
    take,
    async ask(key_id, limitPerSecond) {
      for (;;) {
        const left = take(key_id, limitPerSecond)
        if (left) return left
        const allowance = allowanceOf(key_id)
        allowance.waiting++
        allowance.asking ??= lease(key_id, limitPerSecond, allowance)
        await allowance.asking.finally(() => allowance.waiting--)
      }
    },
    giveBack: (key_id) => void allowanceOf(key_id).held++,
    giveBackUnused,
  } satisfies Limiter & { giveBackUnused(): void }
}

/** What is held of each key. `giveBackUnused` gives back what was not used for a while. */
function openAllowances(lessor: Lessor, now: () => number, maxKeys: number) {
  const allowances = new Map<number, Allowance>()

  function putBack(key_id: number, allowance: Allowance) {
    if (allowance.held > 0) lessor.giveBack(key_id, allowance.held)
    allowance.held = 0
  }

  function forgetFirst() {
    const [key_id, allowance] = allowances.entries().next().value as [number, Allowance]
    putBack(key_id, allowance)
    allowances.delete(key_id)
  }

  return {
    allowanceOf(key_id: number): Allowance {
      let allowance = allowances.get(key_id)
      if (!allowance) {
        if (allowances.size >= maxKeys) forgetFirst()
        const none = { held: 0, usedAtMs: now(), refusedUntilMs: 0, waiting: 0, elsewhere: 0, askedAtMs: 0 }
        allowance = { ...none, asking: undefined }
        allowances.set(key_id, allowance)
      }
      return allowance
    },
    giveBackUnused() {
      for (const [key_id, allowance] of allowances) {
        const silentMs = now() - allowance.usedAtMs
        if (silentMs >= UNUSED_MS) putBack(key_id, allowance)
        if (silentMs >= SILENT_MS && !allowance.asking) allowances.delete(key_id)
      }
    },
  }
}
