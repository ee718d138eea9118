import { dayMs } from '#src/reference/days.ts'

/** How long a lock with an end may last. */
export const maxLockDays = 3_650

/** The end of the day that was typed, null where the field is empty, and undefined where it is no day to come. */
export function momentOfEnd(text: string, now: Date): string | null | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (!/^\d{4}-\d\d-\d\d$/.test(trimmed)) return undefined
  const end = new Date(`${trimmed}T23:59:59.999Z`)
  // A day that no month has would be one of the next month.
  const isDay = !Number.isNaN(end.getTime()) && end.toISOString().startsWith(trimmed)
  const daysAhead = (end.getTime() - now.getTime()) / dayMs
  return isDay && daysAhead > 0 && daysAhead <= maxLockDays ? end.toISOString() : undefined
}
