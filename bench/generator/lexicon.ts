import { below, chance, fraction, pick, type Random, randomOf, streamOf } from './random.ts'
import { type Piece, type Tongue, type TongueName, tongues } from './tongues.ts'

/** A word, also with a capital. */
export type Word = Piece & { readonly title: string; readonly nativeTitle: string }

/** The words of a language by their length in Latin letters. */
type Lexicon = { readonly tongue: Tongue; readonly byLength: readonly (readonly Word[])[] }

/** Words that are tried for each language; double ones are left out. */
const triedWords = 9_000
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
  const byLength: Word[][] = Array.from({ length: longestWord + 1 }, () => [])
  for (let number = 0; number < triedWords; number++) {
    const { latin, native } = wordOf(tongue, randomOf(0, streamOf(name), number))
    if (latin.length < 2 || latin.length > longestWord || known.has(latin) || unwanted.has(streamOf(latin) >>> 0))
      continue
    known.add(latin)
    byLength[latin.length]?.push({ latin, native, title: capital(latin), nativeTitle: capital(native) })
  }
  return { tongue, byLength }
}

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

/** Of so few words of a length none is more frequent than the others. */
const fewWords = 150

/** A word of about this length; frequent ones come first in their list. */
export function wordOfLength({ byLength }: Lexicon, random: Random, length: number): Word {
  let at = Math.min(length, longestWord)
  while (at > 2 && byLength[at]?.length === 0) at--
  while (byLength[at]?.length === 0) at++
  const words = byLength[at] as readonly Word[]
  const share = fraction(random)
  const skewedShare = words.length < fewWords ? share : share * share
  return words[Math.floor(skewedShare * words.length)] as Word
}

/** Lengths of the words of a title; short ones are more frequent. */
const wordLengths = [3, 4, 4, 5, 5, 5, 6, 6, 7, 7, 8, 9]
/** A title shorter than this is one word, and a remainder shorter than this is the last one. */
const oneWord = 8
const shortestWord = 3
const articleShare = 0.3
const particleShare = 0.35

/** A title of this length in Latin letters. */
export function titleOf(name: TongueName, random: Random, length: number): Writing {
  const words = lexicon(name)
  const { articles, particles, space } = words.tongue
  const title = { latin: '', native: '' }
  let remaining = length
  const add = (latin: string, native: string) => {
    const isFirst = title.latin === ''
    title.latin += (isFirst ? '' : ' ') + latin
    title.native += (isFirst ? '' : space) + native
    remaining -= latin.length + 1
  }
  const fits = ({ latin }: Piece) => remaining - latin.length - 1 >= shortestWord
  if (remaining > oneWord && articles.length > 0 && chance(random, articleShare)) {
    const { latin, native } = pick(random, articles)
    add(capital(latin), capital(native))
  }
  while (remaining > 1) {
    const isLast = remaining <= shortestWord * 2 || (remaining <= oneWord && chance(random, 0.7))
    const most = remaining - shortestWord - 1
    const word = wordOfLength(words, random, isLast ? remaining : Math.min(pick(random, wordLengths), most))
    add(word.title, word.nativeTitle)
    const particle = pick(random, particles)
    if (!isLast && fits(particle) && chance(random, particleShare)) add(particle.latin, particle.native)
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
  const last = wordOfLength(words, random, Math.max(3, rest))
  return { latin: latin + ' ' + last.title, native: native + words.tongue.space + last.nativeTitle }
}
