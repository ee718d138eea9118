import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isExtraFolder } from '#src/matching/extras.ts'
import { discFolder, seasonFolder } from '#src/matching/file-name-patterns.ts'
import { isVideo } from '#src/matching/file-names.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { ownFiles } from '../../../files/written-files.ts'
import { addressesIn } from './addresses.ts'
import { linksIn, type UnreadLink } from './links.ts'
import { lineEndsIn, maxXmlBytes, readXml, type XmlElement, XmlError, xmlTextOf } from './xml.ts'

/** Folders inside of each other. */
export const maxDepth = 24

/** A folder of a library with what lies in it, by name, links to video files included. */
export type Folder = {
  path: string
  folders: string[]
  /** With the NFO file that lies inside of a disc. */
  files: string[]
  /** The folders of a disc that holds the film. */
  discs: string[]
  /** NFO files that an export wrote here: they say nothing that the catalogue does not know. */
  own: ReadonlySet<string>
  /** Paths of the video files in folders for trailers and the like. */
  extras: string[]
  /** Folders inside that are too deep to be read. */
  unread: string[]
  /** Links that are not followed, where films may be missing for that. */
  links: readonly UnreadLink[]
  /** How many folders it lies in. */
  depth: number
  /** All that is read, where it really is. */
  roots: readonly string[]
}

/** Folders that hold no films: pictures of people, extras, and what systems keep for themselves. */
const skipped = new RegExp(
  `^(\\.|(?:${[
    ...['@eadir', 'extrafanart', 'extrathumbs', 'metadata', 'system volume information', 'lost\\+found', '__macosx'],
    ...['\\$recycle\\.bin', 'recycler', '#recycle', '@recycle', '#snapshot', '@recently-snapshot'],
  ].join('|')})$)`,
  'i',
)
/** What one system writes beside every file where it cannot keep its own facts; it has the name of that file. */
const shadow = /^\._/
/** The NFO files of discs, which lie inside of them. */
const discNfo: Readonly<Record<string, string>> = wordTable({ video_ts: 'video_ts.nfo', bdmv: 'index.nfo' })

async function openFolder(path: string, depth: number, roots: readonly string[]): Promise<Folder> {
  const entries = await readdir(path, { withFileTypes: true })
  const names = (is: (entry: (typeof entries)[number]) => boolean) =>
    entries
      .filter(is)
      .map(({ name }) => name)
      .sort()
  const links = await linksIn(
    path,
    names((entry) => entry.isSymbolicLink()).filter((name) => !skipped.test(name)),
    roots,
  )
  const all = [...names((entry) => entry.isFile()), ...links.videos].sort()
  const own = await ownFiles(path, all)
  const kept = all.filter((name) => !shadow.test(name) && (!own.has(name) || /\.nfo$/i.test(name)))
  const allFolders = names((entry) => entry.isDirectory())
  const [discs, folders] = [true, false].map((is) => allFolders.filter((name) => discFolder.test(name) === is))
  const files = [...kept, ...(await filesOfDiscs(path, discs ?? []))]
  const entered = (folders ?? []).filter((name) => !skipped.test(name))
  return {
    ...{ path, folders: entered, files, discs: discs ?? [], own, extras: [], unread: [] },
    ...{ links: links.unread, depth, roots },
  }
}

async function filesOfDiscs(path: string, discs: readonly string[]): Promise<string[]> {
  const found = discs.map(async (name) => {
    const wanted = discNfo[name.toLowerCase()]
    const entries = await readdir(join(path, name), { withFileTypes: true })
    return entries.flatMap((entry) =>
      entry.isFile() && entry.name.toLowerCase() === wanted ? [join(name, entry.name)] : [],
    )
  })
  return (await Promise.all(found)).flat()
}

/** Whether an NFO file is about the one film of its folder, whatever that is called. */
export const isOfFolder = (file: string): boolean => /^(?:movie|video_ts[\\/]video_ts|bdmv[\\/]index)\.nfo$/i.test(file)

/** A folder and all below it, each before those inside; with false, what is inside of one is left out. */
export async function* foldersBelow(
  path: string,
  roots: readonly string[],
  depth = 0,
): AsyncGenerator<Folder, void, boolean | undefined> {
  const folder = await openFolder(path, depth, roots)
  const inside: string[] = []
  for (const name of folder.folders) {
    const within = join(path, name)
    if (depth >= maxDepth) folder.unread.push(within)
    else if (isExtraFolder(name) && !(await isOfWork(within, roots))) {
      for await (const video of videosBelow(within, roots, depth + 1)) folder.extras.push(video)
    } else inside.push(within)
  }
  const isEntered = yield folder
  if (isEntered === false) return
  for (const within of inside) yield* foldersBelow(within, roots, depth + 1)
}

/** The video files in a folder and in all below it; a disc counts as one. */
async function* videosBelow(path: string, roots: readonly string[], depth: number): AsyncGenerator<string> {
  const { files, folders, discs } = await openFolder(path, depth, roots)
  for (const name of [...files.filter(isVideo), ...discs]) yield join(path, name)
  for (const name of depth < maxDepth ? folders : []) yield* videosBelow(join(path, name), roots, depth + 1)
}

/** Whether a folder that is named like one for extras is that of a film or a series of this name. */
async function isOfWork(path: string, roots: readonly string[]): Promise<boolean> {
  const { folders, files } = await openFolder(path, 0, roots)
  const name = basename(path).toLowerCase()
  const isNamedSo = (file: string) => [`${name}.nfo`, 'movie.nfo', 'tvshow.nfo'].includes(file.toLowerCase())
  const isFilm = (file: string) => isVideo(file) && withoutEnding(file).toLowerCase() === name
  return files.some((file) => isNamedSo(file) || isFilm(file)) || folders.some((each) => seasonFolder.test(each))
}

/** What an NFO file says: its elements, and addresses beside them or, in a text of any other kind, alone. */
export type NfoFile = { roots: XmlElement[]; addresses: string[] }

/** Where XML begins in a text that has something before it. */
const beginning = /<(?:\?xml|movie|tvshow|season|episodedetails|multiepisodenfo|xbmcmultiepisode)[\s>]/i

/** What a file says, or why it cannot be read. */
export async function readNfo(path: string): Promise<NfoFile | XmlError> {
  try {
    // What is too large does not even come into memory.
    const { size } = await stat(path)
    return size > maxXmlBytes
      ? new XmlError(`is larger than ${maxXmlBytes} bytes`)
      : nfoIn(xmlTextOf(await readFile(path)))
  } catch (error) {
    if (error instanceof XmlError) return error
    return new XmlError(`cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function nfoIn(text: string): NfoFile | XmlError {
  // The mark at the beginning counts as a blank.
  const start = text.replace(/^[\s\0]+/, '')
  if (start === '') return new XmlError('is empty')
  if (/^<(!doctype html|html)/i.test(start)) return new XmlError('is HTML', 1)
  const begin = start.startsWith('<') ? text.length - start.length : text.search(beginning)
  if (begin === -1) {
    const addresses = addressesIn(text)
    return addresses.length > 0 ? { roots: [], addresses } : new XmlError('is not XML', 1)
  }
  const before = text.slice(0, begin)
  const { roots, around } = readXml(text.slice(begin), 1 + lineEndsIn(before))
  return { roots: roots.flatMap(unpacked), addresses: addressesIn(`${before} ${around}`) }
}

/** Some programs put several episodes into one element. */
const unpacked = (root: XmlElement): XmlElement[] =>
  ['multiepisodenfo', 'xbmcmultiepisode'].includes(root.name) ? root.children : [root]

export const withoutEnding = (name: string): string => name.replace(/\.[^.]+$/, '')
