import { setTimeout as delay } from 'node:timers/promises'

/** How long what was seen last goes on to count while the database is away. */
export const AWAY_MS = 300_000
/** A look that takes longer is not waited for: the database hangs, and is as good as away until it answers. */
export const LOOK_TIMEOUT_MS = 500

type Looks = {
  /** How long a look counts. */
  forMs: number
  /** Tells whether a failure means that the database is away; other failures are told to whoever asked. */
  isAway(error: unknown): boolean
  /** The time only has to go forward, so it is not that of day. */
  now?(): number
}

/**
 * Looks at something that other processes change: when it is asked for and the last look is too old, and once for all
 * who ask meanwhile. Nothing depends on a timer, so that while the database answers nothing is ever older than was
 * promised, however late this thread is.
 */
export function keepFresh(look: () => Promise<void>, { forMs, isAway, now = () => performance.now() }: Looks) {
  let untilMs = Number.NEGATIVE_INFINITY
  let seenMs = Number.NEGATIVE_INFINITY
  /** The look under way, and what resolves when it has taken too long. */
  let looking: { look: Promise<void>; late: Promise<void> } | undefined

  async function lookOnce(ended: AbortController) {
    const beganMs = now()
    try {
      await look()
      seenMs = beganMs
    } catch (error) {
      if (!isAway(error) || isTooOld()) throw error
    } finally {
      looking = undefined
      ended.abort()
    }
    untilMs = beganMs + forMs
  }

  const isTooOld = () => now() - seenMs > AWAY_MS

  function begin() {
    if (!looking) {
      const ended = new AbortController()
      const late = delay(LOOK_TIMEOUT_MS, undefined, { signal: ended.signal, ref: false }).catch(() => {})
      looking = { look: lookOnce(ended), late }
    }
    return looking
  }

  async function refresh(): Promise<void> {
    const under = begin()
    if (isTooOld()) return under.look
    await Promise.race([under.look, under.late])
    if (looking === under) untilMs = now() + forMs
  }

  return {
    /** Whether the last look still counts. */
    isFresh: (): boolean => now() < untilMs,
    /** Looks, unless somebody does so already. Where that takes too long, what was seen last goes on to count. */
    refresh,
    /** Looks at what there is now: a look that is under way may have begun too early. */
    async refreshAnew(): Promise<void> {
      await looking?.look.catch(() => {})
      await begin().look
    },
  }
}
