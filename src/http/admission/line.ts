import { fairQueue } from './fair-queue.ts'

/** Whose turn it is: the id of a key, or the address of somebody without one. */
export type Asker = number | string
type Begin = () => boolean

/** Those who wait for the same reply begin together, because it is made once for all of them. */
type Together = { begins: Begin[]; reply: string | undefined }

/** A request that has to wait. `isHeldUp`: none may begin before another one ends. */
type Waiting = { asker: Asker; begin: Begin; reply: string | undefined; nowMs: number; isHeldUp: boolean }

/** So many may wait however long they take, so that a server with slow requests does not refuse a few people. */
export const LEAST_WAITING = 32
/** Requests within this time of the first one that had to wait are a burst, and may wait this many times as long. */
export const BURST_MS = 50
export const BURST_TIMES = 2
/** Of the requests within this time of the first one that had to wait, more may wait however long they take. */
export const CROWD_MS = 500
/** The assumed pace until one was measured. */
const FIRST_MS = 0.5
/** The pace covers about this much time: several rounds of work, and what happens between them. */
const PACE_MS = 200

/** Requests that wait for their turn, as long as none would wait for longer than `maxWaitMs` at the present pace. */
export function openLine(maxWaitMs: number, leastWaiting = LEAST_WAITING, leastOfCrowd = leastWaiting) {
  const waiting = fairQueue<Asker, Together>()
  const byReply = new Map<string, Together>()
  /** How many began lately, and the time that they took; older ones count less and less. */
  let begun = 1
  let tookMs = FIRST_MS
  let lastBegunMs = Number.NEGATIVE_INFINITY
  let sinceMs = 0

  function isTooLong({ asker, nowMs, isHeldUp }: Waiting): boolean {
    const isOfCrowd = nowMs - sinceMs < CROWD_MS
    if (waiting.size < (isOfCrowd ? leastOfCrowd : leastWaiting)) return false
    if (isHeldUp && nowMs - Math.max(lastBegunMs, sinceMs) > maxWaitMs) return true
    const times = nowMs - sinceMs < BURST_MS ? BURST_TIMES : 1
    return waiting.aheadOf(asker) * (tookMs / begun) > maxWaitMs * times
  }

  return {
    /** How many turns there are. */
    get size() {
      return waiting.size
    },
    /** False if it would wait for too long. */
    add(request: Waiting): boolean {
      const { asker, begin, reply, nowMs } = request
      const same = reply === undefined ? undefined : byReply.get(reply)
      if (same) {
        same.begins.push(begin)
        return true
      }
      if (isTooLong(request)) return false
      if (waiting.size === 0) sinceMs = nowMs
      const together = { begins: [begin], reply }
      if (reply !== undefined) byReply.set(reply, together)
      waiting.add(asker, together)
      return true
    },
    /** Those whose turn it is. */
    take(): readonly Begin[] {
      const next = waiting.take()
      if (next?.reply !== undefined) byReply.delete(next.reply)
      return next?.begins ?? []
    },
    /** Learns the pace from those that have begun; a single long one says little. */
    measure(nowMs: number) {
      if (lastBegunMs >= sinceMs) {
        const ms = Math.min(nowMs - lastBegunMs, maxWaitMs)
        const share = Math.exp(-ms / PACE_MS)
        begun = begun * share + 1
        tookMs = tookMs * share + ms
      }
      lastBegunMs = nowMs
    },
  }
}
