import { ApiError } from '#src/contract/statuses.ts'
import { maxRetrySeconds, retrySeconds } from '../retry-after.ts'
import { type Asker, openLine } from './line.ts'
import { openTurns } from './turns.ts'

/** The errors are made beforehand, because the stack of each would cost as much as the rest of a refusal. */
const refusals = Array.from({ length: maxRetrySeconds }, (_, at) => new ApiError('unavailable', at + 1))

/** Refuses a request whose work has not begun. */
export const overloaded = () => refusals[retrySeconds() - 1] as ApiError

export type AdmissionState = { waiting: number; inFlight: number; refused: number }
export type Admission = ReturnType<typeof openAdmission>

type Options = {
  /** The longest time that a request may wait before its work begins. */
  maxWaitMs: number
  /** Requests whose work has begun and is not done. */
  maxInFlight: number
  /** So many may wait however long they take. */
  leastWaiting?: number
  /** So many, if they come at once while nobody waits: the screen of an app that asks for all that it shows. */
  leastOfCrowd?: number
  now?: () => number
  /** Calls back once the server has looked for new requests. */
  soon?: (callback: () => void) => void
}

/**
 * Decides when requests begin. Most of them begin at once. When more come than can be answered, they wait here and not
 * in the sockets, where nobody sees them: the server looks for new requests every few milliseconds, and refuses those
 * that would wait for longer than `maxWaitMs`. Askers take turns.
 */
export function openAdmission(options: Options) {
  const { maxWaitMs, maxInFlight, leastWaiting, leastOfCrowd } = options
  const { now = () => performance.now(), soon = setImmediate } = options
  const line = openLine(maxWaitMs, leastWaiting, leastOfCrowd)
  let inFlight = 0
  let refused = 0
  const turns = openTurns()
  let isScheduled = false
  let isBeginning = false

  function schedule() {
    if (isScheduled || line.size === 0 || inFlight >= maxInFlight) return
    isScheduled = true
    soon(() => {
      isScheduled = false
      const nowMs = now()
      if (turns.begins(nowMs)) beginNext(nowMs)
      else schedule()
    })
  }

  function beginNext(nowMs: number) {
    isBeginning = true
    while (inFlight < maxInFlight && line.size > 0) {
      let hasBegun = false
      for (const begin of line.take()) {
        inFlight++
        if (begin()) hasBegun = true
        else inFlight--
      }
      if (hasBegun) {
        line.measure(nowMs)
        break
      }
    }
    isBeginning = false
    schedule()
  }

  return {
    /** Whether a request may begin at once; otherwise it has to `wait`. */
    begins(nowMs: number): boolean {
      if (line.size > 0 || inFlight >= maxInFlight || !turns.allows(nowMs)) return false
      inFlight++
      return true
    },
    /**
     * Calls `begin` later, which says whether anybody is still waiting for it; false if it never will, because that
     * would take too long. `reply` is what the request waits for.
     */
    wait(asker: Asker, begin: () => boolean, reply?: string): boolean {
      const isTaken = line.add({ asker, begin, reply, nowMs: now(), isHeldUp: inFlight >= maxInFlight })
      if (isTaken) schedule()
      else refused++
      return isTaken
    },
    connected: turns.connected,
    /** The work of a request that began is done. Must be called once for each. */
    end() {
      inFlight--
      const nowMs = now()
      const goesOn = turns.goesOn(nowMs)
      if (line.size === 0 || isBeginning) return
      if (goesOn) beginNext(nowMs)
      else schedule()
    },
    state: (): AdmissionState => ({ waiting: line.size, inFlight, refused }),
  }
}
