import type { Kind } from '#src/catalogue/kinds.ts'
import { dialects } from '#src/contract/dialects.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { type Html, html } from '../html.ts'
import type { PageContext } from '../page.ts'
import { facts, section } from './cards.ts'
import type { ExternalIds } from './part-replies.ts'

/** Kinds whose ids elsewhere are shown. */
type Of = Kind
/** Kinds to whose pages that television database leads. */
const inTelevision: readonly Kind[] = ['movie', 'series', 'season', 'episode', 'person']

/** Where a record is elsewhere, by its id there; undefined where that depends on more, or where the site is gone. */
const places: Readonly<Record<string, (id: string, of: Of) => string | undefined>> = wordTable({
  filmdb_id: (id) =>
    /^(tt|nm)\d+$/.test(id) ? `https://www.imdb.com/${id.startsWith('nm') ? 'name' : 'title'}/${id}/` : undefined,
  kb2_id: (id) => (/^Q\d+$/.test(id) ? `https://www.wikidata.org/wiki/${id}` : undefined),
  tvdata_id: (id, of) =>
    /^\d+$/.test(id) && inTelevision.includes(of) ? `https://thetvdb.com/dereferrer/${of}/${id}` : undefined,
  socialnet1_id: (id) => `https://www.facebook.com/${encodeURIComponent(id)}`,
  socialnet2_id: (id) => `https://www.instagram.com/${encodeURIComponent(id)}/`,
  socialnet3_id: (id) => `https://x.com/${encodeURIComponent(id)}`,
  socialnet4_id: (id) => `https://www.tiktok.com/@${encodeURIComponent(id.replace(/^@/, ''))}`,
  socialnet5_id: (id) => `https://www.threads.com/@${encodeURIComponent(id.replace(/^@/, ''))}`,
  videosite1_id: (id) =>
    /^UC[\w-]{22}$/.test(id)
      ? `https://www.youtube.com/channel/${id}`
      : `https://www.youtube.com/@${encodeURIComponent(id.replace(/^@/, ''))}`,
})

/** The address of a record at another site, by the neutral name of its ids. */
export function outsideAddress(system: string, id: string, of: Of): string | undefined {
  return places[system]?.(id, of)
}

/** The addresses of a record at other sites, as far as they are known. */
export const outsideAddresses = (ids: ExternalIds, of: Of): string[] =>
  Object.entries(ids).flatMap(([system, value]) =>
    system === 'id' || value === null || value === '' ? [] : (outsideAddress(system, String(value), of) ?? []),
  )

/** What people call a site: `imdb.com`. No two systems have the same. */
const siteOf = (address: string): string => new URL(address).hostname.replace(/^www\./, '')

/** A site that is gone: its ids are in the interface and in forms, and tell readers of a page nothing. */
const isOfPast = (system: string): boolean => /^kb1_/.test(system)

/** What a record is called elsewhere: links by the names of their sites, and ids where no address is known. */
export function idsSection({ texts, config }: PageContext, ids: ExternalIds, of: Of): Html {
  const { catalogue } = texts
  const dialect = dialects[config.dialect]
  const systemNames: Readonly<Record<string, string>> = catalogue.systems
  const known = Object.entries(ids).flatMap(([system, value]) =>
    system === 'id' || isOfPast(system) || value === null || value === '' ? [] : [{ system, id: String(value) }],
  )
  const shown = known.map(({ system, id }) => {
    const address = outsideAddress(system, id, of)
    const name = address ? siteOf(address) : (dialect.systemName(system) ?? systemNames[system] ?? system)
    return { name, id, address }
  })
  const links = shown.filter(({ address }) => address !== undefined)
  const others = shown.filter(({ address }) => address === undefined)
  return section(
    catalogue.externalIds,
    html`${
      links.length > 0 &&
      html`<ul class="tags">${links.map(
        ({ name, id, address }) =>
          html`<li><a href="${address}" title="${id}" rel="noopener noreferrer external">${name}</a></li>`,
      )}</ul>`
    }${facts(others.map(({ name, id }) => [name, html`<code>${id}</code>`]))}`,
    known.length,
  )
}
