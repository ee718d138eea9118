import type { AtWork } from './requests-at-work.ts'

/** What a watchdog gets at its start. */
export type Watched = {
  shared: SharedArrayBuffer
  pauseMs: number
  /** How the log writes a line: not at all, as JSON that begins with `base`, or as text. */
  log: { isSilent: boolean; isText: boolean; base: Readonly<Record<string, unknown>> }
  /** The process that started this one, if this one ends with it. */
  parent: number | undefined
}

/** The signal that ends a process that hangs; `bin/reelcommons.js` knows it. Nothing else uses it. */
export const watchdogSignal = 'SIGALRM'

/** What the watchdog has the main thread evaluate. */
export const whereaboutsName = 'reelcommons.whereabouts'

/** The longest address that the settings allow, with a method and an operation; memory is taken as it is used. */
const TEXT_BYTES = 66_560
const NUMBERS = 3
const [COUNT, LIMIT, LENGTH] = [0, 1, 2]

/** What both threads see: a count that goes on, for how long it may stand still, and the last request that began. */
export function openShared(shared = new SharedArrayBuffer(NUMBERS * 4 + TEXT_BYTES)) {
  const numbers = new Int32Array(shared, 0, NUMBERS)
  const text = Buffer.from(shared, NUMBERS * 4)
  return {
    shared,
    count: () => Atomics.load(numbers, COUNT),
    countOn: () => void Atomics.add(numbers, COUNT, 1),
    limitMs: () => Atomics.load(numbers, LIMIT),
    limit: (ms: number) => void Atomics.store(numbers, LIMIT, ms),
    note({ method, operation = '', url }: AtWork): void {
      numbers[LENGTH] = text.write(`${method}\n${operation}\n${url}`, 'latin1')
    },
    noted(): AtWork {
      const [method, operation, url] = text.toString('latin1', 0, numbers[LENGTH]).split('\n')
      return { method, url, ...(operation && { operation }) }
    },
  }
}
