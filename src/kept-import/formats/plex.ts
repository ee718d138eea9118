import type { Element } from '#src/file-formats/json.ts'
import type { KeptEntry, KeptIds } from '#src/kept/kept-entry.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { entryOf, type FileContext, type Read, refused } from './format.ts'
import { arrayIn, objectIn, type Value } from './json-titles.ts'
import { counted, halvesOf, idsIn, playerTime, textIn, yearOf } from './values.ts'
import { personIn } from './whose.ts'

/** Lists that the answers of Plex and Tautulli have in objects inside of each other. */
export const wrappersOfPlex = ['MediaContainer', 'response', 'data'] as const

const kinds: Readonly<Record<string, 'movie' | 'tv' | 'episode'>> = wordTable({
  movie: 'movie',
  show: 'tv',
  episode: 'episode',
})
const own = ['viewCount', 'viewedAt', 'lastViewedAt', 'userRating', 'watched_status']

const typeOf = (value: Value) => textIn(value.type) ?? textIn(value.media_type)

/** Whether an entry is an item of Plex's library or history, or a line of Tautulli's. */
export const isOfPlex = ({ value }: Element): boolean =>
  typeOf(value) !== undefined &&
  typeof value.title === 'string' &&
  own.some((name) => Object.hasOwn(value, name)) &&
  ['ratingKey', 'rating_key', 'guid', 'key', 'guids', 'Guid'].some((name) => Object.hasOwn(value, name))

/** Who has watched what a history has. */
export const whoOfPlex = ({ value }: Element): string =>
  personIn(value.friendly_name ?? value.user ?? value.user_id ?? value.accountID)

/** What was watched and rated with the Plex media server: its library, its history, or that of Tautulli. */
export function* plexEntries({ value, number }: Element, { file }: FileContext): Generator<Read> {
  const place = { file, line: number }
  yield* itemEntries(value, place)
  // Tautulli writes series with all of their seasons.
  const series = { title: value.title, year: value.year, guid: value.guid, guids: value.guids }
  for (const season of arrayIn(value.seasons))
    for (const episode of arrayIn(season.episodes))
      yield* itemEntries({ ...episode, type: 'episode', grandparent: series }, place)
}

function* itemEntries(value: Value, place: KeptEntry['place']): Generator<Read> {
  const points = typeof value.userRating === 'number' && value.userRating > 0 ? value.userRating : undefined
  const isWatched = wasWatched(value)
  if (!isWatched && points === undefined) return
  const type = typeOf(value)
  const kind = kinds[type ?? '']
  if (kind === undefined) return yield refused(place.file, place.line ?? 0, 'other_kind', type)
  const entry = (what: KeptEntry['what'], more: { value?: number; at?: string | undefined } = {}) =>
    entryOf({ what, ...aboutOf(value, kind), ...more, place })
  const rating = points === undefined ? undefined : halvesOf(Math.round(points * 2) / 2, 10)
  if (rating !== undefined) yield entry('rating', { value: rating, at: playerTime(value.lastRatedAt) })
  else if (points !== undefined) yield refused(place.file, place.line ?? 0, 'wrong_rating', points)
  if (!isWatched || kind === 'tv') return
  const named = ['viewedAt', 'lastViewedAt', 'stopped', 'date'].find((name) => value[name])
  const at = named === undefined ? undefined : playerTime(value[named])
  if (named !== undefined && at === undefined) yield refused(place.file, place.line ?? 0, 'wrong_date', value[named])
  yield entry('watched', { at })
}

/** A history has what was watched; of a library's items it is said how often. Tautulli also lists what was begun. */
function wasWatched(value: Value): boolean {
  if (value.watched_status !== undefined) return Number(value.watched_status) === 1
  return Number(value.viewCount) > 0 || (value.viewedAt !== undefined && value.viewCount === undefined)
}

/** What an item of Plex is. */
export function aboutOf(value: Value, kind: 'movie' | 'tv' | 'episode') {
  const about = { kind, ids: idsOf(value), title: textIn(value.title) }
  if (kind !== 'episode') {
    const original = textIn(value.originalTitle)
    return { ...about, year: yearOf(value.year), ...(original !== about.title && { originalTitle: original }) }
  }
  const of = objectIn(value.grandparent)
  const name = textIn(of?.title) ?? textIn(value.grandparentTitle) ?? textIn(value.grandparent_title)
  const year = yearOf(of?.year)
  const series = {
    ids: of ? idsOf(of) : seriesIds(value),
    ...(name !== undefined && { title: name }),
    ...(year !== undefined && { year }),
  }
  const numberOf = (...names: string[]) =>
    names.map((each) => counted(asNumber(value[each]))).find((n) => n !== undefined)
  const season = numberOf('parentIndex', 'seasonNumber', 'parent_media_index')
  return { ...about, series, season, episode: numberOf('index', 'episodeNumber', 'media_index') }
}

const asNumber = (value: unknown) => (typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value)

const numbered = /^(imdb|tmdb|tvdb):\/\/(\w+)/
/** As agents of former versions write it: with the number of a series, its season and its episode. */
const ofOldAgent = /^com\.plexapp\.agents\.(imdb|themoviedb|thetvdb):\/\/(\w+)(\/\d+\/\d+)?/
const systems: Readonly<Record<string, 'imdb' | 'tmdb' | 'tvdb'>> = wordTable({
  imdb: 'imdb',
  themoviedb: 'tmdb',
  thetvdb: 'tvdb',
})

/** The ids of the item itself, of which an episode has its own. */
function idsOf(value: Value): KeptIds {
  const guids = [...arrayIn(value.Guid), ...arrayIn(value.guids)].map(({ id }) => numbered.exec(String(id)))
  const found = new Map(guids.flatMap((each) => (each ? [[each[1] as string, each[2] as string]] : [])))
  const [, agent, id, place] = ofOldAgent.exec(String(value.guid ?? '')) ?? []
  const system = systems[agent ?? '']
  if (system !== undefined && id !== undefined && place === undefined && !found.has(system)) found.set(system, id)
  return idsIn({ imdb: found.get('imdb'), tmdb: found.get('tmdb'), tvdb: found.get('tvdb') })
}

/** The ids of the series, which only the ids of old agents have. */
function seriesIds(value: Value): KeptIds {
  const [, agent, id, place] = ofOldAgent.exec(String(value.guid ?? '')) ?? []
  const system = systems[agent ?? '']
  return system !== undefined && place !== undefined ? idsIn({ [system]: id }) : {}
}
