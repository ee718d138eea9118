import type { Database } from './database.ts'
import { DatabaseClosedError, TransactionTimeoutError } from './errors.ts'

/** A longer transaction would delay others too much. */
export const TRANSACTION_TIMEOUT_MS = 10_000
/** Building an index over a large catalogue takes its time. */
export const MIGRATION_TIMEOUT_MS = 3_600_000

/**
 * Runs the work of one transaction, in the same way for both engines: no statement is taken after its end, a failed one
 * makes the whole transaction fail even if the work catches the error, and statements that the work does not wait for
 * belong to it.
 */
export async function runInScope<Statement, Reply, Result>(
  send: (statement: Statement) => Promise<Reply>,
  timeoutMs: number,
  work: (send: (statement: Statement) => Promise<Reply>) => Promise<Result>,
): Promise<Result> {
  let hasEnded = false
  let failure: { error: unknown } | undefined
  const open = new Set<Promise<unknown>>()

  async function sendInTurn(statement: Statement): Promise<Reply> {
    if (hasEnded) throw new DatabaseClosedError('The transaction has ended')
    if (failure) throw failure.error
    const reply = send(statement)
    open.add(reply)
    reply
      .catch((error) => {
        failure ??= { error }
      })
      .finally(() => open.delete(reply))
    return reply
  }

  try {
    const result = await within(timeoutMs, work(sendInTurn))
    hasEnded = true
    await Promise.allSettled(open)
    if (failure) throw failure.error
    return result
  } finally {
    hasEnded = true
  }
}

function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new TransactionTimeoutError(`A transaction was rolled back because it took over ${timeoutMs} ms`))
    }, timeoutMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** What a database refuses outside of transactions. */
export const refusedOutside: Pick<Database, 'lockChanges' | 'announce'> = {
  async lockChanges() {
    throw new Error('The lock of the change log is taken inside a transaction')
  },
  async announce() {
    throw new Error('A change is announced inside the transaction that makes it')
  },
}
