import type { Client } from './client.ts'

export type Listener = {
  heard(message: string): void
  /** A connection was made: something may have been said before that nobody heard. */
  missed?(): void
}

/** Who listens to which channel, also while there is no connection. */
export function openChannels() {
  const listeners = new Map<string, Listener[]>()

  const listen = (client: Client, channel: string): Promise<void> =>
    client.subscribe(channel, (message) => {
      for (const { heard } of listeners.get(channel) ?? []) heard(message)
    })

  return {
    /** Adds a listener; on a connection that is there the channel is heard from now on. */
    async add(channel: string, listener: Listener, client: Client | undefined): Promise<void> {
      const others = listeners.get(channel)
      listeners.set(channel, [...(others ?? []), listener])
      if (client && !others) await listen(client, channel)
    },
    /** Listens to all channels on a new connection. */
    async listenAll(client: Client): Promise<void> {
      for (const channel of listeners.keys()) await listen(client, channel)
    },
    missed(): void {
      for (const heard of listeners.values()) for (const { missed } of heard) missed?.()
    },
  }
}
