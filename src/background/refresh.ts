import { setTimeout as delay } from 'node:timers/promises'

/** How long the last known state is used while the database is down. */
export const MAX_AGE_MS = 300_000
/** Nobody waits longer for a check: the database hangs, and counts as away until it answers. */
export const CHECK_TIMEOUT_MS = 500

/** Nobody sees why the timer of a check ends; without a reason, each check would make an error with its stack. */
const CHECKED = 'the check has ended'

type RefreshOptions = {
  /** How long the result of a check is valid. */
  validMs: number
  /** Whether an error means that the database is down; other errors are thrown to the caller. */
  isAway(error: unknown): boolean
  /** A monotonic clock in ms. */
  now?(): number
}

/**
 * Keeps up with something that other processes change. It is checked on demand when the last check is too old, once for
 * all who ask meanwhile. Nothing depends on a timer: while the database answers, nothing is ever older than `validMs`,
 * however busy this thread is.
 */
export function openRefresh(
  check: () => Promise<void>,
  { validMs, isAway, now = () => performance.now() }: RefreshOptions,
) {
  let freshUntilMs = Number.NEGATIVE_INFINITY
  let checkedMs = Number.NEGATIVE_INFINITY
  let checks = 0
  /** The check in progress, and what resolves when it takes too long. */
  let running: { check: Promise<void>; late: Promise<void> } | undefined

  async function checkOnce(ended: AbortController) {
    const beganMs = now()
    try {
      await check()
      checkedMs = beganMs
      checks++
    } catch (error) {
      if (!isAway(error) || isTooOld()) throw error
    } finally {
      running = undefined
      ended.abort(CHECKED)
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
    /** Whether the last check is still valid. */
    isFresh: (): boolean => now() < freshUntilMs,
    /** Checks, or joins the check in progress. If it takes too long, the last known state stays in use. */
    refresh,
    /** Checks what there is now: a check in progress may have begun too early. */
    async refreshNow(): Promise<void> {
      await running?.check.catch(() => {})
      await begin().check
    },
    /**
     * The same without waiting for a database that hangs, and says whether everything is known that there was when it
     * was called: it is not while the database is away.
     */
    async checkNow(): Promise<boolean> {
      if (running) await Promise.race([running.check.catch(() => {}), running.late])
      const before = checks
      const under = begin()
      await Promise.race([under.check, under.late])
      return checks > before
    },
  }
}
