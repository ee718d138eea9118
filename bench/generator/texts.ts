import { lexicon, type Word, wordOfLength } from './lexicon.ts'
import { below, pick, type Random } from './random.ts'
import type { TongueName } from './tongues.ts'

/** Sentences of invented words: N is a noun, P a name, V a verb, J what a noun is like. */
const patterns = [
  'When the N of P Vs, a J N must V the N before the N of P is lost.',
  'P, a J N from P, Vs the N that no other N has seen.',
  'In the N of P, two J N V for one N.',
  'A N Vs a N, and the whole N of P begins to V.',
  'Every N, P Vs to the J N and Vs for P.',
  'P and P V the last N of the J N.',
  'But the N is J, and the N is not what it was.',
  'With a N and a J N, P sets out to V the N of P.',
  'Nobody in P Vs, until a N comes to the N.',
  'So the N Vs once more.',
  'It is the N of a N, a N and a J, J N.',
].map((pattern) => pattern.split(/\b([NPVJ])(?=s?\b)/))

const nounLengths = [4, 5, 5, 6, 6, 7, 8]
const nameLengths = [5, 6, 7, 8, 9, 10]
const likeLengths = [4, 5, 6, 7]

/** An English-looking text that is nearly this long. */
export function englishText(random: Random, length: number): string {
  const words = lexicon('english')
  let text = ''
  let article = ''
  const add = (word: string) => {
    // `a` waits for the word behind it.
    text += article === '' ? word : startsWithVowel(word) ? `${article}n ${word}` : `${article} ${word}`
    article = ''
  }
  while (text.length < length) {
    if (text !== '') text += ' '
    for (const token of pick(random, patterns)) {
      if (token === 'P') add(wordOfLength(words, random, pick(random, nameLengths)).title)
      else if (token === 'N') add(wordOfLength(words, random, pick(random, nounLengths)).latin)
      else if (token === 'V') add(wordOfLength(words, random, pick(random, likeLengths)).latin)
      else if (token === 'J') add(likeOf(wordOfLength(words, random, pick(random, likeLengths)).latin))
      else if (!token.endsWith(' a ') && !token.endsWith('A ')) text += token
      else {
        text += token.slice(0, -2)
        article = token.slice(-2, -1)
      }
    }
  }
  return cut(text, length)
}

const vowels = 'aeiouAEIOU'
const startsWithVowel = (word: string) => vowels.includes(word.charAt(0))
const likeOf = (noun: string) => (vowels.includes(noun.charAt(noun.length - 1)) ? noun + 'n' : noun + 'ish')

/** Less than this much of a sentence is left away. */
const shortestSentence = 24

/** Ends at the last word that fits, or at the last sentence; a text of one long word stays whole. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const sentence = text.lastIndexOf('. ', length - 1)
  if (sentence > length - shortestSentence) return text.slice(0, sentence + 1)
  let end = text.lastIndexOf(' ', length - 1)
  if (end <= 0) return text
  const last = text.charCodeAt(end - 1)
  if (last === comma || last === stop) end--
  return text.slice(0, end) + '.'
}

const comma = 44
const stop = 46
const wordsPerSentence = 6

/** A text in another invented language, about this long in Latin letters. */
export function foreignText(name: TongueName, random: Random, length: number, isNative: boolean): string {
  const words = lexicon(name)
  const { particles, space, stop: end } = words.tongue
  const joint = isNative ? space : ' '
  let text = ''
  for (let written = 0; written < length; ) {
    if (text !== '') text += joint
    const count = wordsPerSentence + below(random, 2 * wordsPerSentence)
    for (let at = 0; at < count; at++) {
      const isParticle = at > 0 && at < count - 1 && below(random, 4) === 0
      const word = isParticle ? pick(random, particles) : wordOfLength(words, random, 3 + below(random, 7))
      if (at > 0) text += joint + (isNative ? word.native : word.latin)
      else text += isNative ? (word as Word).nativeTitle : (word as Word).title
      written += word.latin.length + 1
    }
    text += isNative ? end : '.'
  }
  return text
}

const pathLetters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const pathPairs = [...pathLetters].flatMap((one) => [...pathLetters].map((other) => one + other))
const hexDigits = Array.from({ length: 65_536 }, (_, number) => number.toString(16).padStart(4, '0'))
const pathPieces = 9

/** Letters that say nothing, as names of files and videos are. */
export function letters(random: Random, length: number): string {
  let text = ''
  for (let piece = 0; piece < length; piece++) text += pick(random, pathPairs)
  return text
}

export const pathOf = (random: Random, ending = '.jpg'): string => '/' + letters(random, pathPieces) + ending

/** The 24 digits of an entry of a part, from three numbers that no other entry has. */
export function entryIdOf(one: number, other: number, number: number): string {
  const hex = (bits: number) => (hexDigits[bits >>> 16] as string) + (hexDigits[bits & 65_535] as string)
  return hex(one) + hex(other) + hex(number)
}
