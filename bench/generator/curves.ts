import { fraction, type Random } from './random.ts'

/**
 * A distribution: the value that a share of all records reaches or exceeds. `curve(0.5)` is the median, and the nearer
 * the share is to 0 the greater the value.
 */
export type Curve = (share: number) => number

/** Pairs of numbers as they are written in tables: `10:8 25:11`. */
export const pairs = (text: string) => text.split(' ').map((pair) => pair.split(':').map(Number) as [number, number])

/**
 * A distribution from its percentiles (`percentile:value`, the lowest first), with straight lines in between. Beyond
 * the last one the value grows by `growth` whenever the share halves: a power law whose rank-size slope is
 * log2(growth). So the greatest value of a catalogue rises with its size, as it does in real ones.
 */
export function percentiles(text: string, growth = 1): Curve {
  const points = pairs(text)
  const shares = points.map(([percentile]) => (100 - percentile) / 100)
  const values = points.map(([, value]) => value)
  const lastShare = shares.at(-1) as number
  const lastValue = values.at(-1) as number
  return (share) => {
    if (share < lastShare) return beyond(share, lastShare, lastValue, growth)
    let at = 1
    while (at < shares.length - 1 && share < (shares[at] as number)) at++
    const [upper, lower] = [shares[at - 1] as number, shares[at] as number]
    const [from, to] = [values[at - 1] as number, values[at] as number]
    return upper === lower ? to : from + ((to - from) * (upper - share)) / (upper - lower)
  }
}

function beyond(share: number, lastShare: number, lastValue: number, growth: number): number {
  if (growth === 1) return lastValue
  let upper = lastShare
  let from = lastValue
  while (share < upper / 2) {
    upper /= 2
    from *= growth
  }
  return from + (from * (growth - 1) * (upper - share)) / (upper / 2)
}

/** A distribution of whole numbers from the percentages of records with each (`number:percentage`, ascending). */
export function counts(text: string): Curve {
  let reached = 100
  const least = pairs(text).map(([value, percentage]) => {
    const upper = reached
    reached -= percentage
    return [upper / 100, value] as const
  })
  return (share) => {
    let value = least[0]?.[1] ?? 0
    for (const [upper, more] of least) {
      if (share > upper) break
      value = more
    }
    return value
  }
}

/** One value of a distribution, or the whole number nearest to one. */
export const drawn = (random: Random, curve: Curve): number => curve(1 - fraction(random))
export const drawnWhole = (random: Random, curve: Curve): number => Math.floor(drawn(random, curve) + 0.5)
