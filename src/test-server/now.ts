import { parseMoment } from '#src/contract/moments.ts'

/** The years that a clock may show. */
const years = { first: '1970-01-01T00:00:00.000Z', last: '2199-12-31T23:59:59.999Z' } as const
const MOST_CHARACTERS = 40

export const nowForm = 'a time such as 2026-01-15T12:00:00Z, between the years 1970 and 2199'

/** A time that a clock can show; undefined if a text is none. */
export function readNow(text: string): Date | undefined {
  const isMoment = text.includes('T') && text.length <= MOST_CHARACTERS
  const moment = isMoment ? parseMoment(text) : undefined
  return moment !== undefined && moment >= years.first && moment <= years.last ? new Date(moment) : undefined
}
