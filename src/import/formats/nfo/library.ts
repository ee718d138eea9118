import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { countedIn, type NamedFile, readFileName } from '#src/matching/file-names.ts'
import type { ForeignInput, ForeignRecord } from '../../foreign/foreign-record.ts'
import { episodeByName, recordsNamed, seriesByName, unplacedIn } from './by-name.ts'
import { dayIn, idInAddress, wholeIn } from './facts.ts'
import { AddressError, type Folder, foldersBelow, readNfo, videosOf } from './folders.ts'
import { imagesLine, type PicturesOf, picturesIn, profileLine, seasonName } from './pictures.ts'
import { episodeOf, type Hints, movieOf, type NfoOptions, type Place, seasonOf, seriesOf } from './records.ts'
import { childrenOf, type XmlElement, XmlError } from './xml.ts'

type Options = { language: string }

/** What a library holds: a film or a series at a time. */
export async function* readLibrary(root: string, options: Options): AsyncGenerator<ForeignInput[]> {
  const folders = foldersBelow(root)
  for (let next = await folders.next(); !next.done; ) {
    const folder = next.value
    const isSeries = folder.files.some((name) => name.toLowerCase() === 'tvshow.nfo')
    yield* isSeries ? readSeries(folder, options) : readFilms(folder, options)
    next = await folders.next(!isSeries)
  }
}

/** Pictures are named by paths inside the folder that holds them and the file. */
const placed = (records: readonly ForeignRecord[], file: string, folder: string): ForeignInput[] =>
  records.map((record) => ({ ...record, file, number_in_file: record.begins ?? 0, folder }))

/** What an export wrote says which record a file is, and adds nothing but pictures to it. */
const asWritten = (records: readonly ForeignRecord[], isOwn: boolean): readonly ForeignRecord[] =>
  isOwn ? records.flatMap((record) => (record.isMention ? [] : [{ ...record, isByName: true }])) : records

const refusal = (file: string, { message, line }: XmlError): ForeignInput => ({
  file,
  line,
  field: '',
  reason: message,
})

function optionsFor(folder: string, language: string, images: NfoOptions['images']): NfoOptions {
  let portraits: PicturesOf | undefined
  return {
    language,
    images,
    portrait(name) {
      portraits ??= portraitsIn(folder)
      const file = portraits.get(name.replaceAll(' ', '_').toLowerCase())
      return file === undefined ? {} : profileLine(`${portraitFolder}/${file}`)
    },
  }
}

/** Pictures of people are beside the films in which they are. */
const portraitFolder = '.actors'

function portraitsIn(folder: string): PicturesOf {
  try {
    const entries = readdirSync(join(folder, portraitFolder), { withFileTypes: true })
    return picturesIn(entries.filter((entry) => entry.isFile()).map(({ name }) => name))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES') return new Map()
    throw error
  }
}

/** The films of a folder, and single episodes that lie about without a series. */
async function* readFilms(folder: Folder, { language }: Options): AsyncGenerator<ForeignInput[]> {
  const videos = videosOf(folder)
  const pictures = picturesIn(folder.files)
  const described = new Map<string, Hints | undefined>()
  const isAlone = videos.length <= 1
  for (const name of folder.files) {
    if (!name.toLowerCase().endsWith('.nfo')) continue
    const file = join(folder.path, name)
    const base = name.slice(0, -4)
    const roots = await readNfo(file)
    if (roots instanceof XmlError) {
      yield [refusal(file, roots)]
      // The name of the film, or an id in an address, may still say which one it is.
      described.set(base, roots instanceof AddressError ? idInAddress(roots.address) : undefined)
      continue
    }
    const [root] = roots
    if (root?.name === 'movie') {
      described.set(base, {})
      if (base.toLowerCase() === 'movie') for (const video of videos) described.set(withoutEnding(video), {})
      const hints = hintsOf(folder, base.toLowerCase() === 'movie' ? (videos[0] ?? '') : name)
      const images = () => imagesLine('movie', pictures, isAlone ? withoutEnding(videos[0] ?? name) : base)
      const records = movieOf(root, optionsFor(folder.path, language, images), hints)
      yield placed(asWritten(records, folder.own.has(name)), file, folder.path)
    } else if (root?.name === 'episodedetails') {
      // Without a file of its series, an episode says to which one it belongs by its name.
      described.set(base, undefined)
    } else if (root) yield [refusal(file, new XmlError(`is about <${root.name}>, which is nothing that is read`, 1))]
  }
  for (const video of videos) {
    const base = withoutEnding(video)
    const hints = described.get(base)
    if (hints && hints.ids === undefined && hints.number === undefined) continue
    const records = recordsNamed(folder, video, hints, () => imagesLine('movie', pictures, base))
    if (records.length > 0) yield placed(records, join(folder.path, video), folder.path)
  }
}

const withoutEnding = (name: string) => name.replace(/\.[^.]+$/, '')

const hintsOf = (folder: Folder, name: string): Hints => {
  const { title, year, ids, number } = readFileName(join(folder.path, name))
  return { title, year, ids, number }
}

/** A series with its seasons and episodes, one file at a time. */
async function* readSeries(folder: Folder, { language }: Options): AsyncGenerator<ForeignInput[]> {
  const name = folder.files.find((file) => file.toLowerCase() === 'tvshow.nfo') as string
  const file = join(folder.path, name)
  const roots = await readNfo(file)
  const pictures = picturesIn(folder.files)
  const isBroken = roots instanceof XmlError
  if (isBroken) yield [refusal(file, roots)]
  const root = isBroken ? undefined : roots.find((one) => one.name === 'tvshow')
  if (!isBroken && !root) yield [refusal(file, new XmlError('has no <tvshow>', 1))]
  const named = readFileName(join(folder.path, 'S01E01.mkv'))
  const hints: Hints = { title: named.title, year: named.year, ids: named.ids, number: named.number }
  const options = optionsFor(folder.path, language, () => imagesLine('series', pictures, ''))
  const address = roots instanceof AddressError ? idInAddress(roots.address) : undefined
  const records = root
    ? asWritten(seriesOf(root, options, hints), folder.own.has(name))
    : [seriesByName(named, address, options.images)]
  const series = records.at(-1) as ForeignRecord
  if (series.titles.length === 0 && series.ids?.length === 0 && series.number === undefined) return
  yield placed(records, file, folder.path)
  const names = new Map(
    root ? childrenOf(root, 'namedseason').map((one) => [Number(one.attributes.number), one.text.trim()]) : [],
  )
  const seasons = new Set<number>()
  for await (const inside of foldersBelow(folder.path))
    yield* readEpisodes(inside, { folder, series, language, seasons, names })
}

type SeriesContext = {
  folder: Folder
  series: ForeignRecord
  language: string
  seasons: Set<number>
  names: ReadonlyMap<number, string>
}

async function* readEpisodes(inside: Folder, context: SeriesContext): AsyncGenerator<ForeignInput[]> {
  const { series, language } = context
  const pictures = picturesIn(inside.files)
  const described = new Set<string>()
  for (const name of inside.files) {
    const lower = name.toLowerCase()
    if (!lower.endsWith('.nfo') || lower === 'tvshow.nfo') continue
    const file = join(inside.path, name)
    const roots = await readNfo(file)
    const base = name.slice(0, -4)
    if (roots instanceof XmlError) {
      yield [refusal(file, roots)]
      continue
    }
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
    described.add(base)
    const named = readFileName(join(inside.path, name.replace(/nfo$/i, 'mkv')))
    for (const [index, root] of episodes.entries()) {
      const place = placeIn(root, named, index, file)
      if (!place) {
        const reason = 'says no season and episode, no day and no number, and neither does its name'
        yield [refusal(file, new XmlError(reason, root.line))]
        continue
      }
      if ('season' in place) yield* newSeason(context, place.season, file)
      const images = () => (index === 0 ? imagesLine('episode', pictures, base) : {})
      const options = optionsFor(inside.path, language, images)
      const records = episodeOf(series.key, place, root, options, named)
      yield placed(asWritten(records, inside.own.has(name)), file, inside.path)
    }
  }
  for (const video of videosOf(inside)) {
    if (described.has(withoutEnding(video))) continue
    const named = readFileName(join(inside.path, video))
    const file = join(inside.path, video)
    const { season, episodes = [] } = named
    const unplaced = unplacedIn({ absolute: countedIn(file), ...named })
    if (season !== undefined && episodes.length > 0) yield* newSeason(context, season, file)
    const options = optionsFor(inside.path, '', () => imagesLine('episode', pictures, withoutEnding(video)))
    const places = season === undefined ? [] : episodes.map((episode): Place => ({ season, episode }))
    for (const place of unplaced ? [unplaced] : places)
      yield placed(episodeByName(series.key, place, options, named.episodeTitle), file, inside.path)
  }
}

/** Where an episode belongs: as its file says, else as its name does. */
function placeIn(root: XmlElement, named: NamedFile, index: number, file: string): Place | undefined {
  const season = wholeIn(root, 'season') ?? named.season
  const episode = wholeIn(root, 'episode') ?? named.episodes?.[index]
  if (season !== undefined && episode !== undefined) return { season, episode }
  const aired = dayIn(root, 'aired', 'premiered')
  if (aired && !aired.precision) return { date: aired.date }
  return unplacedIn({ absolute: countedIn(file.replace(/nfo$/i, 'mkv')), ...named, season: undefined })
}

/** A season that episodes belong to, once. */
function* newSeason(context: SeriesContext, season: number, file: string): Generator<ForeignInput[]> {
  if (context.seasons.has(season)) return
  yield seasonInput(context, season, file, undefined)
}

/** Posters of seasons lie beside the file of the series. */
function seasonInput(
  { folder, series, language, seasons, names }: SeriesContext,
  season: number,
  file: string,
  root: XmlElement | undefined,
): ForeignInput[] {
  seasons.add(season)
  const pictures = picturesIn(folder.files)
  const options = optionsFor(folder.path, language, () => imagesLine('season', pictures, seasonName(season)))
  const record = seasonOf(series.key, season, root, options)
  const given = names.get(season)
  const own = given ? { ...record, line: { ...record.line, name: given } } : record
  const hasMore = given !== undefined || Object.hasOwn(own.line, 'images')
  const isByName = root === undefined && given === undefined
  return placed([{ ...own, isByName, ...(hasMore && { isMention: false }) }], file, folder.path)
}
