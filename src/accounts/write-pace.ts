import type { Caller } from '#src/contract/access.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { maxLimitedKeys, openBuckets } from '#src/keys/buckets.ts'
import { minuteMs } from '#src/reference/days.ts'

/** How long the first refusal lasts, and the longest one; each lasts twice as long as the one before. */
export const FIRST_DELAY_SECONDS = 1
export const MOST_DELAY_SECONDS = 600
/** Who was not refused for so long after the end of a delay begins with the first one again. */
export const CALM_MINUTES = 30

/** Who writes: an account, however it is signed in, or a guest. Nobody else is counted. */
export type Writer = Pick<Caller, 'account' | 'guest'>

const nameOf = ({ account, guest }: Writer): string | undefined =>
  account ? `account ${account.id}` : guest && `guest ${guest.id}`

/** Counts the writes of each account and guest. */
export type WritePace = {
  /** Counts a write; throws `too_many_requests` for who writes in a loop. */
  take(writer: Writer): void
}

/**
 * Whoever writes more in a minute than people and their programs do is in a loop, and waits: longer each time, until it
 * leaves off for a while. What each sort of thing may be made in an hour is limited elsewhere. Each process counts by
 * itself.
 */
export function openWritePace(limitPerMinute: number, clock: () => Date, maxWriters = maxLimitedKeys): WritePace {
  const buckets = openBuckets<string>(clock, maxWriters, minuteMs)
  const delayed = new Map<string, { times: number; beganMs: number; endsMs: number }>()

  function knownOf(writer: string, nowMs: number) {
    const known = delayed.get(writer)
    if (!known) return undefined
    const isCalm = nowMs >= known.endsMs + CALM_MINUTES * minuteMs
    // The clock was put back since: nobody waits until it is as late again.
    const wasPutBack = known.beganMs > nowMs
    if (!isCalm && !wasPutBack) return known
    delayed.delete(writer)
    return undefined
  }

  return {
    take(by) {
      const writer = nameOf(by)
      if (limitPerMinute === 0 || writer === undefined) return
      const nowMs = clock().getTime()
      const known = knownOf(writer, nowMs)
      if (known && nowMs < known.endsMs)
        throw new ApiError('too_many_requests', Math.ceil((known.endsMs - nowMs) / 1_000))
      if (buckets.take(writer, limitPerMinute, 1).taken === 1) return
      const times = (known?.times ?? 0) + 1
      const seconds = Math.min(MOST_DELAY_SECONDS, FIRST_DELAY_SECONDS * 2 ** (times - 1))
      delayed.delete(writer)
      if (delayed.size >= maxWriters) delayed.delete(delayed.keys().next().value as string)
      delayed.set(writer, { times, beganMs: nowMs, endsMs: nowMs + seconds * 1_000 })
      throw new ApiError('too_many_requests', seconds)
    },
  }
}
