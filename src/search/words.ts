import { atFirstUse } from '#src/package-root.ts'
import { wordTable } from '#src/reference/word-table.ts'

const anyAscii = atFirstUse<typeof import('any-ascii')>('any-ascii')

/** Only this much of a longer name, in characters, is indexed and compared. */
export const maxNameLength = 200
/** Longer words are cut, on both sides. */
export const maxWordLength = 40
/** The same for whole names without blanks. */
const maxWholeLength = 80

const plainName = /^[A-Za-z\d]+(?: [A-Za-z\d]+)*$/
const plainWord = /^[a-z]+$/

/** Letters that are not made of a basic one and a mark. */
const letters: Readonly<Record<string, string>> = wordTable({
  ß: 'ss',
  ø: 'o',
  œ: 'oe',
  æ: 'ae',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ς: 'σ',
})
const letter = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')

/** Fractions and raised digits are written close to what they follow. */
const fraction = /[\u00bc-\u00be\u2150-\u215e]/g
const raised = /(?<=[\p{L}\p{N}])([²³¹\u2070-\u2089])/gu
const quotes = /['’‘ʼ`´′]/g
/** Words that French and Italian shorten before a vowel. */
const elided = new RegExp(
  '(?<![\\p{L}\\p{N}])(l|d|j|m|n|s|t|c|qu|jusqu|lorsqu|puisqu|quelqu|dell|nell|sull|dall|all|coll|un|quest|sant)' +
    "'(?=\\p{L})",
  'gu',
)
/** What stands between the parts of one word: a hyphen, a dot, a stroke and the like. */
const inner = /(?<=[\p{L}\p{N}])[-‐‑–.·•‧・:/*_~|!$@,](?=[\p{L}\p{N}])/gu
/** What tells `C++` from C. */
const plusses = /(?<=[\p{L}\p{N}])\+\+(?![\p{L}\p{N}+])/gu
const outer = /[^\p{L}\p{M}\p{N}-]+/gu

/**
 * The form of a name that is compared: small letters without marks, words with one blank between them, and a hyphen
 * between the parts of a word that is also written as one (`spider-man`, `wall-e`, `d-artagnan`). A name without
 * letters and digits stays as it is. This is done here because the engines differ in what a letter is.
 */
export function normalName(name: string): string {
  // Most names, for which the steps below change nothing else.
  if (name.length <= maxNameLength && plainName.test(name)) return name.toLowerCase()
  const plain = name
    .slice(0, maxNameLength)
    .toWellFormed()
    .replace(fraction, ' $&')
    .replace(raised, '-$1')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(letter, (found) => letters[found] as string)
    .replace(quotes, "'")
    .replace(elided, '$1-')
    .replace(/'/g, '')
    .replace(/&|(?<=\s)\+(?=\s)/g, ' and ')
    .replace(plusses, '-plusplus')
    .replace(inner, '-')
    .replace(outer, ' ')
    .replace(/(?<![^ ])-+|(?<!-)-+(?![^ ])/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
  return plain === '' ? name.trim().toLowerCase().replace(/\s+/g, ' ').slice(0, maxWordLength).toWellFormed() : plain
}

const otherLetter = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u
/** Scripts that write words without blanks between them. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u
export const isUnspaced = (word: string): boolean => unspaced.test(word)

/** A name of another script in Latin letters; undefined for a name in Latin letters. */
export function inLatin(name: string): string | undefined {
  if (!otherLetter.test(name)) return undefined
  // Syllables that begin with a capital belong to one word.
  const latin = anyAscii()
    .default(name.slice(0, maxNameLength).toWellFormed())
    .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
  const normal = normalName(latin)
  return normal === '' || !/[a-z]/.test(normal) ? undefined : normal
}

/** Articles that titles begin with and that people leave out, add, or write behind the title. */
const articles = new Set(
  (
    'the a an der die das dem den ein eine le la les l un une des du el los las lo una unos unas il gli i uno o os ' +
    'as um uma uns umas de het een en ett det az egy al to ta oi'
  ).split(' '),
)
export const isArticle = (word: string): boolean => articles.has(word)

/** The words of a normal name: parts of a word one by one. */
export const partsOf = (normal: string): string[] => normal.split(/[ -]/).filter((part) => part !== '')

/** A normal name without blanks and hyphens. */
export const wholeOf = (normal: string): string => normal.replaceAll(' ', '').replaceAll('-', '')

/** A normal name without its leading article, or with an article that stands behind it; undefined if there is none. */
export function withoutArticle(normal: string): string | undefined {
  const end = normal.search(/[ -]/)
  return end > 0 && isArticle(normal.slice(0, end)) ? normal.slice(end + 1) : undefined
}

/** Digits that people write for letters: `se7en`. */
const digitLetters: Readonly<Record<string, string>> = wordTable({ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 'v' })
export function withLetters(word: string): string | undefined {
  if (!/[a-z]\d/.test(word) || !/\d[a-z]/.test(word)) return undefined
  const read = word.replace(/\d/g, (digit) => digitLetters[digit] ?? digit)
  return /\d/.test(read) ? undefined : read
}

/** Pairs of neighbouring characters, by which words of scripts without blanks are found inside longer ones. */
export function pairsOf(word: string): string[] {
  const characters = [...word]
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** What a whole name begins with where it is looked up. */
export const wholeMark = '='

/** What a whole name is found by. */
export function wholeKey(normal: string): string {
  const whole = wholeOf(normal)
  return wholeMark + (whole.length <= maxWholeLength ? whole : whole.slice(0, maxWholeLength).toWellFormed())
}

/** Keys of the whole of a normal name, also without its article, and read with letters for digits. */
export function wholesOf(normal: string): string[] {
  const bare = withoutArticle(normal)
  const read = /[ -]/.test(normal) ? undefined : withLetters(normal)
  return [normal, bare, read].flatMap((name) => (name === undefined ? [] : [wholeKey(name)]))
}

/**
 * The words that a normal name is found by, and the joined form of words with parts. `note` hears of each of them, and
 * whether the name begins with it, whatever its article; it may hear of a word more than once.
 */
export function noteWords(normal: string, note: (word: string, isFirst: boolean) => void): void {
  const words = normal.split(' ')
  let isFirst = true
  for (const [at, word] of words.entries()) {
    const parts = word.split('-')
    if (parts.length > 1) noteForms(parts.join(''), isFirst, note)
    for (const [place, part] of parts.entries()) {
      noteForms(part, isFirst, note)
      // What comes after the article begins the name, too.
      if (isFirst) isFirst = at === 0 && place === 0 && isArticle(part)
    }
  }
}

function noteForms(word: string, isFirst: boolean, note: (word: string, isFirst: boolean) => void) {
  if (word === '') return
  note(cutWord(word), isFirst)
  if (plainWord.test(word)) return
  if (isUnspaced(word)) for (const pair of pairsOf(word)) note(pair, isFirst)
  const read = withLetters(word)
  if (read !== undefined) note(cutWord(read), isFirst)
}

const cutWord = (word: string) => (word.length > maxWordLength ? word.slice(0, maxWordLength).toWellFormed() : word)

/** Beginnings of words have postings of their own up to this length. */
export const longestBeginning = 6
/** What their postings are found by. */
export const beginningMark = '<'

/** The beginnings of a word, the shortest first; years and the like have none. */
export function beginningsOf(word: string): string[] {
  if (plainWord.test(word)) {
    const end = Math.min(word.length, longestBeginning)
    return Array.from({ length: end }, (_, index) => beginningMark + word.slice(0, index + 1))
  }
  const characters = [...word].slice(0, longestBeginning)
  return characters.map((_, index) => beginningMark + characters.slice(0, index + 1).join(''))
}
