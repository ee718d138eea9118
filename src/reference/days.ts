/** Days are texts, `YYYY-MM-DD`. Which day it is, and when it ends, depends on the time zone. */

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** The day a number of days after another, or before it if negative. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** The current day in a time zone. */
export function dayIn(timeZone: string, now: Date): string {
  const { year, month, day } = partsIn(timeZone, now)
  return `${year}-${month}-${day}`
}

/**
 * Whole seconds until the day ends in a time zone. If clocks change later that day, it is off by the change; in the
 * last hour, when replies expire by it, it is exact.
 */
export function secondsToMidnight(timeZone: string, now: Date): number {
  const { hour, minute, second } = partsIn(timeZone, now)
  // A second that has begun counts as over: nothing is kept past midnight.
  const begun = now.getUTCMilliseconds() > 0 ? 1 : 0
  return 86_400 - (Number(hour) * 3600 + Number(minute) * 60 + Number(second) + begun)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function partsIn(timeZone: string, now: Date): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  let format = formats.get(timeZone)
  if (!format) {
    const digits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
    format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', ...digits, hourCycle: 'h23' })
    formats.set(timeZone, format)
  }
  return Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]))
}
