import type { ChangeInHistory } from '#src/catalogue/edits/history.ts'
import { kindPlaces } from '#src/catalogue/own-kinds.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { languageOfWords } from '../components/languages.ts'
import { type Html, html } from '../html.ts'
import type { PageContext } from '../page.ts'
import { labelOf, nameOfField, partTitle } from '../record-form/fields.ts'
import { fieldChange, rowChange, rowText } from '../record-form/in-words.ts'
import { readChange, rowOfEntry, textOfValue } from './read-change.ts'
import { isOwnKind, type Known, ownHistory } from './records.ts'

/** What a change is about, as one short label. */
export function labelOfChange(context: PageContext, change: ChangeInHistory): string {
  const { history } = context.texts
  const read = readChange(change)
  if (read.is === 'made') return history.made
  if (read.is === 'destroyed') return read.into === undefined ? history.destroyed : history.merged
  if (read.is === 'merged') return read.isBack ? history.separated : history.mergedWith
  if (read.is === 'moved') return history.moved
  if (read.is === 'field') return nameOfField(context, read, read.name)
  if (read.is === 'entry') return partTitle(context, read.part.part)
  return read.part === undefined ? labelOf(context, change.kind, change.key) : otherPart(context, read.part)
}

/** What a value of a record is called, by its place. */
export const labelOfPlace = (context: PageContext, kind: RecordKind, place: string): string =>
  labelOfChange(context, { ...anyChange, kind, place, key: place.split('|', 1)[0] ?? '' })
const anyChange: ChangeInHistory = {
  ...{ seq: 0, edit_id: 0, kind: 'movie', entity_id: 0, key: '', place: '', action: 'updated', iso_639_1: '' },
  ...{ iso_3166_1: '', original_value: null, value: null, same_value: false, original_source: null },
}

function otherPart({ texts }: PageContext, part: string): string {
  const { others } = texts.history
  return Object.hasOwn(others, part) ? (others[part as keyof typeof others] as string) : part.replaceAll('_', ' ')
}

/** A change in words, as an entry of a list of terms: what it was, and what it became. */
export function changeInWords(context: PageContext, { names }: Known, change: ChangeInHistory): Html {
  const { history } = context.texts
  const read = readChange(change)
  const label = labelOfChange(context, change)
  if (read.is === 'merged') return html`<dt>${label}</dt><dd>${mergedOne(context, names, change.kind, read.id)}</dd>`
  if (read.is === 'destroyed' && read.into !== undefined)
    return html`<dt>${label}</dt><dd>${names.names.get(`${change.kind} ${read.into}`) || `#${read.into}`}</dd>`
  if (read.is === 'made' || read.is === 'destroyed') return html`<dt>${label}</dt>`
  const { original_value, value } = change
  if (read.is === 'moved') {
    const [before, after] = [original_value, value].map((place) => placeInWords(names, place as Numbering))
    return html`<dt>${label}</dt><dd><del>${before}</del> → <ins>${after}</ins></dd>`
  }
  if (change.same_value) {
    const row = read.is === 'entry' ? rowOfEntry(names, read.plan, read.part, value ?? original_value) : undefined
    const entry = read.is === 'entry' && row && html`${rowText(context, read, read.part, row)}<br>`
    return html`<dt>${label}</dt><dd>${entry}<span class="note">${history.sameValue}</span></dd>`
  }
  if (read.is === 'field') {
    const [before, after] = [original_value, value].map((each) => textOfValue(names, read.control, each))
    return fieldChange(context, read, { name: read.name, before: before ?? '', after: after ?? '' })
  }
  if (read.is === 'entry') {
    const [before, after] = [original_value, value].map((each) => rowOfEntry(names, read.plan, read.part, each))
    return rowChange(context, read, { part: read.part, before, after })
  }
  return html`<dt>${label}</dt><dd>${otherChange(context, change)}</dd>`
}

/** A record that became another one, with its own history where its id alone finds it. */
function mergedOne({ texts: { history } }: PageContext, { names }: Known['names'], kind: RecordKind, id: number): Html {
  const name = names.get(`${kind} ${id}`)
  const shown = name ? history.former(name, id) : history.gone(id)
  if (!isOwnKind(kind)) return html`${shown}`
  return html`<a href="${ownHistory(`/${kindPlaces[kind]}/${id}`)}" rel="nofollow">${shown}</a>`
}

type Numbering = { series_id: number; season_number: number; episode_number?: number }

/** Where a season or an episode is: `Glass Tide: 2x05`. */
function placeInWords({ names }: Known['names'], { series_id, season_number, episode_number }: Numbering): string {
  const series = names.get(`series ${series_id}`) || `#${series_id}`
  const number = episode_number === undefined ? '' : `x${String(episode_number).padStart(2, '0')}`
  return `${series}: ${season_number}${number}`
}

/** What the form does not have: pictures by their gallery and language, reviews by nothing, the rest by its text. */
function otherChange(context: PageContext, { original_value, value }: ChangeInHistory): Html {
  const [before, after] = [plainText(context, original_value), plainText(context, value)]
  const { edit, history } = context.texts
  if (before === after) return html`${after === '' ? history.details : html`${after} (${history.details})`}`
  if (before === '') return html`<ins>${after}</ins>`
  return after === '' ? html`<del>${before}</del> → ${edit.nothing}` : html`<del>${before}</del> → <ins>${after}</ins>`
}

function plainText({ texts, format }: PageContext, value: unknown): string {
  const { pictures, history, edit } = texts
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? edit.yes : edit.no
  if (typeof value !== 'object') return String(value)
  const { gallery, iso_639_1, iso_3166_1, width, height, id, content } = value as Readonly<Record<string, unknown>>
  if (typeof content === 'string') return content
  if (typeof gallery === 'string') {
    const code = (given: unknown) => (typeof given === 'string' ? given : null)
    const language = format.language(languageOfWords({ iso_639_1: code(iso_639_1), iso_3166_1: code(iso_3166_1) }))
    const size = typeof width === 'number' && typeof height === 'number' && `${width} × ${height}`
    const title = (pictures.galleries as Readonly<Record<string, string>>)[gallery] ?? gallery
    return [title, language, size].filter(Boolean).join(' · ')
  }
  return Object.keys(value).length === 1 && id !== undefined ? history.oneReview : JSON.stringify(value)
}
