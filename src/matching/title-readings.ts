import { smallest } from '#src/reference/extremes.ts'
import { trimmedEnd } from '#src/reference/text-ends.ts'
import {
  alsoInTitles,
  articleBehind,
  bareImdb,
  betweenYearAndRest,
  bracketed,
  countedTitle,
  disc,
  edition,
  editionTag,
  everyTechnical,
  group,
  languageAtEnd,
  leadingYear,
  looseYear,
  multiPart,
  siteBefore,
  technical,
  yearBrackets,
} from './file-name-patterns.ts'

/** A title as it may be meant. */
export type Reading = { title: string; year?: number }

/** A year that a name has behind its first word. */
export const yearIn = (text: string) =>
  yearBrackets.exec(text) ?? [...text.matchAll(looseYear)].find(({ index }) => index > 0)

type Title = Reading & { otherwise?: readonly Reading[]; isClear: boolean }

/** The title and the year of a film or a series; clear is one with the year in brackets. */
export function titleIn(name: string, lastYear = Number.POSITIVE_INFINITY): Title {
  const whole = spaced(withoutGroup(name.replace(editionTag, ''))).replace(siteBefore, '')
  const stacked = whole.replace(multiPart, '')
  const [first, ...more] = readingsOf(stacked, lastYear)
  // Parts of one film may be films of their own; discs are not.
  const apart = stacked === whole || disc.test(whole) ? [] : readingsOf(whole, lastYear)
  const [{ isClear, ...title }, ...others] = [...apart, first as Title, ...more] as [Title, ...Title[]]
  const known = new Set([title.title])
  const otherwise = others
    .map(({ isClear: _, ...reading }) => reading)
    .filter((reading) => reading.title !== '' && !known.has(reading.title) && known.add(reading.title))
  return { ...title, isClear, ...(otherwise.length > 0 && { otherwise }) }
}

/** The readings of a name without group and parts, the likeliest first. */
function readingsOf(text: string, lastYear: number): Title[] {
  const isPast = ([, digits]: RegExpMatchArray) => Number(digits) <= lastYear
  const inBrackets = yearBrackets.exec(text)
  if (inBrackets && isPast(inBrackets)) {
    const shared = { year: Number(inBrackets[1]), isClear: true }
    const behind = text.slice(inBrackets.index + inBrackets[0].length)
    const own = inBrackets.index > 0 ? text.slice(0, inBrackets.index) : behind.slice(0, endOfTitle(behind))
    if (tidy(own) !== '') {
      const made = madeIn(own)?.index
      const titles = [...(made === undefined ? [] : titlesOf(own.slice(0, made))), ...titlesOf(withoutTags(own))]
      return titles.map((title) => ({ title, ...shared }))
    }
  }
  const end = endOfTitle(text)
  const before = text.slice(0, end)
  const years = [...text.matchAll(looseYear)].filter((found) => found.index > 0 && isPast(found))
  // The last year is that of the release: `2001 A Space Odyssey 1968`, `Blade Runner 2049 2017`.
  const year = years.filter(({ index }) => index < end).at(-1)
  const undated = (one: string): Title => ({ title: one, isClear: false })
  if (!year) {
    const behind = years.find(({ index }) => index > end)
    const titles = titlesOf(before, true).map((title) => ({
      ...undated(title),
      ...(behind && { year: Number(behind[1]) }),
    }))
    const leading = behind ? null : leadingYear.exec(before)
    if (!leading || !isPast(leading)) return titles
    return [...titles, { ...undated(tidy(before.slice(leading[0].length))), year: Number(leading[1]) }]
  }
  const titles = titlesOf(before.slice(0, year.index), true)
  const dated = titles.map((title) => ({ ...undated(title), year: Number(year[1]) }))
  const rest = before.slice(year.index + 4).trim()
  const isMark = (pattern: RegExp) => pattern.exec(rest)?.index === 0
  if (rest === '' || [/^[-–.,]/, betweenYearAndRest, edition, technical].some(isMark))
    return [...dated, undated(tidy(before.slice(0, year.index + 4)))]
  // A year in the middle of words belongs to the title: `Summer of 1942 Revisited`. Words about the copy may also stand
  // there.
  return [...titlesOf(before, true).map(undated), ...(end < text.length ? dated : [])]
}

/** Where what says how the file was made begins, or something in brackets. */
function endOfTitle(text: string): number {
  return smallest([madeIn(text)?.index ?? text.length, /[[({]/.exec(text)?.index || text.length])
}

const madeIn = (text: string) =>
  text.matchAll(everyTechnical).find(({ index, 0: words }) => index > 0 && !alsoInTitles.test(words))

/** Without what says in brackets how the file was made. */
const withoutTags = (text: string): string =>
  text.replace(/[[({][^[\](){}]*[\])}]/g, (tag) => (technical.test(tag) ? ' ' : tag))

/** A title as it stands there, and without what may stand around it. */
function titlesOf(text: string, isLoose = false): string[] {
  const words = text.trim().split(' ')
  for (let last = 1; last > 0; words.length -= last)
    last = [1, 2].find((some) => words.length > some && alsoInTitles.test(words.slice(-some).join(' '))) ?? 0
  const bare = tidy(words.join(' '))
  const whole = tidy(text)
  const titles = [...editionsOf(bare), ...(bare === whole ? [] : [whole])]
  if (endsOpen.test(bare)) titles.unshift(whole)
  return titles
    .flatMap((title) => [title, title.replace(countedTitle, ''), tidy(title.replace(bracketsAtEnd, ''))])
    .flatMap((title) => (isLoose ? [title, title.replace(languageAtEnd, '')] : [title]))
    .map(withArticleFirst)
}

const bracketsAtEnd = /(?<=\S) ?[[(][^[\]()]*[\])]$/
/** No title ends so. */
const endsOpen = /(?:^| )(?:and|und|et|the|an?|of|&)$/i

function withArticleFirst(title: string): string {
  const [behind, article] = articleBehind.exec(title) ?? []
  return behind === undefined ? title : `${article} ${title.slice(0, -behind.length)}`
}

/** A title without the edition that it ends in, and with it, because titles end so too. */
function editionsOf(whole: string): string[] {
  const found = edition.exec(whole)
  if (!found || found.index === 0) return [whole]
  const without = tidy(whole.slice(0, found.index))
  return endsOpen.test(without) ? [whole, without] : [without, whole]
}

/** Whose names begin in brackets with who shares them, unless nothing else is left of the title. */
export function withoutGroup(name: string): string {
  const [brackets = ''] = group.exec(name) ?? []
  if (yearBrackets.test(brackets)) return name
  const rest = name.slice(brackets.length)
  // What goes on behind brackets without a blank belongs to them: `[TAPE]³`.
  const isTitle =
    /\p{L}/u.test(spaced(rest).replace(yearBrackets, '')) &&
    technical.exec(spaced(rest))?.index !== 0 &&
    !/^[\p{No}'’!?:]/u.test(rest)
  return isTitle ? rest : name.replace(/^\s*\[([^\]]*)\]/, '$1')
}

/** Dots and underscores are blanks where a name has no others. */
export function spaced(name: string): string {
  const hasBlanks = / /.test(name.trim())
  const text = hasBlanks ? name : name.replace(/[._]+/g, ' ').replace(/(?<=\p{L})-(?=\p{L}+$)/u, ' - ')
  return text.replace(/_/g, ' ').replace(/\s+/g, ' ').trim()
}

export const tidy = (text: string): string =>
  trimmedEnd(text, /[\s.,_–-]/)
    .replace(/^[\s.,_–-]+/, '')
    .replace(/\s+/g, ' ')

export function withoutIds(name: string): string {
  const text = name.replace(bracketed, ' ').replace(bareImdb, ' ')
  const bare = text.replace(/\{[^{}]*\}/g, (tag) => (editionTag.test(tag) ? tag : ' '))
  // A title may stand in braces itself.
  return /\p{L}|\p{N}/u.test(bare.replace(yearBrackets, '')) ? bare : text.replace(/[{}]/g, ' ')
}
