/** Days as people and programs write them with numbers alone, such as `3.2.2024` and `02/03/24`. */

/** The order of day and month depends on where it was written; of days with dots it is known. */
const numberedDay = /^(\d{1,2})([./])(\d{1,2})[./](\d{4}|\d{2})(?:,? \d{1,2}:\d{2}.{0,6})?$/
/** What stands first in the days of a table. */
export type DayOrder = 'day' | 'month'

/** Which of day and month stands first in a day, as far as it shows it itself. */
export function orderOfDay(value: string): DayOrder | undefined {
  const [, one, mark, two] = numberedDay.exec(value) ?? []
  if (mark === '.' || Number(one) > 12) return 'day'
  return Number(two) > 12 ? 'month' : undefined
}

/** A day as ISO writes it, of one that has its day or its month first. */
export function isoDay(value: string, order: DayOrder | undefined): string | undefined {
  const [, one = '', , two = '', year = ''] = numberedDay.exec(value) ?? []
  const known = orderOfDay(value) ?? order
  if (known === undefined) return undefined
  const [date, month] = known === 'day' ? [one, two] : [two, one]
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
}

export const isNumberedDay = (value: string): boolean => numberedDay.test(value)

/** Whether a day does not show which of its numbers is the month. */
export const isAmbiguousDay = (value: string): boolean => isNumberedDay(value) && orderOfDay(value) === undefined
