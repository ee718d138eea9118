import type { Curve } from './curves.ts'

/**
 * How many places (credits, films, …) each member of a population has: the member of rank 0 has most. Places are
 * numbered through, so that a place tells whose it is. Members of as many places lie together, so a short table is
 * enough for millions of them.
 */
export type Degrees = {
  readonly population: number
  /** All places. */
  readonly total: number
  /** The places of the member of a rank: how many, and the number of the first. */
  of(rank: number): number
  startOf(rank: number): number
  /** The rank of the member that has this place. */
  ownerOf(place: number): number
}

export function degreesOf(population: number, curve: Curve): Degrees {
  const degreeAt = (rank: number) => Math.floor(curve((rank + 0.5) / population))
  const ranks: number[] = []
  const places: number[] = []
  const degrees: number[] = []
  let total = 0
  for (let rank = 0; rank < population; ) {
    const degree = degreeAt(rank)
    const end = firstBelow(degreeAt, degree, rank, population)
    ranks.push(rank)
    places.push(total)
    degrees.push(degree)
    total += degree * (end - rank)
    rank = end
  }
  return {
    population,
    total,
    of: (rank) => degrees[lastUpTo(ranks, rank)] ?? 0,
    startOf(rank) {
      const step = lastUpTo(ranks, rank)
      return (places[step] as number) + (rank - (ranks[step] as number)) * (degrees[step] as number)
    },
    ownerOf(place) {
      const step = lastUpTo(places, place)
      return (ranks[step] as number) + Math.floor((place - (places[step] as number)) / (degrees[step] as number))
    },
  }
}

/** The first rank after `rank` that has a lesser degree. */
function firstBelow(degreeAt: (rank: number) => number, degree: number, rank: number, population: number): number {
  let low = rank + 1
  let high = population
  while (low < high) {
    const middle = (low + high) >>> 1
    if (degreeAt(middle) < degree) high = middle
    else low = middle + 1
  }
  return low
}

/** The index of the last number that is not greater. */
export function lastUpTo(numbers: ArrayLike<number>, number: number): number {
  let low = 0
  let high = numbers.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((numbers[middle] as number) <= number) low = middle
    else high = middle - 1
  }
  return low
}
