import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DatabaseClosedError } from '../errors.ts'
import { deserializeError, type SerializedError } from '../serialized-error.ts'
import type { Send, Statement } from '../statement.ts'
import type { ConnectionOptions } from './sqlite.ts'

/** Requests to the thread, and its answers in the same order. */
export type Request = Statement[] | 'close'
export type Answer = { value: unknown } | { error: SerializedError }

/** What a read-only thread returns for a statement: its result, and how long it took there. */
export type Read = { result: unknown; ms: number }

const entry = new URL(`sqlite-thread-entry${extname(import.meta.url)}`, import.meta.url)

/** What a thread does: it writes the database, only reads it, or copies its log into the file. */
export type ThreadWork = 'writes' | 'reads' | 'checkpoints'

/** Starts a thread for a work, and resolves when its connection is open. */
export async function startThread(work: ThreadWork, path: string, options: ConnectionOptions) {
  const worker = new Worker(entry, { name: `${work} the database`, workerData: { work, path, options } })
  await once(worker, 'message')
  const asked: PromiseWithResolvers<unknown>[] = []
  let end: Error | undefined
  const { promise: ended, resolve: resolveEnd } = Promise.withResolvers<Error>()

  worker.on('message', (answers: Answer[]) => {
    for (const answer of answers) {
      const next = asked.shift()
      if ('error' in answer) next?.reject(deserializeError(answer.error))
      else next?.resolve(answer.value)
    }
  })
  const stop = (cause?: unknown) => {
    end ??= new DatabaseClosedError(`The thread that ${work} the database has ended`, { cause })
    resolveEnd(end)
    for (const waiting of asked.splice(0)) waiting.reject(end)
  }
  worker.on('error', stop)
  worker.on('exit', () => stop())

  // Independent statements travel in one message, because waking a thread costs more than most statements: it leaves
  // when nothing more can be added.
  let leaving: Statement[] = []
  function post() {
    const statements = leaving
    leaving = []
    if (statements.length > 0 && !end) worker.postMessage(statements satisfies Request)
  }

  const send: Send = (statement) => {
    if (end) return Promise.reject(end)
    const waiting = Promise.withResolvers<unknown>()
    asked.push(waiting)
    if (leaving.push(statement) === 1) process.nextTick(post)
    return waiting.promise
  }
  return {
    send,
    /** Resolves when the thread has ended, for whatever reason. */
    ended,
    /** Ends it in the middle of its work. */
    terminate: async () => void (await worker.terminate()),
    async close() {
      if (end) return
      post()
      worker.postMessage('close' satisfies Request)
      await once(worker, 'exit')
    },
  }
}
