import { existsSync } from 'node:fs'
import { isUnwritable } from '../errors.ts'
import type { Send } from '../statement.ts'
import { openCheckpoints } from './checkpoints.ts'
import type { ConnectionOptions } from './connection.ts'
import { startThread } from './thread.ts'
import { refusalOf } from './unwritable.ts'

/** Where nothing can be written, the thread is not started more often than this. */
const RETRY_MS = 1_000

type Thread = Awaited<ReturnType<typeof startThread>>

/**
 * Starts the thread that writes, and one that copies the log alongside it. Where nothing can be written to a database
 * that is there, it is started with the first write after that was mended, and writes until then are refused with the
 * reason.
 */
export async function openWriting(path: string, busyTimeoutMs: number) {
  const options: ConnectionOptions = { readOnly: false, busyTimeoutMs, checkpointsBeside: true }
  const checkpoints = openCheckpoints(path, options)
  let thread: Thread | undefined
  let starting: Promise<void> | undefined
  let failed: { error: unknown; atMs: number } | undefined

  async function start() {
    if (failed && performance.now() - failed.atMs < RETRY_MS) throw failed.error
    try {
      thread = await startThread('writes', path, options)
    } catch (error) {
      failed = { error: refusalOf(path, error) ?? error, atMs: performance.now() }
      throw failed.error
    }
  }

  await start().catch((error) => {
    if (!isUnwritable(error) || !existsSync(path)) throw error
  })
  const send: Send = (statement) => (thread as Thread).send(statement)
  return {
    /** Only when `ready` has resolved. */
    send,
    after: checkpoints.after,
    get isReady() {
      return thread !== undefined
    },
    /** Resolves when writes can be sent; rejects with why nothing can be written. */
    async ready(): Promise<void> {
      starting ??= start().finally(() => {
        starting = undefined
      })
      await starting
    },
    async close(): Promise<void> {
      await starting?.catch(() => {})
      await Promise.all([thread?.close(), checkpoints.close()])
    },
  }
}
