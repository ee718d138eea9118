import { join } from 'node:path'
import { readFileName } from '#src/matching/file-names.ts'
import type { ForeignInput, ForeignRecord } from '../../foreign/foreign-record.ts'
import { keyByName, knownByName, recordsNamed } from './by-name.ts'
import { type Folder, foldersBelow, isOfFolder, readNfo, videosOf, withoutEnding } from './folders.ts'
import { asWritten, optionsFor, placed, refusal } from './inputs.ts'
import { imagesLine, picturesIn } from './pictures.ts'
import { isEmpty, noIdIn, pointedBy, withPointed } from './pointed.ts'
import { type Hints, movieOf } from './records.ts'
import { readSeries } from './series.ts'
import { XmlError } from './xml.ts'

type Options = { language: string }

/** What a library holds: a film or a series at a time. */
export async function* readLibrary(root: string, options: Options): AsyncGenerator<ForeignInput[]> {
  const folders = foldersBelow(root)
  for (let next = await folders.next(); !next.done; ) {
    const folder = next.value
    const isSeries = folder.files.some((name) => name.toLowerCase() === 'tvshow.nfo')
    yield* isSeries ? readSeries(folder, options.language) : readFilms(folder, options)
    next = await folders.next(!isSeries)
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
    const bases = isOfFolder(name) ? videos.map(withoutEnding) : [name.slice(0, -4)]
    const note = (hints: Hints | undefined) => {
      for (const base of bases) described.set(base, hints)
    }
    const read = await readNfo(file)
    if (read instanceof XmlError) {
      yield [refusal(file, read)]
      // The name of the film may still say which one it is.
      note(undefined)
      continue
    }
    const [root] = read.roots
    const base = bases[0] ?? name.slice(0, -4)
    const images = () => imagesLine('movie', pictures, isAlone ? withoutEnding(videos[0] ?? name) : base)
    const video = isOfFolder(name) ? (videos[0] ?? '') : name.replace(/nfo$/i, 'mkv')
    const pointed = pointedBy(read, readFileName(join(folder.path, video)))
    if (root?.name === 'movie') {
      note({})
      const named = hintsOf(folder, video)
      const { options, refused } = optionsFor(file, folder.path, language, images)
      const records = knownByName(movieOf(root, options, withPointed(named, pointed)), keyByName('movie', named))
      yield [...placed(asWritten(records, folder.own.has(name)), file, folder.path), ...refused]
    } else if (root?.name === 'episodedetails') {
      // Without a file of its series, an episode says to which one it belongs by its name.
      note(undefined)
    } else if (root) yield [refusal(file, new XmlError(`is about <${root.name}>, which is nothing that is read`, 1))]
    else if (isEmpty(pointed)) {
      yield [refusal(file, noIdIn(read))]
      note(undefined)
    } else {
      note({})
      const records = recordsNamed(folder, video, pointed, images)
      const isPointedOut = (record: ForeignRecord) => record.kind === 'movie' || record.kind === 'series'
      yield placed(
        records.map((record) => ({ ...record, isPointedOut: isPointedOut(record) })),
        file,
        folder.path,
      )
    }
  }
  for (const video of videos) {
    const base = withoutEnding(video)
    if (described.get(base)) continue
    const records = recordsNamed(folder, video, undefined, () => imagesLine('movie', pictures, base))
    if (records.length > 0) yield placed(records, join(folder.path, video), folder.path)
  }
}

const hintsOf = (folder: Folder, name: string): Hints => {
  const { title, year, ids, number } = readFileName(join(folder.path, name))
  return { title, year, ids, number }
}
