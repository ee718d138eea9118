import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long each of some changes takes to arrive, in ms, the quickest first. */
export async function arrivalsOf(
  count: number,
  change: (at: number) => Promise<unknown>,
  isThere: (at: number) => Promise<boolean>,
): Promise<number[]> {
  const took: number[] = []
  for (let at = 0; at < count; at++) {
    const beganMs = performance.now()
    await change(at)
    while (!(await isThere(at))) await sleep(5)
    took.push(performance.now() - beganMs)
  }
  return took.sort((one, other) => one - other)
}
