import { basename, dirname, join } from 'node:path'
import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { seasonFolder } from '#src/matching/file-name-patterns.ts'
import { type NamedFile, readFileName } from '#src/matching/file-names.ts'
import { matchAll } from '#src/matching/match.ts'
import { certain, type Wanted } from '#src/matching/wanted-title.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { openWrittenFiles, type Written } from '../../files/written-files.ts'
import { keyOf, nameKey } from '../foreign/named-records.ts'
import { knownKeys } from '../foreign/source-keys.ts'
import { type Folder, foldersBelow, withoutEnding } from '../formats/nfo/folders.ts'
import { realPathsOf } from '../formats/nfo/links.ts'
import { seasonName } from '../formats/nfo/pictures.ts'
import { videosOf, withoutDiscs } from '../formats/nfo/videos.ts'
import { factsOf, type Line } from './facts.ts'
import { episodesNfo, movieNfo, seriesNfo } from './nfo-texts.ts'

export type WritingOptions = {
  language: string
  isForced: boolean
  isDryRun: boolean
  /** Where the catalogue is, whose search index others may be building. */
  location: string
  /** The path of the original of a picture; undefined if it is not stored. */
  pictureAt(file_path: string): Promise<string | undefined>
  /** Called with each film or series that is not found, and each file that is somebody else's. */
  onLeft(path: string, reason: 'unknown' | 'kept'): void
}

export type WritingSummary = {
  films: number
  series: number
  episodes: number
  written: number
  same: number
  kept: number
}

type Video = { base: string; named: NamedFile }
type Files = Awaited<ReturnType<typeof openWrittenFiles>>
type Context = { db: Database; options: WritingOptions; summary: WritingSummary }

/** Writes NFO files and pictures beside the films and episodes of a library, for what the catalogue has of them. */
export async function writeNfoFiles(db: Database, roots: readonly string[], options: WritingOptions) {
  const summary: WritingSummary = { films: 0, series: 0, episodes: 0, written: 0, same: 0, kept: 0 }
  const context = { db, options, summary }
  // Names that were imported just now are found, too.
  await updateNameIndex(db, options)
  const described = new Set<string>()
  const real = await realPathsOf(roots)
  for (const root of roots)
    for await (const folder of foldersBelow(root, real)) {
      const videos = withoutDiscs(videosOf(folder).works, folder).map(({ name }): Video => {
        const base = folder.discs.includes(name) ? 'movie' : withoutEnding(name)
        return { base, named: readFileName(join(folder.path, name)) }
      })
      const isEpisode = ({ named }: Video) => named.season !== undefined
      const films = videos.filter((video) => !isEpisode(video) && video.named.date === undefined)
      if (films.length > 0) await writeFilms(context, folder, films)
      const episodes = videos.filter(isEpisode)
      if (episodes.length > 0) await writeEpisodes(context, folder, episodes, described)
    }
  return summary
}

function note({ options, summary }: Context, folder: string, name: string, became: Written) {
  summary[became]++
  if (became === 'kept') options.onLeft(join(folder, name), 'kept')
}

/** Which record of a kind each name means: by what was decided about it, by its ids, or for certain by its name. */
async function recordsOf(db: Database, of: 'movie' | 'series', named: readonly NamedFile[]) {
  const keys = named.map(({ ids, number, title, year }) =>
    of === 'movie' ? keyOf(ids, number, title, year) : nameKey(title, year),
  )
  const remembered = await knownKeys(db, 'nfo', of, keys)
  const matches = await matchAll(
    db,
    named.map(({ ids, number, title, year, otherwise }): Wanted => {
      return { kinds: [of], ids, titles: [title], ...(number !== undefined && { ownId: number }), year, otherwise }
    }),
  )
  return named.map((_, at) => {
    const match = matches[at]
    const known = remembered.get(keys[at] as string)?.entity_id
    return known ?? (match?.record && match.certainty >= certain ? match.record.id : undefined)
  })
}

async function writeFilms(context: Context, folder: Folder, films: readonly Video[]) {
  const { db, options, summary } = context
  const ids = await recordsOf(
    db,
    'movie',
    films.map(({ named }) => named),
  )
  const { lines, nameOf } = await factsOf(
    db,
    'movie',
    ids.flatMap((id) => id ?? []),
  )
  const files = await openWrittenFiles(folder.path, options)
  for (const [at, { base }] of films.entries()) {
    const line = lines.get(ids[at] ?? 0)
    if (!line) {
      options.onLeft(join(folder.path, base), 'unknown')
      continue
    }
    summary.films++
    // A file of this name would be read instead of ours.
    const name = folder.files.includes('movie.nfo') ? 'movie.nfo' : `${base}.nfo`
    note(context, folder.path, name, await files.put(name, movieNfo(line, nameOf, options.language)))
    await putPictures(context, folder.path, files, line, (what) => `${base}-${what}`)
  }
  await files.close()
}

/** Writes the pictures of a record under the names that media centres look for. */
async function putPictures(
  context: Context,
  folder: string,
  files: Files,
  line: Line,
  named: (what: string) => string,
) {
  const logo = line.images?.logos?.[0]?.file_path
  const pictures = [
    [line.poster_path, 'poster'],
    [line.backdrop_path, 'fanart'],
    [logo, 'clearlogo'],
    [line.still_path, 'thumb'],
  ] as const
  for (const [file_path, what] of pictures) {
    const path = file_path ? await context.options.pictureAt(file_path) : undefined
    if (path === undefined) continue
    const name = `${named(what)}${/\.\w+$/.exec(file_path)?.[0] ?? '.jpg'}`
    note(context, folder, name, await files.copy(name, path))
  }
}

async function writeEpisodes(context: Context, folder: Folder, videos: readonly Video[], described: Set<string>) {
  const { db, options, summary } = context
  const [series_id] = await recordsOf(db, 'series', [(videos[0] as Video).named])
  if (series_id === undefined) return options.onLeft(folder.path, 'unknown')
  const home = seriesFolderOf(folder.path)
  if (!described.has(home)) {
    described.add(home)
    await writeSeries(context, home, series_id)
  }
  const ids = await episodesOf(db, series_id)
  const wanted = videos.map(({ named }) =>
    (named.episodes ?? []).flatMap((episode) => ids.get(`${named.season}x${episode}`) ?? []),
  )
  const { lines, nameOf } = await factsOf(db, 'episode', wanted.flat())
  const files = await openWrittenFiles(folder.path, options)
  for (const [at, { base }] of videos.entries()) {
    const found = (wanted[at] ?? []).flatMap((id) => lines.get(id) ?? [])
    if (found.length === 0) {
      options.onLeft(join(folder.path, base), 'unknown')
      continue
    }
    summary.episodes += found.length
    const name = `${base}.nfo`
    note(context, folder.path, name, await files.put(name, episodesNfo(found, nameOf, options.language)))
    await putPictures(context, folder.path, files, found[0] as Line, (what) => `${base}-${what}`)
  }
  await files.close()
}

/** A folder of a season lies in that of its series. */
const seriesFolderOf = (path: string): string => (seasonFolder.test(basename(path)) ? dirname(path) : path)

async function writeSeries(context: Context, home: string, id: number) {
  const { db, options, summary } = context
  const { lines, nameOf } = await factsOf(db, 'series', [id])
  const line = lines.get(id)
  if (!line) return
  summary.series++
  const files = await openWrittenFiles(home, options)
  note(context, home, 'tvshow.nfo', await files.put('tvshow.nfo', seriesNfo(line, nameOf, options.language)))
  await putPictures(context, home, files, line, (what) => what)
  const seasons = await seasonsOf(db, id)
  for (const { season_number, poster_path } of seasons) {
    const path = await options.pictureAt(poster_path)
    if (path === undefined) continue
    const name = `${seasonName(season_number)}-poster${/\.\w+$/.exec(poster_path)?.[0] ?? '.jpg'}`
    note(context, home, name, await files.copy(name, path))
  }
  await files.close()
}

const Season = Type.Object({ season_number: Type.Integer(), poster_path: Type.String() })
const seasonsOf = (db: Database, series_id: number) =>
  db.all(
    Season,
    sql`
    select season_number, poster_path from season
    where series_id = ${series_id} and poster_path is not null and poster_path <> '' order by season_number`,
  )

const Episode = Type.Object({ id: Type.Integer(), season_number: Type.Integer(), episode_number: Type.Integer() })

async function episodesOf(db: Database, series_id: number): Promise<Map<string, number>> {
  const rows = await db.all(
    Episode,
    sql`
    select ${raw('id, season_number, episode_number')} from episode where series_id = ${series_id}`,
  )
  return new Map(rows.map(({ id, season_number, episode_number }) => [`${season_number}x${episode_number}`, id]))
}
