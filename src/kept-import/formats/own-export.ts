import type { Element } from '#src/file-formats/json.ts'
import type { KeptEntry } from '#src/kept/kept-entry.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { entryOf, type FileContext, type Read, refused } from './format.ts'
import { dayIn, halvesOf, positive, textIn, timeOf } from './values.ts'

/** The lists of the file of one's own data, and what their entries are. */
const whats: Readonly<Record<string, KeptEntry['what']>> = wordTable({
  watchlist: 'watchlist',
  favorites: 'favourite',
  ratings: 'rating',
  watched: 'watched',
  reviews: 'review',
})
const kinds: Readonly<Record<string, KeptEntry['kind']>> = wordTable({
  movie: 'movie',
  series: 'tv',
  season: 'season',
  episode: 'episode',
})

/** Whether an entry is one of the file of one's own data that is read. */
export const isOfOwnExport = ({ property, value }: Element): boolean =>
  property === 'lists' ? Array.isArray(value.items) : Object.hasOwn(whats, property) && 'entity_id' in value

export function* ownEntries(element: Element, { file }: FileContext): Generator<Read> {
  const { property, value, number } = element
  if (!isOfOwnExport(element)) return
  if (property !== 'lists') return yield entryFrom(value, whats[property] as KeptEntry['what'], { file, line: number })
  const [name, description] = [textIn(value.name) ?? '', textIn(value.description) ?? '']
  const list = { name, description, isRanked: value.sort_by === 'position.asc' }
  for (const item of value.items as unknown[]) {
    const isItem = typeof item === 'object' && item !== null
    if (!isItem) yield refused(file, number, 'broken_line', item)
    else yield entryFrom(item as Record<string, unknown>, 'listed', { file, line: number }, list)
  }
}

function entryFrom(
  value: Record<string, unknown>,
  what: KeptEntry['what'],
  place: { file: string; line: number },
  list?: KeptEntry['list'],
): Read {
  const kind = kinds[String(value.kind)]
  const own = positive(value.entity_id)
  if (!kind || own === undefined) return refused(place.file, place.line, 'other_kind', value.kind)
  // That of a review stands with the ratings.
  const points = what === 'rating' ? value.value : undefined
  const halves = typeof points === 'number' ? halvesOf(points, 10) : undefined
  if (what === 'rating' && halves === undefined) return refused(place.file, place.line, 'wrong_rating', points)
  const at = timeOf(String(value.watched_at ?? value.created_at ?? ''))
  const title = textIn(value.title)
  const language = what === 'review' ? textIn(value.iso_639_1) : undefined
  const on = what === 'watched' ? dayIn(value.watched_on) : undefined
  const text = textIn(value.content)
  return entryOf({ what, kind, ids: { own }, title, value: halves, at, on, list, text, language, place })
}
