/** Numbers as they are written in names: with digits, as Roman numbers, and as English words. */

const ones = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ')
/** By how many tens; there is no word for none and one of them. */
const tens = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const romans = (
  ' i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii xxiv xxv xxvi xxvii ' +
  'xxviii xxix xxx'
).split(' ')
const ordinals = (
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth ' +
  'fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
).split(' ')

const wordOf = (number: number) => ones[number] ?? (number % 10 === 0 ? tens[number / 10] : undefined)
const numberWords = new Map(
  Array.from({ length: 100 }, (_, number) => [wordOf(number), number] as const).filter(([word]) => word !== undefined),
)

function numberOf(word: string): number {
  if (/^\d{1,2}$/.test(word)) return Number(word)
  return numberWords.get(word) ?? (word === '' ? -1 : romans.indexOf(word))
}

/** Other ways to write a number that is one word; a lone `i` is none. */
export function numbersLike(word: string): string[] {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word) ?? []
  if (digits !== undefined) return [ordinals[Number(digits)] ?? []].flat()
  const ordinal = ordinals.indexOf(word)
  if (ordinal > 0) return [`${ordinal}${endingOf(ordinal)}`]
  const number = numberOf(word)
  if (number < 1 || word === 'i') return []
  // The Roman one is a word and a letter far more often.
  const forms = [String(number), number === 1 ? undefined : romans[number], wordOf(number)]
  return forms.filter((form): form is string => form !== undefined && form !== word)
}

const endingOf = (number: number) => (number < 4 ? (['', 'st', 'nd', 'rd'][number] as string) : 'th')

/** The same words with numbers above twenty written otherwise: `thirty nine` and `39`, and `nine nine` as `99`. */
export function otherNumbers(words: readonly string[]): string[][] {
  const found: string[][] = []
  for (const [at, word] of words.entries()) {
    const [ten, one] = [tens.indexOf(word), ones.indexOf(words[at + 1] ?? '')]
    if (ten > 1 && one > 0 && one < 10) found.push(words.toSpliced(at, 2, `${ten}${one}`))
    if (!/^[2-9][1-9]$/.test(word)) continue
    const [first, second] = [Number(word[0]), Number(word[1])]
    found.push(words.toSpliced(at, 1, tens[first] as string, ones[second] as string))
    if (first === second) found.push(words.toSpliced(at, 1, ones[first] as string, ones[second] as string))
  }
  return found
}
