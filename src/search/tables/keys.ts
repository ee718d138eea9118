import { type IndexedName, readNames } from '../names.ts'
import { weightOf } from '../weight.ts'
import { noteWords, wholesOf } from '../words.ts'
import { adultMark, marksIn, packed, wholeRecord } from './postings.ts'
import type { IndexedRecord } from './records.ts'

/** Words of one record that are indexed. */
const maxWords = 600

/** What precedes the year of any release or episode, and that of the first one. */
export const anyYear = '#'
export const firstYear = '@'

/** All that a record is found by: its whole names, and its words and years with their postings. */
export type Keys = { weight: number; wholes: ReadonlySet<string>; words: ReadonlyMap<string, number> }

export function keysOf({ entity_id: id, adult, year, years, popularity, votes, names }: IndexedRecord): Keys {
  const weight = weightOf(popularity, votes)
  const marks = adult ? adultMark : 0
  const words = new Map<string, number>()
  const read = readNames(names)
  for (const [word, ofWord] of marksOfWords(read)) words.set(word, packed(weight, id, marks | ofWord))
  const wholes = new Set(read.flatMap(({ normal }) => wholesOf(normal)))
  if (years !== '')
    for (const each of years.split(',')) words.set(`${anyYear}${each}`, packed(weight, id, marks | wholeRecord))
  if (year !== 0) words.set(`${firstYear}${year}`, packed(weight, id, marks | wholeRecord))
  return { weight, wholes, words }
}

function marksOfWords(names: readonly IndexedName[]): Map<string, number> {
  const words = new Map<string, number>()
  for (const [at, { normal }] of names.entries())
    noteWords(normal, (word, isFirst) => {
      const known = words.get(word)
      if (known === undefined && words.size >= maxWords) return
      words.set(word, (known ?? 0) | marksIn(at, isFirst))
    })
  return words
}

/** Whether what has postings is a word of names, and neither a year nor a beginning. */
export const isWord = (word: string): boolean => !/^[<#@]/.test(word)
