import { below, chance, pick, type Random } from '../generator/random.ts'
import type { QueryClass } from './queries.ts'
import type { Rivals } from './rivals.ts'
import { slipLetters, slipped } from './slips.ts'
import { plainWords, type Title } from './titles.ts'

/** A query that a rule makes of a title; undefined where the title is not of the kind that the rule is about. */
type Rule = (title: Title, random: Random, rivals: Rivals) => { text: string; year?: number } | undefined

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')
/** The words of a title as people type them in a hurry: without punctuation, and without an article before them. */
const typedWords = (title: string) => wordsOf(plainWords(title.replace(/['’]/g, '')))
/** Words that nobody searches by. */
const emptyWords = new Set(
  'the a an of and in on at to for is it its s with by from de la le el les der die das'.split(' '),
)
const lettersOf = (word: string) => word.replace(/\P{L}/gu, '').length

/** The title with some of its words replaced. */
function withWords(title: string, chosen: readonly string[], replace: (word: string) => string): string {
  return wordsOf(title)
    .map((word) => (chosen.includes(word) ? replace(word) : word))
    .join(' ')
    .toLowerCase()
}

const oneSlip: Rule = ({ name }, random, rivals) => {
  const long = wordsOf(name).filter((word) => lettersOf(word) === word.length && word.length > slipLetters.one)
  if (long.length === 0) return undefined
  const text = withWords(name, [pick(random, long)], (word) => slipped(random, word.toLowerCase()))
  // Where each word is one that titles have, nobody can tell that a slip was made.
  return wordsOf(text).every((word) => rivals.frequency(plainWords(word)) > 0) ? undefined : { text }
}

const twoSlips: Rule = ({ name }, random) => {
  const words = wordsOf(name).filter((word) => lettersOf(word) === word.length)
  const long = words.filter((word) => word.length >= slipLetters.two)
  const twice = (word: string) => slipped(random, slipped(random, word.toLowerCase()))
  if (long.length > 0 && chance(random, 0.6)) return { text: withWords(name, [pick(random, long)], twice) }
  const [one, other] = words.filter((word) => word.length > slipLetters.one)
  if (one === undefined || other === undefined) return undefined
  return { text: withWords(name, [one, other], (word) => slipped(random, word.toLowerCase())) }
}

const innerWord: Rule = ({ name }, random) => {
  const words = typedWords(name)
  const count = 1 + below(random, 3)
  const from = 1 + below(random, Math.max(1, words.length - count))
  const chosen = words.slice(from, from + count)
  if (chosen.length < count || emptyWords.has(chosen[0] as string) || emptyWords.has(chosen.at(-1) as string))
    return undefined
  return chosen.some((word) => word.length > slipLetters.one) ? { text: chosen.join(' ') } : undefined
}

const order: Rule = ({ name }, random) => {
  const words = typedWords(name)
  const at = 1 + below(random, Math.max(1, words.length - 1))
  if (words.length < 3 || words.length > 7 || emptyWords.has(words[at] as string)) return undefined
  return { text: [...words.slice(at), ...words.slice(0, at)].join(' ') }
}

const joinedOrParted: Rule = ({ name }, random, rivals) => {
  const words = typedWords(name)
  if (words.length < 2 || chance(random, 0.4)) {
    const long = pick(random, words)
    const places = Array.from({ length: Math.max(0, long.length - 5) }, (_, at) => at + 3).filter(
      (at) => rivals.frequency(long.slice(0, at)) > 2 && rivals.frequency(long.slice(at)) > 2,
    )
    if (places.length === 0) return undefined
    const at = pick(random, places)
    return { text: words.map((word) => (word === long ? `${word.slice(0, at)} ${word.slice(at)}` : word)).join(' ') }
  }
  const at = below(random, words.length - 1)
  const pair = words.slice(at, at + 2)
  const joined = pair.join('')
  if (pair.some((word) => word.length < 3 || emptyWords.has(word)) || rivals.frequency(joined) > 0) return undefined
  return { text: [...words.slice(0, at), joined, ...words.slice(at + 2)].join(' ') }
}

const punctuation: Rule = ({ name }, random) => {
  if (!/[^\p{L}\p{N}\s,:]/u.test(name) || /[^\p{Script=Latin}\P{L}]/u.test(name)) return undefined
  const ways = [
    () => name.replace(/[^\p{L}\p{N}\s]/gu, ''),
    () => name.replace(/[^\p{L}\p{N}\s]/gu, ' '),
    () => name.replace(/['’]/g, '').replace(/[^\p{L}\p{N}\s&]/gu, ' '),
    () => name.replace(/['’]/g, '`').replace(/[-–:]/g, ' - '),
    () =>
      name
        .replace(/&/g, 'and')
        .replace(/['’]/g, '’')
        .replace(/[.!?,:]/g, ''),
  ]
  const text = pick(random, ways)().replace(/\s+/g, ' ').trim().toLowerCase()
  return text === name.toLowerCase() ? undefined : { text }
}

/** How people write letters that their keyboards lack. */
const spelledOut: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ø: 'o',
  å: 'aa',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
}

const accents: Rule = ({ name }, random) => {
  const lower = name.toLowerCase()
  if (!/[^\p{ASCII}]/u.test(lower) || !/[^\P{L}a-z]/u.test(lower)) return undefined
  const bare = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[øœæßł]/g, (letter) => spelledOut[letter] ?? letter)
  const ways = [
    () => bare(lower),
    () => bare(lower.replace(/[äöüøåßæœł]/g, (letter) => spelledOut[letter] ?? letter)),
    () => lower.toUpperCase().normalize('NFD'),
  ]
  const text = pick(random, ways)()
  return text === lower ? undefined : { text }
}

const articleAtStart = /^(the|an?|der|die|das|le|la|les|il|el|los) (?=.)/i

const articles: Rule = ({ name }, random) => {
  const article = articleAtStart.exec(name)?.[1]
  if (article === undefined) return chance(random, 0.1) ? { text: `the ${name.toLowerCase()}` } : undefined
  const rest = name.slice(article.length + 1)
  const ways = [
    () => rest.toLowerCase(),
    () => `${rest}, ${article}`,
    () => `${rest.toLowerCase()} ${article.toLowerCase()}`,
  ]
  return { text: pick(random, ways)() }
}

/** Roman numbers of one letter are left out: they stand for words and names as well. */
const romans = ['', '', 'ii', 'iii', 'iv', '', 'vi', 'vii', 'viii', 'ix', '', 'xi', 'xii', 'xiii']
const spelled = ' one two three four five six seven eight nine ten eleven twelve thirteen'.split(' ')

function numberOf(word: string): number {
  const bare = word.replace(/:$/, '').toLowerCase()
  if (bare === '') return 0
  const number = Math.max(romans.indexOf(bare), spelled.indexOf(bare), Number(/^\d{1,2}$/.exec(bare)?.[0] ?? 0))
  return number < spelled.length ? number : 0
}

const numbers: Rule = ({ name }, random) => {
  const words = wordsOf(name)
  const word = words.findLast((each) => numberOf(each) > 0)
  if (word === undefined) return undefined
  const number = numberOf(word)
  // A Roman number stands at the end of a title.
  const roman = word === words.at(-1) ? [romans[number] as string] : []
  const forms = [String(number), spelled[number] as string, ...roman].filter((form) => form !== '')
  const others = forms.filter((form) => form !== word.replace(/:$/, '').toLowerCase())
  return { text: withWords(name, [word], () => pick(random, others)) }
}

/** The title and year of one that has namesakes of other years. */
const namesakeYear =
  (write: (name: string, year: number) => { text: string; year?: number }): Rule =>
  ({ name, kind, year, id }, random, rivals) => {
    const years = rivals.namesakes({ name, kind, year, id } as Title).flatMap((other) => other.year ?? [])
    const isClear = years.some((other) => other !== year) && !years.some((other) => Math.abs(other - (year ?? 0)) === 1)
    if (year === undefined || !isClear || /\d/.test(name)) return undefined
    return write(chance(random, 0.5) ? name : name.toLowerCase(), year)
  }

const otherTitles: Rule = ({ name, kind, otherNames }, random) => {
  // People are known by their names in full more than movies by other titles.
  if (kind === 'person' && chance(random, 0.9)) return undefined
  const others = otherNames.filter(
    (other) =>
      /^[\p{Script=Latin}\P{L}]+$/u.test(other) && plainWords(other) !== plainWords(name) && !/[=(]/.test(other),
  )
  if (others.length === 0) return undefined
  return {
    text: pick(random, others).toLowerCase(),
  }
}

const outsideIds: Rule = ({ kind, outsideIds }, random) => {
  if (outsideIds.length === 0 || (kind === 'person' && chance(random, 0.9))) return undefined
  const id = pick(random, outsideIds)
  const addresses = id.startsWith('tt')
    ? [`https://www.imdb.com/title/${id}/`, `imdb.com/title/${id}`, `https://m.imdb.com/title/${id}/?ref_=fn_al_tt_1`]
    : [`https://www.wikidata.org/wiki/${id}`, `wikidata.org/wiki/${id}`]
  return { text: chance(random, 0.5) ? id : pick(random, addresses) }
}

/** A name that a source has by mistake: it says “English”. */
const wrongName = 'الانجليزية'

const otherScripts: Rule = ({ otherNames }, random) => {
  const others = otherNames.filter(
    (other) => other !== wrongName && !/\p{Script=Latin}/u.test(other) && /\p{L}{2}/u.test(other),
  )
  return others.length === 0 ? undefined : { text: pick(random, others) }
}

export const rules: Record<QueryClass, Rule> = {
  'one slip': oneSlip,
  'two slips': twoSlips,
  'inner word': innerWord,
  order,
  'joined or parted words': joinedOrParted,
  punctuation,
  'accents and umlauts': accents,
  articles,
  numbers,
  'year in words': namesakeYear((name, year) => ({ text: `${name} ${year}` })),
  'year in brackets': namesakeYear((name, year) => ({ text: `${name} (${year})` })),
  'year as parameter': namesakeYear((name, year) => ({ text: name, year })),
  'other titles': otherTitles,
  'outside ids': outsideIds,
  'other scripts': otherScripts,
}
