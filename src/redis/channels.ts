import type { Client } from './client.ts'

export type Listener = {
  receive(message: string): void
  /** Called for a new connection: messages may have been missed. */
  reconnected?(): void
}

/** The listeners of each channel, also while there is no connection. */
export function openChannels() {
  const listeners = new Map<string, Listener[]>()

  const listen = (client: Client, channel: string): Promise<void> =>
    client.subscribe(channel, (message) => {
      for (const { receive } of listeners.get(channel) ?? []) receive(message)
    })

  return {
    /** Adds a listener, and subscribes to its channel if there is a connection. */
    async add(channel: string, listener: Listener, client: Client | undefined): Promise<void> {
      const others = listeners.get(channel)
      listeners.set(channel, [...(others ?? []), listener])
      if (client && !others) await listen(client, channel)
    },
    /** Subscribes to all channels on a new connection. */
    async listenAll(client: Client): Promise<void> {
      for (const channel of listeners.keys()) await listen(client, channel)
    },
    reconnected(): void {
      for (const receive of listeners.values()) for (const { reconnected } of receive) reconnected?.()
    },
  }
}
