import { smallest } from '#src/reference/extremes.ts'
import { trimmedEnd } from '#src/reference/text-ends.ts'
import {
  absolute,
  absoluteEnd,
  aired,
  allInBrackets,
  bareImdb,
  bracketed,
  clip,
  clipEnd,
  countedLoosely,
  crossed,
  disc,
  edition,
  editionTag,
  episodeWord,
  extraEnd,
  extraFolders,
  group,
  leadingNumber,
  looseYear,
  multiPart,
  recorded,
  seasonEnd,
  seasonEpisode,
  seasonFolder,
  spelled,
  spokenLanguages,
  statedEpisode,
  technical,
  timeOfDay,
  videoEnding,
  yearBrackets,
} from './file-name-patterns.ts'
import type { OutsideId } from './wanted-title.ts'

/** A title as it may be meant. */
export type Reading = { title: string; year?: number }

/** What the name of a video file says about what it holds. */
export type NamedFile = {
  /** Of the movie, or of the series where there is a season, an episode, a date or an absolute number. */
  title: string
  /** Of the first release, or of the first airing of the series. */
  year?: number
  /** How the title can be read besides, the likeliest first: a year or a number may belong to it, or an edition. */
  otherwise?: readonly Reading[]
  ids: readonly OutsideId[]
  /** The number by which apps know it. */
  number?: number
  season?: number
  episodes?: readonly number[]
  /** The day on which the episode was aired, as `YYYY-MM-DD`. */
  date?: string
  /** The number of an episode that is counted over all seasons. */
  absolute?: number
  episodeTitle?: string
  edition?: string
}

/** Longest path of a file, and longest name in it; no file system has longer ones, and what is longer is cut. */
export const maxPath = 4_096
export const maxFileName = 255

export const isVideo = (name: string): boolean => videoEnding.test(name)

/** Whether a folder in a library is named as those are that hold trailers and other extras. */
export const isExtraFolder = (name: string): boolean => extraFolders.test(name.slice(0, maxFileName))

/**
 * Whether a file in a folder is a trailer, a sample or another extra, and not the film or the episode itself. A film
 * may be called like one: then its folder has the same name.
 */
export function isExtraFile(name: string, folder: string): boolean {
  const base = name.slice(0, maxFileName).replace(videoEnding, '')
  if (clip.test(base)) return !hasNameOf(base, folder)
  const [end] = extraEnd.exec(base) ?? clipEnd.exec(base) ?? []
  if (end === undefined || hasNameOf(base, folder)) return false
  const before = spaced(base.slice(0, -end.length))
  const isNumbered = seasonEpisode.test(before) || crossed.test(before)
  if (!clipEnd.test(base)) return !isNumbered
  return technical.test(before) || (!isNumbered && (end.startsWith('-') || yearIn(before) !== undefined))
}

const hasNameOf = (base: string, folder: string) => {
  const [one, other] = [base, folder].map((name) => withoutIds(name).toLowerCase().replace(/\P{L}/gu, ''))
  return one !== '' && one === other
}

const yearIn = (text: string) => yearBrackets.exec(text) ?? [...text.matchAll(looseYear)].find(({ index }) => index > 0)

const partsOf = (path: string): string[] =>
  path
    .slice(-maxPath)
    .split(/[\\/]+/)
    .filter(Boolean)
    .map((part) => part.slice(0, maxFileName))

/** Whether there can be a file at a path. */
export const isFilePath = (path: string): boolean =>
  path.length <= maxPath && path.split(/[\\/]/).every((part) => part.length <= maxFileName)

/**
 * Reads the name of a video file, with the folders that it lies in as far as they belong to it. Nothing is released
 * after next year: `lastYear` is that of the clock.
 */
export function readFileName(path: string, lastYear = new Date().getUTCFullYear() + 1): NamedFile {
  const parts = partsOf(path)
  const file = (parts.pop() ?? '').replace(videoEnding, '')
  const folders = parts.filter((part) => part !== '.')
  const ids = idsIn([file, ...folders.slice(-3).reverse()])
  const editionName = editionTag.exec(file)?.[1]?.trim() || edition.exec(spaced(file))?.[1]
  const shared = { ids: ids.ids, ...(ids.number !== undefined && { number: ids.number }) }
  const episode = episodeIn(file, folders, lastYear)
  if (episode) return { ...episode, ...shared }
  const own = titleIn(withoutIds(file), lastYear)
  const folder = folders.at(-1)
  const ofFolder = folder === undefined ? undefined : titleIn(withoutIds(folder), lastYear)
  // A folder with a year in brackets belongs to its film; the file may have any name.
  const named = ofFolder?.isClear && !own.isClear ? ofFolder : own
  const { isClear, ...title } = named.title === '' && ofFolder ? ofFolder : named
  return {
    ...title,
    ...shared,
    ...(editionName && { edition: editionName }),
  }
}

/** What the name of an episode of a known series counts over all seasons, where it says nothing else. */
export function countedIn(path: string): number | undefined {
  const name = spaced(withoutIds((partsOf(path).pop() ?? '').replace(videoEnding, '')))
  const own = name.replace(group, '')
  const [, ...digits] = absolute.exec(own) ?? episodeWord.exec(own) ?? countedLoosely.exec(own || name) ?? []
  const number = digits.find((one) => one !== undefined)
  return number !== undefined && !isYear(number) ? Number(number) : undefined
}

type EpisodeName = Omit<NamedFile, 'ids' | 'number'>

function episodeIn(file: string, folders: readonly string[], lastYear: number): EpisodeName | undefined {
  const name = spaced(withoutGroup(withoutIds(file)))
  const inFolder = seasonOfFolder(folders.at(-1))
  const series = (before: string) => seriesTitle(before, folders, inFolder !== undefined, lastYear)
  const found = seasonEpisode.exec(name) ?? crossed.exec(name) ?? spelled.exec(name)
  if (found) {
    const [whole, season, episode, others = ''] = found
    const episodes = episodesOf(Number(episode), others)
    return {
      ...series(name.slice(0, found.index)),
      season: Number(season),
      episodes,
      ...titleBehind(name, found.index + whole.length),
    }
  }
  const day = aired.exec(name) ?? recorded.exec(name)
  const date = day && dateOf(day)
  if (day && date) {
    const before = name.slice(0, day.index)
    const behind = name.slice(day.index + day[0].length).replace(timeOfDay, '')
    if (before.trim() !== '' || inFolder !== undefined) return { ...series(before), date, ...titleBehind(behind, 0) }
  }
  if (inFolder !== undefined) {
    const word = episodeWord.exec(name)
    const number = word ?? leadingNumber.exec(name) ?? absolute.exec(name) ?? absoluteEnd.exec(name)
    if (number) {
      const before = word || !leadingNumber.test(name) ? name.slice(0, number.index) : ''
      return {
        ...series(before),
        season: inFolder,
        episodes: [Number(number[1])],
        ...titleBehind(name, number.index + number[0].length),
      }
    }
  }
  const [, title, number] = allInBrackets.exec(file) ?? []
  if (title !== undefined && !isYear(number as string)) return { ...series(title), absolute: Number(number) }
  return countedEpisode(name, group.test(file), series)
}

/** An episode without a folder of its season: its name may say the season, or else it is counted over all of them. */
function countedEpisode(
  name: string,
  isOfGroup: boolean,
  series: (before: string) => { title: string; year?: number },
): EpisodeName | undefined {
  // A film may have a number and a year, and the words for episodes in its title.
  const stated = yearIn(name) ? null : statedEpisode.exec(name)
  const found = stated ?? (isOfGroup ? absolute : absoluteEnd).exec(name)
  const number = found?.[1] ?? found?.[2]
  if (!found || number === undefined || isYear(number) || (!isOfGroup && yearIn(name))) return undefined
  const before = name.slice(0, found.index)
  const rest = stated ? titleBehind(name, found.index + found[0].length) : {}
  const [end, ...seasons] = seasonEnd.exec(before) ?? []
  const season = seasons.find((digits) => digits !== undefined)
  if (end === undefined || season === undefined) return { ...series(before), absolute: Number(number), ...rest }
  const own = before.slice(0, before.length - end.length)
  return { ...series(own), season: Number(season), episodes: [Number(number)], ...rest }
}

function seasonOfFolder(folder: string | undefined): number | undefined {
  const found = folder === undefined ? undefined : seasonFolder.exec(spaced(folder))
  if (!found) return undefined
  return found[2] === undefined ? Number(found[1]) : 0
}

const isYear = (digits: string) => /^(18[89]|19\d|20\d)\d$/.test(digits)

function episodesOf(first: number, others: string): number[] {
  const numbers = others.replace(/s\d{1,4} ?(?=e)/gi, '').matchAll(/\d{1,4}(?![\dx])/gi)
  const further = [...numbers].map(([digits]) => Number(digits))
  const last = further.at(-1)
  if (last === undefined) return [first]
  // `E01-E03` and `E01E02E03` are all of those between.
  const isRange = /[-–]/.test(others) && further.length === 1 && last > first && last - first < 50
  return isRange ? Array.from({ length: last - first + 1 }, (_, index) => first + index) : [first, ...further]
}

/** The series: what stands before the numbers, or else the folder of the series. */
function seriesTitle(
  before: string,
  folders: readonly string[],
  isInSeason: boolean,
  lastYear: number,
): { title: string; year?: number } {
  const folder = folders.at(isInSeason ? -2 : -1)
  const own = titleIn(trimmedEnd(before, /[\s.,_-]/), lastYear)
  const ofFolder = folder === undefined ? undefined : titleIn(withoutIds(folder), lastYear)
  const isOfFolder = ofFolder && (isInSeason || own.title === '') && ofFolder.title !== ''
  const { title, year } = isOfFolder ? ofFolder : own
  const known = year ?? (isOfFolder ? own.year : ofFolder?.title === title ? ofFolder.year : undefined)
  return { title, ...(known !== undefined && { year: known }) }
}

function titleBehind(name: string, at: number): { episodeTitle?: string } {
  const rest = name.slice(at)
  const end = technical.exec(rest)?.index ?? rest.length
  const title = tidy(rest.slice(0, end).replace(/[[({].*/, ''))
  return title === '' ? {} : { episodeTitle: title }
}

function dateOf([, year, month, day, otherDay, otherMonth, otherYear]: RegExpExecArray): string | undefined {
  const [y, m, d] = year === undefined ? [otherYear, otherMonth, otherDay] : [year, month, day]
  const date = `${y}-${m}-${d}`
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? undefined : date
}

type Title = Reading & { otherwise?: readonly Reading[]; isClear: boolean }

/** The title and the year of a film or a series; clear is one with the year in brackets. */
function titleIn(name: string, lastYear = Number.POSITIVE_INFINITY): Title {
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
    return [...editionsOf(text.slice(0, inBrackets.index))].map((title) => ({ title, ...shared }))
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
function withoutGroup(name: string): string {
  const rest = name.replace(group, '')
  const isTitle = /\p{L}/u.test(spaced(rest).replace(yearBrackets, '')) && technical.exec(spaced(rest))?.index !== 0
  return isTitle ? rest : name.replace(/^\s*\[([^\]]*)\]/, '$1')
}

/** Dots and underscores are blanks where a name has no others. */
function spaced(name: string): string {
  const hasBlanks = / /.test(name.trim())
  const text = hasBlanks ? name : name.replace(/[._]+/g, ' ').replace(/(?<=\p{L})-(?=\p{L}+$)/u, ' - ')
  return text.replace(/_/g, ' ').replace(/\s+/g, ' ').trim()
}

const tidy = (text: string): string =>
  trimmedEnd(text, /[\s.,_–-]/)
    .replace(/^[\s.,_–-]+/, '')
    .replace(/\s+/g, ' ')

const withoutIds = (name: string): string =>
  name
    .replace(bracketed, ' ')
    .replace(bareImdb, ' ')
    .replace(/\{[^{}]*\}/g, (tag) => (editionTag.test(tag) ? tag : ' '))

/** The ids in the names of a file and its folders; the nearest counts. */
function idsIn(names: readonly string[]): { ids: OutsideId[]; number?: number } {
  const ids = new Map<OutsideId['source'], string>()
  let number: number | undefined
  const note = (system: string, value: string) => {
    if (system === 'tmdb') number ??= Number(value)
    else if (system === 'imdb' && /^tt\d+$/i.test(value)) noteOnce(ids, 'filmdb_id', value.toLowerCase())
    else if (system === 'tvdb') noteOnce(ids, 'tvdata_id', value)
    else if (system === 'wikidata') noteOnce(ids, 'kb2_id', value.toUpperCase())
  }
  for (const name of names) {
    for (const [, system = '', value = ''] of name.matchAll(bracketed)) note(system.toLowerCase(), value)
    const bare = bareImdb.exec(name)?.[1]
    if (bare) note('imdb', bare)
  }
  return {
    ids: [...ids].map(([source, value]) => ({ source, value })),
    ...(number !== undefined && Number.isSafeInteger(number) && number > 0 && number < 2 ** 31 && { number }),
  }
}

function noteOnce<Key, Value>(map: Map<Key, Value>, key: Key, value: Value) {
  if (!map.has(key)) map.set(key, value)
}
