import { isStorable } from './parameters.ts'
import { ApiError } from './statuses.ts'

/** The path parameters that are not simply a positive whole number. */
export type PathParameterTypes = {
  /** Also the filmdb id of a movie (`tt` and digits). */
  movie_id: number | string
  external_id: string
  /** 24 hexadecimal digits; with any other text no credit is found. */
  credit_id: string
  /** 24 hexadecimal digits; with any other text no review is found. */
  review_id: string
  /** The same for an order of episodes. */
  tv_episode_group_id: string
  /** Accepted but ignored: the session decides whose data is served. */
  account_id: string
  /** The secret of a guest session; with any other text there is none. */
  guest_session_id: string
  time_window: TimeWindow
  /** What a media server calls an item; with any other text none is found. */
  rating_key: string
  /** The name of a quality report; with any other text there is none. */
  report: string
}

/** The time that trends are about. */
export const timeWindows = ['day', 'week'] as const
export type TimeWindow = (typeof timeWindows)[number]
const isTimeWindow = (segment: string): segment is TimeWindow => (timeWindows as readonly string[]).includes(segment)

/** Largest id of a record: ids are signed 32-bit numbers. */
export const maxId = 2_147_483_647

const texts = new Set([
  'external_id',
  'account_id',
  'guest_session_id',
  'credit_id',
  'review_id',
  'tv_episode_group_id',
  'rating_key',
  'report',
])
/** Whether a path parameter may be any text. */
const isTextParameter = (name: string): boolean => texts.has(name)
/** Whether it has to be a number, or the filmdb id of a movie. */
export const isIdParameter = (name: string): boolean =>
  !isTextParameter(name) && name !== 'time_window' && name !== 'list_id'

/** How routers write a parameter that takes the rest of the path, slashes included. */
const restOfPath = '*'

/** A path parameter as routers write it: ids of other systems may contain slashes (`/m/0abc`), plain or encoded. */
export const inRoute = (name: string): string => (name === 'external_id' ? restOfPath : `:${name}`)

/** The text of a path parameter, from what a router or a page gives. */
export const pathText = (texts: Readonly<Record<string, string>>, name: string): string =>
  texts[name] ?? (inRoute(name) === restOfPath ? texts[restOfPath] : undefined) ?? ''
const filmdbId = /^tt\d{5,12}$/
/** Numbers that may be 0: the season of specials, and an episode before the first. */
const mayBeZero = new Set(['season_number', 'episode_number'])

/**
 * Reads a segment of a path. Its leading digits count, so `550-fight-club` is 550. A number too large for an id is not
 * found; 0, or no number at all, is an invalid id.
 */
export function readPathParameter(name: string, segment: string): number | string {
  if (isTextParameter(name)) {
    if (segment === '' || !isStorable(segment)) throw new ApiError('not_found')
    return segment
  }
  if (name === 'time_window') {
    if (!isTimeWindow(segment)) throw new ApiError('invalid_time_window')
    return segment
  }
  if (name === 'movie_id' && filmdbId.test(segment)) return segment
  if (name === 'list_id') return listIdOf(segment)
  const digits = /^\d+/.exec(segment)?.[0]
  const value = Number(digits)
  if (digits === undefined || (value === 0 && !mayBeZero.has(name))) throw new ApiError('invalid_id')
  if (value > maxId) throw new ApiError('not_found')
  return value
}

/** Elsewhere, lists once had ids of 24 hexadecimal digits, which clients still send: there is no such list here. */
function listIdOf(segment: string): number {
  const digits = /^[\da-f]{24}$/i.test(segment) ? undefined : /^\d+/.exec(segment)?.[0]
  const value = Number(digits)
  if (digits === undefined || value === 0 || value > maxId) throw new ApiError('not_found')
  return value
}

/** The schema of a path parameter, for the contract. */
export function pathParameterSchema(name: string) {
  if (isTextParameter(name)) return { type: 'string' }
  if (name === 'time_window') return { type: 'string', enum: [...timeWindows] }
  const id = { type: 'integer', minimum: mayBeZero.has(name) ? 0 : 1 }
  if (name !== 'movie_id') return id
  // Not a list of types: the page at /docs would refuse every value.
  return {
    anyOf: [id, { type: 'string', pattern: filmdbId.source }],
    description: 'ID of the movie, or its film database ID',
  }
}
