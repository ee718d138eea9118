/** How long what was seen last goes on to count while the database is away. */
export const AWAY_MS = 300_000

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
 * who ask meanwhile. No timer is needed, and nothing is ever older than was promised, however late this thread is.
 */
export function keepFresh(look: () => Promise<void>, { forMs, isAway, now = () => performance.now() }: Looks) {
  let untilMs = Number.NEGATIVE_INFINITY
  let seenMs = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined

  async function lookOnce() {
    const beganMs = now()
    try {
      await look()
      seenMs = beganMs
    } catch (error) {
      if (!isAway(error) || now() - seenMs > AWAY_MS) throw error
    } finally {
      looking = undefined
    }
    untilMs = beganMs + forMs
  }

  function refresh(): Promise<void> {
    looking ??= lookOnce()
    return looking
  }

  return {
    /** Whether the last look still counts. */
    isFresh: (): boolean => now() < untilMs,
    /** Looks, unless somebody does so already. */
    refresh,
    /** Looks at what there is now: a look that is under way may have begun too early. */
    async refreshAnew(): Promise<void> {
      await looking?.catch(() => {})
      await refresh()
    },
  }
}
