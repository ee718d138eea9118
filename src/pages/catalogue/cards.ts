import { type Html, html } from '../html.ts'
import type { Setting } from '../page.ts'
import { addressOf, movieAddress, type Place, tvAddress } from './addresses.ts'
import { wordFor } from './words.ts'

/** Colours of drawn pictures; the style sheet has as many. */
export const hues = 6

/**
 * A drawn picture with the first letter of a name, where a record has none that could be shown. It says nothing that
 * the name beside it does not.
 */
export const drawnPicture = (id: number, name: string, shape: 'upright' | 'round' | 'wide' = 'upright'): Html =>
  html`<span class="picture ${shape} hue-${id % hues}" data-letter="${firstLetter(name)}" aria-hidden="true"></span>`

/** Of the name without its article, because half of all titles begin with one. */
function firstLetter(name: string): string {
  const [, letter] = /^(?:(?:the|an?|der|die|das) )?[^\p{L}\p{N}]*(\d{1,3}$|[\p{L}\p{N}])/iu.exec(name) ?? []
  return letter?.toUpperCase() ?? '·'
}

export type Card = {
  address: string
  id: number
  name: string
  /** Of the name, where it is known: it decides where long words are divided. */
  lang?: string | undefined
  /** What stands below the name: a year, a role. */
  note?: Html | string | false | undefined
  shape?: 'upright' | 'round' | 'wide'
  /** What its drawn picture shows the first letter or the number of, unless it is the name. */
  drawnAs?: string
}

export const cards = (list: readonly Card[]): Html => html`
<ul class="cards">
${list.map(card)}</ul>`

const card = ({ address, id, name, lang, note, shape, drawnAs = name }: Card): Html => html`
<li><a class="record-card" href="${address}">${drawnPicture(id, drawnAs, shape)}
<span class="name"${lang && html` lang="${lang}"`}>${name}</span></a>
${note && html`<span class="note">${note}</span>`}</li>
`

export const yearOf = (day: string | null | undefined): string => (day ?? '').slice(0, 4)

type MovieLike = {
  id: number
  title: string
  original_title: string
  original_language?: string
  release_date: string
}
type TvLike = { id: number; name: string; original_name: string; original_language?: string; first_air_date: string }

/** The language of a title, where that is the original one; other titles are in that of the page. */
export const titleLanguage = (title: string, original: string, code = ''): string | undefined =>
  title === original && /^(?!xx$)[a-z]{2}$/.test(code) ? code : undefined

export const movieCard = (movie: MovieLike, note?: string): Card => ({
  address: movieAddress(movie),
  id: movie.id,
  name: movie.title,
  lang: titleLanguage(movie.title, movie.original_title, movie.original_language),
  note: note ?? yearOf(movie.release_date),
})

export const tvCard = (series: TvLike, note?: string): Card => ({
  address: tvAddress(series),
  id: series.id,
  name: series.name,
  lang: titleLanguage(series.name, series.original_name, series.original_language),
  note: note ?? yearOf(series.first_air_date),
})

type PersonLike = { id: number; name: string; original_name?: string }

export const personCard = (person: PersonLike, note?: string): Card => ({
  address: addressOf('person', person.id, person.name),
  id: person.id,
  name: person.name,
  note,
  shape: 'round',
})

/** A person in a list of people, with what most of them are known for. */
export const knownPersonCard = (
  setting: Pick<Setting, 'texts'>,
  person: PersonLike & { known_for_department: string | null },
): Card => personCard(person, wordFor(setting, 'department', person.known_for_department ?? ''))

export const namedCard = (place: Place, record: { id: number; name: string }, note?: string): Card => ({
  address: addressOf(place, record.id, record.name),
  id: record.id,
  name: record.name,
  note,
  shape: 'wide',
})

/** Labels and what is known, without what is not. */
export function facts(list: readonly (readonly [label: string, value: Html | string | readonly Html[]])[]): Html {
  const known = list.filter(([, value]) => (Array.isArray(value) ? value.length > 0 : String(value) !== ''))
  if (known.length === 0) return html``
  const rows = known.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)
  return html`<dl class="record-facts">${rows}</dl>`
}

/** Links with commas between them. */
export const linked = (links: readonly { address: string; name: string }[]): Html[] =>
  links.map(({ address, name }, index) => html`${index > 0 && ', '}<a href="${address}">${name}</a>`)

/** A part of a page with a heading; nothing where there is nothing in it. */
export const section = (title: string, content: Html | false | undefined, count = 1): Html =>
  content && count > 0 ? html`<section class="part"><h2>${title}</h2>${content}</section>` : html``

export const longList = ({ texts }: Setting, title: string, rows: readonly Html[]): Html =>
  rows.length === 0
    ? html``
    : html`<details class="long-list"><summary>${title} (${texts.catalogue.count(rows.length)})</summary><ul>${rows.map(
        (row) => html`<li>${row}</li>`,
      )}</ul></details>`

/** Only what is an address of the web becomes a link. */
export function homepageLink(homepage: string | null): Html | string {
  if (!homepage || !/^https?:\/\//i.test(homepage)) return homepage ?? ''
  const shown = homepage.replace(/^https?:\/\//i, '')
  return html`<a href="${homepage}" rel="noopener noreferrer nofollow external">${shown}</a>`
}
