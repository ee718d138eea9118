import type { RedisClientType } from '@redis/client'

/** Commands that the library holds at most, those among them whose answers nobody waits for any more. */
const QUEUE = 10_000

/** A connection as the library makes it. */
export type Client = RedisClientType

/** Loaded where it is used: most servers have no Redis. */
const library = () => import('@redis/client')

/**
 * A connection that is not made yet. It is never made again by itself and keeps no commands for later; `failed` is told
 * what ends it.
 */
export async function openClient(url: string, connectMs: number, failed: (error: unknown) => void): Promise<Client> {
  const { createClient } = await library()
  const client = createClient({
    ...{ url, name: 'reelcommons', disableClientInfo: true, maintNotifications: 'disabled' },
    ...{ disableOfflineQueue: true, commandsQueueMaxLength: QUEUE },
    socket: { connectTimeout: connectMs, reconnectStrategy: false },
  })
  client.on('error', failed)
  return client as Client
}

/** The bytes below a key, where there are any. */
export async function bytesAt(client: Client, key: string): Promise<Buffer | null> {
  const { RESP_TYPES } = await library()
  return client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }).get(key)
}

/** Whether an error is what the server has answered. */
export async function isRefusal(error: unknown): Promise<boolean> {
  const { ErrorReply } = await library()
  return error instanceof ErrorReply
}
