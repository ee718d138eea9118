const TRIES = 5
/** Less cannot be told from nothing. */
const LEAST_MICROSECONDS = 10_000
/** Of a work that takes a multiple of the size, noise included; one that takes its square has 16. */
export const mostGrowth = 8

/**
 * How many times as much of the processor a work takes at four times the size, from the cheapest of several tries:
 * as many as it takes to see that this is not too much.
 */
export function growth(work: (size: number) => unknown, size: number): number {
  const cost = (each: number, times: number) => {
    const before = process.cpuUsage()
    for (let time = 0; time < times; time++) work(each)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  let times = 1
  while (cost(size, times) < LEAST_MICROSECONDS) times *= 2
  const one = Math.min(...Array.from({ length: TRIES }, () => cost(size, times)))
  let four = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < TRIES && four > mostGrowth * one; attempt++) {
    four = Math.min(four, cost(4 * size, times))
  }
  return four / one
}
