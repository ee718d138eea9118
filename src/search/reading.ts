import { wordTable } from '#src/reference/word-table.ts'
import { numbersLike, otherNumbers } from './numbers.ts'
import {
  inLatin,
  isArticle,
  isUnspaced,
  maxNameLength,
  maxWordLength,
  normalName,
  pairsOf,
  partsOf,
  wholeKey,
  withLetters,
} from './words.ts'

/** Longer queries are cut. */
export const maxQueryLength = 200
export const maxQueryWords = 16
/** Names that a query gives with `aka` between them. */
const maxNames = 3
/** Ways to write a whole name that are looked up. */
const maxWholes = 16

export type Years = { from: number; to: number }

/** A word of a query, and what else a name may have in its place, with how far that is away. */
export type Unit = {
  word: string
  alternatives: ReadonlyMap<string, number>
  /** While one types, the last word is also a beginning. */
  isBeginning: boolean
  /** An article is not wanted of a name. */
  isOptional: boolean
  /** Characters of a script without blanks, which stand anywhere in a word of a name. */
  isInner: boolean
}

/** One way to understand a query: words that a name has, and the years of the record. */
export type Reading = {
  units: readonly Unit[]
  /** Keys of names that are all of the query. */
  wholes: readonly string[]
  years?: Years | undefined
}

/** What another form of a word costs; `slip` is that of one letter. */
export const cost = { variant: 1, slip: 10 } as const

const ands = ['and', 'und', 'et', 'y', 'e', 'en', 'og', 'och', 'n']
export const isAnd = (word: string): boolean => ands.includes(word)

/** Spellings that people use for each other. */
function spellingsLike(word: string): string[] {
  const bare = word.replace(/ue/g, 'u').replace(/oe/g, 'o').replace(/ae/g, 'a')
  const read = withLetters(word)
  return [...(bare === word ? [] : [bare]), ...(read === undefined ? [] : [read])]
}

/** The word itself and all that it may be written as. */
function alternativesOf(word: string, isAlone: boolean): Map<string, number> {
  const found = new Map([[word, 0]])
  // Somebody who has typed one letter does not mean a Roman number.
  const numbers = isAlone ? [] : numbersLike(word)
  const more = [...numbers, ...spellingsLike(word), ...(isAnd(word) ? ands : [])]
  for (const form of more) if (!found.has(form)) found.set(form, cost.variant)
  return found
}

/** Letters with marks that people also write as two. */
const umlauts: Readonly<Record<string, string>> = wordTable({ ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa' })
const withTwoLetters = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüå]/g, (letter) => umlauts[letter] as string)

export function readingOf(words: readonly string[], isOpen: boolean, years?: Years): Reading {
  const cut = words.slice(0, maxQueryWords).map((word) => word.slice(0, maxWordLength).toWellFormed())
  const units = cut.flatMap((word, index): Unit[] => {
    const isLast = index === cut.length - 1
    const isOptional = cut.length > 1 && isArticle(word) && index === 0
    if (isUnspaced(word) && [...word].length > 1)
      return pairsOf(word).map((pair) => ({
        word: pair,
        alternatives: new Map([[pair, 0]]),
        isBeginning: false,
        isOptional: false,
        isInner: true,
      }))
    const isBeginning = isLast && isOpen && !isOptional
    return [
      {
        word,
        alternatives: alternativesOf(word, cut.length === 1),
        isBeginning,
        isOptional,
        isInner: isUnspaced(word),
      },
    ]
  })
  if (units.every(({ isOptional }) => isOptional)) for (const unit of units) unit.isOptional = false
  return { units, wholes: wholesOf(cut), years }
}

/** Keys of names that are all of the query, also without its article, and with other numbers and spellings. */
function wholesOf(words: readonly string[]): string[] {
  if (words.length === 0) return []
  let forms: string[][] = [[]]
  for (const word of words) {
    const like = isUnspaced(word) ? [word] : [word, ...numbersLike(word), ...spellingsLike(word)]
    forms = forms.flatMap((form) => like.map((each) => [...form, each])).slice(0, maxWholes)
  }
  const bare = words.length > 1 && isArticle(words[0] as string) ? [words.slice(1)] : []
  return [...new Set([...forms, ...bare].map((form) => wholeKey(form.join(' '))))]
}

const year = '(?:1[89]|20)\\d\\d'
const inBrackets = new RegExp(`[([{]\\s*(${year})\\s*(?:[-–—/]\\s*(?:(${year})\\s*)?)?[)\\]}]`)
const range = new RegExp(`(?<![\\p{L}\\p{N}])(${year})\\s*[-–—]\\s*(${year})(?![\\p{L}\\p{N}])`, 'u')
const decade = /(?<![\p{L}\p{N}])(?:((?:1[89]|20)\d)0|'?([2-9])0)(?:'?s|er)(?![\p{L}\p{N}])/u
const single = new RegExp(`(?<![\\p{L}\\p{N}])(${year})(?![\\p{L}\\p{N}])`, 'gu')

/** The years that a text names, and what remains of it; undefined where it names none. */
function yearsIn(text: string): { years: Years; rest: string } | undefined {
  for (const pattern of [inBrackets, range]) {
    const [found, from, to = from] = pattern.exec(text) ?? []
    if (found !== undefined) return { years: inOrder(Number(from), Number(to)), rest: text.replace(found, ' ') }
  }
  const [written, long, short] = decade.exec(text) ?? []
  if (written !== undefined) {
    const from = long !== undefined ? Number(long) * 10 : 1900 + Number(short) * 10
    return { years: { from, to: from + 9 }, rest: text.replace(written, ' ') }
  }
  const last = [...text.matchAll(single)].at(-1)
  if (!last) return undefined
  const rest = `${text.slice(0, last.index)} ${text.slice(last.index + last[0].length)}`
  return { years: { from: Number(last[0]), to: Number(last[0]) }, rest }
}

const inOrder = (one: number, other: number): Years => ({ from: Math.min(one, other), to: Math.max(one, other) })

/** All ways to understand a query, the literal one first. */
export function readingsOf(text: string): Reading[] {
  const cut = text.slice(0, maxQueryLength).toWellFormed()
  const names = cut
    .replace(/\s+/g, ' ')
    .split(/ (?:a\.?k\.?a\.?|alias) | [/|] /iu)
    .filter((name) => name.trim() !== '')
  const asked = names.length > 1 && names.length <= maxNames ? [cut, ...names] : [cut]
  const readings = asked.flatMap((name) => {
    const isOpen = !/[\s)\]}"]$/.test(name)
    const dated = yearsIn(name)
    return [
      ...wordings(name).map((words) => readingOf(words, isOpen)),
      ...(dated ? wordings(dated.rest).map((words) => readingOf(words, !/\s$/.test(name), dated.years)) : []),
    ]
  })
  return readings.filter(({ units }) => units.length > 0)
}

/** A word as it is written in a query, or its beginning. */
export type WrittenWord = { word: string; isBeginning: boolean }

/** What stands between words. */
export const wordBreaks = /[^\p{L}\p{M}\p{N}]+/gu
/** A text, as far as names are compared, with its letters as they are written. */
export const asWritten = (text: string): string =>
  text.slice(0, maxNameLength).toWellFormed().normalize('NFC').toLowerCase()

/** The words of a query that names are compared with without some of their letters: who has typed `ø` means no `o`. */
export function specialWords(text: string): WrittenWord[] {
  const cut = text.slice(0, maxQueryLength).toWellFormed()
  if (!/[^\0-\x7f]/.test(cut)) return []
  const words = asWritten(cut).split(wordBreaks)
  return words
    .map((word, index) => ({ word, isBeginning: index === words.length - 1 }))
    .filter(({ word }) => word !== '' && normalName(word) !== word)
    .slice(0, maxQueryWords)
}

/** Keys of names that are all of a name, with other numbers, spellings and articles; it has no year in it. */
export const wholesLike = (name: string): string[] => [
  ...new Set(wordings(name.slice(0, maxQueryLength).toWellFormed()).flatMap(wholesOf)),
]

/** The words of a text as it is written, and in Latin letters where it is of another script. */
function wordings(given: string): string[][] {
  // As catalogues write it: `Matrix, The`.
  const text = given.replace(/^(.+),\s*(\p{L}{1,3})\s*$/u, (all, rest, word) =>
    isArticle(word.toLowerCase()) ? `${word} ${rest}` : all,
  )
  const hasWord = /[\p{L}\p{N}]/u.test(text)
  const forms = [normalName(text), inLatin(text), ...(hasWord ? [normalName(withTwoLetters(text))] : [])]
  const distinct = [...new Set(forms.filter((form): form is string => form !== undefined && form !== ''))]
  const written = distinct.map(partsOf).filter((words) => words.length > 0)
  return [...written, ...written.slice(0, 1).flatMap(otherNumbers)]
}
