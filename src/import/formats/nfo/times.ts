import { calendarDay } from '#src/catalogue/fields.ts'
import { childrenOf, textsOf, type XmlElement } from './xml.ts'

export type Day = { date: string; precision?: 'year' }

/** The years in which a film can have been released. */
const [firstYear, lastYear] = [1870, 2200]
const isYear = (year: number) => year >= firstYear && year < lastYear

const wholeDay = new RegExp(`^${calendarDay}$`)
/** `1993-05-14`, `1993/5/14`, `19930514`, with a time behind it or not. */
const yearFirst = /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|(\d{2})(\d{2}))(?!\d)/
/** `14.05.1993`, `14/05/1993`, `14-05-1993` */
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)/
/** `14 May 1993`, `14. Mai 1993`, `14 de mayo de 1993` */
const dayAndName = /^(\d{1,2})(?:\.|st|nd|rd|th|er)?\s+(?:de\s+)?(\p{L}{3,20})\.?,?\s+(?:de\s+)?(\d{4})(?!\d)/iu
/** `May 14, 1993` */
const nameAndDay = /^(\p{L}{3,20})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/iu
const anyYear = /(?<!\d)(\d{4})(?!\d)/

/** Languages in which names of months are known. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'pl', 'cs']
let months: Map<string, number> | undefined

function monthNamed(name: string): number | undefined {
  months ??= new Map(
    languages.flatMap((language) =>
      (['long', 'short'] as const).flatMap((month) => {
        const format = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' })
        return Array.from({ length: 12 }, (_, at): [string, number] => {
          const part = format.formatToParts(Date.UTC(2000, at, 1)).find(({ type }) => type === 'month')
          return [plain(part?.value ?? ''), at + 1]
        })
      }),
    ),
  )
  return months.get(plain(name))
}

const plain = (name: string) => name.toLowerCase().replace(/\.$/, '')

/** The day that a text begins with, unless it can be read in two ways or nothing can have been released on it. */
export function dayOf(text: string): string | undefined {
  const [, y, , m, d, m2, d2] = yearFirst.exec(text) ?? []
  if (y !== undefined) return dateOf(y, m ?? m2, d ?? d2)
  const [, first, mark, second, last] = yearLast.exec(text) ?? []
  if (last !== undefined) {
    // With points the day is first; with others it may be the month, unless the number says it.
    if (mark === '.' || first === second || Number(first) > 12) return dateOf(last, second, first)
    return Number(second) > 12 ? dateOf(last, first, second) : undefined
  }
  const [, day, month = '', year] = dayAndName.exec(text) ?? []
  if (year !== undefined) return dateOf(year, monthNamed(month), day)
  const [, name = '', dayOfName, yearOfName] = nameAndDay.exec(text) ?? []
  return yearOfName === undefined ? undefined : dateOf(yearOfName, monthNamed(name), dayOfName)
}

function dateOf(year: string, month: string | number | undefined, day: string | undefined): string | undefined {
  const date = [year, month ?? '', day ?? ''].map((part) => String(part).padStart(2, '0')).join('-')
  return isYear(Number(year)) && wholeDay.test(date) ? date : undefined
}

/** A date, or the first day of a year where only that is known. */
export function dayIn(root: XmlElement, ...names: readonly string[]): Day | undefined {
  for (const text of textsOf(root, ...names)) {
    // Programs write the first of January where they know the year alone; nobody can tell the two apart.
    const date = dayOf(text)
    if (date !== undefined) return { date }
  }
  return dayInYear(yearIn(root))
}

export const dayInYear = (year: number | undefined): Day | undefined =>
  year === undefined ? undefined : { date: `${year}-01-01`, precision: 'year' }

export function yearIn(root: XmlElement): number | undefined {
  for (const text of textsOf(root, 'year', 'premiered', 'releasedate', 'aired')) {
    const year = Number(/^\d{4}/.exec(text)?.[0] ?? anyYear.exec(text)?.[1])
    if (isYear(year)) return year
  }
  return undefined
}

/** The longest running time in minutes; what is longer was meant as seconds, or is wrong. */
const maxRuntime = 1_440

const clock = /^(\d{1,2}):([0-5]\d)(?::[0-5]\d)?$/
const hoursFirst =
  /^(?:pt)?(\d{1,3})\s*(?:h(?:ours?|rs?)?|std|stunden?)(?!\p{L})[.,]?\s*(?:and\s|und\s)?\s*(\d{1,2})?(?!\d)/iu
const minutesOnly = /^(?:pt)?(\d{1,9})(?![\d:])/i

/** `105`, `105 min`, `1h 45min`, `1:45`, `01:45:00`, `PT1H45M` */
export function minutesOf(text: string): number | undefined {
  const [whole, hours, minutes = 0] = clock.exec(text) ?? hoursFirst.exec(text) ?? []
  const sum = whole === undefined ? Number(minutesOnly.exec(text)?.[1]) : Number(hours) * 60 + Number(minutes)
  return sum > 0 ? sum : undefined
}

/** What is wrong with a value, and where it stands. */
export type Refuse = (line: number, field: string, reason: string) => void

export function runtimeIn(root: XmlElement, refuse: Refuse = () => {}): number | undefined {
  for (const { text, line } of childrenOf(root, 'runtime')) {
    const minutes = minutesOf(text.trim())
    if (minutes !== undefined && minutes <= maxRuntime) return minutes
    if (minutes !== undefined)
      refuse(line, 'runtime', `is ${minutes} minutes, and more than ${maxRuntime} are not taken`)
  }
  return undefined
}
