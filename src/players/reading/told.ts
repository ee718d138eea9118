import type { KeptEntry } from '#src/kept/kept-entry.ts'
import type { NotUnderstood, Player } from '#src/kept/player-words.ts'
import type { Value } from '#src/kept-import/formats/json-titles.ts'
import type { MatchedRecord } from '#src/matching/wanted-title.ts'
import { inOneLine } from '#src/reference/hidden.ts'

/** Something that was played to its end, or that was not, after all. */
export type Played = {
  is: 'played' | 'not_played'
  player: Player
  event: string
  /** What whoever watched is called at the player; empty if it does not say. */
  user: string
  entry: KeptEntry
  /** Its running time, as the player knows it. */
  minutes?: number
  /** The record that it says it is, because it has it from here. */
  own?: MatchedRecord
}

/** What a player tells: something that was played, something else, or nothing that is understood. */
export type Told =
  | Played
  | { is: 'other'; player: Player }
  | { is: 'unknown'; player: Player | ''; event: string; reason: NotUnderstood }

/** How a player tells: undefined where this is not its form. */
export type ReadTold = (value: Value, asked: Asked) => Told | undefined

/** What is known besides the body of a delivery. */
export type Asked = {
  /** The last part of the address, of those that scrobble. */
  action: ScrobbleAction | undefined
  /** By which media servers know that something is from here. */
  plexIdentifier: string
}

export const scrobbleActions = ['start', 'pause', 'stop'] as const
type ScrobbleAction = (typeof scrobbleActions)[number]

/** Longest text of a delivery that is kept; what is longer is cut. */
const maxTold = 300

/** A text of a delivery as it is kept and shown; empty if it is none. */
export const shortText = (value: unknown): string =>
  typeof value === 'string' ? inOneLine(value.slice(0, maxTold)).toWellFormed() : ''

/** Some versions of players write the word. */
export const isTrue = (value: unknown): boolean => value === true || /^true$/i.test(shortText(value))

const TICKS_A_MINUTE = 600_000_000

/** A running time in minutes, of one in ticks; undefined if it is none. */
export const minutesOfTicks = (ticks: unknown): { minutes?: number } => minutesOf(Number(ticks) / TICKS_A_MINUTE)

const longestMinutes = 1_440

export const minutesOf = (minutes: number): { minutes?: number } =>
  minutes >= 1 && minutes <= longestMinutes ? { minutes: Math.round(minutes) } : {}

type About = Omit<KeptEntry, 'what' | 'place' | 'kind'> & { kind: 'movie' | 'episode' }
type Named = { [Name in keyof About]: About[Name] | undefined }

/** What was played, from which and by whom; without a name or an id it is nothing that could be found. */
export function played(
  of: Pick<Played, 'is' | 'player' | 'event'> & { user?: unknown; minutes?: number; own?: MatchedRecord | undefined },
  about: Named,
): Told {
  const { is, player, minutes, own } = of
  const event = shortText(of.event)
  const entry = tidied(about, player)
  const isNamed = entry.title !== undefined || Object.keys(entry.ids).length > 0 || own !== undefined
  const series = entry.series
  const isPlaced =
    series !== undefined &&
    (series.title !== undefined || Object.keys(series.ids).length > 0) &&
    entry.episode !== undefined
  if (!isNamed && !isPlaced) return { is: 'unknown', player, event, reason: 'no_title' }
  const more = { ...(minutes !== undefined && { minutes }), ...(own && { own }) }
  return { is, player, event, user: shortText(of.user), entry, ...more }
}

/** An entry whose texts are short and can be stored. */
function tidied({ kind, ids, title, originalTitle, year, series, season, episode, at, on }: Named, file: string) {
  const name = shortText(title)
  const original = shortText(originalTitle)
  const seriesName = shortText(series?.title)
  const entry: KeptEntry = { what: 'watched', kind: kind ?? 'movie', ids: ids ?? {}, place: { file } }
  if (name !== '') entry.title = name
  if (original !== '') entry.originalTitle = original
  if (year !== undefined) entry.year = year
  if (season !== undefined && season <= maxNumber) entry.season = season
  if (episode !== undefined && episode <= maxNumber) entry.episode = episode
  if (at !== undefined) entry.at = at
  if (on !== undefined) entry.on = on
  if (series)
    entry.series = {
      ids: series.ids,
      ...(seriesName !== '' && { title: seriesName }),
      ...(series.year !== undefined && { year: series.year }),
    }
  return entry
}

/** Seasons and episodes of larger numbers are none. */
const maxNumber = 100_000
