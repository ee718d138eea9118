import { setTimeout as delay } from 'node:timers/promises'
import { type Topic, topics } from '../topics.ts'
import { openSession } from './driver.ts'

/** The channel for announcements between those who share a database. */
export const CHANNEL = 'reelcommons'

/** How often the connection is probed, and the pause before a new one. */
const HOLD_MS = 5_000
const RETRY_MS = 250

type ListenerOptions = {
  onChange(topic: Topic): void
  /** Called once when the connection is lost, and once when it is back. */
  report(event: 'lost' | 'back', error?: unknown): void
}

/**
 * Listens to announcements of a PostgreSQL database, on a separate connection. It has to be the primary: replicas
 * announce nothing. After every interruption, everything counts as announced.
 */
export function listenToChanges(url: string, { onChange, report }: ListenerOptions) {
  const closing = new AbortController()
  let isLost = false

  async function listenOnce() {
    const losing = new AbortController()
    const session = openSession(url, {
      onLoss: () => losing.abort(),
      onNotification: (payload) => topics.filter((topic) => topic === payload).forEach(onChange),
    })
    try {
      await session.ask(`listen ${CHANNEL}`)
      if (isLost) report('back')
      isLost = false
      topics.forEach(onChange)
      const signal = AbortSignal.any([closing.signal, losing.signal])
      while (!signal.aborted) {
        await delay(HOLD_MS, undefined, { signal }).catch(() => {})
        if (!signal.aborted) await session.ask('select 1')
      }
      if (losing.signal.aborted && !closing.signal.aborted) throw new Error('The connection was lost')
    } finally {
      await session.close()
    }
  }

  async function keepListening() {
    while (!closing.signal.aborted) {
      try {
        await listenOnce()
      } catch (error) {
        if (!isLost && !closing.signal.aborted) report('lost', error)
        isLost = true
      }
      await delay(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  const listening = keepListening()
  return {
    async close(): Promise<void> {
      closing.abort()
      await listening
    },
  }
}
