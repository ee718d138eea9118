import type { Element } from '#src/file-formats/json.ts'
import type { KeptEntry } from '#src/kept/kept-entry.ts'
import { entryOf, type FileContext, type Read, refused } from './format.ts'
import { arrayIn, objectIn, seriesOf, titleOf, type Value } from './json-titles.ts'
import { counted, halvesOf, textIn, timeOf } from './values.ts'

/** The lists of Simkl's file. */
const lists = ['movies', 'shows', 'anime']

/** Whether an entry is one of Simkl: it looks like one of Trakt, but says what became of the title. */
export const isOfSimkl = ({ property, value }: Element): boolean =>
  lists.includes(property) && typeof value.status === 'string' && titleOf(value) !== undefined

/** What an entry of Simkl's file says: a rating, and what was watched or is to be. */
export function* simklEntries({ property, value, number }: Element, { file }: FileContext): Generator<Read> {
  const place = { file, line: number }
  const known = titleOf(value)
  if (!known) return
  const about = property === 'anime' ? animeOf(known, value) : known
  const time = (name: string) => (typeof value[name] === 'string' ? timeOf(value[name]) : undefined)
  const entry = (what: KeptEntry['what'], at: string | undefined, value?: number) =>
    entryOf({ what, ...about, at, value, place })
  if (typeof value.user_rating === 'number') {
    const rating = halvesOf(value.user_rating, 10)
    if (rating === undefined) yield refused(file, number, 'wrong_rating', value.user_rating)
    else yield entry('rating', time('user_rated_at'), rating)
  }
  const memo = objectIn(value.memo)
  const text = memo?.is_private === true ? undefined : textIn(memo?.text)
  if (text !== undefined) yield entryOf({ what: 'review', ...about, text, place })
  const isKept = value.status === 'plantowatch' || value.status === 'completed' || arrayIn(value.seasons).length > 0
  if (!isKept && typeof value.user_rating !== 'number') yield refused(file, number, 'other_state', value.status)
  if (value.status === 'plantowatch') return yield entry('watchlist', time('added_to_watchlist_at'))
  if (about.kind === 'movie') {
    if (value.status === 'completed') yield entry('watched', time('last_watched_at'))
    return
  }
  const series = seriesOf(objectIn(value.show))
  for (const season of arrayIn(value.seasons))
    for (const episode of arrayIn(season.episodes)) yield* watchedEpisode([season, episode], series, place)
}

/** Whatever is animated there stands where series do; its type is not that of every catalogue. */
function animeOf(known: NonNullable<ReturnType<typeof titleOf>>, { anime_type }: Value) {
  if (known.kind !== 'tv') return known
  const kind = anime_type === 'movie' ? ('movie' as const) : known.kind
  return { ...known, kind, ...(anime_type !== 'movie' && anime_type !== 'tv' && { isKindGuessed: true as const }) }
}

function* watchedEpisode(
  [season, episode]: readonly [Value, Value],
  series: KeptEntry['series'],
  place: KeptEntry['place'],
): Generator<Read> {
  const [of, number] = [counted(season.number), counted(episode.number)]
  if (of === undefined || number === undefined) return
  const at = typeof episode.watched_at === 'string' ? timeOf(episode.watched_at) : undefined
  yield entryOf({ what: 'watched', kind: 'episode', ids: {}, season: of, episode: number, at, series, place })
}
