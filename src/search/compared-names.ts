import { type IndexedName, isInLanguage, type NameSort, normalIn, readName, sortIn } from './names.ts'
import { asWritten, type Unit, type WrittenWord, wordBreaks } from './reading.ts'
import { placeOf } from './tables/postings.ts'
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
  readonly normal: string
  readonly sort: NameSort
  /** Its bit among the places of the names of its record. */
  readonly place: number
  readonly #line: string
  /** Words of a plain name are those between its blanks. */
  readonly #isPlain: boolean
  #whole: string | undefined
  #written: string | undefined
  #words: { tokens: Token[]; withoutArticle: Token[] | undefined; wholeWithoutArticle: string | undefined } | undefined

  constructor(line: string, place: number) {
    this.#line = line
    this.place = place
    this.normal = normalIn(line)
    this.sort = sortIn(line)
    this.#isPlain = !/[-\d]/.test(this.normal)
  }

  /** All that the index has of it, which is read for names that are shown alone. */
  read(): IndexedName {
    return readName(this.#line)
  }

  /** How many of some words it does not have letter for letter. */
  withoutWritten(asked: readonly WrittenWord[]): number {
    if (asked.length === 0) return 0
    this.#written ??= this.#writtenWords(asked)
    const written = this.#written
    return asked.filter(({ word, isBeginning }) => !written.includes(isBeginning ? ` ${word}` : ` ${word} `)).length
  }

  /** Whether it is a translation into a language. */
  isIn(language: string): boolean {
    return isInLanguage(this.#line, language)
  }

  /** Whether the name is all of a query. `keys` are those of whole names. */
  isOneOf(keys: readonly string[]): boolean {
    const first = this.normal[0]
    // A key begins with a sign of its own. Most names begin differently.
    if (!keys.some((key) => key[1] === first)) return false
    this.#whole ??= wholeKey(this.normal)
    return keys.includes(this.#whole)
  }

  /** False if a unit cannot be in the name, which is known without looking at its words one by one. */
  mayHave(units: readonly Unit[]): boolean {
    return !this.#isPlain || units.every((unit) => unit.isOptional || isWithin(unit, this.normal))
  }

  /** The words of its writings that have some of the asked ones, each between blanks: reading those costs the most. */
  #writtenWords(asked: readonly WrittenWord[]): string {
    const { text, writings } = this.read()
    const having = [text, ...writings]
      .map(asWritten)
      .filter((writing) => asked.some(({ word }) => writing.includes(word)))
    return having.map((writing) => ` ${writing.replace(wordBreaks, ' ')} `).join('')
  }

  get words() {
    this.#words ??= wordsOf(this.normal, this.#isPlain)
    return this.#words
  }
}

function isWithin({ word, alternatives }: Unit, normal: string): boolean {
  if (normal.includes(word)) return true
  for (const alternative of alternatives.keys()) if (normal.includes(alternative)) return true
  return false
}

/** The names of a record at some places, as postings mark them. */
export function comparedNames(lines: string, places: number): ComparedName[] {
  const found: ComparedName[] = []
  for (let at = 0, start = 0; start < lines.length; at++) {
    const next = lines.indexOf('\n', start)
    const end = next < 0 ? lines.length : next
    const place = placeOf(at)
    if ((places & place) !== 0) found.push(new ComparedName(lines.slice(start, end), place))
    start = end + 1
  }
  return found
}

function wordsOf(normal: string, isPlain: boolean) {
  const tokens = isPlain ? normal.split(' ').map((text): Token => ({ text, read: undefined })) : tokensOf(normal)
  const hasArticle = tokens.length > 1 && isArticle((tokens[0] as Token).text)
  if (!hasArticle) return { tokens, withoutArticle: undefined, wholeWithoutArticle: undefined }
  const withoutArticle = tokens.slice(1)
  const wholeWithoutArticle = wholeKey(withoutArticle.map(({ text }) => text).join(' '))
  return { tokens, withoutArticle, wholeWithoutArticle }
}

function tokensOf(normal: string): Token[] {
  const readOf = /\d/.test(normal) ? withLetters : () => undefined
  const tokens: Token[] = []
  for (const word of normal.split(' ')) {
    if (!word.includes('-')) {
      tokens.push({ text: word, read: readOf(word) })
      continue
    }
    const parts = word.split('-')
    const text = parts.join('')
    const joined = { text, read: readOf(text), parts: parts.length }
    for (const [place, part] of parts.entries())
      tokens.push({ text: part, read: readOf(part), ...(place === 0 && { joined }) })
  }
  return tokens
}
