import type { Element } from '#src/file-formats/json.ts'
import type { KeptEntry, KeptList, RefusalReason } from '#src/kept/kept-entry.ts'
import { baseName, entryOf, type FileContext, listOf, type Read, refused } from './format.ts'
import { arrayIn, objectIn, seriesOf, titleOf, type Value } from './json-titles.ts'
import { counted, halvesOf, isWhole, positive, textIn, timeOf } from './values.ts'

/** Whether an entry is one of Trakt: it has a title with its number there. */
export const isOfTrakt = (value: Value): boolean =>
  ['movie', 'show', 'season', 'episode'].some((kind) => objectIn(objectIn(value[kind])?.ids) !== undefined) ||
  isList(value)

const isList = (value: Value) =>
  textIn(value.name) !== undefined && positive(objectIn(value.ids)?.trakt) !== undefined && value.type !== 'show'

/** What an entry of a file of Trakt says. */
export function* traktEntries({ value, number }: Element, context: FileContext): Generator<Read> {
  const { file } = context
  const place = { file, line: number }
  if (isList(value)) return void context.lists.set(String(objectIn(value.ids)?.trakt), namedList(value))
  const about = titleOf(value)
  const wrong = (reason: RefusalReason, of: unknown) => refused(file, number, reason, of)
  if (!about) return yield wrong('other_kind', value.type)
  if (value.comment !== undefined) return yield* commentOf(value, about, place)
  const times = ['rated_at', 'watched_at', 'last_watched_at', 'listed_at'] as const
  const named = times.find((name) => value[name] !== undefined)
  if (named === undefined) return
  const at = timeOf(String(value[named] ?? ''))
  if (at === undefined && value[named] !== null) yield wrong('wrong_date', value[named])
  const entry = (what: KeptEntry['what'], more: Partial<KeptEntry> = {}) =>
    entryOf({ what, ...about, at, ...more, place })
  if (named === 'rated_at') {
    const rating = isWhole(value.rating) ? halvesOf(value.rating, 10) : undefined
    yield rating === undefined ? wrong('wrong_rating', value.rating) : entry('rating', { value: rating })
  } else if (named === 'watched_at') yield entry('watched')
  else if (named === 'last_watched_at') yield* lastWatched(value, entry, context)
  else yield onList(value, entry, context)
}

/** A comment on a title, which is an entry with the title or stands beside it. Answers to others are none. */
function* commentOf(
  value: Value,
  about: NonNullable<ReturnType<typeof titleOf>>,
  place: KeptEntry['place'],
): Generator<Read> {
  const comment = objectIn(value.comment) ?? value
  const text = textIn(comment.comment)
  if (positive(comment.parent_id) !== undefined || text === undefined) return
  yield entryOf({ what: 'review', ...about, at: timeOf(String(comment.created_at ?? '')), text, place })
}

/** How often and when something was watched last; where the history is given too, that has every time. */
function* lastWatched(
  value: Value,
  entry: (what: 'watched', more?: Partial<KeptEntry>) => KeptEntry,
  { siblings }: FileContext,
): Generator<Read> {
  if (siblings.some((path) => /^watched-history/.test(baseName(path)))) return
  if (!objectIn(value.show)) return yield entry('watched')
  const series = seriesOf(objectIn(value.show))
  for (const season of arrayIn(value.seasons))
    for (const episode of arrayIn(season.episodes)) {
      const at = timeOf(String(episode.last_watched_at ?? ''))
      const numbers = { season: counted(season.number) as number, episode: counted(episode.number) as number }
      const { title: _, year: __, ...about } = entry('watched', { kind: 'episode', ids: {}, ...numbers })
      yield { ...about, ...(series && { series }), ...(at !== undefined && { at }) }
    }
}

function onList(
  value: Value,
  entry: (what: KeptEntry['what'], more?: Partial<KeptEntry>) => KeptEntry,
  { file, lists }: FileContext,
): KeptEntry {
  const name = baseName(file)
  const notes = textIn(value.notes)
  const text = notes === undefined ? {} : { text: notes }
  if (/watchlist/.test(name)) return entry('watchlist', text)
  if (/favou?rites|recommendations/.test(name)) return entry('favourite', text)
  const [, id, slug] = /^lists?-list-(\d+)-(.*?)(?:-\d+)?\.json$/.exec(name) ?? []
  const known = id === undefined ? undefined : lists.get(id)
  const list = known ?? listOf(slug ?? name.replace(/\.json$/, ''))
  return entry('listed', { list, ...text })
}

const namedList = (value: Value): KeptList => ({
  name: textIn(value.name) ?? '',
  description: textIn(value.description) ?? '',
  isRanked: value.display_numbers === true,
})
