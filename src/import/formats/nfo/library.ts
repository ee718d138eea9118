import { join } from 'node:path'
import { readFileName } from '#src/matching/file-names.ts'
import type { ForeignInput, ForeignRecord, Reference } from '../../foreign/foreign-record.ts'
import { keyByName, knownByName, recordsNamed } from './by-name.ts'
import { type Folder, foldersBelow, isOfFolder, readNfo, withoutEnding } from './folders.ts'
import { asWritten, optionsFor, placed, refusal, unreadIn } from './inputs.ts'
import { imagesLine, type PicturesOf, picturesIn } from './pictures.ts'
import { isEmpty, noIdIn, pointedBy, withPointed } from './pointed.ts'
import { type Hints, movieOf } from './records.ts'
import { notNumbered, readSeries, seriesFile } from './series.ts'
import { namesIn } from './series-folders.ts'
import { aboutOf, describedBeside, extraInputs, stacksOf, videoInputs, videosOf, withoutDiscs } from './videos.ts'
import { XmlError } from './xml.ts'

type Options = { language: string }

/** What a library holds: a film or a series at a time. The roots are all folders that are read, as they really are. */
export async function* readLibrary(
  root: string,
  roots: readonly string[],
  options: Options,
): AsyncGenerator<ForeignInput[]> {
  const folders = foldersBelow(root, roots)
  for (let next = await folders.next(); !next.done; ) {
    const folder = next.value
    const isSeries = seriesFile(folder) !== undefined
    yield* isSeries ? readSeries(folder, options.language) : readFilms(folder, options)
    next = await folders.next(!isSeries)
  }
}

/** The films of a folder, and single episodes that lie about without a series. */
async function* readFilms(folder: Folder, options: Options): AsyncGenerator<ForeignInput[]> {
  const videos = videosOf(folder)
  const { works } = videos
  const pictures = picturesIn(folder.files)
  const described = new Map<string, readonly Reference[]>()
  const first = works[0]?.name
  const isAlone = withoutDiscs(works, folder).length <= 1
  const inSeries = namesIn(folder, works)
  for (const name of folder.files) {
    if (!name.toLowerCase().endsWith('.nfo')) continue
    const { inputs, records } = await readFilm({ folder, first, isAlone, pictures }, name, options)
    yield inputs
    if (records.length === 0) continue
    const bases = isOfFolder(name) ? works.map((work) => withoutEnding(work.name)) : [name.slice(0, -4)]
    for (const base of bases) described.set(base, aboutOf(records))
  }
  const stacks = stacksOf(folder.path, works, (work) => describedBeside(work, described) !== undefined)
  for (const work of works) {
    const about = describedBeside(work, described)
    if (about) {
      yield videoInputs(folder, work, about)
      continue
    }
    const file = join(folder.path, work.name)
    const named = inSeries(file)
    const images = () => imagesLine('movie', pictures, withoutEnding(work.name))
    const partOf = stacks.get(work.name)
    const records = (named ? recordsNamed(folder, work.name, undefined, images, named) : []).map((record) =>
      partOf && isBareFilm(record) ? { ...record, partOf } : record,
    )
    if (records.length > 0) yield placed(records, file, folder.path)
    else yield [refusal(file, new XmlError(named ? 'has no title in its name' : notNumbered))]
    yield videoInputs(folder, work, aboutOf(records), records.length === 0)
  }
  yield [...extraInputs(folder, videos), ...unreadIn(folder)]
}

/** What a file of a film says, and the records that it is about; none if it goes by its name all the same. */
type Film = { inputs: ForeignInput[]; records: readonly ForeignRecord[] }

/** What lies beside such a file: the first video file, whether that is the only one, and pictures. */
type Beside = { folder: Folder; first: string | undefined; isAlone: boolean; pictures: PicturesOf }

async function readFilm(
  { folder, first, isAlone, pictures }: Beside,
  name: string,
  { language }: Options,
): Promise<Film> {
  const file = join(folder.path, name)
  const refused = (error: XmlError): Film => ({ inputs: [refusal(file, error)], records: [] })
  const read = await readNfo(file)
  // The name of the film may still say which one it is.
  if (read instanceof XmlError) return refused(read)
  const [root] = read.roots
  const own = isOfFolder(name) ? withoutEnding(first ?? name) : name.slice(0, -4)
  const images = () => imagesLine('movie', pictures, isAlone ? withoutEnding(first ?? name) : own)
  const video = isOfFolder(name) ? (first ?? '') : name.replace(/nfo$/i, 'mkv')
  const pointed = pointedBy(read, readFileName(join(folder.path, video)))
  if (root?.name === 'movie') {
    const named = hintsOf(folder, video)
    const { options, refused } = optionsFor(file, folder, language, images)
    const known = knownByName(movieOf(root, options, withPointed(named, pointed)), keyByName('movie', named))
    const records = asWritten(known, folder.own.has(name))
    return { inputs: [...placed(records, file, folder.path), ...refused], records }
  }
  // Without a file of its series, an episode says to which one it belongs by its name.
  if (root?.name === 'episodedetails') return { inputs: [], records: [] }
  if (root) return refused(new XmlError(`is about <${root.name}>, which is nothing that is read`, 1))
  if (isEmpty(pointed)) return refused(noIdIn(read))
  const isPointedOut = ({ kind }: ForeignRecord) => kind === 'movie' || kind === 'series'
  const records = recordsNamed(folder, video, pointed, images).map((record) => {
    return { ...record, isPointedOut: isPointedOut(record) }
  })
  return { inputs: placed(records, file, folder.path), records }
}

/** A film of which nothing but a title is known. */
const isBareFilm = ({ kind, ids = [], number, year }: ForeignRecord) =>
  kind === 'movie' && ids.length === 0 && number === undefined && year === undefined

const hintsOf = (folder: Folder, name: string): Hints => {
  const { title, year, ids, number } = readFileName(join(folder.path, name))
  return { title, year, ids, number }
}
