import { mixed } from './random.ts'

/** A shuffled order of the whole numbers from 0 up to a length: computed, not kept, and readable in both directions. */
export type Permutation = { to(index: number): number; from(place: number): number }

const rounds = 4

/**
 * A number is a row and a column of a table that is just large enough; each round moves its row by what its column says
 * and its column by what its row says. What falls beyond the length goes round once more. Only the moves are kept: one
 * for each row and column of a round, a few thousand for millions of numbers.
 */
export function permutationOf(seed: number, stream: number, length: number): Permutation {
  const columns = Math.max(1, Math.ceil(Math.sqrt(length)))
  const rows = Math.max(1, Math.ceil(length / columns))
  const key = mixed(seed ^ stream)
  const moves = (round: number, count: number, limit: number) =>
    Int32Array.from({ length: count }, (_, at) => (mixed(mixed(key + round) ^ at) >>> 1) % limit)
  const rowMoves = Array.from({ length: rounds }, (_, round) => moves(2 * round, columns, rows))
  const columnMoves = Array.from({ length: rounds }, (_, round) => moves(2 * round + 1, rows, columns))

  function forth(index: number): number {
    let row = Math.floor(index / columns)
    let column = index - row * columns
    for (let round = 0; round < rounds; round++) {
      row += (rowMoves[round] as Int32Array)[column] as number
      if (row >= rows) row -= rows
      column += (columnMoves[round] as Int32Array)[row] as number
      if (column >= columns) column -= columns
    }
    return row * columns + column
  }

  function back(place: number): number {
    let row = Math.floor(place / columns)
    let column = place - row * columns
    for (let round = rounds - 1; round >= 0; round--) {
      column -= (columnMoves[round] as Int32Array)[row] as number
      if (column < 0) column += columns
      row -= (rowMoves[round] as Int32Array)[column] as number
      if (row < 0) row += rows
    }
    return row * columns + column
  }

  const within = (step: (number: number) => number) => (number: number) => {
    let found = step(number)
    while (found >= length) found = step(found)
    return found
  }
  return { to: within(forth), from: within(back) }
}
