import { basename, join } from 'node:path'
import { seasonFolder } from '#src/matching/file-name-patterns.ts'
import { countedIn, type NamedFile, readFileName } from '#src/matching/file-names.ts'
import { yearIn } from '#src/matching/title-readings.ts'
import { normalName } from '#src/search/words.ts'
import type { Folder } from './folders.ts'

type Named = { name: string }

/**
 * What the names of video files in a folder say that has no file of a series. If it is that of a series all the same, a
 * file that looks like a film is one of its episodes by its number, and nothing at all without one.
 */
export function namesIn(folder: Folder, works: readonly Named[]): (file: string) => NamedFile | undefined {
  const { title, year, ids } = readFileName(join(folder.path, 'S01E01.mkv'))
  const isOfSeries = title !== '' && (hasSeasons(folder) || hasEpisodes(folder, works, title))
  return (file) => {
    const named = readFileName(file)
    if (!isOfSeries || isEpisode(named) || isOwnFilm(named, file)) return named
    const absolute = countedIn(file)
    return absolute === undefined ? undefined : { title, ...(year !== undefined && { year }), ids, absolute }
  }
}

const isEpisode = ({ season, date, absolute }: NamedFile) => [season, date, absolute].some((said) => said !== undefined)

/** A film may lie beside the episodes: its own name has a year or an id. */
const isOwnFilm = ({ number }: NamedFile, file: string) => {
  const own = basename(file)
  return number !== undefined || yearIn(own) !== undefined || readFileName(own).ids.length > 0
}

/** Whether it is the folder of a season, or has such folders; the root of an import may have any name. */
const hasSeasons = ({ path, folders, depth }: Folder): boolean =>
  folders.some(isOfSeason) || (depth > 0 && isOfSeason(basename(path)))

const isOfSeason = (name: string) => seasonFolder.exec(name)?.[1] !== undefined && yearIn(name) === undefined

/** One number without a season may be part of a title: `Apollo - 13`. */
function hasEpisodes({ path }: Folder, works: readonly Named[], title: string): boolean {
  const ofTitle = works.flatMap(({ name }) => {
    const read = readFileName(join(path, name))
    return isEpisode(read) && normalName(read.title) === normalName(title) ? [read] : []
  })
  return ofTitle.length > 1 || ofTitle.some(({ season }) => season !== undefined)
}
