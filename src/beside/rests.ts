import { pauseFor } from '#src/background/follow.ts'
import { type LoopName, longestOf, loopNames } from './occasions.ts'

/** When a loop had its last turn, and how long it rests from now on, unless it is told of a change. */
type Rest = { sinceMs: number; forMs: number }
export type Rests = Partial<Record<LoopName, Rest>>

/** After the start of a server, what only follows from the time has its first turn this much later. */
export const FIRST_TURN_MS = 60_000

/** Nothing had a turn yet. */
export const restsAtStart = (): Rests =>
  Object.fromEntries(
    loopNames.flatMap((name) => {
      const longest = longestOf(name)
      return longest === Number.POSITIVE_INFINITY ? [] : [[name, { sinceMs: longest - FIRST_TURN_MS, forMs: 0 }]]
    }),
  )

/** The rests when so much time has passed. */
export const restsAfter = (rests: Rests, passedMs: number): Rests =>
  Object.fromEntries(
    Object.entries(rests).map(([name, { sinceMs, forMs }]) => [
      name,
      { sinceMs: sinceMs + passedMs, forMs: Math.max(0, forMs - passedMs) },
    ]),
  )

/** Whether one of the loops has its turn: nothing rests for so short a time that it is worth an end of the process. */
export function hasTurn(rests: Rests, waiting: readonly LoopName[], shortMs = 0): boolean {
  if (waiting.some((name) => (rests[name]?.forMs ?? 0) <= shortMs)) return true
  return Object.entries(rests).some(([name, { sinceMs }]) => sinceMs + shortMs >= longestOf(name as LoopName))
}

/** How loops rest: who is at work, and when the others go on. `before` are the rests that a former process has left. */
export function openRests(before: Rests) {
  const startMs = performance.now()
  const rests = new Map<LoopName, { fromMs: number; untilMs: number }>()
  for (const [name, { sinceMs, forMs }] of Object.entries(before))
    rests.set(name as LoopName, { fromMs: startMs - sinceMs, untilMs: startMs + forMs })
  const atWork = new Set<LoopName>()

  return {
    /** Waits for the end of the rest that a loop had before, and then counts it as at work. */
    async begin(name: LoopName, signal: AbortSignal): Promise<void> {
      await pauseFor(Math.max(0, (rests.get(name)?.untilMs ?? 0) - performance.now()), signal)
      atWork.add(name)
    },
    /** How a loop rests. */
    pauseOf: (name: LoopName) => async (ms: number, signal: AbortSignal) => {
      const nowMs = performance.now()
      rests.set(name, { fromMs: nowMs, untilMs: nowMs + ms })
      atWork.delete(name)
      await pauseFor(ms, signal)
      atWork.add(name)
    },
    get isWorking() {
      return atWork.size > 0
    },
    now(): Rests {
      const nowMs = performance.now()
      return Object.fromEntries(
        [...rests].map(([name, { fromMs, untilMs }]) => [
          name,
          { sinceMs: nowMs - fromMs, forMs: Math.max(0, untilMs - nowMs) },
        ]),
      )
    },
  }
}
