import { DatabaseClosedError } from '../errors.ts'
import { deserializeError, type SerializedError, serializeError } from '../serialized-error.ts'
import type { Send, Statement, Writer } from '../statement.ts'

/** Messages about the transaction `id` from a process to the one that writes. */
export type ToWriter = { id: number } & (
  | { type: 'begin'; timeoutMs: number }
  | { type: 'statement'; number: number; statement: Statement }
  | { type: 'commit' | 'rollback' }
)

/** The replies: its turn has come, the result of a statement, and the outcome of the transaction. */
export type FromWriter = { id: number } & (
  | { type: 'turn' }
  | { type: 'value'; number: number; value: unknown }
  | { type: 'failure'; number: number; failure: SerializedError }
  | { type: 'done'; failure?: SerializedError }
)

/** Callers of a transaction wait for these. */
type Transaction = { turn: PromiseWithResolvers<void>; done: PromiseWithResolvers<void>; answers: Answers }
type Answers = Map<number, PromiseWithResolvers<unknown>>

const pending = <Value>() => {
  const answer = Promise.withResolvers<Value>()
  // It may be rejected without anybody waiting for it.
  answer.promise.catch(() => {})
  return answer
}

function finish({ turn, done, answers }: Transaction, failure: SerializedError | undefined) {
  const error = failure ? deserializeError(failure) : new DatabaseClosedError('The transaction has ended')
  turn.reject(error)
  for (const answer of answers.values()) answer.reject(error)
  if (failure) done.reject(error)
  else done.resolve()
}

/** The writer of a process whose transactions another process runs. `receive` takes the messages of that process. */
export function openForwardedWriter(post: (message: ToWriter) => void) {
  const transactions = new Map<number, Transaction>()
  let last = 0
  let idle: PromiseWithResolvers<void> | undefined

  function senderOf(id: number, answers: Answers): Send {
    let number = 0
    return (statement) => {
      if (!transactions.has(id)) return Promise.reject(new DatabaseClosedError('The transaction has ended'))
      const answer = pending<unknown>()
      answers.set(++number, answer)
      post({ id, type: 'statement', number, statement })
      return answer.promise
    }
  }

  async function run<Result>(id: number, open: Transaction, work: (send: Send) => Promise<Result>): Promise<Result> {
    const { turn, done, answers } = open
    await turn.promise
    let result: Result
    try {
      // The other process may give up the transaction before the work is done.
      result = (await Promise.race([work(senderOf(id, answers)), done.promise])) as Result
    } catch (error) {
      if (transactions.has(id)) post({ id, type: 'rollback' })
      await done.promise.catch(() => {})
      throw error
    }
    post({ id, type: 'commit' })
    await done.promise
    return result
  }

  function end(id: number, open: Transaction, failure: SerializedError | undefined) {
    transactions.delete(id)
    finish(open, failure)
    if (transactions.size > 0) return
    idle?.resolve()
    idle = undefined
  }

  const writer: Writer = {
    get isIdle() {
      return transactions.size === 0
    },
    async idle() {
      if (transactions.size > 0) idle ??= Promise.withResolvers<void>()
      await idle?.promise
    },
    transaction(timeoutMs, work) {
      const open: Transaction = { turn: pending(), done: pending(), answers: new Map() }
      transactions.set(++last, open)
      post({ id: last, type: 'begin', timeoutMs })
      return run(last, open, work)
    },
  }
  return {
    writer,
    receive(message: FromWriter) {
      const open = transactions.get(message.id)
      if (!open) return
      if (message.type === 'turn') return open.turn.resolve()
      if (message.type === 'done') return end(message.id, open, message.failure)
      const answer = open.answers.get(message.number)
      open.answers.delete(message.number)
      if (message.type === 'value') answer?.resolve(message.value)
      else answer?.reject(deserializeError(message.failure))
    },
  }
}

type Forwarded = { send: Send | undefined; end: PromiseWithResolvers<void> }

/**
 * Runs the transactions of another process in one queue with all others. `receive` takes its messages; `leave` is
 * called when the process is gone, so that its unfinished transactions are rolled back and delay nobody.
 */
export function forwardTransactions(writer: Pick<Writer, 'transaction'>, post: (message: FromWriter) => void) {
  const transactions = new Map<number, Forwarded>()
  let hasLeft = false

  async function begin(id: number, timeoutMs: number) {
    const forwarded: Forwarded = { send: undefined, end: pending() }
    transactions.set(id, forwarded)
    try {
      await writer.transaction(timeoutMs, async (send) => {
        if (hasLeft) throw processEnded()
        forwarded.send = send
        post({ id, type: 'turn' })
        await forwarded.end.promise
      })
      post({ id, type: 'done' })
    } catch (error) {
      post({ id, type: 'done', failure: serializeError(error) })
    } finally {
      transactions.delete(id)
    }
  }

  async function run(id: number, number: number, statement: Statement) {
    const send = transactions.get(id)?.send
    try {
      if (!send) throw new DatabaseClosedError('The transaction has ended')
      post({ id, type: 'value', number, value: await send(statement) })
    } catch (error) {
      post({ id, type: 'failure', number, failure: serializeError(error) })
    }
  }

  return {
    receive(message: ToWriter) {
      const { id } = message
      if (message.type === 'begin') return void begin(id, message.timeoutMs)
      if (message.type === 'statement') return void run(id, message.number, message.statement)
      const { end } = transactions.get(id) ?? {}
      if (message.type === 'commit') end?.resolve()
      else end?.reject(new DatabaseClosedError('The transaction was rolled back'))
    },
    leave() {
      hasLeft = true
      for (const { end } of transactions.values()) end.reject(processEnded())
    },
  }
}

const processEnded = () => new DatabaseClosedError('The process of the transaction has ended')
