import { join } from 'node:path'
import { countedIn, readFileName } from '#src/matching/file-names.ts'
import type { ForeignInput, ForeignRecord, Reference } from '../../foreign/foreign-record.ts'
import { idsInAddresses } from './addresses.ts'
import { episodeByName, keyByName, knownByName, seriesByName, unplacedIn } from './by-name.ts'
import { wholeIn } from './facts.ts'
import { type Folder, foldersBelow, readNfo, withoutEnding } from './folders.ts'
import { asWritten, optionsFor, placed, refusal, unreadIn } from './inputs.ts'
import { imagesLine, type PicturesOf, picturesIn, seasonName } from './pictures.ts'
import { furtherIn, placeIn, type Told } from './places.ts'
import { isEmpty, noIdIn, withPointed } from './pointed.ts'
import { episodeOf, type Hints, type Place, seasonOf, seriesOf } from './records.ts'
import { aboutOf, type Described, describedBeside, extraInputs, videoInputs, videosOf } from './videos.ts'
import { childrenOf, type XmlElement, XmlError } from './xml.ts'

/** The file of a series in its folder. */
export const seriesFile = ({ files }: Folder): string | undefined =>
  files.find((name) => name.toLowerCase() === 'tvshow.nfo')

/** A series with its seasons and episodes, one file at a time. */
export async function* readSeries(folder: Folder, language: string): AsyncGenerator<ForeignInput[]> {
  const name = seriesFile(folder) as string
  const file = join(folder.path, name)
  const read = await readNfo(file)
  const pictures = picturesIn(folder.files)
  const [roots, pointed] = read instanceof XmlError ? [[], {}] : [read.roots, idsInAddresses(read.addresses, 'series')]
  if (read instanceof XmlError) yield [refusal(file, read)]
  const root = roots.find((one) => one.name === 'tvshow')
  if (roots.length > 0 && !root) yield [refusal(file, new XmlError('has no <tvshow>', 1))]
  else if (!(read instanceof XmlError) && !root && isEmpty(pointed)) yield [refusal(file, noIdIn(read))]
  const named = readFileName(join(folder.path, 'S01E01.mkv'))
  const hints: Hints = { title: named.title, year: named.year, ids: named.ids, number: named.number }
  const { options, refused } = optionsFor(file, folder, language, () => imagesLine('series', pictures, ''))
  const told = root
    ? asWritten(seriesOf(root, options, withPointed(hints, pointed)), folder.own.has(name))
    : [{ ...seriesByName(named, pointed, options.images), isPointedOut: !isEmpty(pointed) }]
  const records = knownByName(told, keyByName('series', hints))
  const series = records.at(-1) as ForeignRecord
  const isNamed = series.titles.length > 0 || (series.ids ?? []).length > 0 || series.number !== undefined
  if (isNamed) yield [...placed(records, file, folder.path), ...refused]
  else yield [refusal(file, new XmlError('has no name, and neither has its folder'))]
  const names = new Map(root ? childrenOf(root, 'namedseason').flatMap(namedSeason) : [])
  const context: SeriesContext = { folder, pictures, series, language, seasons: new Set(), names }
  const folders = foldersBelow(folder.path, folder.roots, folder.depth)
  for (let next = await folders.next(); !next.done; ) {
    const inside = next.value
    // A series in the folder of another one is itself.
    const isOther = inside.path !== folder.path && seriesFile(inside) !== undefined
    if (isOther) yield* readSeries(inside, language)
    else yield* isNamed ? readEpisodes(inside, context) : passedOver(inside)
    next = await folders.next(!isOther)
  }
  for (const season of names.keys()) yield* newSeason(context, season, file)
}

/** The files of a series that nobody can name are left out with it. */
function* passedOver(inside: Folder): Generator<ForeignInput[]> {
  const videos = videosOf(inside)
  for (const work of videos.works) yield videoInputs(inside, work, [])
  yield [...extraInputs(inside, videos), ...unreadIn(inside)]
}

/** The name of a season in the file of its series. */
function namedSeason({ attributes, text }: XmlElement): [number, string][] {
  const [digits, name] = [attributes.number?.trim() ?? '', text.trim().replace(/\s+/g, ' ')]
  return /^\d{1,4}$/.test(digits) && name !== '' ? [[Number(digits), name]] : []
}

type SeriesContext = {
  folder: Folder
  /** Those beside the file of the series. */
  pictures: PicturesOf
  series: ForeignRecord
  language: string
  seasons: Set<number>
  names: ReadonlyMap<number, string>
}

/** The files about episodes in a folder; returns the episodes that each is about, by its name without its ending. */
async function* describedEpisodes(inside: Folder, context: SeriesContext): AsyncGenerator<ForeignInput[], Described> {
  const { series, language } = context
  const pictures = picturesIn(inside.files)
  const described = new Map<string, Reference[]>()
  for (const name of inside.files) {
    const lower = name.toLowerCase()
    if (!lower.endsWith('.nfo') || lower === 'tvshow.nfo') continue
    const file = join(inside.path, name)
    const read = await readNfo(file)
    const base = name.slice(0, -4)
    if (read instanceof XmlError) {
      yield [refusal(file, read)]
      continue
    }
    const { roots } = read
    if (roots[0]?.name === 'season') {
      const season = wholeIn(roots[0], 'seasonnumber') ?? readFileName(join(inside.path, 'E01.mkv')).season
      if (season !== undefined) yield seasonInput(context, season, file, roots[0])
      continue
    }
    const episodes = roots.filter((root) => root.name === 'episodedetails')
    if (episodes.length === 0) {
      yield [refusal(file, new XmlError('has no <episodedetails>', 1))]
      continue
    }
    const about: Reference[] = []
    described.set(base, about)
    const named = readFileName(join(inside.path, name.replace(/nfo$/i, 'mkv')))
    const told: Told[] = []
    for (const [index, root] of episodes.entries()) {
      const place = placeIn(root, named, index, file)
      if (!place) {
        const reason = 'says no season and episode, no day and no number, and neither does its name'
        yield [refusal(file, new XmlError(reason, root.line))]
        continue
      }
      if ('season' in place) {
        yield* newSeason(context, place.season, file)
        told.push({ root, ...place })
      }
      const images = () => (index === 0 ? imagesLine('episode', pictures, base) : {})
      const { options, refused } = optionsFor(file, inside, language, images)
      const records = episodeOf(series.key, place, root, options, named)
      for (const one of aboutOf(records)) about.push(one)
      yield [...placed(asWritten(records, inside.own.has(name)), file, inside.path), ...refused]
    }
    const { options, refused } = optionsFor(file, inside, '', () => ({}))
    const places = furtherIn(told, named, options)
    const records = places.flatMap((place) => episodeByName(series.key, place, options, undefined))
    for (const one of aboutOf(records)) about.push(one)
    yield [...placed(records, file, inside.path), ...refused]
  }
  return described
}

/** The episodes of a folder, and what else lies there. */
async function* readEpisodes(inside: Folder, context: SeriesContext): AsyncGenerator<ForeignInput[]> {
  const { series } = context
  const pictures = picturesIn(inside.files)
  const described = yield* describedEpisodes(inside, context)
  const videos = videosOf(inside)
  for (const work of videos.works) {
    const about = describedBeside(work, described)
    if (about) {
      yield videoInputs(inside, work, about)
      continue
    }
    const file = join(inside.path, work.name)
    const named = readFileName(file)
    const { season, episodes = [] } = named
    const unplaced = unplacedIn({ absolute: countedIn(file), ...named })
    if (season !== undefined && episodes.length > 0) yield* newSeason(context, season, file)
    const images = () => imagesLine('episode', pictures, withoutEnding(work.name))
    const { options } = optionsFor(file, inside, '', images)
    const known = season === undefined ? [] : episodes.map((episode): Place => ({ season, episode }))
    const places = unplaced ? [unplaced] : known
    const records = places.flatMap((place) => episodeByName(series.key, place, options, named.episodeTitle))
    if (records.length > 0) yield placed(records, file, inside.path)
    else yield [refusal(file, new XmlError(notNumbered))]
    yield videoInputs(inside, work, aboutOf(records), records.length === 0)
  }
  yield [...extraInputs(inside, videos), ...unreadIn(inside)]
}

/** Why a file in the folder of a series is left out. */
export const notNumbered =
  'says no season and episode, no day and no number: ' +
  'say the season and the episode there (S01E02) or in a file beside it'

/** A season that episodes belong to, once. */
function* newSeason(context: SeriesContext, season: number, file: string): Generator<ForeignInput[]> {
  if (context.seasons.has(season)) return
  yield seasonInput(context, season, file, undefined)
}

/** Posters of seasons lie beside the file of the series. */
function seasonInput(
  { folder, pictures, series, language, seasons, names }: SeriesContext,
  season: number,
  file: string,
  root: XmlElement | undefined,
): ForeignInput[] {
  seasons.add(season)
  const images = () => imagesLine('season', pictures, seasonName(season))
  const { options } = optionsFor(file, folder, language, images)
  const given = names.get(season)
  const record = seasonOf(series.key, season, root, options, given)
  const hasPictures = Object.hasOwn(record.line, 'images')
  const isByName = root === undefined && given === undefined
  return placed([{ ...record, isByName, ...(hasPictures && { isMention: false }) }], file, folder.path)
}
