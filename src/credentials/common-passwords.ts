/** Repetitions of a text this short or shorter make no password. */
const maxRepeatedLength = 6

let loading: Promise<ReadonlySet<string>> | undefined

/** About 49,000 passwords; the list is read when the first person chooses one. */
const commonPasswords = () => {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return loading
}

/**
 * Whether a password is among the first that others would guess: a common one, also with digits and signs around it, a
 * short text repeated, or something made of the person's own details.
 */
export async function isCommonPassword(password: string, personalWords: readonly string[]): Promise<boolean> {
  const lower = password.toLowerCase()
  const bare = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const isRepeated = new RegExp(`^(.{1,${maxRepeatedLength}}?)\\1+.{0,${maxRepeatedLength - 1}}$`, 'su').test(lower)
  if (bare === '' || isRepeated) return true
  const personal = personalWords
    .flatMap((word) => [word, word.split('@', 1)[0] as string])
    .map((word) => word.toLowerCase())
  if (personal.some((word) => word === lower || word === bare)) return true
  const common = await commonPasswords()
  return common.has(lower) || common.has(bare)
}
