import { DatabaseBusyError, StatementTimeoutError } from '../errors.ts'
import { startThread } from './thread.ts'
import type { Send, Statement } from './writer.ts'

/** Reads that wait for the thread. More are refused: of wide reads, of some 10 ms each, the last waits for a second. */
const WAITING_READS = 100
/** How long one read may take, unless said otherwise. */
const READ_TIMEOUT_MS = 10_000
/** The one that reads, and one that was left behind in a statement that nobody waits for any more. */
const THREADS = 2

type Waiting = { statement: Statement; resolve(result: unknown): void; reject(error: unknown): void }
type Thread = Awaited<ReturnType<typeof startThread>>

export type ReaderOptions = { busyTimeoutMs: number; timeoutMs?: number | undefined }

export type Reader = {
  /** Carries out statements that read, one after the other. */
  send: Send
  /** Waits for the reads that were sent. */
  close(): Promise<void>
}

/**
 * Reads on a thread with a connection of its own, for what would hold up the thread that answers requests. Waking it
 * costs more than most look-ups take. It is started by the first read, and again by the next one when it has ended.
 */
export function openReader(path: string, { busyTimeoutMs, timeoutMs = READ_TIMEOUT_MS }: ReaderOptions): Reader {
  const waiting: Waiting[] = []
  let working: Promise<void> | undefined
  let thread: Thread | undefined
  let threads = 0

  // The thread is given one statement at a time, so that it is known which one it hangs in, and only that one fails.
  async function readWaiting() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { statement, resolve, reject } = next
      await read(statement).then(resolve, reject)
    }
    working = undefined
  }

  async function start(): Promise<Thread> {
    if (threads >= THREADS) throw new DatabaseBusyError('Reads that took too long are still under way')
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
      return await Promise.race([send(statement), late])
    } catch (error) {
      // The driver has no way to stop a statement, so that the thread ends when the statement does.
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
    send(statement) {
      if (waiting.length >= WAITING_READS) {
        return Promise.reject(new DatabaseBusyError(`${WAITING_READS} reads wait for the database`))
      }
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      waiting.push({ statement, resolve, reject })
      working ??= readWaiting()
      return promise
    },
    async close() {
      await working
      await thread?.close()
    },
  }
}
