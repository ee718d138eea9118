import { permutationOf } from './permutation.ts'
import { streamOf } from './random.ts'

/** Finds the rank by weight of a record from its rank by popularity. */
export type Weights = (rank: number) => number

const topShare = 0.01

/**
 * The rank by which a record is rich or poor in entries. It is the rank by popularity for the first hundredth and for
 * every other one behind it; the rest is shuffled, so that both go together without being the same.
 */
export function weightsOf(seed: number, name: string, length: number): Weights {
  const top = Math.ceil(length * topShare)
  const shuffled = permutationOf(seed, streamOf(`${name} weights`), Math.floor((length - top) / 2))
  return (rank) => {
    const behind = rank - top
    return behind < 0 || behind % 2 === 0 ? rank : top + 2 * shuffled.to((behind - 1) / 2) + 1
  }
}
