import { createHash } from 'node:crypto'

/** Pseudo-random numbers, the same for the same seed on every machine. */
export type Random = {
  /** From `low` up to `high`. */
  between(low: number, high: number): number
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  /** An element of a list, which is not empty. */
  pick<One>(list: readonly One[]): One
  /** True with a probability of `share`. */
  chance(share: number): boolean
}

/** The generator sfc32, seeded by a digest. */
export function randomOf(seed: string): Random {
  const digest = createHash('sha256').update(seed).digest()
  let [a, b, c, counter] = [0, 4, 8, 12].map((at) => digest.readInt32LE(at)) as [number, number, number, number]
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + (high - low) * next()
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1))
  return {
    between,
    whole,
    pick: (list) => list[whole(0, list.length - 1)] as (typeof list)[number],
    chance: (share) => next() < share,
  }
}
