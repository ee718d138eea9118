import { AsyncLocalStorage } from 'node:async_hooks'
import { writeHeldBack } from '#src/log-buffer.ts'

/** A request, and what is known of it. */
export type AtWork = { method?: string | undefined; url?: string | undefined; operation?: string; reqId?: string }

/** Where a hanging thread is: the request that it works for, if there is one, and the calls that led there. */
export type Whereabouts = { at: AtWork; stack: string }

const STACK_FRAMES = 30

const requests = new AsyncLocalStorage<AtWork>()
let arriving: AtWork | undefined
let noteBegun: (request: AtWork) => void = () => {}

/** Says which request is looked at first, and that this look is over. It costs nothing, as a warm read does. */
export function arrives(request: AtWork | undefined): void {
  arriving = request
}

/** Works for a request: whatever follows from this work is done for it, whatever else is begun meanwhile. */
export function workFor<Result>(request: AtWork, work: () => Result): Result {
  noteBegun(request)
  return requests.run(request, work)
}

/** Has the requests noted whose work begins. */
export function noteRequests(note: (request: AtWork) => void): void {
  noteBegun = note
}

/**
 * Where this thread is, for the watchdog, which interrupts it to ask; nothing if a debugger may hold it. The lines of
 * the log that are held back are written, because nobody else will.
 */
export function whereabouts(): Whereabouts | undefined {
  if (process.getBuiltinModule('node:inspector').url() !== undefined) return undefined
  const held = { stack: '' }
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = STACK_FRAMES
  Error.captureStackTrace(held, whereabouts)
  // The thread may come round after all.
  Error.stackTraceLimit = stackTraceLimit
  writeHeldBack()
  // The first lines are the name of the error and the question.
  return { at: requests.getStore() ?? arriving ?? {}, stack: held.stack.split('\n').slice(2).join('\n') }
}
