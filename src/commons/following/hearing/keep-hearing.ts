import { pauseFor } from '#src/background/follow.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { isUnavailable } from '#src/database/errors.ts'
import { checkSoon, type Following, findFollowing, liveFollowings } from '../followings.ts'
import { markHeard, reachedBy } from '../live/live-records.ts'
import type { Connecting } from '../reaching/connecting.ts'
import { connectingOf } from '../reaching/connecting.ts'

/** How often it is looked whose changes are wanted. */
const LOOK_MS = 5_000
/** What was heard is taken in within this time, or hearing begins anew. */
const STALE_MS = 60_000
/** Pauses before the next attempt, which double with each one in a row up to the longest. */
const pauses = {
  lost: [1_000, 60_000],
  refused: [60_000, 1_800_000],
  behind: [15_000, 300_000],
  wrong: [60_000, 3_600_000],
  full: [5_000, 60_000],
} as const satisfies Record<import('./listener.ts').Ended['is'], readonly [first: number, longest: number]>

type Given = {
  db: Database
  config: Config
  clock(): Date
  /** Has what was heard taken in. */
  announce(): void
  failed(error: unknown): void
  connecting?: Connecting
  lookMs?: number
  /** Pauses are so many times shorter, in tests. */
  haste?: number
}

type Session = { ending: AbortController; done: Promise<void>; reached: number; heardMs: number }

/**
 * Hears what changes in followed catalogues, one connection for each publisher that tells it, until `signal` is
 * aborted. What is heard is only checked and kept here: the process that works beside requests takes it in.
 */
export async function keepHearing(given: Given, signal: AbortSignal): Promise<void> {
  const { db, config, clock, failed, lookMs = LOOK_MS } = given
  const sessions = new Map<string, Session>()
  const end = (id: string) => {
    sessions.get(id)?.ending.abort()
    sessions.delete(id)
  }
  while (!signal.aborted) {
    try {
      const wanted = await wantedIn(db, clock())
      for (const id of [...sessions.keys()]) if (!wanted.has(id)) end(id)
      for (const [id, following] of wanted) {
        const session = sessions.get(id)
        if (session && isStale(session, following)) end(id)
        if (sessions.has(id)) continue
        const begun = begin(id, given, config, signal)
        sessions.set(id, begun)
        void begun.done.then(() => sessions.get(id) === begun && sessions.delete(id))
      }
    } catch (error) {
      if (!isUnavailable(error)) failed(error)
    }
    await pauseFor(lookMs, signal)
  }
  const left = [...sessions.values()].map(({ done }) => done)
  for (const id of [...sessions.keys()]) end(id)
  await Promise.all(left)
}

const wantedIn = async (db: Database, now: Date): Promise<Map<string, Following>> =>
  new Map((await liveFollowings(db, now)).map((following) => [following.id, following]))

/** What was heard is neither here nor waits: it was left out. */
const isStale = ({ reached, heardMs }: Session, following: Following): boolean =>
  following.ask_at === null && reachedBy(following) < reached && performance.now() - heardMs > STALE_MS

function begin(id: string, given: Given, config: Config, signal: AbortSignal): Session {
  const ending = new AbortController()
  const session: Session = { ending, done: Promise.resolve(), reached: 0, heardMs: performance.now() }
  session.done = keepOne(id, session, given, config, AbortSignal.any([signal, ending.signal])).catch(given.failed)
  return session
}

async function keepOne(id: string, session: Session, given: Given, config: Config, signal: AbortSignal) {
  const { db, clock, announce, connecting = connectingOf(config), haste = 1 } = given
  // Most servers follow nobody who tells it.
  const { hear, heardUntil } = await import('./listener.ts')
  let failures = 0
  const waits = async () => {
    await markHeard(db, id, clock())
    announce()
  }
  while (!signal.aborted) {
    const following = await findFollowing(db, id)
    if (following?.state !== 'following' || following.needs_whole) return
    const from = await heardUntil(config, following)
    session.reached = from
    // Somebody may have been ended after keeping it, and before saying so.
    if (from > reachedBy(following)) await waits()
    const ended = await hear(following, from, {
      ...{ config, connecting, signal },
      there() {
        failures = 0
      },
      async heard(position) {
        session.reached = position
        session.heardMs = performance.now()
        await waits()
      },
    })
    if (signal.aborted) return
    if (ended.is === 'wrong') {
      given.failed(ended.error)
      // The key may have changed since, which the manifest says.
      await checkSoon(db, id, clock())
    }
    const [first, longest] = pauses[ended.is]
    const asked = ended.is === 'refused' ? (ended.retryAfterMs ?? 0) : 0
    await pauseFor(Math.max(asked, Math.min(first * 2 ** failures, longest)) / haste, signal)
    failures = Math.min(failures + 1, 20)
  }
}
