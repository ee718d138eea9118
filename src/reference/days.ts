/** Days are texts, `YYYY-MM-DD`. Which day it is, and when it ends, depends on the time zone. */

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** A stored time as the interface writes it, `YYYY-MM-DD HH:MM:SS UTC`, which is less exact. */
export const wireTime = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`

/** The day of a time in UTC. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10)

/** The day a number of days after another, or before it if negative. */
export const dayAfter = (day: string, days: number): string => utcDay(new Date(Date.parse(day) + days * dayMs))

/** The current day in a time zone. */
export const dayIn = (timeZone: string, now: Date): string => utcDay(localTime(timeZone, now))

/**
 * Whole seconds until the day ends in a time zone. If clocks change later that day, it is off by the change; in the
 * last hour, when replies expire by it, it is exact.
 */
export function secondsToMidnight(timeZone: string, now: Date): number {
  // A second that has begun counts as over: nothing is kept past midnight.
  return Math.floor((dayMs - (localTime(timeZone, now).getTime() % dayMs)) / 1_000)
}

/** A date whose UTC fields are those of the clocks in a time zone. */
const localTime = (timeZone: string, now: Date): Date => new Date(now.getTime() + offsetMs(timeZone, now))

/** Clocks only change at the end of a quarter of an hour. */
const OFFSET_VALID_MS = hourMs / 4

type Zone = { format: Intl.DateTimeFormat; quarter: number; offsetMs: number }
const zones = new Map<string, Zone>()

/** How far clocks in a time zone are ahead of UTC. Formats take long, so it is remembered until clocks may change. */
function offsetMs(timeZone: string, now: Date): number {
  let zone = zones.get(timeZone)
  if (!zone) {
    zone = { format: formatIn(timeZone), quarter: Number.NaN, offsetMs: 0 }
    zones.set(timeZone, zone)
  }
  const quarter = Math.floor(now.getTime() / OFFSET_VALID_MS)
  if (zone.quarter !== quarter) {
    zone.quarter = quarter
    zone.offsetMs = readOffset(zone.format, new Date(quarter * OFFSET_VALID_MS))
  }
  return zone.offsetMs
}

const digits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
const formatIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', ...digits, hourCycle: 'h23' })

function readOffset(format: Intl.DateTimeFormat, at: Date): number {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day, hour, minute, second } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - at.getTime()
}
