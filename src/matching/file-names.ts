import { smallest } from '#src/reference/extremes.ts'
import { trimmedEnd } from '#src/reference/text-ends.ts'
import {
  absolute,
  absoluteEnd,
  absoluteOfGroup,
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
  furtherNumber,
  group,
  leadingNumber,
  perhapsEpisode,
  recorded,
  seasonEnd,
  seasonEpisode,
  seasonFolder,
  spelled,
  statedEpisode,
  technical,
  timeOfDay,
  videoEnding,
  withSeasonDigits,
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

/** Brackets that are as wide as the letters of the east are others there. */
const partsOf = (path: string): string[] =>
  path
    .slice(-maxPath)
    .replace(/[【［]/g, '[')
    .replace(/[】］]/g, ']')
    .replace(/（/g, '(')
    .replace(/）/g, ')')
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
  const file = (folders.pop() ?? '').replace(videoEnding, '').replace(videoEnding, '')
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
  if (at < 1) return parts.filter((part, place) => place === 0 || place !== parts.length - 2 || !discNumber.test(part))
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
  const name = withSeasonDigits(spaced(withoutGroup(withoutIds(file))))
  const inFolder = seasonOfFolder(folders.at(-1))
  const above = inFolder ? foldersOfSeries(folders, inFolder.series) : folders
  const series = (before: string) => seriesTitle(before, above, inFolder !== undefined, lastYear)
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
  const dated = datedEpisode(name, folders.length > 0, inFolder !== undefined, series)
  if (dated) return dated
  const word = inFolder && episodeWord.exec(name)
  const leading = inFolder && leadingNumber.exec(name)
  // A folder may also be that of a film: `Open Season 2`.
  const last = inFolder?.series === '' ? (absolute.exec(name) ?? absoluteEnd.exec(name)) : undefined
  const number = word ?? leading ?? last
  if (inFolder && number) {
    const before = word || !leading ? name.slice(0, number.index) : ''
    const at = number.index + number[0].length
    const [others = ''] = furtherNumber.exec(name.slice(at)) ?? []
    return {
      ...series(before),
      season: inFolder.season,
      episodes: episodesOf(Number(numberIn(number)), others),
      ...titleBehind(name, at + others.length),
    }
  }
  const [, title, digits] = allInBrackets.exec(file) ?? []
  if (title !== undefined && !isYear(digits as string)) return { ...series(title), absolute: Number(digits) }
  return countedEpisode(name, group.test(file), series)
}

const numberIn = ([, ...digits]: RegExpExecArray) => digits.find((one) => one !== undefined)

type SeriesOf = (before: string) => { title: string; year?: number }

/** An episode with a day in its name; the series stands before it, behind it in a recording, or is the folder. */
function datedEpisode(name: string, isInFolder: boolean, isInSeason: boolean, series: SeriesOf) {
  const day = aired.exec(name) ?? recorded.exec(name)
  const date = day && dateOf(day)
  if (!day || !date) return undefined
  const before = name.slice(0, day.index)
  const after = name.slice(day.index + day[0].length)
  const behind = after.replace(timeOfDay, '')
  if (tidy(before) !== '' || isInSeason || (isInFolder && behind === after))
    return { ...series(before), date, ...titleBehind(behind, 0) }
  const { title, year } = titleIn(behind)
  return title === '' ? undefined : { title, ...(year !== undefined && { year }), date }
}

/** An episode without a folder of its season: its name may say the season, or else it is counted over all of them. */
function countedEpisode(name: string, isOfGroup: boolean, series: SeriesOf): EpisodeName | undefined {
  const hasYear = yearIn(name) !== undefined
  const own = name.slice(0, technical.exec(name)?.index).trimEnd()
  // A film may have a number and a year, and the words for episodes in its title.
  const stated = hasYear ? null : statedEpisode.exec(own)
  const ofGroup = isOfGroup && !stated ? absolute.exec(name) : null
  const perhaps = isOfGroup ? absoluteOfGroup.exec(name) : hasYear ? null : absoluteEnd.exec(name)
  const found = stated ?? ofGroup ?? perhaps ?? (hasYear ? null : perhapsEpisode.exec(own))
  const number = found ? numberIn(found) : undefined
  if (!found || number === undefined || isYear(number)) return undefined
  const before = name.slice(0, found.index)
  const behind = titleBehind(name, found.index + found[0].length)
  // Where nothing but a number says so, it may as well be a film: `Apollo - 13`.
  const rest = stated ? behind : ofGroup ? {} : { ...behind, otherwise: [{ title: tidy(own) }] }
  const [end, ...seasons] = seasonEnd.exec(before) ?? []
  const season = seasons.find((digits) => digits !== undefined)
  if (end === undefined || season === undefined) return { ...series(before), absolute: Number(number), ...rest }
  const title = before.slice(0, before.length - end.length)
  return { ...series(title), season: Number(season), episodes: [Number(number)], ...rest }
}

/** The season of a folder, and the series that its name begins with. */
function seasonOfFolder(folder: string | undefined): { season: number; series: string } | undefined {
  if (folder === undefined) return undefined
  const name = withSeasonDigits(spaced(folder))
  const found = seasonFolder.exec(name)
  if (found) return { season: found[2] === undefined ? Number(found[1]) : 0, series: '' }
  const end = smallest([technical, /[[({]/].map((pattern) => pattern.exec(name)?.index ?? name.length))
  const own = trimmedEnd(name.slice(0, end), /[\s.,_-]/)
  const titled = seasonEnd.exec(own)
  const season = titled && numberIn(titled)
  return titled && season !== undefined ? { season: Number(season), series: own.slice(0, titled.index) } : undefined
}

/** The folders of a series, whose own may be that of the season alone. */
function foldersOfSeries(folders: readonly string[], series: string): readonly string[] {
  const above = folders.at(-2)
  const isAbove = above !== undefined && titleIn(withoutIds(above)).title === titleIn(series).title
  return series === '' || isAbove ? folders : [series, '']
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
): ReturnType<SeriesOf> {
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
  const title = tidy(
    rest
      .slice(0, end)
      .replace(/^[\])}]/, '')
      .replace(/[[({].*/, ''),
  )
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
