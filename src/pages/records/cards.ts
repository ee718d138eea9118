import type { Gallery } from '#src/catalogue/kinds.ts'
import { isWebAddress } from '#src/contract/web-address.ts'
import type { RatedRecord } from '#src/kept/ratings.ts'
import { type DrawnFor, framed, pictureOf, type Shape } from '../components/picture.ts'
import { type Html, html, nothing } from '../html.ts'
import type { RenderContext } from '../page.ts'
import { addressOf, movieAddress, type Place, seriesAddress } from './addresses.ts'
import { keptPlace } from './kept-on-cards.ts'
import { translatedWord } from './translated-words.ts'

export type Card = {
  address: string
  id: number
  name: string
  /** Language of the name, if known: it decides where long words are hyphenated. */
  lang?: string | undefined
  /** Below the name: a year, a role. */
  note?: Html | string | false | undefined
  shape?: Shape
  /** Its picture, if it has any. */
  picture?: { gallery: Gallery; file_path: string | null; drawn?: DrawnFor }
  /** The text from which the placeholder takes its letter or number, if not the name. */
  drawnAs?: string
  /** What can be done with it in this list, below the rest. */
  action?: Html
  /** Its record, if people can keep it: what they do stands below the name. */
  record?: RatedRecord
}

/** In a grid, in a row or two of it, or in one row that scrolls: its links are reached by the keyboard. */
export function cards(list: readonly Card[], as: 'grid' | 'shelf' | 'row' = 'grid'): Html {
  const isWide = list.every(({ shape }) => shape === 'wide')
  return html`
<ul class="cards${as !== 'grid' && ` ${as}`}${isWide && ' wide'}">
${list.map(card)}</ul>`
}

function card(shown: Card): Html {
  const { address, id, name, lang, note, shape = 'upright', picture, drawnAs = name, record, action } = shown
  const thumbnail = picture && pictureOf({ ...picture, width: 'card' })
  return html`
<li><a class="record-card" href="${address}">${framed(id, drawnAs, shape, thumbnail)}
<span class="name"${lang && html` lang="${lang}"`}>${name}</span></a>
${note && html`<span class="note">${note}</span>`}${record && keptPlace(record)}${action}</li>
`
}

export const yearOf = (day: string | null | undefined): string => (day ?? '').slice(0, 4)

type MovieLike = {
  id: number
  title: string
  original_title: string
  original_language?: string
  release_date: string
  poster_path: string | null
}
type TvLike = {
  id: number
  name: string
  original_name: string
  original_language?: string
  first_air_date: string
  poster_path: string | null
}

/** The language of a title if it is the original one; other titles are in the language of the page. */
export const titleLanguage = (title: string, original: string, code = ''): string | undefined =>
  title === original && /^(?!xx$)[a-z]{2}$/.test(code) ? code : undefined

export const movieCard = (movie: MovieLike, note?: string): Card => ({
  address: movieAddress(movie),
  id: movie.id,
  name: movie.title,
  lang: titleLanguage(movie.title, movie.original_title, movie.original_language),
  note: note ?? yearOf(movie.release_date),
  picture: { gallery: 'posters', file_path: movie.poster_path, drawn: { kind: 'movie', id: movie.id } },
  record: { kind: 'movie', entity_id: movie.id },
})

export const seriesCard = (series: TvLike, note?: string): Card => ({
  address: seriesAddress(series),
  id: series.id,
  name: series.name,
  lang: titleLanguage(series.name, series.original_name, series.original_language),
  note: note ?? yearOf(series.first_air_date),
  picture: { gallery: 'posters', file_path: series.poster_path, drawn: { kind: 'series', id: series.id } },
  record: { kind: 'series', entity_id: series.id },
})

type PersonLike = { id: number; name: string; original_name?: string; profile_path: string | null }

export const personCard = (person: PersonLike, note?: string): Card => ({
  address: addressOf('person', person.id, person.name),
  id: person.id,
  name: person.name,
  note,
  shape: 'round',
  picture: { gallery: 'profiles', file_path: person.profile_path },
})

/** A person in a list of people, with what they are best known for. */
export const knownPersonCard = (
  context: Pick<RenderContext, 'texts'>,
  person: PersonLike & { known_for_department: string | null },
): Card => personCard(person, translatedWord(context, 'department', person.known_for_department ?? ''))

export const namedCard = (
  place: Place,
  record: { id: number; name: string; logo_path: string | null },
  note?: string,
): Card => ({
  address: addressOf(place, record.id, record.name),
  id: record.id,
  name: record.name,
  note,
  shape: 'wide',
  picture: { gallery: 'logos', file_path: record.logo_path },
})

type CollectionLike = { id: number; name: string; original_name: string; backdrop_path: string | null }

export const collectionCard = ({ id, name, original_name, backdrop_path }: CollectionLike): Card => ({
  address: addressOf('collection', id, original_name),
  id,
  name,
  shape: 'wide',
  picture: { gallery: 'backdrops', file_path: backdrop_path },
})

/** Labels with values; unknown ones are left out. */
export function facts(list: readonly (readonly [label: string, value: Html | string | readonly Html[]])[]): Html {
  const known = list.filter(([, value]) => (Array.isArray(value) ? value.length > 0 : String(value) !== ''))
  if (known.length === 0) return html``
  const rows = known.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)
  return html`<dl class="record-facts">${rows}</dl>`
}

/** Links separated by commas. */
export const linked = (links: readonly { address: string; name: string }[]): Html[] =>
  links.map(({ address, name }, index) => html`${index > 0 && ', '}<a href="${address}">${name}</a>`)

/** Links to the lists of discover that have some of a title's words: `name` is what is asked there. */
export const discovered = (
  place: 'movie' | 'tv',
  name: 'genre' | 'keyword' | 'country' | 'original_language' | 'company' | 'network' | 'year',
  words: readonly { id: number | string; name: string }[],
): Html[] => linked(words.map(({ id, name: text }) => ({ address: `/discover/${place}?${name}=${id}`, name: text })))

/** The countries of a title, each with a link to what else is from there. */
export const countriesOf = (place: 'movie' | 'tv', codes: readonly string[], { format }: RenderContext): Html[] =>
  discovered(
    place,
    'country',
    codes.map((code) => ({ id: code, name: format.country(code) })),
  )

/** The first year of a title, with a link to what else is from then, and the last one behind it. */
export const yearLink = (place: 'movie' | 'tv', year: string, last: readonly string[] = []): Html | string =>
  year === '' ? '' : html`${discovered(place, 'year', [{ id: year, name: year }])}${last.map((other) => `–${other}`)}`

/** A part of a page with a heading; nothing if it is empty. */
export const section = (title: string, content: Html | false | undefined, count = 1): Html =>
  content && count > 0 ? html`<section class="part"><h2>${title}</h2>${content}</section>` : html``

/** Rows that one opens: all that there are, or a page of them, with the links to the others. */
export const longList = (
  { texts }: RenderContext,
  title: string,
  rows: readonly Html[],
  { count = rows.length, pages = nothing, isOpen = false }: { count?: number; pages?: Html; isOpen?: boolean } = {},
): Html =>
  rows.length === 0
    ? html``
    : html`<details class="long-list"${isOpen && html` open`}><summary>${title} (${texts.catalogue.count(
        count,
      )})</summary><ul>${rows.map((row) => html`<li>${row}</li>`)}</ul>${pages}</details>`

/** Only web addresses become links. */
export function homepageLink(homepage: string | null): Html | string {
  if (!homepage || !isWebAddress(homepage)) return homepage ?? ''
  const label = homepage.replace(/^https?:\/\//i, '')
  return html`<a href="${homepage}" rel="noopener noreferrer nofollow external">${label}</a>`
}
