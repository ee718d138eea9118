import type { OutsideId } from '#src/matching/wanted-title.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { isNumber } from '../../foreign/named-records.ts'
import { textOf, textsOf, type XmlElement } from './xml.ts'

/** What a system is called in these files, and what we call it; `number` is the id by which apps know a record. */
const systems: Readonly<Record<string, OutsideId['source'] | 'number'>> = wordTable({
  imdb: 'filmdb_id',
  tmdb: 'number',
  themoviedb: 'number',
  tvdb: 'tvdata_id',
  thetvdb: 'tvdata_id',
  tvrage: 'tvguide_id',
  wikidata: 'kb2_id',
  freebase: 'kb1_mid',
  facebook: 'socialnet1_id',
  instagram: 'socialnet2_id',
  twitter: 'socialnet3_id',
  x: 'socialnet3_id',
  tiktok: 'socialnet4_id',
  threads: 'socialnet5_id',
  youtube: 'videosite1_id',
})

/** Names that programs give to ids, of which the kind is said twice: `TmdbMovie`, `tvdbSeries`, `imdb_id`. */
const systemOf = (name: string) => {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/id$/, '')
  return systems[plain] ?? systems[plain.replace(/(movie|film|show|tv|series|season|episode|person)$/, '')]
}

const filmId = /^tt\d+$/i
const isUntyped = ({ type = '' }: XmlElement['attributes']) => /^(unknown|default)?$/i.test(type)

/** Older elements that hold an id of their own. */
const elements: readonly [element: string, system: string][] = [
  ['imdbid', 'imdb'],
  ['imdb_id', 'imdb'],
  ['tmdbid', 'tmdb'],
  ['tvdbid', 'tvdb'],
  ['tvrageid', 'tvrage'],
  ['wikidataid', 'wikidata'],
]

/** What finds a record: ids and the number by which apps know it; a page on another site may be that of several. */
export type Ids = { ids: OutsideId[]; pages?: OutsideId[]; number?: number | undefined }

/** The ids of what a file is about: `<uniqueid type="imdb">`, `<imdbid>`, and `<id>` where it is one of films. */
export function idsIn(root: XmlElement): Ids {
  const ids = new Map<OutsideId['source'], string>()
  let number: number | undefined
  const note = (system: string, text: string) => {
    const source = systemOf(system)
    const value = text.trim()
    if (source === undefined || value === '') return
    if (source === 'number') {
      if (isNumber(value)) number ??= Number(value)
    } else if (isOf(source, value) && !ids.has(source)) ids.set(source, canonical(source, value))
  }
  for (const { name, attributes, text } of root.children)
    if (name === 'uniqueid')
      note(isUntyped(attributes) && filmId.test(text.trim()) ? 'imdb' : (attributes.type ?? ''), text)
  for (const [element, system] of elements) for (const text of textsOf(root, element)) note(system, text)
  const id = textOf(root, 'id')
  if (id !== undefined && filmId.test(id)) note('imdb', id)
  const all = [...ids].map(([source, value]) => ({ source, value }))
  const [found, pages] = [all.filter((id) => !isPage(id)), all.filter(isPage)]
  return { ids: found, ...(pages.length > 0 && { pages }), ...(number !== undefined && { number }) }
}

function isOf(source: OutsideId['source'], value: string): boolean {
  if (source === 'filmdb_id') return /^(tt|nm)\d{4,10}$/i.test(value)
  if (source === 'tvdata_id' || source === 'tvguide_id') return isNumber(value)
  if (source === 'kb2_id') return /^Q\d{1,12}$/i.test(value)
  if (source === 'kb1_mid') return /^\/m\/\w+$/.test(value)
  return socialName.test(value)
}

const isPage = ({ source }: Pick<OutsideId, 'source'>): boolean =>
  source.startsWith('socialnet') || source === 'videosite1_id'

/** The name of somebody on a site, or its address there. */
const socialName = /^(?:https?:\/\/[\w.-]+\/)?@?([\w.-]{1,100})\/?$/

function canonical(source: OutsideId['source'], value: string): string {
  if (source === 'filmdb_id') return value.toLowerCase()
  if (source === 'kb2_id') return value.toUpperCase()
  return isPage({ source }) ? (socialName.exec(value)?.[1] ?? value) : value
}

/** A whole number, if the text is one. */
export function wholeIn(root: XmlElement, ...names: readonly string[]): number | undefined {
  for (const text of textsOf(root, ...names)) if (/^\d{1,9}(?=\D|$)/.test(text)) return Number.parseInt(text, 10)
  return undefined
}

/** What people elsewhere gave it: the average from 0 to 10, and how many. */
export function ratingIn(root: XmlElement): { vote_average: number; vote_count: number } | undefined {
  const ratings = root.children.find(({ name }) => name === 'ratings')?.children.filter(({ name }) => name === 'rating')
  const chosen = ratings?.find(({ attributes }) => attributes.default === 'true') ?? ratings?.[0]
  const text = (chosen && textOf(chosen, 'value')) ?? textOf(root, 'rating') ?? ''
  const [, number = '', ofAll, percent] = ratingText.exec(text) ?? []
  const value = numberOf(number)
  const most = ofAll !== undefined ? numberOf(ofAll) : percent ? 100 : Number(chosen?.attributes.max ?? 10) || 10
  if (!(value > 0) || value > most) return undefined
  const votes = (chosen ? textOf(chosen, 'votes') : textOf(root, 'votes'))?.replace(/(?<=\d)[,.'\s](?=\d)/g, '') ?? ''
  return {
    vote_average: Math.round((value / most) * 10_000) / 1_000,
    vote_count: Number(/^\d{1,9}(?!\d)/.exec(votes)?.[0] ?? 1),
  }
}

/** `7.4`, `7,4`, `7.4/10`, `74%` */
const ratingText = /^(\d{1,4}(?:[.,]\d{1,10})?)(?:\s*\/\s*(\d{1,4}(?:[.,]\d{1,10})?)|\s*(%))?(?![\d.,])/
const numberOf = (text: string) => Number(text.replace(',', '.'))

/** Videos on a site that a trailer names, whether by its address or in the words of a player. */
export function trailersIn(root: XmlElement): { site: string; key: string; name: string; type: string }[] {
  const keys = textsOf(root, 'trailer').flatMap(
    (text) => /(?:videoid=|video_id=|youtu\.be\/|[?&]v=|\/embed\/)([\w-]{11})(?![\w-])/.exec(text)?.[1] ?? [],
  )
  return [...new Set(keys)].map((key) => ({ site: 'YouTube', key, name: 'Trailer', type: 'Trailer' }))
}
