import { smallest } from '#src/reference/extremes.ts'
import { trimmedEnd } from '#src/reference/text-ends.ts'
import {
  absolute,
  aired,
  bareImdb,
  bracketed,
  crossed,
  edition,
  editionTag,
  episodeWord,
  extraEnd,
  extraFolders,
  group,
  leadingNumber,
  looseYear,
  multiPart,
  seasonEpisode,
  seasonFolder,
  spelled,
  spokenLanguages,
  technical,
  videoEnding,
  yearBrackets,
} from './file-name-patterns.ts'
import type { OutsideId } from './wanted-title.ts'

/** What the name of a video file says about what it holds. */
export type NamedFile = {
  /** Of the movie, or of the series where there is a season, an episode, a date or an absolute number. */
  title: string
  /** Of the first release, or of the first airing of the series. */
  year?: number
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

/** Whether a path is that of a trailer, a sample or another extra, and not of the film or the episode itself. */
export function isExtra(path: string): boolean {
  const parts = partsOf(path)
  const name = (parts.pop() ?? '').replace(videoEnding, '')
  return parts.some((part) => extraFolders.test(part)) || extraEnd.test(name) || /^(sample|trailer)$/i.test(name)
}

const partsOf = (path: string): string[] =>
  path
    .slice(-maxPath)
    .split(/[\\/]+/)
    .filter(Boolean)
    .map((part) => part.slice(0, maxFileName))

/** Whether there can be a file at a path. */
export const isFilePath = (path: string): boolean =>
  path.length <= maxPath && path.split(/[\\/]/).every((part) => part.length <= maxFileName)

/** Reads the name of a video file, with the folders that it lies in as far as they belong to it. */
export function readFileName(path: string): NamedFile {
  const parts = partsOf(path)
  const file = (parts.pop() ?? '').replace(videoEnding, '')
  const folders = parts.filter((part) => part !== '.')
  const ids = idsIn([file, ...folders.slice(-3).reverse()])
  const editionName = editionTag.exec(file)?.[1]?.trim() || edition.exec(spaced(file))?.[1]
  const shared = { ids: ids.ids, ...(ids.number !== undefined && { number: ids.number }) }
  const episode = episodeIn(file, folders)
  if (episode) return { ...episode, ...shared }
  const own = titleIn(withoutIds(file))
  const folder = folders.at(-1)
  const ofFolder = folder === undefined ? undefined : titleIn(withoutIds(folder))
  // A folder with a year in brackets belongs to its film; the file may have any name.
  const named = ofFolder?.isClear && !own.isClear ? ofFolder : own
  const { title, year } = named.title === '' && ofFolder ? ofFolder : named
  return {
    title,
    ...(year !== undefined && { year }),
    ...shared,
    ...(editionName && { edition: editionName }),
  }
}

/** What the name of an episode of a known series counts over all seasons, where it says nothing else. */
export function countedIn(path: string): number | undefined {
  const name = spaced(withoutIds((partsOf(path).pop() ?? '').replace(videoEnding, '')).replace(group, ''))
  const found = absolute.exec(name) ?? episodeWord.exec(name)
  return found && !looseYearOf(found[1] as string) ? Number(found[1]) : undefined
}

type EpisodeName = Omit<NamedFile, 'ids' | 'number'>

function episodeIn(file: string, folders: readonly string[]): EpisodeName | undefined {
  const name = spaced(withoutIds(file).replace(group, ''))
  const inFolder = seasonOfFolder(folders.at(-1))
  const series = (before: string) => seriesTitle(before, folders, inFolder !== undefined)
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
  const day = aired.exec(name)
  const date = day && dateOf(day)
  if (day && date) {
    const before = name.slice(0, day.index)
    if (before.trim() !== '' || inFolder !== undefined)
      return { ...series(before), date, ...titleBehind(name, day.index + day[0].length) }
  }
  if (inFolder !== undefined) {
    const word = episodeWord.exec(name)
    const number = word ?? leadingNumber.exec(name) ?? absolute.exec(name)
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
  const counted = group.test(file) || folders.length > 1 ? absolute.exec(name) : null
  if (counted && !looseYearOf(counted[1] as string) && group.test(file))
    return { ...series(name.slice(0, counted.index)), absolute: Number(counted[1]) }
  return undefined
}

function seasonOfFolder(folder: string | undefined): number | undefined {
  const found = folder === undefined ? undefined : seasonFolder.exec(spaced(folder))
  if (!found) return undefined
  return found[2] === undefined ? Number(found[1]) : 0
}

const looseYearOf = (digits: string) => /^(18[89]|19\d|20\d)\d$/.test(digits)

function episodesOf(first: number, others: string): number[] {
  const further = [...others.matchAll(/\d{1,4}(?![\dx])/gi)].map(([digits]) => Number(digits))
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
): { title: string; year?: number } {
  const folder = folders.at(isInSeason ? -2 : -1)
  const own = titleIn(trimmedEnd(before, /[\s.,_-]/))
  const ofFolder = folder === undefined ? undefined : titleIn(withoutIds(folder))
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

type Title = { title: string; year?: number; isClear: boolean }

/** The title and the year of a film or a series; clear is one with the year in brackets. */
function titleIn(name: string): Title {
  const text = spaced(name.replace(group, '').replace(editionTag, '')).replace(multiPart, '')
  const inBrackets = yearBrackets.exec(text)
  if (inBrackets && inBrackets.index > 0)
    return { title: tidy(text.slice(0, inBrackets.index)), year: Number(inBrackets[1]), isClear: true }
  const end = smallest([
    ...[technical, edition, /[[({]/].map((pattern) => pattern.exec(text)?.index || text.length),
    text.length,
  ])
  const before = text.slice(0, end)
  // The last year is that of the release: `2001 A Space Odyssey 1968`, `Blade Runner 2049 2017`.
  const year = [...before.matchAll(looseYear)].filter(({ index }) => index > 0).at(-1)
  if (!year) return { title: tidy(before), isClear: false }
  const rest = before.slice(year.index + 4).trim()
  // A year in the middle of words belongs to the title: `Summer of 1942 Revisited`.
  if (rest !== '' && !/^[-–.,]/.test(rest) && !spokenLanguages.test(rest))
    return { title: tidy(before), isClear: false }
  return { title: tidy(before.slice(0, year.index)), year: Number(year[1]), isClear: false }
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
