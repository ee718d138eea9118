import { constants } from 'node:os'

const names = ['SIGINT', 'SIGTERM'] as const
export type StopSignal = (typeof names)[number]

/** The exit code of a process that a signal has ended. */
export const exitCodeOf = (signal: StopSignal): number => 128 + constants.signals[signal]

/** Resolves when the process is told to stop, until `unneeded` is aborted. The second signal stops it at once. */
export function stopSignal(unneeded?: AbortSignal): Promise<StopSignal> {
  return new Promise((resolve) => {
    const ignore = () => {
      for (const name of names) process.removeListener(name, stop)
      endOnSignal()
    }
    const stop = (signal: StopSignal) => {
      ignore()
      resolve(signal)
    }
    unneeded?.addEventListener('abort', ignore)
    for (const name of names) process.removeListener(name, end).on(name, stop)
  })
}

/** Lets a signal end the process until somebody waits for one. The first process of a container would ignore it. */
export function endOnSignal(): void {
  if (process.pid === 1) for (const name of names) process.on(name, end)
}

const end = (signal: StopSignal) => process.exit(exitCodeOf(signal))
