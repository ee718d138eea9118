import { trimmedEnd } from '#src/reference/text-ends.ts'
import {
  absolute,
  absoluteEnd,
  aired,
  allInBrackets,
  bareImdb,
  bracketed,
  countedLoosely,
  crossed,
  discFile,
  discFolder,
  discNumber,
  edition,
  editionTag,
  episodeWord,
  group,
  leadingNumber,
  recorded,
  seasonEnd,
  seasonEpisode,
  seasonFolder,
  spelled,
  statedEpisode,
  technical,
  timeOfDay,
  videoEnding,
} from './file-name-patterns.ts'
import { type Reading, spaced, tidy, titleIn, withoutGroup, withoutIds, yearIn } from './title-readings.ts'
import type { OutsideId } from './wanted-title.ts'

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
  const folders = withoutDisc(partsOf(path).filter((part) => part !== '.'))
  const file = (folders.pop() ?? '').replace(videoEnding, '')
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

/** The path of what is on a disc: that of the folder in which the disc lies, alone or as one of several. */
function withoutDisc(parts: readonly string[]): string[] {
  const at = parts.findIndex((part) => discFolder.test(part) || discFile.test(part.replace(videoEnding, '')))
  if (at < 1) return [...parts]
  const isNumbered = at > 1 && discNumber.test(parts[at - 1] as string)
  return parts.slice(0, isNumbered ? at - 1 : at)
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
  // Where nothing but a number says so, it may as well be a film: `Apollo - 13`.
  const rest = stated
    ? titleBehind(name, found.index + found[0].length)
    : isOfGroup
      ? {}
      : { otherwise: [{ title: tidy(name) }] }
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
