import { dayMs } from '#src/reference/days.ts'

export type Format = {
  /**
   * `2026-03-10` as people write it, or only its year or month where no more is known; an empty text stays empty.
   */
  date(day: string, precision?: string): string
  /** A stored time, in UTC. */
  time(at: string): string
  /** The names of the months of a year, whole and shortened. */
  months: readonly { name: string; short: string }[]
  /** The names of the days of a week, from Monday on, whole and shortened. */
  weekdays: readonly { name: string; short: string }[]
  number(value: number): string
  /** Names one after the other, with a word before the last one. */
  list(names: readonly string[]): string
  /** The name of a language by its code or, with a country, by its tag: `pt`, `pt-BR`. */
  language(tag: string): string
  /** The name of a country by its code. */
  country(iso_3166_1: string): string
}

/** Days and numbers of English pages are written as in Britain; other languages are written as in their own country. */
const localeOf = (language: string): string => (language === 'en' ? 'en-GB' : language)

/** A day that was a Monday. */
const MONDAY_MS = Date.UTC(2024, 0, 1)

function formatIn(locale: string): Format {
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  const weekday = (style: 'long' | 'short') => new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' })
  const [named, shortened] = [weekday('long'), weekday('short')]
  const monthName = (style: 'long' | 'short') => new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' })
  const [monthNamed, monthShortened] = [monthName('long'), monthName('short')]
  const numbers = new Intl.NumberFormat(locale)
  const lists = new Intl.ListFormat(locale)
  const names = (type: 'language' | 'region') => {
    const display = new Intl.DisplayNames(locale, { type, languageDisplay: 'standard' })
    const form = type === 'language' ? /^[A-Za-z]{2}(-[A-Z]{2})?$/ : /^[A-Za-z]{2}$/
    // Codes without a name, such as the catalogue's `xx` for no language, stand for themselves.
    return (code: string) => (form.test(code) ? (display.of(code) ?? code) : code)
  }
  return {
    date(day, precision) {
      if (day === '') return ''
      // A later correction of the day alone shows that more is known than was stated before.
      if (precision === 'year' && day.endsWith('-01-01')) return day.slice(0, 4)
      const isMonth = precision === 'month' && day.endsWith('-01')
      return (isMonth ? months : days).format(new Date(day.slice(0, 10)))
    },
    time: (at) => `${times.format(new Date(at))} UTC`,
    months: Array.from({ length: 12 }, (_, month) => {
      const day = Date.UTC(2024, month, 1)
      return { name: monthNamed.format(day), short: monthShortened.format(day) }
    }),
    weekdays: Array.from({ length: 7 }, (_, index) => {
      const day = new Date(MONDAY_MS + index * dayMs)
      return { name: named.format(day), short: shortened.format(day) }
    }),
    number: (value) => numbers.format(value),
    list: (names) => lists.format(names),
    language: names('language'),
    country: names('region'),
  }
}

const known = new Map<string, Format>()

/** How days, numbers and names of languages and countries are written in a language of the pages. */
export function formatOf(language: string): Format {
  const format = known.get(language) ?? formatIn(localeOf(language))
  known.set(language, format)
  return format
}

const ownNames = new Map<string, string>()

/** What a language of the pages is called by those who speak it. */
export function ownName(language: string): string {
  const known = ownNames.get(language)
  if (known !== undefined) return known
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  const own = name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1)
  ownNames.set(language, own)
  return own
}
