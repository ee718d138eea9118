import { DatabaseOverloadedError } from '../errors.ts'
import type { Send, Statement, Work, Writer } from '../statement.ts'
import type { Cell } from '../table.ts'
import { runInScope } from '../transaction-scope.ts'

/** Transactions that may wait, so that a stuck disk does not fill the memory. */
const WAITING_TRANSACTIONS = 10_000
/** Transactions that one commit makes durable, and how long new ones may join it: all of them wait for that commit. */
const BATCH_TRANSACTIONS = 500
const BATCH_MS = 20

export const BEGIN = 'begin immediate'

export const eachOf = (text: string, rows: Cell[][]): Statement => ({ verb: 'each', text, values: [], rows })
/** Several statements at once, which take no values. */
export const scriptOf = (text: string): Statement => ({ verb: 'script', text, values: [] })
export type Trace = (event: 'commit-begin' | 'synced' | 'acknowledged', transactions: number) => void

type Waiting = {
  work: Work<unknown>
  timeoutMs: number
  resolve(result: unknown): void
  reject(error: unknown): void
}

/**
 * Gives the writing connection to one transaction after another. Waiting transactions are committed together, each in
 * its own savepoint, and acknowledged after that commit: a single sync serves them all. What frames a transaction is
 * not waited for: it travels with the statements behind it.
 */
export function openWriter(send: Send, trace: Trace): Writer {
  const waiting: Waiting[] = []
  let working: Promise<void> | undefined

  const { script, rollback } = controls(send)

  async function commitWaiting() {
    while (waiting.length > 0) await commitBatch()
    working = undefined
  }

  async function commitBatch() {
    const before = waiting.length
    let hasBegun = true
    const begun = script(BEGIN).catch((error) => {
      hasBegun = false
      throw error
    })
    const written: (() => void)[] = []
    const joined: Waiting[] = []
    const endMs = performance.now() + BATCH_MS
    while (waiting.length > 0 && joined.length < BATCH_TRANSACTIONS && performance.now() < endMs) {
      const unit = waiting.shift() as Waiting
      try {
        const result = await runInSavepoint(send, unit, begun)
        joined.push(unit)
        written.push(() => unit.resolve(result))
      } catch (error) {
        unit.reject(error)
        if (hasBegun) continue
        for (const other of waiting.splice(0, before - 1)) other.reject(error)
        return
      }
    }
    try {
      trace('commit-begin', joined.length)
      await script('commit')
      trace('synced', joined.length)
    } catch (error) {
      await rollback()
      for (const unit of joined) unit.reject(error)
      return
    }
    for (const acknowledge of written) acknowledge()
    trace('acknowledged', joined.length)
  }

  return {
    get isIdle() {
      return working === undefined
    },
    idle: async () => working,
    transaction<Result>(timeoutMs: number, work: Work<Result>): Promise<Result> {
      if (waiting.length >= WAITING_TRANSACTIONS) {
        return Promise.reject(new DatabaseOverloadedError(`${WAITING_TRANSACTIONS} transactions wait for the database`))
      }
      return new Promise<Result>((resolve, reject) => {
        waiting.push({ work, timeoutMs, resolve: resolve as Waiting['resolve'], reject })
        // Later, so that it is known to work before it does.
        working ??= Promise.resolve().then(commitWaiting)
      })
    },
  }
}

/**
 * Gives the writing connection to one transaction after another, each with its own commit: large transactions gain
 * nothing from sharing one, and a savepoint would copy every page that they change.
 */
export function openBulkWriter(send: Send): Writer {
  const { script, rollback } = controls(send)
  let last: Promise<unknown> = Promise.resolve()
  let open = 0

  async function commitAlone<Result>(timeoutMs: number, work: Work<Result>): Promise<Result> {
    await script(BEGIN)
    try {
      const result = await runInScope(send, timeoutMs, work)
      await script('commit')
      return result
    } catch (error) {
      await rollback()
      throw error
    }
  }

  return {
    get isIdle() {
      return open === 0
    },
    idle: async () => void (await last),
    transaction(timeoutMs, work) {
      open++
      const ended = last.then(() => commitAlone(timeoutMs, work)).finally(() => open--)
      last = ended.catch(() => {})
      return ended
    },
  }
}

/** The connection refuses what is sent after a beginning that failed. */
async function runInSavepoint(send: Send, { work, timeoutMs }: Waiting, begun: Promise<unknown>): Promise<unknown> {
  const { script, rollback } = controls(send)
  try {
    const [, , result] = await Promise.all([begun, script('savepoint turn'), runInScope(send, timeoutMs, work)])
    // A commit ends savepoints, too.
    script('release turn').catch(() => {})
    return result
  } catch (error) {
    await begun
    // Without the savepoint nothing may be committed; then the whole batch is rejected.
    await script('rollback to turn; release turn').catch(rollback)
    throw error
  }
}

function controls(send: Send) {
  const script = (text: string) => send(scriptOf(text))
  // It fails if SQLite has rolled back by itself, as it does when the disk is full.
  const rollback = () => script('rollback').catch(() => {})
  return { script, rollback }
}
