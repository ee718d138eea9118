import { isUnspaced, maxWordLength } from './words.ts'

/** Only slips in the beginning of a word need an entry of their own: the rest is compared anyway. */
const beginning = 7
const oneSlipFrom = 4
const twoSlipsFrom = 8

/** No word forgives more. */
export const maxSlips = 2
/** How many slips a word of a name forgives. */
export const slipsOf = (word: string): number =>
  word.length >= twoSlipsFrom ? maxSlips : word.length >= oneSlipFrom && /\D/.test(word) ? 1 : 0

/** Whether a word of a name is found with slips at all. */
export const forgives = (word: string): boolean => !word.startsWith('=') && slipsOf(word) > 0 && !isUnspaced(word)

/** Letters that take two places of a text, of which none is left alone: a half of one is no text. */
const isWide = (text: string, place: number) => (text.codePointAt(place) as number) > 0xffff

/** The first letters of a word, as they count here. */
const beginningOf = (word: string) => {
  const cut = word.slice(0, beginning)
  return cut.isWellFormed() ? cut : word.slice(0, beginning - 1)
}

function withoutLetters(word: string, slips: number): Set<string> {
  const found = new Set([word])
  let last = [word]
  for (let slip = 0; slip < slips; slip++) {
    const next: string[] = []
    for (const text of last)
      for (let place = 0, width = 1; place < text.length; place += width) {
        width = isWide(text, place) ? 2 : 1
        const shorter = text.slice(0, place) + text.slice(place + width)
        if (shorter === '' || found.has(shorter)) continue
        found.add(shorter)
        next.push(shorter)
      }
    last = next
  }
  return found
}

/** What the beginning of a word of a name leaves without the letters of its slips. */
export const remaindersOf = (word: string): Set<string> => withoutLetters(beginningOf(word), slipsOf(word))

/** The same for a word that was asked for; the word that was meant may be longer by the slips. */
export const remaindersOfAsked = (word: string): Set<string> =>
  withoutLetters(beginningOf(word), word.length + 2 >= twoSlipsFrom ? 2 : word.length + 1 >= oneSlipFrom ? 1 : 0)

/** Short words that nearly every title has, and that hands trip over. */
const commonShort = ['the', 'and', 'der', 'die', 'das', 'und']
const shortWord = /^[a-z]{2,3}$/

/**
 * What a short word may be with a slip: its letters with two neighbours the other way round (`fo`), or one of the
 * commonest short words (`thw`). Words of names that are so short have no slips of their own.
 */
export function shortWordsLike(word: string): string[] {
  if (!shortWord.test(word)) return []
  const swapped = Array.from(
    word.slice(1),
    (letter, at) => `${word.slice(0, at)}${letter}${word[at]}${word.slice(at + 2)}`,
  )
  const common = commonShort.filter((each) => slipsBetween(word, each, 1) === 1)
  return [...new Set([...common, ...swapped])].filter((each) => each !== word)
}

/** Three rows of distances between the beginnings of two words, which are at most as long as words are cut. */
const rows = [0, 1, 2].map(() => new Uint8Array(maxWordLength + 1)) as [Uint8Array, Uint8Array, Uint8Array]

/**
 * Letters that are too many, missing, others, or have changed places with their neighbour: each counts once. Above
 * `most` it is `most + 1`.
 */
export function slipsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  // What both begin and end with is right.
  let start = 0
  let [end, otherEnd] = [one.length, other.length]
  while (start < end && start < otherEnd && one.charCodeAt(start) === other.charCodeAt(start)) start++
  while (end > start && otherEnd > start && one.charCodeAt(end - 1) === other.charCodeAt(otherEnd - 1)) {
    end--
    otherEnd--
  }
  const [height, width] = [end - start, otherEnd - start]
  if (height === 0 || width === 0) return Math.min(height + width, most + 1)
  let [before, last, current] = rows
  for (let column = 0; column <= width; column++) last[column] = column
  for (let row = 1; row <= height; row++) {
    const letter = one.charCodeAt(start + row - 1)
    const letterBefore = row > 1 ? one.charCodeAt(start + row - 2) : -1
    current[0] = row
    let least = row
    for (let column = 1; column <= width; column++) {
      const otherLetter = other.charCodeAt(start + column - 1)
      let slips = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (letter === otherLetter ? 0 : 1),
      )
      const isSwapped = column > 1 && letterBefore === otherLetter && letter === other.charCodeAt(start + column - 2)
      if (isSwapped) slips = Math.min(slips, (before[column - 2] as number) + 1)
      current[column] = slips
      if (slips < least) least = slips
    }
    if (least > most) return most + 1
    ;[before, last, current] = [last, current, before]
  }
  return Math.min(last[width] as number, most + 1)
}
