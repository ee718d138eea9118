/** Days are counted from 1970-01-01; a table has their texts, because millions of them are written. */
const dayMs = 86_400_000
const daysPerYear = 365.2425
const firstYear = 1870
const lastYear = 2040

/** The day of every generated catalogue: what is on the air, what is still to come, is seen from it. */
export const catalogueDay = '2026-01-15'
export const today = Date.parse(catalogueDay) / dayMs

/** The day on which a moment of a year falls: 1999.5 is in the middle of that year. */
export const dayOfYear = (year: number): number => Math.floor((year - 1970) * daysPerYear)

const firstDay = dayOfYear(firstYear)
const texts = Array.from({ length: dayOfYear(lastYear) - firstDay }, (_, at) =>
  new Date((firstDay + at) * dayMs).toISOString().slice(0, 10),
)

/** How much is known of a date, and the first day that it may be. */
export type Precision = 'year' | 'month' | undefined
export function firstDayWithin(day: number, precision: Precision): number {
  if (precision === undefined) return day
  const text = dayText(day)
  return Date.parse(precision === 'year' ? `${text.slice(0, 4)}-01-01` : `${text.slice(0, 7)}-01`) / dayMs
}

export const dayText = (day: number): string => texts[Math.min(Math.max(day - firstDay, 0), texts.length - 1)] as string
