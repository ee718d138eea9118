import { type IndexedName, readNames } from './names.ts'
import type { Unit } from './reading.ts'
import { isArticle, wholeKey, withLetters } from './words.ts'

/** A word of a name: a part, or from its first part on several parts that are also written as one. */
export type Token = {
  text: string
  /** The same with letters for its digits, where it has both. */
  read: string | undefined
  joined?: { text: string; read: string | undefined; parts: number }
}

/** A name while it is compared: what all readings of a query need of it is made once, and only if one needs it. */
export class ComparedName {
  readonly name: IndexedName
  /** Words of a plain name are those between its blanks. */
  readonly #isPlain: boolean
  #whole: string | undefined
  #words: { tokens: Token[]; withoutArticle: Token[] | undefined; wholeWithoutArticle: string | undefined } | undefined

  constructor(name: IndexedName) {
    this.name = name
    this.#isPlain = !/[-\d]/.test(name.normal)
  }

  /** Whether the name is all of a query. `keys` are those of whole names. */
  isOneOf(keys: readonly string[]): boolean {
    const first = this.name.normal[0]
    // A key begins with a sign of its own. Most names begin differently.
    if (!keys.some((key) => key[1] === first)) return false
    this.#whole ??= wholeKey(this.name.normal)
    return keys.includes(this.#whole)
  }

  /** False if a unit cannot be in the name, which is known without looking at its words one by one. */
  mayHave(units: readonly Unit[]): boolean {
    const { normal } = this.name
    return !this.#isPlain || units.every((unit) => unit.isOptional || isWithin(unit, normal))
  }

  get words() {
    this.#words ??= wordsOf(this.name.normal)
    return this.#words
  }
}

function isWithin({ word, alternatives }: Unit, normal: string): boolean {
  if (normal.includes(word)) return true
  for (const alternative of alternatives.keys()) if (normal.includes(alternative)) return true
  return false
}

export const comparedNames = (lines: string): ComparedName[] => readNames(lines).map((name) => new ComparedName(name))

function wordsOf(normal: string) {
  const tokens = tokensOf(normal)
  const hasArticle = tokens.length > 1 && isArticle((tokens[0] as Token).text)
  if (!hasArticle) return { tokens, withoutArticle: undefined, wholeWithoutArticle: undefined }
  const withoutArticle = tokens.slice(1)
  const wholeWithoutArticle = wholeKey(withoutArticle.map(({ text }) => text).join(' '))
  return { tokens, withoutArticle, wholeWithoutArticle }
}

const tokensOf = (normal: string): Token[] =>
  normal.split(' ').flatMap((word): Token[] => {
    const parts = word.split('-')
    const tokens = parts.map((text): Token => ({ text, read: withLetters(text) }))
    if (parts.length > 1 && tokens[0]) {
      const text = parts.join('')
      tokens[0].joined = { text, read: withLetters(text), parts: parts.length }
    }
    return tokens
  })
