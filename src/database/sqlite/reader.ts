import { DatabaseBusyError, DatabaseOverloadedError, StatementTimeoutError } from '../errors.ts'
import type { Send, Statement } from '../statement.ts'
import { openQuickStatements, type QuickStatements } from './quick-statements.ts'
import { type Read, startThread } from './thread.ts'

/** Reads that may wait for the thread. At some 10 ms each, the last one waits for a second. */
const WAITING_READS = 100
/** How long one read may take by default. */
const READ_TIMEOUT_MS = 10_000
/** The current thread, and one that was left behind in a statement that nobody waits for any more. */
const THREADS = 2

type Waiting = { statement: Statement; resolve(result: unknown): void; reject(error: unknown): void }
type Thread = Awaited<ReturnType<typeof startThread>>

type ReaderOptions = { busyTimeoutMs: number; timeoutMs?: number | undefined }

type Reader = {
  /** Runs reading statements, one after the other. */
  send: Send
  /** Those that need no thread, by how long they took on it. */
  quick: QuickStatements
  /** Waits for the reads that were sent. */
  close(): Promise<void>
}

/**
 * Reads on a separate thread with its own connection, for what would delay the thread that answers requests. Waking it
 * costs more than most look-ups. The first read starts it, and starts it again if it has ended.
 */
export function openReader(path: string, { busyTimeoutMs, timeoutMs = READ_TIMEOUT_MS }: ReaderOptions): Reader {
  const waiting: Waiting[] = []
  const quick = openQuickStatements()
  let working: Promise<void> | undefined
  let thread: Thread | undefined
  let threads = 0

  // The thread gets one statement at a time, so that it is known in which one it hangs, and only that one fails.
  async function readPending() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { statement, resolve, reject } = next
      await read(statement).then(resolve, reject)
    }
    working = undefined
  }

  async function start(): Promise<Thread> {
    if (threads >= THREADS) throw new DatabaseBusyError('Reads that timed out are still running')
    const started = await startThread('reads', path, { readOnly: true, busyTimeoutMs })
    threads++
    started.ended.then(() => {
      threads--
      if (thread === started) thread = undefined
    })
    return started
  }

  async function read(statement: Statement): Promise<unknown> {
    thread ??= await start()
    const { send, terminate } = thread
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new StatementTimeoutError(`A read took over ${timeoutMs} ms`)), timeoutMs)
    })
    try {
      const { result, ms } = (await Promise.race([send(statement), late])) as Read
      quick.took(statement.text, ms)
      return result
    } catch (error) {
      // The driver cannot stop a statement, so the thread ends with it.
      if (error instanceof StatementTimeoutError) {
        thread = undefined
        void terminate()
      }
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    quick,
    send(statement) {
      if (waiting.length >= WAITING_READS) {
        return Promise.reject(new DatabaseOverloadedError(`${WAITING_READS} reads wait for the database`))
      }
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      waiting.push({ statement, resolve, reject })
      working ??= readPending()
      return promise
    },
    async close() {
      await working
      await thread?.close()
    },
  }
}
