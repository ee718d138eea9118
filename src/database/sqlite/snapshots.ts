import type { Database } from '../database.ts'
import { DatabaseOverloadedError } from '../errors.ts'
import type { Send, Statement } from '../statement.ts'
import { runInScope } from '../transaction-scope.ts'
import { BEGIN_SNAPSHOT, END_SNAPSHOT } from './reading.ts'
import { inTransaction } from './statements.ts'
import { type Read, startThread } from './thread.ts'

/** Snapshots that may wait for one another. */
const WAITING_SNAPSHOTS = 16

type Snapshots = { read: Database['snapshot']; close(): Promise<void> }

const alone = (text: string): Statement => ({ verb: 'run', text, values: [] })

/**
 * Reads on one state of the database, one such work after the other, on a thread with a connection of its own: readers
 * and whoever writes go on meanwhile. The thread is only there while somebody needs it.
 */
export function openSnapshots(path: string, busyTimeoutMs: number, timeoutMs: number): Snapshots {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let thread: Awaited<ReturnType<typeof startThread>> | undefined

  async function readAlone<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    thread ??= await startThread('reads', path, { readOnly: true, busyTimeoutMs })
    const own = thread
    const send: Send = async (statement) => ((await own.send(statement)) as Read).result
    await send(alone(BEGIN_SNAPSHOT))
    try {
      const result = await runInScope(send, timeoutMs, (inScope) => work(inTransaction(inScope)))
      await send(alone(END_SNAPSHOT))
      return result
    } catch (error) {
      // A statement may still run, which the driver cannot stop, so the thread ends with it.
      thread = undefined
      void own.terminate()
      throw error
    }
  }

  async function leave() {
    if (--waiting > 0) return
    const idle = thread
    thread = undefined
    await idle?.close()
  }

  return {
    read(work) {
      if (waiting >= WAITING_SNAPSHOTS)
        return Promise.reject(new DatabaseOverloadedError(`${WAITING_SNAPSHOTS} snapshots wait for the database`))
      waiting++
      const reading = last.then(() => readAlone(work))
      last = reading.catch(() => {}).then(leave)
      return reading
    },
    close: async () => void (await last),
  }
}
