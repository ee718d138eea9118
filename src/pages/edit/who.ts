import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { namesOf, wordsCalled } from '#src/contributions/editing/names.ts'
import type { Database } from '#src/database/database.ts'
import { foldName } from '#src/search/folding.ts'
import { idIn, recordsWith } from '#src/search/outside-ids.ts'
import { search } from '#src/search/search.ts'
import { isSearched } from '#src/search/searched-kinds.ts'
import { addressOf } from '../catalogue/addresses.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext } from '../page.ts'
import { recordIn, recordText } from './controls.ts'
import { episodeIn } from './groups.ts'
import { columnsOf, type Stored } from './stored.ts'
import { cellName, type Row, rowsOf, type Typed } from './typed.ts'

/** Most names of one form that are looked up at once; the others are looked up when these are settled. */
export const maxLookups = 100
/** Most records of one name to choose from. */
const maxCandidates = 8

type Candidate = { id: number; name: string }

/** What the form asks below a field: who is meant by the name in it. */
export type Asked = (field: string) => Html
export const asksNothing: Asked = () => nothing

/** A field for a record, and how to write another text into it. */
type Place = { name: string; of: RecordKind; text: string; set(text: string): void }

/** Kinds that are made on the spot if they are not there yet. */
const makeable: ReadonlySet<RecordKind> = new Set(['person', 'company', 'network', 'collection', 'keyword'])

/**
 * Replaces names in fields for records by the records that are meant: those that were chosen, that an id or an address
 * names, or that alone have the name. Returns what has to be asked, and the fields that wait for it.
 */
export async function settleNames(context: PageContext, stored: Stored, typed: Typed) {
  const candidates = new Map<string, { place: Place; found: Candidate[] }>()
  let looked = 0
  const places = [...placesIn(stored, typed)]
  for (const place of places) {
    const { name, id } = recordIn(place.text)
    if (id !== undefined || name === '') continue
    const answer = typed.answers.get(place.name)
    if (answer === 'new' && makeable.has(place.of)) place.set(recordText(name, 'new'))
    else if (answer && /^\d{1,10}$/.test(answer)) place.set(recordText(name, Number(answer)))
    else if (looked++ < maxLookups) {
      const { meant, found } = await lookUp(context.db, stored, place.of, name)
      if (meant) place.set(recordText(meant.name, meant.id))
      else candidates.set(place.name, { place, found })
    } else candidates.set(place.name, { place, found: [] })
  }
  await useTrueNames(context.db, [...placesIn(stored, typed)])
  const asked: Asked = (field) => {
    const one = candidates.get(field)
    return one ? question(context, one.place, one.found) : nothing
  }
  const waiting = new Map([...candidates.values()].map(({ place }) => [place.name, recordIn(place.text).name]))
  return { asked, waiting }
}

function* placesIn(stored: Stored, typed: Typed): Generator<Place> {
  for (const { name, control } of stored.plan.facts)
    if (control.is === 'record') {
      const set = (text: string) => void typed.fields.set(name, text)
      yield { name, of: control.of, text: typed.fields.get(name) ?? '', set }
    }
  for (const part of stored.plan.parts) {
    const rows = rowsOf(typed, part.part)
    for (const [index, row] of rows.entries())
      for (const { column, control } of columnsOf(stored, part, row))
        if (control.is === 'record') {
          const set = (text: string) => {
            rows[index] = { ...(rows[index] as Row), cells: { ...(rows[index] as Row).cells, [column]: text } }
          }
          yield { name: cellName(part.part, index, column), of: control.of, text: row.cells[column] ?? '', set }
        }
  }
}

/** What stands before the number of a record is its name, whatever was typed there. */
async function useTrueNames(db: Database, places: readonly Place[]) {
  const wanted = new Map<RecordKind, Set<number>>()
  for (const { of, text } of places) {
    const { id } = recordIn(text)
    if (typeof id === 'number') wanted.set(of, (wanted.get(of) ?? new Set()).add(id))
  }
  const names = await namesOf(db, wanted)
  for (const { of, text, set } of places) {
    const { id } = recordIn(text)
    const name = typeof id === 'number' ? names.get(`${of} ${id}`) : undefined
    if (name !== undefined) set(recordText(name, id as number).trim())
  }
}

async function lookUp(db: Database, { names }: Stored, of: RecordKind, name: string) {
  const none: { meant?: Candidate; found: Candidate[] } = { found: [] }
  if (of === 'episode') {
    const id = episodeIn(name, names.episodes)
    return id === undefined ? none : { meant: { id, name }, found: [] }
  }
  if (of === 'genre' || of === 'provider' || of === 'keyword') {
    const words = await wordsCalled(db, of, name)
    if (words.length === 1) return { meant: words[0] as Candidate, found: [] }
    if (of !== 'keyword' || words.length > 1) return { found: words }
  }
  if (!isSearched(of)) return none
  const stated = idIn(name)
  const byId = stated ? await recordsWith(db, [of], stated) : []
  const [only, another] = byId
  if (only && !another) return { meant: { id: only.entity_id, name: '' }, found: [] }
  const { found } = await search(db, { kinds: [of], text: name, most: maxCandidates, includesAdult: true })
  const named = await namesOf(db, new Map([[of, new Set(found.map(({ id }) => id))]]))
  const candidates = found.flatMap(({ id }) => {
    const known = named.get(`${of} ${id}`)
    return known === undefined ? [] : [{ id, name: known }]
  })
  const exact = candidates.filter((one) => foldName(one.name) === foldName(name))
  return exact.length === 1 ? { meant: exact[0] as Candidate, found: [] } : { found: candidates }
}

const pagesOf = { person: 'person', company: 'company', network: 'network', collection: 'collection' } as const

/** Below a field: the records that may be meant, and the offer to add one. */
function question(
  { texts: { edit } }: PageContext,
  { name: field, of, text }: Place,
  found: readonly Candidate[],
): Html {
  const { name } = recordIn(text)
  const choice = (value: string, label: Html | string) => html`
<div class="choice"><input type="radio" id="c.${field}.${value}" name="c.${field}" value="${value}">
<label for="c.${field}.${value}">${label}</label></div>`
  const page = Object.hasOwn(pagesOf, of) ? pagesOf[of as keyof typeof pagesOf] : undefined
  return html`<fieldset class="edit-who"><legend>${found.length > 0 ? edit.whoIs(name) : edit.noneFound(name)}</legend>
${found.map((one) =>
  choice(
    String(one.id),
    page
      ? html`<a href="${addressOf(page, one.id, one.name)}" target="_blank">${recordText(one.name, one.id)}</a>`
      : one.name,
  ),
)}
${makeable.has(of) && choice('new', found.length > 0 ? edit.makeNew(name) : edit.makeOnly(name))}
</fieldset>`
}
