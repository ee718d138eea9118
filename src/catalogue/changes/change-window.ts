import { date } from '#src/contract/parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { dayAfter, dayMs, utcDay } from '#src/reference/days.ts'

const maxDays = 14
/** Changes keep coming, so their replies are cached for a shorter time than others. */
export const changesCacheSeconds = 600

export const changeDays = {
  start_date: date('First day of the changes. Default: `end_date`'),
  end_date: date(
    'Last day of the changes, at most 14 days after the first. Default: today, if it is no later than that',
  ),
}

type Days = { start_date?: string; end_date?: string }
type ChangeWindow = { first_day: string; last_day: string; since: string }

/**
 * The time span of a request: whole days in UTC, or the past 24 hours if it names no day. A start alone lasts until
 * today, or as long as a span may be; an end alone is that one day.
 */
export function changeWindow({ start_date, end_date }: Days, now: Date): ChangeWindow {
  const today = utcDay(now)
  if (!start_date && !end_date) {
    const since = new Date(now.getTime() - dayMs).toISOString()
    return { first_day: since.slice(0, 10), last_day: today, since }
  }
  const last_day = end_date ?? lastAfter(start_date as string, today)
  const first_day = start_date ?? last_day
  const days = (Date.parse(last_day) - Date.parse(first_day)) / dayMs
  if (days < 0 || days > maxDays) throw new ApiError('invalid_date_range')
  return { first_day, last_day, since: first_day }
}

function lastAfter(start_date: string, today: string): string {
  const longest = dayAfter(start_date, maxDays)
  if (start_date > today) return start_date
  return longest < today ? longest : today
}
