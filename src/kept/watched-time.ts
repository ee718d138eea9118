import { parseMoment } from '#src/contract/moments.ts'
import { hourMs } from '#src/reference/days.ts'

/** When something was watched: the moment, and the day where the person was. */
export type WatchedTime = { watched_at: string; watched_on: string }

/** Nothing was watched before there were films. */
const earliestWatched = '1888-01-01'
/** Where it is already tomorrow, it is so for at most as long. */
const aheadOfUtcMs = 14 * hourMs

/**
 * Reads a day, or a moment with its offset to UTC, which says what day it was there; undefined if it is neither, or
 * lies before there were films or in the future. Noon UTC stands for the moment of which only the day is known, so that
 * the same day is the same time again.
 */
export function watchedTime(text: string, now: Date): WatchedTime | undefined {
  const moment = parseMoment(text)
  if (moment === undefined) return undefined
  const watched_on = text.slice(0, 10)
  const isDay = text.length === 10
  // A time without its offset to UTC is no moment.
  if (!isDay && moment.length === 10) return undefined
  const watched_at = isDay ? `${watched_on}T12:00:00.000Z` : moment
  if (watched_on < earliestWatched || watched_on > lastDay(now)) return undefined
  return { watched_at, watched_on }
}

/** What was watched at some time that nobody knows: it stands in no diary. */
export const watchedSometime: WatchedTime = { watched_at: '', watched_on: '' }

/** What is watched now, where nobody says where that is. */
export const watchedNow = (now: Date): WatchedTime => ({
  watched_at: now.toISOString(),
  watched_on: now.toISOString().slice(0, 10),
})

/** The latest day that it is anywhere. */
const lastDay = (now: Date) => new Date(now.getTime() + aheadOfUtcMs).toISOString().slice(0, 10)
