import { Type } from 'typebox'
import { maxId } from '#src/contract/path-parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { NamedToNote, NotedTime } from '#src/kept/note-watched.ts'
import type { WatchedNamed } from '#src/kept/watched.ts'
import { watchedSometime, watchedTime } from '#src/kept/watched-time.ts'

/** Items of one request. */
const maxItems = 100

const kinds = { movie: 'movie', tv: 'series', tv_season: 'season', tv_episode: 'episode' } as const
type MediaType = keyof typeof kinds

const fields = {
  media_type: Type.Optional(
    Type.Unsafe<MediaType>({
      type: 'string',
      enum: Object.keys(kinds),
      description: 'Default: `movie`',
    }),
  ),
  media_id: Type.Optional(Type.Integer({ minimum: 1, description: 'ID of the movie, series, season or episode' })),
  series_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'For a season or episode, together with its numbers, instead of `media_id`',
    }),
  ),
  season_number: Type.Optional(Type.Integer({ minimum: 0 })),
  episode_number: Type.Optional(Type.Integer({ minimum: 0 })),
  watched_at: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'A date (`2026-11-20`), a time with its UTC offset (`2026-11-20T21:30:00+01:00`), `unknown` where nobody ' +
        'knows when, or `released` for the day on which each movie came out or each episode aired',
    }),
  ),
  rewatch: Type.Optional(Type.Boolean({ description: 'Whether it had been watched before' })),
}
type Item = {
  media_type?: MediaType
  media_id?: number
  series_id?: number
  season_number?: number
  episode_number?: number
  watched_at?: string
  rewatch?: boolean
}

/** One item, or several of them in `items`. */
export const Items = Type.Object({
  ...fields,
  items: Type.Optional(
    Type.Array(Type.Object(fields), { minItems: 1, maxItems, description: 'Several entries at once, instead of one' }),
  ),
})
type Items = Item & { items?: Item[] }

/** What was named, each with its place among the items. */
export const itemsIn = ({ items, ...single }: Items, now: Date): NamedToNote[] =>
  (items ?? [single]).map((item, place) => namedBy(item, place, now))

function namedBy(item: Item, place: number, now: Date): NamedToNote {
  const { media_type = 'movie', media_id, series_id, season_number, episode_number, watched_at, rewatch } = item
  const kind = kinds[media_type]
  const time = timeIn(watched_at, now)
  const more = { time, is_rewatch: rewatch }
  if (media_id !== undefined) return { place, kind, ...known({ id: media_id }), ...more }
  if (series_id === undefined || season_number === undefined) throw new ApiError('invalid_parameters')
  if (kind === 'season') return { place, kind, ...known({ id: series_id, season_number }), ...more }
  if (kind !== 'episode' || episode_number === undefined) throw new ApiError('invalid_parameters')
  return { place, kind, ...known({ id: series_id, season_number, episode_number }), ...more }
}

function timeIn(watched_at: string | undefined, now: Date): NotedTime {
  if (watched_at === undefined || watched_at === 'released') return watched_at
  const time = watched_at === 'unknown' ? watchedSometime : watchedTime(watched_at, now)
  if (time === undefined) throw new ApiError('invalid_date')
  return time
}

/** No record has a number beyond the largest id, and no database a column for it. */
function known({ id, season_number = null, episode_number = null }: Partial<WatchedNamed>) {
  const isBeyond = [id, season_number, episode_number].some((value) => Number(value) > maxId)
  return isBeyond
    ? { id: 0, season_number: null, episode_number: null }
    : { id: id ?? 0, season_number, episode_number }
}

/** What both writes say besides their status. */
export const not_found = Type.Array(Type.Integer(), {
  description: 'Positions of the items that are not in the catalogue, counted from 0',
})
