import { exitCodeOf, type StopSignal, stopSignal } from './stop-signal.ts'

/** The work was stopped by a signal. */
export class InterruptedError extends Error {
  override name = 'InterruptedError'
}

export type Interruption = ReturnType<typeof openInterruption>

/** Lets long work end in order when the process is told to stop. A second signal ends it at once. */
export function openInterruption() {
  let signal: StopSignal | undefined
  const [stopping, closing] = [new AbortController(), new AbortController()]
  const check = () => stopping.signal.throwIfAborted()
  const interrupted = stopSignal(closing.signal).then((name) => {
    signal = name
    stopping.abort(new InterruptedError('The work was interrupted.'))
    check()
  })
  // Nobody waits for it if nothing takes long.
  interrupted.catch(() => {})
  const race = <Result>(work: Promise<Result>) => Promise.race([work, interrupted as Promise<never>])

  return {
    /** Aborted with an `InterruptedError` when the process is told to stop. */
    signal: stopping.signal,
    /** Throws if the process was told to stop. It is called between steps, of which each is complete in itself. */
    check,
    /** Waits for work, but no longer than until the process is told to stop. */
    race,
    /** The same items, until the process is told to stop, however long the next one takes. */
    async *until<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
      const source = items[Symbol.asyncIterator]()
      try {
        for (let next = await race(source.next()); !next.done; next = await race(source.next())) yield next.value
      } finally {
        // The next item of one that was interrupted may never come.
        if (!signal) await source.return?.()
      }
    },
    /** The exit code of a process that was interrupted. */
    exitCode: () => exitCodeOf(signal ?? 'SIGINT'),
    /** From now on signals end the process as they do without it. */
    close: () => closing.abort(),
  }
}
