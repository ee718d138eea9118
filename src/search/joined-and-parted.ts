import { smallest } from '#src/reference/extremes.ts'
import { isAnd, type Reading, readingOf } from './reading.ts'
import type { Terms } from './terms.ts'
import { isArticle } from './words.ts'

const isLatinWord = (word: string) => /^[a-z\d]+$/.test(word)
/** Shorter words are not parted, and shorter parts are no words. */
const shortestParted = 5
const shortestPart = 2

const splitsOf = (word: string): [string, string][] =>
  word.length < shortestParted || !isLatinWord(word)
    ? []
    : Array.from({ length: word.length - 2 * shortestPart + 1 }, (_, index) => [
        word.slice(0, index + shortestPart),
        word.slice(index + shortestPart),
      ])

export const wordsOf = ({ units }: Reading) => units.map(({ word }) => word)
/** Words that are parted, so that a query of many long words does not look up thousands. */
const maxParted = 4

/** Words of other readings, whose number of records a search needs. */
export function wordsOfOthers(readings: readonly Reading[]): string[] {
  return readings.flatMap((reading) => {
    const asked = wordsOf(reading)
    const joined = asked.slice(1).map((word, index) => `${asked[index]}${word}`)
    const parted = asked.filter((each) => splitsOf(each).length > 0).slice(0, maxParted)
    return [...joined, ...parted.flatMap((word) => splitsOf(word).flat())]
  })
}

/** Words of which one is read as its parts. */
const inParts = (words: readonly string[], index: number, parts: readonly string[]): string[] =>
  words.flatMap((word, at) => (at === index ? parts : [word]))

/** Readings with two words as one, and with a word that no name has as two. */
export function otherReadings(readings: readonly Reading[], terms: Terms): Reading[] {
  const rarest = (words: readonly string[]) => smallest(words.map(terms.records))
  return readings.flatMap((reading) => {
    const words = wordsOf(reading)
    const isOpen = reading.units.at(-1)?.isBeginning ?? false
    const others: string[][] = []
    for (const [index, word] of words.entries()) {
      const joined = `${words[index - 1]}${word}`
      if (index > 0 && terms.records(joined) > 0) others.push(words.toSpliced(index - 1, 2, joined))
      const splits = splitsOf(word).filter((parts) => rarest(parts) > 0)
      const likely = splits.toSorted((one, other) => rarest(other) - rarest(one))
      if (likely[0] && terms.records(word) <= 1) others.push(inParts(words, index, likely[0]))
    }
    return others.map((each) => readingOf(each, isOpen, reading.years))
  })
}

/** Parts of one word of which the other has slips. */
const maxSlippedParts = 4

/**
 * Readings with two words as one that has slips, and with a word as two, of which one has slips: `spider mn`,
 * `starwras`. The longest part that names have is the likeliest.
 */
export function slippedReadings(readings: readonly Reading[], terms: Terms): Reading[] {
  const isKnown = (word: string) => terms.records(word) > 0
  return readings.flatMap((reading) => {
    const words = wordsOf(reading)
    const isOpen = reading.units.at(-1)?.isBeginning ?? false
    const others = words.flatMap((word, index) => {
      const joined = index === 0 ? [] : [words.toSpliced(index - 1, 2, `${words[index - 1]}${word}`)]
      const splits = splitsOf(word).flatMap((parts) => {
        const [known, ...more] = parts.filter(isKnown)
        const other = parts.find((part) => part !== known)
        return known && more.length === 0 && other && mayHaveSlips(other) ? [{ parts, length: known.length }] : []
      })
      const likely = splits.toSorted((one, other) => other.length - one.length).slice(0, maxSlippedParts)
      return [...joined, ...likely.map(({ parts }) => inParts(words, index, parts))]
    })
    return others.map((each) => readingOf(each, isOpen, reading.years))
  })
}

/** Short words are right, and so are those that nearly everybody writes right and nearly every name has. */
export const mayHaveSlips = (word: string) =>
  word.length >= 3 && /\p{L}/u.test(word) && !isArticle(word) && !isAnd(word)
