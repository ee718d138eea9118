import { smallest } from '#src/reference/extremes.ts'
import { trimmedEnd } from '#src/reference/text-ends.ts'
import {
  bareImdb,
  bracketed,
  disc,
  edition,
  editionTag,
  group,
  looseYear,
  multiPart,
  spokenLanguages,
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
  const whole = spaced(withoutGroup(name.replace(editionTag, '')))
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
  if (inBrackets && inBrackets.index > 0 && isPast(inBrackets)) {
    const shared = { year: Number(inBrackets[1]), isClear: true }
    return editionsOf(text.slice(0, inBrackets.index)).map((title) => ({ title, ...shared }))
  }
  const end = smallest([
    ...[technical, /[[({]/].map((pattern) => pattern.exec(text)?.index || text.length),
    text.length,
  ])
  const before = text.slice(0, end)
  const years = [...text.matchAll(looseYear)].filter((found) => found.index > 0 && isPast(found))
  // The last year is that of the release: `2001 A Space Odyssey 1968`, `Blade Runner 2049 2017`.
  const year = years.filter(({ index }) => index < end).at(-1)
  if (!year) {
    const behind = years.find(({ index }) => index > end)
    return editionsOf(before).map((title) => ({ title, ...(behind && { year: Number(behind[1]) }), isClear: false }))
  }
  const rest = before.slice(year.index + 4).trim()
  // A year in the middle of words belongs to the title: `Summer of 1942 Revisited`.
  if (rest !== '' && !/^[-–.,]/.test(rest) && !spokenLanguages.test(rest) && edition.exec(rest)?.index !== 0)
    return editionsOf(before).map((title) => ({ title, isClear: false }))
  const titles = editionsOf(before.slice(0, year.index))
  const dated = titles.map((title) => ({ title, year: Number(year[1]), isClear: false }))
  return [...dated, { title: tidy(before.slice(0, year.index + 4)), isClear: false }]
}

/** A title without the edition that it ends in, and with it, because titles end so too. */
function editionsOf(text: string): string[] {
  const found = edition.exec(text)
  const whole = tidy(text)
  if (!found || found.index === 0) return [whole]
  const without = tidy(text.slice(0, found.index))
  return /(?:^| )(?:and|und|et|the|a|of|&)$/i.test(without) ? [whole, without] : [without, whole]
}

/** Whose names begin in brackets with who shares them, unless nothing else is left of the title. */
export function withoutGroup(name: string): string {
  const rest = name.replace(group, '')
  const isTitle = /\p{L}/u.test(spaced(rest).replace(yearBrackets, '')) && technical.exec(spaced(rest))?.index !== 0
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

export const withoutIds = (name: string): string =>
  name
    .replace(bracketed, ' ')
    .replace(bareImdb, ' ')
    .replace(/\{[^{}]*\}/g, (tag) => (editionTag.test(tag) ? tag : ' '))
