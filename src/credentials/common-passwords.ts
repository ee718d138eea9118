/** Repetitions of a text this short or shorter make no password. */
const maxRepeatedLength = 6
const repeated = new RegExp(`^(.{1,${maxRepeatedLength}}?)\\1+.{0,${maxRepeatedLength - 1}}$`, 'su')

let loading: Promise<ReadonlySet<string>> | undefined

/** About 49,000 passwords; the list is read when the first person chooses one. */
const commonPasswords = () => {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return loading
}

/** Letters beside the person's own words that make a password of its own. */
const minOwnLetters = 4
/** Shorter words are in many passwords by chance. */
const minWordLength = 3

/**
 * Whether a password is among the first that others would guess: a common one or a word of the person, also repeated
 * and with digits and signs in between, or a short text repeated.
 */
export async function isCommonPassword(password: string, personalWords: readonly string[]): Promise<boolean> {
  const lower = password.toLowerCase()
  const bare = /\p{L}(?:.*\p{L})?/su.exec(lower)?.[0] ?? ''
  if (bare === '' || repeated.test(lower)) return true
  const letters = lettersOf(lower)
  const words = personalWords.flatMap((word) => [word, ...word.split(/[@.]/)]).map((word) => word.toLowerCase())
  if (words.some((word) => word === lower || word === bare)) return true
  const ownLetters = words
    .map(lettersOf)
    .filter((word) => word.length >= minWordLength)
    .sort((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ''), letters)
  if (ownLetters !== letters && ownLetters.length < minOwnLetters) return true
  const common = await commonPasswords()
  return [lower, bare, letters, repeatedPart(letters)].some((text) => common.has(text))
}

/** The shortest text whose repetition a text is: `abc` of `abcabc`, or all of it. */
const repeatedPart = (text: string) => text.slice(0, (text + text).indexOf(text, 1))

const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '')
