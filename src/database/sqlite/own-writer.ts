import type { Send, Work, Writer } from '../statement.ts'
import type { SqliteOptions } from './sqlite.ts'
import { openBulkWriter, openWriter, type Trace } from './writer.ts'

/**
 * The rest after each transaction. Whoever else waits for the lock tries once a millisecond (`begin-transaction.ts`),
 * so that it is theirs now.
 */
export const REST_MS = 2

/** Runs one transaction after the other, each with its own commit, and lets other processes write in between. */
function restingBetween(writer: Writer): Writer {
  let free: Promise<unknown> = Promise.resolve()
  let open = 0
  return {
    get isIdle() {
      return open === 0
    },
    idle: async () => void (await free),
    transaction<Result>(timeoutMs: number, work: Work<Result>): Promise<Result> {
      open++
      const ended = free.then(() => writer.transaction(timeoutMs, work)).finally(() => open--)
      free = ended.catch(() => {}).then(() => new Promise((resolve) => setTimeout(resolve, REST_MS)))
      return ended
    },
  }
}

/** The writer for a way to write. */
export function openOwnWriter(writes: SqliteOptions['writes'], send: Send, trace: Trace): Writer {
  if (writes === 'bulk') return openBulkWriter(send)
  const writer = openWriter(send, trace)
  return writes === 'beside' ? restingBetween(writer) : writer
}
