import type { RedisClientType } from '@redis/client'

/** Commands in the library's queue, including those whose answers nobody waits for any more. */
const QUEUE = 10_000

/** A connection of the library. */
export type Client = RedisClientType

/** Loaded on demand: most servers have no Redis. */
const library = () => import('@redis/client')

/**
 * A client that is not connected yet. It never reconnects by itself and queues no commands while offline; `failed` gets
 * the error that ends it.
 */
export async function openClient(url: string, connectMs: number, failed: (error: unknown) => void): Promise<Client> {
  const { createClient } = await library()
  const client = createClient({
    url,
    name: 'reelcommons',
    disableClientInfo: true,
    maintNotifications: 'disabled',
    disableOfflineQueue: true,
    commandsQueueMaxLength: QUEUE,
    socket: { connectTimeout: connectMs, reconnectStrategy: false },
  })
  client.on('error', failed)
  return client as Client
}

/** The bytes of a key, if there are any. */
export async function bytesAt(client: Client, key: string): Promise<Buffer | null> {
  const { RESP_TYPES } = await library()
  return client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }).get(key)
}

/** Whether an error is an answer of the server. */
export async function isRefusal(error: unknown): Promise<boolean> {
  const { ErrorReply } = await library()
  return error instanceof ErrorReply
}
