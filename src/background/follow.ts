import { setTimeout as delay } from 'node:timers/promises'
import type { ChangeBus } from './change-bus.ts'
import { despiteConflicts } from './conflicts.ts'

/** How often a follower continued, started over, and failed. */
export type Rounds = { followed: number; rebuilt: number; failed: number }

export const noRounds = (): Rounds => ({ followed: 0, rebuilt: 0, failed: 0 })

/** One round of a follower: `Mark` says how far it has come. */
export type Round<Mark> = {
  /** How far it has come, if it has begun, and how far it could come. */
  look(): Promise<{ reached: Mark | undefined; head: Mark }>
  /** Whether the changes that lead to `head` include those that it has followed. */
  continues(reached: Mark, head: Mark): boolean
  /** Whether there is nothing to follow. */
  isAtEnd(reached: Mark, head: Mark): boolean
  /** Follows the next changes. Returns how far it has come. */
  follow(reached: Mark, head: Mark): Promise<Mark>
  /** Starts over, because what it has made belongs to other changes or to none. */
  rebuild(head: Mark): Promise<Mark>
  save(mark: Mark): Promise<void> | void
}

/** What a round has done; undefined if there was nothing to do. */
export type Outcome = 'followed' | 'rebuilt' | undefined

/** Does one round. */
export async function followOnce<Mark>(round: Round<Mark>): Promise<Outcome> {
  const { reached, head } = await round.look()
  if (reached === undefined || !round.continues(reached, head)) {
    await round.save(await round.rebuild(head))
    return 'rebuilt'
  }
  if (round.isAtEnd(reached, head)) return undefined
  await round.save(await round.follow(reached, head))
  return 'followed'
}

/** Counts the outcome of a round. */
export async function counted(rounds: Rounds, round: Promise<Outcome>): Promise<Outcome> {
  try {
    const outcome = await round
    if (outcome) rounds[outcome]++
    return outcome
  } catch (error) {
    rounds.failed++
    throw error
  }
}

/** The pause at the end of the log: if an announcement got lost, changes are followed this much later. */
const REST_MS = 1_000
/** How long changes are gathered that come one after the other, so that many of them are one round. */
export const GATHER_MS = 50
/** The longest pause after failures; each one in a row doubles it. */
const LONGEST_REST_MS = 60_000

type FollowOptions = {
  changeBus: ChangeBus
  signal: AbortSignal
  /** Gets errors, after which it continues. */
  failed(error: unknown): void
  restMs?: number
  longestRestMs?: number
  /** Waits until a time has passed or the signal is aborted. */
  pause?(ms: number, signal: AbortSignal): Promise<void>
}

/** An aborted pause is how it ends. */
export const pauseFor = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => {})

/**
 * Calls `catchUp` when something changes and from time to time, until `signal` is aborted. After a failure it waits
 * longer and longer, whatever changes meanwhile. Where it conflicts with others, it continues at once, and fails only
 * if it keeps conflicting.
 */
export async function keepFollowing(
  catchUp: (signal: AbortSignal) => Promise<void>,
  { changeBus, signal, failed, restMs = REST_MS, longestRestMs = LONGEST_REST_MS, pause = pauseFor }: FollowOptions,
): Promise<void> {
  let rest = new AbortController()
  let failures = 0
  const unsubscribe = changeBus.subscribe(['changes'], async () => rest.abort())
  while (!signal.aborted) {
    // Before the work, so that an announcement during it skips the pause.
    rest = new AbortController()
    try {
      await despiteConflicts(() => catchUp(signal), signal)
      failures = 0
      await pause(restMs, AbortSignal.any([signal, rest.signal]))
      if (rest.signal.aborted) await pause(GATHER_MS, signal)
    } catch (error) {
      failed(error)
      failures++
      await pause(Math.min(restMs * 2 ** failures, longestRestMs), signal)
    }
  }
  unsubscribe()
}
