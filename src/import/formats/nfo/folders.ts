import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isExtraFile, isExtraFolder } from '#src/matching/extras.ts'
import { disc, seasonFolder } from '#src/matching/file-name-patterns.ts'
import { isVideo } from '#src/matching/file-names.ts'
import { ownFiles } from '../../../files/written-files.ts'
import { lineEndsIn, maxXmlBytes, readXml, type XmlElement, XmlError, xmlTextOf } from './xml.ts'

/** Folders inside of each other. */
const maxDepth = 24

/** A folder of a library with what lies in it, by name; links are not followed. */
export type Folder = {
  path: string
  folders: string[]
  files: string[]
  /** NFO files that an export wrote here: they say nothing that the catalogue does not know. */
  own: ReadonlySet<string>
}

/** Folders that hold no films: pictures of people, extras, and what systems keep for themselves. */
const skipped =
  /^(\.|@eadir$|extrafanart$|extrathumbs$|metadata$|\$recycle\.bin$|system volume information$|lost\+found$)/i

async function openFolder(path: string): Promise<Folder> {
  const entries = await readdir(path, { withFileTypes: true })
  const names = (is: (entry: (typeof entries)[number]) => boolean) =>
    entries
      .filter(is)
      .map(({ name }) => name)
      .sort()
  const all = names((entry) => entry.isFile())
  const own = await ownFiles(path, all)
  const files = all.filter((name) => !own.has(name) || /\.nfo$/i.test(name))
  return { path, folders: names((entry) => entry.isDirectory()), files, own }
}

/** A folder and all below it, each before those inside; with false, what is inside of one is left out. */
export async function* foldersBelow(path: string, depth = 0): AsyncGenerator<Folder, void, boolean | undefined> {
  const folder = await openFolder(path)
  const isEntered = yield folder
  if (isEntered === false || depth >= maxDepth) return
  for (const name of folder.folders) {
    if (skipped.test(name) || (isExtraFolder(name) && !(await isOfWork(join(path, name))))) continue
    yield* foldersBelow(join(path, name), depth + 1)
  }
}

/** Whether a folder that is named like one for extras is that of a film or a series of this name. */
async function isOfWork(path: string): Promise<boolean> {
  const { folders, files } = await openFolder(path)
  const name = basename(path).toLowerCase()
  const isNamedSo = (file: string) => [`${name}.nfo`, 'movie.nfo', 'tvshow.nfo'].includes(file.toLowerCase())
  const isFilm = (file: string) => isVideo(file) && file.toLowerCase().replace(/\.[^.]+$/, '') === name
  return files.some((file) => isNamedSo(file) || isFilm(file)) || folders.some((each) => seasonFolder.test(each))
}

/** The elements at the top of a file, or why it cannot be read. */
export async function readNfo(path: string): Promise<XmlElement[] | XmlError> {
  try {
    const bytes = await readFile(path)
    const text = bytes.length > maxXmlBytes ? undefined : xmlTextOf(bytes)
    if (text === undefined) return new XmlError(`is larger than ${maxXmlBytes} bytes`)
    // The mark at the beginning counts as a blank.
    const start = text.trimStart()
    if (start === '') return new XmlError('is empty')
    if (/^https?:\/\//i.test(start)) return new AddressError(start)
    if (/^<(!doctype html|html)/i.test(start)) return new XmlError('is HTML', 1)
    if (!start.startsWith('<')) return new XmlError('is not XML', 1)
    return readXml(start, 1 + lineEndsIn(text.slice(0, text.length - start.length)))
  } catch (error) {
    if (error instanceof XmlError) return error
    return new XmlError(`cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** A file that holds an address instead of XML, as a hint for a program that would fetch it. */
export class AddressError extends XmlError {
  readonly address: string
  constructor(address: string) {
    super('contains an address, which is not fetched', 1)
    this.address = address
  }
}

/** Files of films and episodes, extras left out, and of discs the first. */
export const videosOf = ({ path, files }: Folder): string[] => {
  const seen = new Set<string>()
  return files.filter((name) => {
    if (!isVideo(name) || isExtraFile(name, basename(path))) return false
    const whole = name.replace(/\.[^.]+$/, '').replace(disc, '')
    return seen.has(whole) ? false : seen.add(whole)
  })
}
