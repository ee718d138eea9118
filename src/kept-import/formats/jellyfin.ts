import type { Element } from '#src/file-formats/json.ts'
import type { KeptEntry } from '#src/kept/kept-entry.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { entryOf, type FileContext, type Read, refused } from './format.ts'
import { objectIn, type Value } from './json-titles.ts'
import { counted, halvesOf, idsIn, textIn, timeOf, yearOf } from './values.ts'

const kinds: Readonly<Record<string, 'movie' | 'tv' | 'episode'>> = wordTable({
  Movie: 'movie',
  Series: 'tv',
  Episode: 'episode',
})

/** Whether an entry is an item of the library of Jellyfin or Emby, with what one person did with it. */
export const isOfJellyfin = ({ value }: Element): boolean =>
  typeof value.Type === 'string' && typeof value.Name === 'string' && objectIn(value.UserData) !== undefined

/** What a person has watched, liked and rated, out of what these servers answer about a person's items. */
export function* jellyfinEntries({ value, number }: Element, { file }: FileContext): Generator<Read> {
  const place = { file, line: number }
  const of = objectIn(value.UserData) ?? {}
  const [isPlayed, isLiked] = [of.Played === true, of.IsFavorite === true]
  const points = typeof of.Rating === 'number' && of.Rating > 0 ? of.Rating : undefined
  if (!isPlayed && !isLiked && points === undefined) return
  const kind = kinds[String(value.Type)]
  if (kind === undefined) return yield refused(file, number, 'other_kind', value.Type)
  const entry = (what: KeptEntry['what'], more: { value?: number; at?: string | undefined } = {}) =>
    entryOf({ what, ...aboutOf(value, kind), ...more, place })
  const rating = points === undefined ? undefined : halvesOf(points, 10)
  if (rating !== undefined) yield entry('rating', { value: rating })
  else if (points !== undefined) yield refused(file, number, 'wrong_rating', points)
  if (isLiked) yield entry('favourite')
  // A series counts as played there once all of its episodes do.
  if (!isPlayed || kind === 'tv') return
  const [played, at] = [textIn(of.LastPlayedDate), timeOf(String(of.LastPlayedDate ?? ''))]
  if (played !== undefined && at === undefined) yield refused(file, number, 'wrong_date', played)
  yield entry('watched', { at })
}

/** What an item of Jellyfin or Emby is. */
export function aboutOf(value: Value, kind: 'movie' | 'tv' | 'episode') {
  const about = { kind, ids: idsOf(value.ProviderIds), title: textIn(value.Name) }
  if (kind !== 'episode') {
    const original = textIn(value.OriginalTitle)
    return {
      ...about,
      year: yearOf(value.ProductionYear),
      ...(original !== about.title && { originalTitle: original }),
    }
  }
  const name = textIn(value.SeriesName)
  const series = { ids: idsOf(value.SeriesProviderIds), ...(name !== undefined && { title: name }) }
  return { ...about, series, season: counted(value.ParentIndexNumber), episode: counted(value.IndexNumber) }
}

/** The servers write the names of systems with a capital letter, and programs that talk to them as they like. */
function idsOf(given: unknown) {
  const entries = Object.entries(objectIn(given) ?? {}).map(([name, id]) => [name.toLowerCase(), id] as const)
  const ids = new Map(entries)
  return idsIn({ imdb: ids.get('imdb'), tmdb: ids.get('tmdb'), tvdb: ids.get('tvdb') })
}
