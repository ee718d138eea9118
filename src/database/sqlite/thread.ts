import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DatabaseClosedError } from '../errors.ts'
import { deserializeError, type SerializedError } from '../serialized-error.ts'
import type { Send, Statement } from '../statement.ts'
import type { ConnectionOptions } from './connection.ts'

/** What a thread works on. */
export type Task = { work: ThreadWork; path: string; options: ConnectionOptions }

/** Requests to the thread, and answers in their order. With `leave` it closes its database, and awaits a task. */
export type Request = Statement[] | 'close' | 'leave' | Task
export type Answer = { value: unknown } | { error: SerializedError }

/** What a read-only thread returns for a statement: its result, and how long it took there. */
export type Read = { result: unknown; ms: number }

const entry = new URL(`sqlite-thread-entry${extname(import.meta.url)}`, import.meta.url)

/** What a thread does: it writes the database, only reads it, or copies its log into the file. */
type ThreadWork = 'writes' | 'reads' | 'checkpoints'

/** Threads that have left their database, by their work. */
const idle: Record<ThreadWork, Worker[]> = { writes: [], reads: [], checkpoints: [] }
let mostIdle = 0

/**
 * Keeps so many threads of each work when their database is closed, for the next one that is opened. To start one takes
 * 60 ms, and tests open thousands of databases; a server opens one. Returns how many were kept before.
 */
export function keepThreads(most: number): number {
  const before = mostIdle
  mostIdle = most
  return before
}

function begin(task: Task): Worker {
  const worker = mostIdle > 0 ? idle[task.work].pop() : undefined
  if (!worker) return new Worker(entry, { name: `${task.work} the database`, workerData: task })
  worker.ref()
  worker.postMessage(task satisfies Request)
  return worker
}

/** Closes the database of a thread, and the thread unless it is kept. */
async function leave(worker: Worker, work: ThreadWork): Promise<void> {
  if (idle[work].length >= mostIdle) {
    worker.postMessage('close' satisfies Request)
    await once(worker, 'exit')
    return
  }
  const { promise: exited, resolve } = Promise.withResolvers<'exited'>()
  const onExit = () => resolve('exited')
  worker.once('exit', onExit).postMessage('leave' satisfies Request)
  if ((await Promise.race([once(worker, 'message'), exited])) === 'exited') return
  worker.off('exit', onExit)
  worker.unref()
  idle[work].push(worker)
}

/** Starts a thread for a work, and resolves when its connection is open. */
export async function startThread(work: ThreadWork, path: string, options: ConnectionOptions) {
  const worker = begin({ work, path, options })
  await once(worker, 'message')
  const asked: PromiseWithResolvers<unknown>[] = []
  let end: Error | undefined
  const { promise: ended, resolve: resolveEnd } = Promise.withResolvers<Error>()

  const receive = (answers: Answer[]) => {
    for (const answer of answers) {
      const next = asked.shift()
      if ('error' in answer) next?.reject(deserializeError(answer.error))
      else next?.resolve(answer.value)
    }
  }
  const stop = (cause?: unknown) => {
    end ??= new DatabaseClosedError(`The thread that ${work} the database has ended`, { cause })
    resolveEnd(end)
    for (const waiting of asked.splice(0)) waiting.reject(end)
  }
  const exited = () => stop()
  worker.on('message', receive).on('error', stop).on('exit', exited)

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
      await Promise.all(asked.map(({ promise }) => promise.catch(() => {})))
      if (end) return
      worker.off('message', receive)
      const left = leave(worker, work)
      stop()
      await left
      worker.off('error', stop).off('exit', exited)
    },
  }
}
