import { type DayOrder, isAmbiguousDay, isNumberedDay, isoDay } from '#src/file-formats/numbered-days.ts'
import type { KeptIds } from '#src/kept/kept-entry.ts'

const day = /^(\d{4})-(\d{2})-(\d{2})$/
/** As old files of IMDb have it: `Sat Nov  3 00:00:00 2012`. */
const spelledDay = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]?\d \d\d:\d\d:\d\d \d{4}$/
const first = Date.UTC(1900, 0, 1)
const last = Date.UTC(2200, 0, 1)

/** Whoever plays something for a shorter time has not watched it. */
export const shortestSeconds = 120

/** Why a text is no time: it says nothing of when, or does not say which number is the day. */
export const dateFault = (value: string): 'wrong_date' | 'ambiguous_date' =>
  isAmbiguousDay(value) ? 'ambiguous_date' : 'wrong_date'

/** A time as ISO writes it; of a day, noon. Undefined if it is none. */
export function timeOf(given: string, order?: DayOrder): string | undefined {
  const value = isNumberedDay(given) ? (isoDay(given, order) ?? '') : given
  const isSpelled = spelledDay.test(value)
  const [date] = /^\d{4}-\d\d-\d\d(?=$|[T ])/.exec(value) ?? []
  if (!isSpelled && (date === undefined || !isOfCalendar(date))) return undefined
  const ms = Date.parse(value === date ? `${value}T12:00:00.000Z` : withZone(value))
  if (!(ms >= first && ms < last)) return undefined
  const time = new Date(ms)
  return isSpelled && Number(value.slice(8, 10)) !== time.getUTCDate() ? undefined : time.toISOString()
}

/** Whether there is such a day: the 31st of June would become the first of July. */
function isOfCalendar(date: string): boolean {
  const ms = Date.parse(`${date}T12:00:00.000Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date)
}

/** A time that says no zone is that of UTC, as services write it. */
function withZone(value: string): string {
  if (/(?:Z|UTC|GMT|[+-]\d\d:?\d\d)$/.test(value)) return value
  return spelledDay.test(value) ? `${value} UTC` : `${value.replace(' ', 'T')}Z`
}

/** A day without a time. */
export const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && day.test(value) && timeOf(value) !== undefined ? value : undefined

/** As tables have it: `2001`, `(2001)`, `2002-2003`, `2001.0`, or a day of it. */
const writtenYear = /^\(?(\d{4})(?:\.0|-\d\d-\d\d| ?[-–—] ?(?:\d{4})?)?\)?$/

/** A year of a title: of several, the first one. */
export function yearOf(value: unknown): number | undefined {
  const [, written] = typeof value === 'string' ? (writtenYear.exec(value.trim()) ?? []) : []
  const year = written === undefined ? value : Number(written)
  return isWhole(year) && year >= 1850 && year <= 2200 ? year : undefined
}

export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)
/** A number that counts from one, such as an id. */
export const positive = (value: unknown): number | undefined => (isWhole(value) && value > 0 ? value : undefined)
/** A number that counts from zero, such as that of a season. */
export const counted = (value: unknown): number | undefined => (isWhole(value) && value >= 0 ? value : undefined)
/** An id, which some files have as a number and others as a text. */
const idIn = (value: unknown) => positive(typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value)

/** The ids of a title that are some. */
export function idsIn(given: { [System in 'imdb' | 'tmdb' | 'tvdb']?: unknown }): KeptIds {
  const [imdb, tmdb, tvdb] = [imdbId(given.imdb), idIn(given.tmdb), idIn(given.tvdb)]
  return { ...(imdb && { imdb }), ...(tmdb && { tmdb }), ...(tvdb && { tvdb }) }
}

export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

/** The id of a title on IMDb. */
export const imdbId = (value: unknown): string | undefined =>
  typeof value === 'string' && /^tt\d{5,10}$/.test(value.trim()) ? value.trim() : undefined

/** A rating in halves, of one in points of which the best rating has `best`. */
export function halvesOf(points: number, best: 5 | 10): number | undefined {
  const halves = points * (20 / best)
  return isWhole(halves) && halves >= 1 && halves <= 20 ? halves : undefined
}

/** Episodes that a file says were watched by their number alone: no series has more. */
export const maxEpisodes = 5_000

/** A time in seconds or milliseconds since 1970, as players write it, or one that ISO writes. */
export function playerTime(value: unknown): string | undefined {
  if (typeof value === 'string' && !/^\d{9,13}$/.test(value)) return timeOf(value)
  const number = Number(value)
  if (!(isWhole(number) && number > 0)) return undefined
  const ms = number < 100_000_000_000 ? number * 1_000 : number
  return ms < last ? new Date(ms).toISOString() : undefined
}
