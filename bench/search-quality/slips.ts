import { below, chance, pick, type Random } from '../generator/random.ts'

/** Keys beside each other, row by row; a finger that slips hits the one on the left or right. */
const keyRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'] as const

function neighbourOf(random: Random, letter: string): string {
  const row = keyRows.find((keys) => keys.includes(letter)) ?? keyRows[1]
  const at = Math.max(0, row.indexOf(letter))
  return row[at === 0 || (at < row.length - 1 && chance(random, 0.5)) ? at + 1 : at - 1] as string
}

/** Words of fewer letters are too short to be told apart after a slip. */
export const slipLetters = { one: 4, two: 8 } as const

/** A word with one slip: letters that changed places, one left out, one typed twice or instead of another. */
export function slipped(random: Random, word: string): string {
  // People hit the first letter more surely than the others.
  const from = chance(random, 0.1) ? 0 : 1
  const at = from + below(random, word.length - from)
  const [before, letter, after] = [word.slice(0, at), word[at] as string, word.slice(at + 1)]
  const kinds = {
    swapped: () =>
      after === '' ? before.slice(0, -1) + letter + before.slice(-1) : before + after[0] + letter + after.slice(1),
    'left out': () => before + after,
    twice: () => before + letter + letter + after,
    replaced: () => before + neighbourOf(random, letter.toLowerCase()) + after,
    added: () => before + neighbourOf(random, letter.toLowerCase()) + letter + after,
  }
  return kinds[pick(random, Object.keys(kinds) as (keyof typeof kinds)[])]()
}
