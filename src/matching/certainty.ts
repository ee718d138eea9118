import { largest } from '#src/reference/extremes.ts'
import { readNames } from '#src/search/names.ts'
import { numbersLike } from '#src/search/numbers.ts'
import type { IndexedRecord } from '#src/search/tables/records.ts'
import { slipsBetween } from '#src/search/typing-errors.ts'
import { inLatin, normalName, partsOf, wholeKey, withoutArticle } from '#src/search/words.ts'
import type { WantedTitle } from './wanted-title.ts'

/**
 * How certain it is that a record is meant whose names and year are like those that are wanted: the product of three
 * numbers, of names, of years and of all names, because nothing but an id is beyond doubt. A title in the original
 * language with the exact year is 0.95, with the year beside it 0.855, without a year 0.8075. What lies below `certain`
 * is for a person to decide.
 */
const factors = {
  /** Any name, however exact. */
  name: 0.95,
  sort: { t: 1, o: 1, l: 0.98, a: 0.96 },
  /** Another article, or a number written otherwise. */
  spelling: 0.97,
  /**
   * A name with slips, less for each by the share of the letters that it is. One letter may make another title of the
   * same year, so that slips are never certain, unless something else proves that this one is meant.
   */
  slips: { unproven: { any: 0.84, each: 1 }, proven: { any: 0.97, each: 1.2 } },
  /** One of both is the beginning of the other: a subtitle that was left out. */
  beginning: 0.7,
  /** The words are in the name somewhere, which is why it was found. */
  words: 0.4,
  year: { same: 1, another: 0.97, beside: 0.9, unknown: 0.85, wrong: 0.4 },
} as const

/** Slips that are looked for at all. */
export const maxSlips = 3
/** A beginning of fewer letters is a coincidence. */
const shortestBeginning = 4

/** A wanted name in the forms in which it is compared. */
type Form = { normal: string; whole: string; bare: string; numbers: string; letters: string }

export function formsOf(title: string): Form[] {
  const normals = [normalName(title), inLatin(title)].filter((form): form is string => form !== undefined)
  return [...new Set(normals)].map(formOf)
}

function formOf(normal: string): Form {
  const whole = wholeKey(normal)
  const words = partsOf(withoutArticle(normal) ?? normal).map(asDigits)
  const isNumber = (word: string) => /^\d+$/.test(word)
  return {
    normal,
    whole,
    bare: wholeKey(words.join(' ')),
    numbers: words.filter(isNumber).join(' '),
    letters: words.filter((word) => !isNumber(word)).join(''),
  }
}

/** Numbers as digits, so that `ii`, `two` and `2` are the same, and different numbers are never a slip. */
function asDigits(word: string, index: number): string {
  if (/^\d/.test(word) || index === 0) return word
  return numbersLike(word).find((form) => /^\d+$/.test(form)) ?? word
}

/** Whether something else than names and years says that a record is meant, such as its people. */
type Proof = keyof typeof factors.slips

/** How certain it is that a record of the search index is meant, from 0 to 0.95. */
export function certaintyOf(
  forms: readonly Form[],
  { year }: Pick<WantedTitle, 'year'>,
  record: IndexedRecord,
  proof: Proof = 'unproven',
): number {
  return factors.name * nameFactor(forms, record.names, proof) * yearFactor(year, record)
}

/** How near the nearest of a record's names is, from 0.4 to 1. */
export function nameFactor(forms: readonly Form[], names: string, proof: Proof = 'unproven'): number {
  let best: number = factors.words
  for (const { normal, sort } of readNames(names)) {
    if (factors.sort[sort] <= best) continue
    const isSame = forms.some((wanted) => wanted.normal === normal)
    const form = isSame ? undefined : formOf(normal)
    const like = form ? largest(forms.map((wanted) => likeness(wanted, form, proof))) : 1
    best = Math.max(best, factors.sort[sort] * like)
  }
  return best
}

function likeness(wanted: Form, form: Form, proof: Proof): number {
  const { normal } = form
  if (wanted.whole === form.whole) return 1
  if (wanted.bare === form.bare) return factors.spelling
  if (isBeginning(wanted.normal, normal) || isBeginning(normal, wanted.normal)) return factors.beginning
  if (wanted.numbers !== form.numbers) return 0
  const slips = slipsBetween(wanted.letters, form.letters, maxSlips)
  if (slips > maxSlips) return 0
  if (slips === 0) return factors.spelling
  const { any, each } = factors.slips[proof]
  return any * Math.max(0, 1 - (each * slips) / Math.max(wanted.letters.length, 1))
}

const isBeginning = (short: string, long: string) =>
  short.length >= shortestBeginning && long.startsWith(`${short} `) && !/^\d/.test(long.slice(short.length + 1))

function yearFactor(wanted: number | undefined, { year, years }: Pick<IndexedRecord, 'year' | 'years'>): number {
  if (wanted === undefined || year === 0) return factors.year.unknown
  if (wanted === year) return factors.year.same
  if (years.split(',').includes(String(wanted))) return factors.year.another
  return Math.abs(wanted - year) === 1 ? factors.year.beside : factors.year.wrong
}
