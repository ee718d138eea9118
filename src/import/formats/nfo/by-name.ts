import { join } from 'node:path'
import { type NamedFile, readFileName } from '#src/matching/file-names.ts'
import type { ForeignRecord } from '../../foreign/foreign-record.ts'
import { externalIdsLine, filmLine, idsFor, keyOf, nameKey, yearLine } from '../../foreign/named-records.ts'
import type { Folder } from './folders.ts'
import { withPointed } from './pointed.ts'
import { episodeOf, type Hints, movieOf, type NfoOptions, type Place, seasonOf } from './records.ts'
import type { XmlElement } from './xml.ts'

/** What is known of a video by nothing but its name and its folders. */
export function recordsNamed(
  folder: Folder,
  video: string,
  hints: Hints | undefined,
  images: () => object,
  named: NamedFile = readFileName(join(folder.path, video)),
): ForeignRecord[] {
  const { ids = [], number } = withPointed(named, hints ?? {})
  const { title, year, season, episodes, date } = named
  if (title === '' && ids.length === 0 && number === undefined) return []
  const empty: XmlElement = { name: 'none', line: 0, attributes: {}, children: [], text: '' }
  const options: NfoOptions = { language: '', images: () => ({ ...images() }), portrait: () => ({}) }
  if (season === undefined && date === undefined && named.absolute === undefined) {
    const [movie] = movieOf(empty, options, { title, year, ids, number }).slice(-1) as [ForeignRecord]
    return [{ ...movie, otherwise: named.otherwise, isByName: true, line: bareLine(movie) }]
  }
  const series: ForeignRecord = seriesByName(named, hints, () => ({}))
  const none: NfoOptions = { language: '', images: () => ({}), portrait: () => ({}) }
  const own = (place: Place) => episodeByName(series.key, place, none, named.episodeTitle)
  const unplaced = unplacedIn(named)
  if (unplaced) return [series, ...own(unplaced)]
  if (season === undefined) return [series]
  return [
    series,
    { ...seasonOf(series.key, season, undefined, none), isByName: true },
    ...(episodes ?? []).flatMap((episode) => own({ season, episode })),
  ]
}

/** The key of a film or a series by what its files are called, which is all that may have been known of it. */
export const keyByName = (of: 'movie' | 'series', { title = '', year, ids = [], number }: Hints): string => {
  const key = keyOf(idsFor(of, ids), number, title, year)
  return of === 'movie' || title === '' ? key : nameKey(title, year)
}

/** Records of a film or a series, which stands last, with what its key would be without its file. */
export const knownByName = (records: readonly ForeignRecord[], keyByName: string): ForeignRecord[] =>
  records.with(-1, { ...(records.at(-1) as ForeignRecord), keyByName })

type Said = { season?: number | undefined; date?: string | undefined; absolute?: number | undefined }

/** What the name of an episode without a season says about it. */
export function unplacedIn({ season, date, absolute }: Said): Place | undefined {
  if (season !== undefined) return undefined
  return date !== undefined ? { date } : absolute !== undefined ? { absolute } : undefined
}

/** A series of which its folder or an episode tells nothing but the name, and perhaps an id. */
export function seriesByName(named: NamedFile, hints: Hints | undefined, images: NfoOptions['images']): ForeignRecord {
  const { title, year } = named
  const pointed = withPointed(named, hints ?? {})
  const { number } = pointed
  const ids = idsFor('series', pointed.ids)
  const titles = title === '' ? [] : [title]
  const line = {
    name: title,
    original_name: title,
    ...(year !== undefined && yearLine('first_air_date', year)),
    ...externalIdsLine(ids),
  }
  return {
    ...{ kind: 'series', key: keyByName('series', { title, year, ids, number }) },
    ...{ ids, number, titles, year, isByName: true },
    line: { ...line, ...images(line) },
  }
}

export function episodeByName(
  series: string,
  place: Place,
  options: NfoOptions,
  title: string | undefined,
): ForeignRecord[] {
  return episodeOf(series, place, undefined, options, { title }).map((record) => ({ ...record, isByName: true }))
}

/** Of a name, nothing but the title, the year and the ids are facts. */
function bareLine({ titles: [title = ''], year, line }: ForeignRecord) {
  const { images, poster_path, backdrop_path, external_ids } = line
  return {
    ...filmLine({ title, ...(year !== undefined && { year }) }),
    ...(external_ids ? { external_ids } : {}),
    ...(images ? { images, poster_path, backdrop_path } : {}),
  }
}
