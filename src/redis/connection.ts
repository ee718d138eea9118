import { setTimeout as delay } from 'node:timers/promises'
import { type Client, openClient } from './client.ts'

type Keeping = {
  /** How often a server that is there is asked whether it still is, and one that is not whether it is back. */
  lookMs: number
  /** How long a connection may take to be made. Nobody waits for it. */
  connectMs: number
  /** Does what has to be done on a new connection before it is used. */
  prepare(client: Client): Promise<unknown>
  /** Told when a connection is there or away, not more than once in a row. */
  report(event: 'there' | 'away', error?: unknown): void
  /** Asks a server that is there for something. */
  look(): Promise<unknown>
}

export type Connection = ReturnType<typeof keepConnection>

/** Keeps a connection that is made again when it was lost, for as long as it takes. */
export function keepConnection(url: string, { lookMs, connectMs, prepare, report, look }: Keeping) {
  const rests = openRests(lookMs)
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
    // What it has not answered by now fails, in the queue of the library too.
    client.destroy()
    become(undefined, error)
    // It may have been a moment: then nobody goes without it for longer.
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

  async function keepLooking() {
    while (!rests.haveEnded) {
      rests.begin()
      if (current) await look()
      else await connect().catch((error) => rests.haveEnded || become(undefined, error))
      await rests.rest()
    }
  }

  const looking = keepLooking()
  return {
    get current() {
      return current
    },
    /** Gives a connection up, which is not there any more as of now, and tries for another one. */
    leave,
    /** For how long it has been there, or away. */
    forMs: () => performance.now() - changedMs,
    async close(): Promise<void> {
      rests.end()
      connecting?.destroy()
      current?.destroy()
      current = undefined
      await looking
    },
  }
}

/** The times between looks, of which one may be cut short, unless another one has been within such a time. */
function openRests(restMs: number) {
  let ending = new AbortController()
  let shortenedMs = Number.NEGATIVE_INFINITY
  let haveEnded = false
  return {
    /** A look begins, and with it what may shorten the rest after it. */
    begin(): void {
      ending = new AbortController()
    },
    rest: () => delay(restMs, undefined, { signal: ending.signal, ref: false }).catch(() => {}),
    shorten(): void {
      if (performance.now() - shortenedMs < restMs) return
      shortenedMs = performance.now()
      ending.abort()
    },
    /** There is no further look. */
    end(): void {
      haveEnded = true
      ending.abort()
    },
    get haveEnded() {
      return haveEnded
    },
  }
}

/** What is promised, unless it takes longer. */
export function within<Value>(ms: number, promised: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`Redis did not answer within ${ms} ms`))
    // Where this thread is late, the answer may be there and not read yet: that comes before what is immediate.
    const timer = setTimeout(() => setImmediate(giveUp), ms)
    promised.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
