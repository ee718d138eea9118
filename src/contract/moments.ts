/** Days and moments as requests write them. */

/** A day, or a moment with its offset to UTC, which is a day only in a time zone. */
export function parseMoment(text: string): string | undefined {
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
  if (!isMoment || parseDay(text) === undefined) return parseDay(text)
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** A time after the day is ignored. */
export function parseDay(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}([T ].*)?$/.test(text)) return undefined
  const value = text.slice(0, 10)
  const time = Date.parse(`${value}T00:00:00.000Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== value ? undefined : value
}
