import { lastUpTo } from './degrees.ts'
import { below, chance, fraction, pick, type Random, randomOf, streamOf } from './random.ts'
import { type Piece, type Tongue, type TongueName, tongues } from './tongues.ts'

/** A word, also with a capital. */
export type Word = Piece & { readonly title: string; readonly nativeTitle: string }

/** The words of a language by their length in Latin letters. */
type Lexicon = { readonly tongue: Tongue; readonly byLength: readonly Words[] }
/** Words with the sums of the weights before each of them, and of all. */
type Words = { readonly words: Word[]; readonly before: number[]; total: number }

/** Words that are tried for each language; double ones are left out. */
const triedWords = { english: 50_000, others: 15_000 }
/**
 * How often words are used goes down with their rank as it does in real titles: that of rank r has the weight
 * 1 / (r + 4) among those of its length, which brings the hundredth word into 2.5 titles of a thousand, and the
 * thousandth one into 0.4 (measured in 70,000 real titles: 2.4 and 0.4).
 */
const rankOffset = 4
const longestWord = 13

/** Hashes of words that syllables make by accident and that nobody wants to read, or that are names of real people. */
const unwanted: ReadonlySet<number> = new Set([
  ...[0x10401782, 0x238564db, 0xcd1a78c3, 0xa09af965, 0xd797359b, 0x1157bd0f, 0x73b67474, 0x3c982fea, 0xd21db6f2],
  ...[0x90d44204, 0xa23a9f18, 0x7b71da1c, 0xd88e453d, 0xee14dfe2, 0xbb68577e, 0xb9319ab1, 0xa4a37cd9, 0xd1b6a053],
  ...[0x2bc85597, 0xd375e635],
])

/** What is written in Latin letters, and in the script of its language. */
export type Writing = { latin: string; native: string }

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function lexiconOf(name: TongueName): Lexicon {
  const tongue: Tongue = tongues[name]
  const known = new Set<string>()
  const byLength: Words[] = Array.from({ length: longestWord + 1 }, () => ({ words: [], before: [], total: 0 }))
  const tried = name === 'english' ? triedWords.english : triedWords.others
  for (let number = 0; number < tried; number++) {
    const { latin, native } = wordOf(tongue, randomOf(0, streamOf(name), number))
    if (latin.length < 2 || latin.length > longestWord || known.has(latin) || unwanted.has(streamOf(latin) >>> 0))
      continue
    known.add(latin)
    const same = byLength[latin.length] as Words
    same.words.push(withCapitals({ latin, native }))
    same.before.push(same.total)
    same.total += 1 / (same.words.length + rankOffset)
  }
  return { tongue, byLength }
}

const withCapitals = ({ latin, native }: Piece): Word => ({
  latin,
  native,
  title: capital(latin),
  nativeTitle: capital(native),
})

function wordOf({ onsets, vowels, endings, length }: Tongue, random: Random): Piece {
  let latin = ''
  let native = ''
  const add = (piece: Piece) => {
    latin += piece.latin
    native += piece.native
  }
  for (let syllables = 1 + below(random, length); syllables > 0; syllables--) {
    add(pick(random, onsets))
    add(pick(random, vowels))
  }
  add(pick(random, endings))
  return { latin, native }
}

const lexicons = new Map<TongueName, Lexicon>()

/** Made when it is first asked for. */
export function lexicon(name: TongueName): Lexicon {
  let found = lexicons.get(name)
  if (!found) {
    found = lexiconOf(name)
    lexicons.set(name, found)
  }
  return found
}

/** A word of about this length. */
export function wordOfLength({ byLength }: Lexicon, random: Random, length: number): Word {
  let at = Math.min(length, longestWord)
  while (at > 2 && byLength[at]?.total === 0) at--
  while (byLength[at]?.total === 0) at++
  const { words, before, total } = byLength[at] as Words
  return words[lastUpTo(before, fraction(random) * total)] as Word
}

/** Half of the words of real titles occur once, and so do most surnames: such a share of all is made for its place. */
const newInTitles = 0.03
const newInNames = 0.12
const tries = 4

/** A word of about this length that may stand in no list. */
function newOrKnown(words: Lexicon, random: Random, length: number, share: number): Word {
  if (length > 3 && chance(random, share)) {
    for (let tried = 0; tried < tries; tried++) {
      const word = wordOf(words.tongue, random)
      if (Math.abs(word.latin.length - length) < 2 && !unwanted.has(streamOf(word.latin) >>> 0))
        return withCapitals(word)
    }
  }
  return wordOfLength(words, random, length)
}

/** Lengths of the words of a title; short ones are more frequent. */
const wordLengths = [3, 4, 4, 5, 5, 5, 6, 6, 7, 7, 8, 9]
/** A title shorter than this is one word, and a remainder shorter than this is the last one. */
const oneWord = 8
const shortestWord = 3
const articleShare = 0.3
const particleShare = 0.45
/** Titles in two parts, words with a hyphen and, in English, somebody's things. */
const colonShare = 0.03
const hyphenShare = 0.015
const ownerShare = 0.03

const together: Piece = { latin: '', native: '' }

/** A title of this length in Latin letters. */
export function titleOf(name: TongueName, random: Random, length: number): Writing {
  const words = lexicon(name)
  const { articles, particles, space } = words.tongue
  const title = { latin: '', native: '' }
  let remaining = length
  const apart = { latin: ' ', native: space }
  let joint = together
  const add = (latin: string, native: string) => {
    title.latin += joint.latin + latin
    title.native += joint.native + native
    remaining -= latin.length + 1
    joint = apart
  }
  const fits = ({ latin }: Piece) => remaining - latin.length - 1 >= shortestWord
  if (remaining > oneWord && articles.length > 0 && chance(random, articleShare)) {
    const { latin, native } = pick(random, articles)
    add(capital(latin), capital(native))
  }
  while (remaining > 1) {
    const isLast = remaining <= shortestWord * 2 || (remaining <= oneWord && chance(random, 0.7))
    const most = remaining - shortestWord - 1
    const word = newOrKnown(words, random, isLast ? remaining : Math.min(pick(random, wordLengths), most), newInTitles)
    add(word.title, word.nativeTitle)
    if (isLast) break
    const kind = fraction(random)
    const particle = pick(random, particles)
    if (kind < colonShare) joint = { latin: ': ', native: ': ' }
    else if (kind < colonShare + hyphenShare) joint = { latin: '-', native: '-' }
    else if (kind < colonShare + hyphenShare + ownerShare && name === 'english') {
      joint = together
      add("'s", "'s")
    } else if (kind > 1 - particleShare && fits(particle)) add(particle.latin, particle.native)
  }
  return title
}

/** The name of a person, of this length in Latin letters. */
export function personNameOf(name: TongueName, random: Random, length: number): Writing {
  const words = lexicon(name)
  const firstLength = Math.min(Math.max(3, Math.round(length * 0.4) + below(random, 3) - 1), 8)
  const first = wordOfLength(words, random, firstLength)
  let rest = length - first.latin.length - 1
  let latin = first.title
  let native = first.nativeTitle
  while (rest > longestWord) {
    const middle = wordOfLength(words, random, 4 + below(random, 4))
    latin += ' ' + middle.title
    native += words.tongue.space + middle.nativeTitle
    rest -= middle.latin.length + 1
  }
  const last = newOrKnown(words, random, Math.max(3, rest), newInNames)
  return { latin: latin + ' ' + last.title, native: native + words.tongue.space + last.nativeTitle }
}
