import { setTimeout as delay } from 'node:timers/promises'
import { type Client, openClient } from './client.ts'

type Keeping = {
  /** How often a server that is there is probed, and one that is away is tried. */
  checkMs: number
  /** The time limit for connecting. Nobody waits for it. */
  connectMs: number
  /** Prepares a new connection before it is used. */
  prepare(client: Client): Promise<unknown>
  /** Called when the server comes and goes, never twice in a row for the same. */
  report(event: 'there' | 'away', error?: unknown): void
  /** Probes a server that is there. */
  check(): Promise<unknown>
}

export type Connection = ReturnType<typeof keepConnection>

/** Keeps a connection, and reconnects for as long as it takes. */
export function keepConnection(url: string, { checkMs, connectMs, prepare, report, check }: Keeping) {
  const rests = openRests(checkMs)
  let connecting: Client | undefined
  let current: Client | undefined
  let last: 'there' | 'away' | undefined
  let changedMs = performance.now()

  function become(client: Client | undefined, error?: unknown) {
    current = client
    const event = client ? 'there' : 'away'
    if (event === last) return
    last = event
    changedMs = performance.now()
    report(event, error)
  }

  function leave(client: Client, error: unknown): void {
    if (current !== client) return
    // Unanswered commands fail, those in the library's queue too.
    client.destroy()
    become(undefined, error)
    // It may have been a short interruption, so it is tried again at once.
    rests.shorten()
  }

  async function connect() {
    const client = await openClient(url, connectMs, (error) => leave(client, error))
    connecting = client
    try {
      await within(
        connectMs,
        client.connect().then(() => prepare(client)),
      )
      become(client)
    } catch (error) {
      client.destroy()
      throw error
    } finally {
      connecting = undefined
    }
  }

  async function keepChecking() {
    while (!rests.haveEnded) {
      rests.begin()
      if (current) await check()
      else await connect().catch((error) => rests.haveEnded || become(undefined, error))
      await rests.rest()
    }
  }

  const checking = keepChecking()
  return {
    get current() {
      return current
    },
    /** Gives up a connection, which is not used any more, and tries for another one. */
    leave,
    /** For how long it has been there, or away. */
    forMs: () => performance.now() - changedMs,
    async close(): Promise<void> {
      rests.end()
      connecting?.destroy()
      current?.destroy()
      current = undefined
      await checking
    },
  }
}

/** The pauses between checks. One may be cut short, but not two within such a pause. */
function openRests(restMs: number) {
  let ending = new AbortController()
  let shortenedMs = Number.NEGATIVE_INFINITY
  let haveEnded = false
  return {
    /** A check begins; from now on its pause can be cut short. */
    begin(): void {
      ending = new AbortController()
    },
    rest: () => delay(restMs, undefined, { signal: ending.signal, ref: false }).catch(() => {}),
    shorten(): void {
      if (performance.now() - shortenedMs < restMs) return
      shortenedMs = performance.now()
      ending.abort()
    },
    /** Ends the checks. */
    end(): void {
      haveEnded = true
      ending.abort()
    },
    get haveEnded() {
      return haveEnded
    },
  }
}

/** The promise, with a time limit. */
export function within<Value>(ms: number, promised: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`Redis did not answer within ${ms} ms`))
    // If this thread is busy, the answer may have arrived and not been read: reading comes before immediates.
    const timer = setTimeout(() => setImmediate(giveUp), ms)
    promised.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
