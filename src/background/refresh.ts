import { setTimeout as delay } from 'node:timers/promises'

/** How long what was seen last goes on to count while the database is away. */
export const MAX_AGE_MS = 300_000
/** A look that takes longer is not waited for: the database hangs, and is as good as away until it answers. */
export const CHECK_TIMEOUT_MS = 500

type RefreshOptions = {
  /** How long a look counts. */
  validMs: number
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
export function openRefresh(
  check: () => Promise<void>,
  { validMs, isAway, now = () => performance.now() }: RefreshOptions,
) {
  let freshUntilMs = Number.NEGATIVE_INFINITY
  let checkedMs = Number.NEGATIVE_INFINITY
  /** The look under way, and what resolves when it has taken too long. */
  let running: { check: Promise<void>; late: Promise<void> } | undefined

  async function checkOnce(ended: AbortController) {
    const beganMs = now()
    try {
      await check()
      checkedMs = beganMs
    } catch (error) {
      if (!isAway(error) || isTooOld()) throw error
    } finally {
      running = undefined
      ended.abort()
    }
    freshUntilMs = beganMs + validMs
  }

  const isTooOld = () => now() - checkedMs > MAX_AGE_MS

  function begin() {
    if (!running) {
      const ended = new AbortController()
      const late = delay(CHECK_TIMEOUT_MS, undefined, { signal: ended.signal, ref: false }).catch(() => {})
      running = { check: checkOnce(ended), late }
    }
    return running
  }

  async function refresh(): Promise<void> {
    const under = begin()
    if (isTooOld()) return under.check
    await Promise.race([under.check, under.late])
    if (running === under) freshUntilMs = now() + validMs
  }

  return {
    /** Whether the last look still counts. */
    isFresh: (): boolean => now() < freshUntilMs,
    /** Looks, unless somebody does so already. Where that takes too long, what was seen last goes on to count. */
    refresh,
    /** Looks at what there is now: a look that is under way may have begun too early. */
    async refreshNow(): Promise<void> {
      await running?.check.catch(() => {})
      await begin().check
    },
  }
}
