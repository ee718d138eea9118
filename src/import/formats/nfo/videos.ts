import { basename, join } from 'node:path'
import { isExtraFile } from '#src/matching/extras.ts'
import { disc, discFile, multiPart, yearBrackets } from '#src/matching/file-name-patterns.ts'
import { isVideo, readFileName } from '#src/matching/file-names.ts'
import type { Reading } from '#src/matching/title-readings.ts'
import type { ForeignInput, ForeignRecord, Reference } from '../../foreign/foreign-record.ts'
import { type Folder, withoutEnding } from './folders.ts'

/** A film or an episode: the name of its first file, and all of its files, such as discs, which may be folders. */
type Work = { name: string; files: readonly string[] }

/** What the video files of a folder are. */
type Videos = {
  works: readonly Work[]
  /** Names of trailers and the like. */
  extras: readonly string[]
}

/** Files of films and episodes, of discs together; a disc as a folder is the film of its folder, and stands last. */
export function videosOf({ path, files, discs }: Folder): Videos {
  const works = new Map<string, string[]>()
  const extras: string[] = []
  const folder = basename(path)
  for (const name of files) {
    if (!isVideo(name)) continue
    if (isExtraFile(name, folder)) extras.push(name)
    else {
      const bare = withoutEnding(name)
      const whole = discFile.test(bare) ? '' : bare.replace(disc, '')
      const known = works.get(whole)
      if (known) known.push(name)
      else works.set(whole, [name])
    }
  }
  const all = [...works.values(), ...(discs.length > 0 ? [[...discs]] : [])]
  return { works: all.map((files) => ({ name: files[0] as string, files })), extras }
}

/** Works that are files: a disc beside them is another form of one of them. */
export const withoutDiscs = (works: readonly Work[], { discs }: Folder): readonly Work[] => {
  const files = works.filter(({ name }) => !discs.includes(name))
  return files.length > 0 ? files : works
}

/** Tags behind the year, such as ids. */
const tags = /^(?: ?(?:\[[^\]]*\]|\{[^}]*\}))+/

/**
 * What the files beside a work may be called that describe it, the nearest first: as one of its files, without what
 * tells parts apart, and, where the year stands in brackets, without what tells versions apart.
 */
export function namesBeside({ files }: Work): string[] {
  const bases = files.map(withoutEnding)
  const [base = ''] = bases
  const year = yearBrackets.exec(base)
  const named = year ? base.slice(0, year.index + year[0].length) : ''
  const tagged = named + (tags.exec(base.slice(named.length))?.[0] ?? '')
  return [...bases, base.replace(disc, ''), base.replace(multiPart, ''), ...(year ? [tagged, named] : [])]
}

/**
 * The films that some works of a folder may be parts of, by the name of the work: `Title Part 1`, `Title Part 2`. One
 * part alone is none, and neither are those of which a file describes one.
 */
export function stacksOf(
  path: string,
  works: readonly Work[],
  isDescribed: (work: Work) => boolean,
): ReadonlyMap<string, Reading> {
  const wholeOf = ({ name }: Work) => withoutEnding(name).replace(multiPart, '')
  const parts = works.filter(
    (work) => wholeOf(work) !== withoutEnding(work.name) && !disc.test(withoutEnding(work.name)),
  )
  const stacks = Map.groupBy(parts, (work) => wholeOf(work).toLowerCase())
  const films = [...stacks.values()].filter((some) => some.length > 1 && !some.some(isDescribed))
  return new Map(
    films.flatMap((some) => {
      const { title, year } = readFileName(join(path, `${wholeOf(some[0] as Work)}.mkv`))
      const film = { title, ...(year !== undefined && { year }) }
      return title === '' ? [] : some.map(({ name }): [string, Reading] => [name, film])
    }),
  )
}

/** What files describe in a folder, by their names without endings. */
export type Described = ReadonlyMap<string, readonly Reference[]>

/** What a file beside a work says that it is about; undefined if there is none. */
export function describedBeside(work: Work, described: Described): readonly Reference[] | undefined {
  const beside = namesBeside(work).find((base) => described.has(base))
  return beside === undefined ? undefined : described.get(beside)
}

/** What of some records a video is: the episodes, or else the film. */
export const aboutOf = (records: readonly ForeignRecord[]): Reference[] => {
  const episodes = records.filter(({ kind }) => kind === 'episode')
  const films = records.filter(({ kind, isMention }) => kind === 'movie' && isMention !== true)
  return (episodes.length > 0 ? episodes : films).map(({ kind: of, key }) => ({ of, key }))
}

/** What the files of a work are; named are those of which something else says why they are left out. */
export const videoInputs = (
  { path }: Folder,
  { files }: Work,
  about: readonly Reference[],
  isNamed = false,
): ForeignInput[] => files.map((name) => ({ video: join(path, name), isExtra: false, about, isNamed }))

/** The trailers and the like in a folder, and those in folders for them. */
export const extraInputs = (folder: Folder, { extras }: Videos): ForeignInput[] =>
  [...extras.map((name) => join(folder.path, name)), ...folder.extras].map((video) => {
    return { video, isExtra: true, about: [], isNamed: false }
  })
