import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../database.ts'
import type { PostgresOptions } from '../postgres/driver.ts'
import { openLagTracker } from './lag.ts'
import { openPrimary, openReplica, type Primary, type Replica } from './replica.ts'
import { openReadSource } from './source.ts'

/** How often replicas are asked for their position. */
const LOOK_MS = 250
/** How long a replica may take to catch up before reads switch to it, and while they wait for the switch. */
const CATCH_UP_MS = 200
const SWITCH_MS = 50
/** How often it is asked during that time. */
const SWITCH_LOOK_MS = 2
/** How often it is asked after an announcement, which no request waits for. */
const WORD_LOOK_MS = 10

export type ReplicaState = {
  name: string
  /** For how long it has lacked something; undefined if it does not answer. */
  lagMs: number | undefined
  /** Whether it answers and is not too far behind. */
  isFit: boolean
  isRead: boolean
}

type ReplicaOptions = PostgresOptions & {
  /** A replica that is further behind is not used. */
  maxLagMs: number
  /** Called when a replica is left out, with the error unless it is merely behind, and when it is fit again. */
  report(event: 'left out' | 'fit again', name: string, error?: unknown): void
}

/** Reads that may come from a replica. */
export type ReplicaReads = {
  /**
   * The primary, except that `all` and `one`, here and in `wide`, are answered by a replica if one is fit. No read is
   * older than an earlier read of this process, whichever server answers; wide reads are excepted.
   */
  database: Database
  /** From now on, reads include everything that this process has written. */
  wrote(): void
  /**
   * Resolves when reads include everything that the primary had, or after the longest time that a replica may be
   * behind.
   */
  catchUp(): Promise<void>
  states(): ReplicaState[]
  close(): Promise<void>
}

/**
 * Reads from one replica at a time, the first fit one in random order, and from the primary if none is fit. A replica
 * is fit while it answers and lacks nothing that is older than the limit. All of them are asked again and again, so
 * that one that was away is used when it is back.
 */
export function openReplicaReads(
  db: Database,
  primaryUrl: string,
  urls: readonly string[],
  options: ReplicaOptions,
): ReplicaReads {
  const primary = openPrimary(primaryUrl)
  const replicas = urls.map((url) => openReplica(url, options)).sort(() => Math.random() - 0.5)
  const track = openLagTracker<Replica>()
  const source = openReadSource(db)
  const closing = new AbortController()
  const reportOnce = openReport(options.report)

  const isFit = (replica: Replica) => (track.lagOf(replica) ?? Number.POSITIVE_INFINITY) <= options.maxLagMs

  const lookedAt = (replica: Replica) => ({ name: replica.name, lagMs: track.lagOf(replica), isFit: isFit(replica) })

  async function lookAt(replica: Replica) {
    try {
      track.replicaAt(replica, await replica.position())
      if (!isFit(replica)) source.abandon(replica)
      reportOnce(replica, isFit(replica))
    } catch (error) {
      track.forget(replica)
      source.abandon(replica)
      replica.giveUp()
      reportOnce(replica, false, error)
    }
  }

  async function check() {
    await primary.position().then(track.primaryAt, () => {})
    await Promise.all(replicas.map(lookAt))
    const fit = replicas.find(isFit)
    if (!source.current && fit) await switchTo(fit).catch(() => {})
  }

  const catchesUp = (replica: Replica, withinMs: number, lookMs = SWITCH_LOOK_MS) =>
    hasAllOf(primary, replica, { withinMs, lookMs, closing: closing.signal })

  /** Reads only wait once the replica is close. */
  async function switchTo(replica: Replica) {
    if (await catchesUp(replica, CATCH_UP_MS))
      await source.switchTo(replica, () => catchesUp(replica, SWITCH_MS), SWITCH_MS)
  }

  async function keepChecking() {
    while (!closing.signal.aborted) {
      await check()
      await delay(LOOK_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  const checking = keepChecking()
  return {
    database: source.database,
    wrote: source.wrote,
    async catchUp() {
      const { current } = source
      // A replica that does not answer is skipped.
      if (current) await catchesUp(current, options.maxLagMs, WORD_LOOK_MS).catch(() => false)
    },
    states: () => replicas.map((it) => ({ ...lookedAt(it), isRead: it === source.current })),
    async close() {
      closing.abort()
      await checking
      await Promise.all([primary.close(), ...replicas.map((replica) => replica.close())])
    },
  }
}

/** Reports each change once. */
function openReport(report: ReplicaOptions['report']) {
  const leftOut = new Set<Replica>()
  return (replica: Replica, isFit: boolean, error?: unknown) => {
    if (isFit === !leftOut.has(replica)) return
    if (isFit) leftOut.delete(replica)
    else leftOut.add(replica)
    report(isFit ? 'fit again' : 'left out', replica.name, error)
  }
}

type Waiting = { withinMs: number; lookMs: number; closing: AbortSignal }

/** Waits until a replica has everything that the primary has now; false if that takes too long. */
async function hasAllOf(primary: Primary, replica: Replica, { withinMs, lookMs, closing }: Waiting): Promise<boolean> {
  const endMs = performance.now() + withinMs
  const wanted = await primary.position()
  while ((await replica.position()) < wanted) {
    if (performance.now() > endMs || closing.aborted) return false
    await delay(lookMs)
  }
  return true
}
