import { ApiError } from '#src/contract/statuses.ts'

/** Runs a piece of work when its turn comes, and resolves to its result. */
type Queue = <Result>(work: () => Promise<Result>) => Promise<Result>

/** A queue for costly work: `atOnce` pieces run, `waiting` more wait, and any more are refused as unavailable. */
export function openQueue(limits: { atOnce: number; waiting: number }): Queue {
  let running = 0
  const waiting: (() => void)[] = []

  return async (work) => {
    if (running < limits.atOnce) running++
    else if (waiting.length >= limits.waiting) throw new ApiError('unavailable')
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The turn is passed to the next one that waits, so that nobody overtakes it.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
