import { atFirstUse } from '#src/package-root.ts'

const ical = atFirstUse<typeof import('ical-generator')>('ical-generator')

/** A calendar of whole days, as iCalendar (RFC 5545) says it. Addresses are whole ones. */
type Calendar = {
  name: string
  /** When this text was made. */
  madeAt: Date
  events: readonly CalendarEvent[]
}

type CalendarEvent = {
  /** Never changes, and is never used again. */
  id: string
  /** `2026-03-10`. */
  day: string
  summary: string
  page: string
}

export const calendarType = 'text/calendar; charset=utf-8'

/** How often programs should look again. */
const REFRESH_SECONDS = 6 * 60 * 60

/** What texts of iCalendar cannot hold, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that have to go
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
const clean = (text: string): string => text.toWellFormed().replace(impossible, '')

/** RFC 5545 wants at least one component, and a calendar without events has no other. */
const utc = `BEGIN:VTIMEZONE
TZID:Etc/UTC
BEGIN:STANDARD
DTSTART:19700101T000000
TZNAME:UTC
TZOFFSETFROM:+0000
TZOFFSETTO:+0000
END:STANDARD
END:VTIMEZONE`

/** Days are no time at which somebody is busy. */
export function calendarText({ name, madeAt, events }: Calendar): string {
  const calendar = ical().default({
    name: clean(name),
    prodId: { company: 'Reelcommons', product: 'Calendar', language: 'EN' },
    ttl: REFRESH_SECONDS,
    ...(events.length === 0 && { timezone: { name: 'Etc/UTC', generator: () => utc } }),
  })
  for (const { id, day, summary, page } of events)
    calendar.createEvent({
      id,
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      stamp: madeAt,
      summary: clean(summary),
      url: page,
      transparency: ical().ICalEventTransparency.TRANSPARENT,
    })
  return calendar.toString()
}
