import type { Kind } from '#src/catalogue/kinds.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { type PlexType, paths } from './providers.ts'

/** The kinds of record behind the types of the media server. */
const kindsOfTypes = {
  movie: 'movie',
  show: 'series',
  season: 'season',
  episode: 'episode',
  collection: 'collection',
} as const satisfies Record<PlexType, Kind>
export type PlexKind = (typeof kindsOfTypes)[PlexType]

export const kindOf = (type: PlexType): PlexKind => kindsOfTypes[type]

/** What a rating key names: a record, or a group of another order of episodes, which stands for a season there. */
export type Item = { type: PlexType; id: number } | { type: 'group'; order: string; group: string }

const ofRecord = /^(movie|show|season|episode|collection)-([1-9]\d{0,9})$/
const ofGroup = /^order-([\da-f]{24})-([\da-f]{24})$/

/** `movie-603`, `season-12`, or `order-ID-ID` for a group of an order of episodes. */
export const ratingKeyOf = (type: PlexType, id: number): string => `${type}-${id}`
export const groupKeyOf = (order: string, group: string): string => `order-${order}-${group}`

/** Reads a rating key; undefined if it is none of ours. */
export function readRatingKey(text: string): Item | undefined {
  const [, order, group] = ofGroup.exec(text) ?? []
  if (order !== undefined && group !== undefined) return { type: 'group', order, group }
  const [, type, digits] = ofRecord.exec(text) ?? []
  const id = Number(digits)
  return type !== undefined && id <= maxId ? { type: type as PlexType, id } : undefined
}

/** The item that a rating key names; one that is none of ours names nothing. */
export function itemOf(text: unknown): Item {
  const item = readRatingKey(String(text))
  if (!item) throw new ApiError('not_found')
  return item
}

/** What identifies an item at a media server: its rating key, the path to it, and its guid. */
export function identityOf(identifier: string, type: PlexType, ratingKey: string) {
  const path = type === 'collection' ? paths.collections : paths.metadata
  return { ratingKey, key: `${path}/${ratingKey}`, guid: `${identifier}://${type}/${ratingKey}`, type }
}

/** The rating key in a guid of a provider; undefined in any other. */
export function ratingKeyIn(identifier: string, guid: string): string | undefined {
  const start = `${identifier}://`
  return guid.startsWith(start) ? guid.slice(start.length).split('/')[1] : undefined
}
