import { stat } from 'node:fs/promises'
import { sql } from '../sql.ts'
import type { ConnectionOptions, openConnection } from './connection.ts'
import { startThread } from './thread.ts'
import { scriptOf, type Trace } from './writer.ts'

/**
 * Pages in the log before they are copied into the file: many commits change the same pages, so copying later is less
 * work.
 */
export const CHECKPOINT_PAGES = 4_000
/** How long after a commit it is looked whether the log is long enough to be copied. */
const LOOK_MS = 200
/** The size of a page, and of its frame in the log. */
const PAGE_BYTES = 4_096
const FRAME_BYTES = 24

/**
 * Copies the write-ahead log into the file on a thread of its own, so that no commit has to wait for that: it takes as
 * long as some dozen of them. The thread starts when the log is long for the first time.
 */
export function openCheckpoints(path: string, options: ConnectionOptions) {
  let thread: ReturnType<typeof startThread> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function look() {
    timer = undefined
    // The log file never shrinks while it is in use.
    const { size } = await stat(`${path}-wal`)
    if (isClosed || size < CHECKPOINT_PAGES * (PAGE_BYTES + FRAME_BYTES)) return
    thread ??= startThread('checkpoints', path, options)
    await (await thread).send(scriptOf(''))
  }

  return {
    /** Checks after commits, which are still reported to `trace`. */
    after(trace: Trace): Trace {
      return (event, transactions) => {
        // What cannot be copied now is copied after a later commit, or by one.
        if (event === 'synced' && !isClosed) timer ??= setTimeout(() => look().catch(() => {}), LOOK_MS).unref()
        trace(event, transactions)
      }
    },
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      const started = await thread?.catch(() => undefined)
      await started?.close()
    },
  }
}

type Pages = { log: number; checkpointed: number }

/** Copies the log of a connection if it is long. Neither reads nor writes of others wait for that. */
export function checkpoint(connection: ReturnType<typeof openConnection>): void {
  const [pages] = connection.all(sql`pragma wal_checkpoint(noop)`) as Pages[]
  if (pages && pages.log - pages.checkpointed >= CHECKPOINT_PAGES) connection.all(sql`pragma wal_checkpoint(passive)`)
}
