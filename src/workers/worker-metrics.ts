import type { Metric } from '#src/metrics/metrics.ts'
import type { ToWorker } from './messages.ts'

/** A worker that takes longer for its metrics is left out. */
const ANSWER_MS = 1_000

/** Asks workers for their metrics. */
export function openWorkerMetrics() {
  const asked = new Map<number, (metrics: Metric[]) => void>()
  let last = 0

  function ask(post: (message: ToWorker) => void): Promise<Metric[]> {
    const number = ++last
    const { promise, resolve } = Promise.withResolvers<Metric[]>()
    const timer = setTimeout(() => answer(number, []), ANSWER_MS)
    asked.set(number, (metrics) => {
      clearTimeout(timer)
      resolve(metrics)
    })
    post({ type: 'measure', number })
    return promise
  }

  function answer(number: number, metrics: Metric[]): void {
    asked.get(number)?.(metrics)
    asked.delete(number)
  }

  return { ask, answer }
}
