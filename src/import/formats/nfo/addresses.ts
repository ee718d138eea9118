import type { Kind } from '#src/catalogue/kinds.ts'
import { idIn } from '#src/search/outside-ids.ts'
import { isNumber } from '../../foreign/named-records.ts'
import type { Ids } from './facts.ts'

/** An address, also one without its beginning, where a name of a host is followed by a path. */
const address = /(?:https?:\/\/|(?<![\w.-])(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,}\/)[^\s<>"']+/gi
/** The addresses of a text that are looked at. */
const maxAddresses = 100

const hostOf = (name: string) => new RegExp(`^(?:https?://)?(?:[\\w-]+\\.)*${name}/`, 'i')
/** Numbers and entities of other sites are others. */
const numberHost = hostOf('themoviedb\\.org')
const entityHost = hostOf('wikidata\\.org')
const tvdbHost = hostOf('thetvdb\\.com')

/**
 * Pages of a series at TVDB have its number behind its place or in one of several parameters. Behind the place there
 * may be a title instead, such as `1899`; no number of a series is as short.
 */
const tvdbSeries = /(?:[?&;]series(?:id)?=|\/dereferrer\/series\/|\/series\/(?=\d{5}))(\d{1,10})(?![\w-])/i
const tvdbId = /[?&;]id=(\d{1,10})(?!\w)/i
const tvdbPart = /[?&;]tab=(?:season|episode)(?![a-z])/i

/** The addresses that stand in a text of any kind. */
export const addressesIn = (text: string): string[] =>
  [...text.matchAll(address).take(maxAddresses)].map(([found]) => found)

/** The ids of a film or a series in addresses of pages about it; the first of each system counts. */
export function idsInAddresses(addresses: readonly string[], kind: Extract<Kind, 'movie' | 'series'>): Ids {
  const ids: Ids['ids'] = []
  let number: number | undefined
  const note = (source: Ids['ids'][number]['source'], value: string) => {
    if (!ids.some((known) => known.source === source)) ids.push({ source, value })
  }
  for (const each of addresses) {
    if (tvdbHost.test(each)) {
      const value = kind === 'series' ? seriesAtTvdb(each) : undefined
      if (value !== undefined) note('tvdata_id', value)
      continue
    }
    const stated = idIn(each)
    if (!stated) continue
    if ('source' in stated) {
      const value = stated.values.at(-1) as string
      // People have ids of the same form as films.
      if (!value.startsWith('nm') && (stated.source !== 'kb2_id' || entityHost.test(each))) note(stated.source, value)
    } else if (stated.kind === kind && numberHost.test(each)) number ??= stated.id
  }
  return { ids, ...(number !== undefined && { number }) }
}

function seriesAtTvdb(address: string): string | undefined {
  // Where a season or an episode is shown, `id` is that of it.
  const value = (tvdbSeries.exec(address) ?? (tvdbPart.test(address) ? [] : (tvdbId.exec(address) ?? [])))[1]
  return value !== undefined && isNumber(value) ? value : undefined
}
