import { smallest } from '#src/reference/extremes.ts'
import { wordTable } from '#src/reference/word-table.ts'

/**
 * The longest values of the headers that are read, by what they can mean. Nothing looks at a longer one: the request is
 * refused. Other headers are only limited together, by the setting `headerLimitBytes`.
 */
export const headerLimits: Readonly<Record<string, number>> = wordTable({
  accept: 1_000,
  'accept-encoding': 300,
  'accept-language': 1_000,
  // Old apps bring the keys of other servers, which may be tokens that hold a lot.
  authorization: 4_096,
  'content-type': 300,
  forwarded: 1_000,
  // Names and a port.
  host: 300,
  'if-none-match': 4_096,
  'if-range': 300,
  'last-event-id': 200,
  origin: 300,
  range: 200,
  'sec-fetch-site': 200,
  'user-agent': 1_000,
  via: 1_000,
  'x-forwarded-for': 1_000,
  'x-forwarded-host': 1_000,
  'x-forwarded-proto': 200,
  'x-plex-container-size': 200,
  'x-plex-container-start': 200,
  'x-plex-country': 200,
  'x-plex-language': 200,
  'x-real-ip': 200,
})

/** No header has a lower limit. */
const least = smallest(Object.values(headerLimits))

/** Whether a header is too long. Names and values alternate; this is a loop because every request runs it. */
export function hasLongHeader(rawHeaders: readonly string[]): boolean {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const { length } = rawHeaders[at + 1] as string
    if (length <= least) continue
    const limit = headerLimits[(rawHeaders[at] as string).toLowerCase()]
    if (limit !== undefined && length > limit) return true
  }
  return false
}
