import type { Element } from '#src/file-formats/json.ts'
import type { KeptEntry } from '#src/kept/kept-entry.ts'
import { entryOf, type FileContext, type Read, refused } from './format.ts'
import { arrayIn, objectIn, seriesOf, titleOf, type Value } from './json-titles.ts'
import { counted, halvesOf, timeOf } from './values.ts'

/** The lists of Simkl's file. */
const lists = ['movies', 'shows', 'anime']

/** Whether an entry is one of Simkl: it looks like one of Trakt, but says what became of the title. */
export const isOfSimkl = ({ property, value }: Element): boolean =>
  lists.includes(property) && typeof value.status === 'string' && titleOf(value) !== undefined

/** What an entry of Simkl's file says: a rating, and what was watched or is to be. */
export function* simklEntries({ value, number }: Element, { file }: FileContext): Generator<Read> {
  const place = { file, line: number }
  const about = titleOf(value)
  if (!about) return
  const time = (name: string) => (typeof value[name] === 'string' ? timeOf(value[name]) : undefined)
  const entry = (what: KeptEntry['what'], at: string | undefined, value?: number) =>
    entryOf({ what, ...about, at, value, place })
  if (typeof value.user_rating === 'number') {
    const rating = halvesOf(value.user_rating, 10)
    if (rating === undefined) yield refused(file, number, 'wrong_rating', value.user_rating)
    else yield entry('rating', time('user_rated_at'), rating)
  }
  if (value.status === 'plantowatch') return yield entry('watchlist', time('added_to_watchlist_at'))
  if (about.kind === 'movie') {
    if (value.status === 'completed') yield entry('watched', time('last_watched_at'))
    return
  }
  const series = seriesOf(objectIn(value.show))
  for (const season of arrayIn(value.seasons))
    for (const episode of arrayIn(season.episodes)) yield* watchedEpisode([season, episode], series, place)
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
