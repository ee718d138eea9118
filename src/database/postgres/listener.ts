import { setTimeout as delay } from 'node:timers/promises'
import { type Topic, topics } from '../database.ts'
import { openSession } from './driver.ts'

/** What changes are announced on, of those who share a database. */
export const CHANNEL = 'reelcommons'

/** How often it is made sure that the connection is still there, and how soon there is another one. */
const HOLD_MS = 5_000
const RETRY_MS = 250

type ListenerOptions = {
  onChange(topic: Topic): void
  /** Told once when nothing can be heard any more, and once when it can again. */
  report(event: 'lost' | 'back', error?: unknown): void
}

/**
 * Hears what is announced on a PostgreSQL database, on a connection of its own. It has to be the primary: replicas
 * announce nothing. After each time in which it could not listen, everything counts as announced.
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
