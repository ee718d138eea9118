import { maxWordLength } from '#src/catalogue/fields.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { namesOf, wordsCalled } from '#src/contributions/editing/names.ts'
import type { Reader } from '#src/database/database.ts'
import { foldName } from '#src/search/folding.ts'
import { answeringGeneration } from '#src/search/generations.ts'
import { idIn, recordsWith } from '#src/search/outside-ids.ts'
import { search } from '#src/search/search.ts'
import { isSearched } from '#src/search/searched-kinds.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext } from '../page.ts'
import { makeable, recordIn, recordText } from '../record-form/controls.ts'
import { episodeIn } from '../record-form/groups.ts'
import { columnsOf, type Stored } from '../record-form/stored.ts'
import { cellName, type Row, rowsOf, type Typed } from '../record-form/typed.ts'
import { addressOf } from '../records/addresses.ts'

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

/** A name that waits for an answer: the records that it may mean, and whether anybody has looked for them. */
type Open = { place: Place; found: readonly Candidate[]; isLookedUp: boolean }

/**
 * Replaces names in fields for records by the records that are meant: those that were chosen, that an id or an address
 * names, or that alone have the name. What nothing in the catalogue is like is new by itself, until `asTyped` has put
 * the names back, so that they are looked up again with the next preview. Returns what has to be asked, and what there
 * is to say at the fields that wait for it.
 */
export async function settleNames(context: PageContext, stored: Stored, typed: Typed) {
  const { namesInForms } = context.texts
  const open = new Map<string, Open>()
  const fresh = new Set<string>()
  const look = lookUpOnce(context.db, stored)
  for (const place of [...placesIn(stored, typed)]) {
    const { name, id } = recordIn(place.text)
    if (id !== undefined || name === '') continue
    const answer = typed.answers.get(place.name)
    if (answer === 'new' && makeable.has(place.of)) place.set(recordText(name, 'new'))
    else if (answer && /^\d{1,10}$/.test(answer)) place.set(recordText(name, Number(answer)))
    else {
      const outcome = await look(place.of, name)
      if (outcome?.meant) place.set(recordText(outcome.meant.name, outcome.meant.id))
      else if (outcome?.isUnlike) {
        fresh.add(`${place.of} ${name}`)
        place.set(recordText(name, 'new'))
      } else open.set(place.name, { place, found: outcome?.found ?? [], isLookedUp: outcome !== undefined })
    }
  }
  await useTrueNames(context.db, [...placesIn(stored, typed)])
  const asked: Asked = (field) => {
    const one = open.get(field)
    return one && isQuestion(one) ? question(context, one) : nothing
  }
  const said = (one: Open): string =>
    (isQuestion(one) ? namesInForms.chooseAbove : namesInForms.unknown)(recordIn(one.place.text).name)
  const waiting = new Map([...open].map(([field, one]) => [field, said(one)]))
  const asTyped = () => {
    for (const { of, text, set } of placesIn(stored, typed)) {
      const { name, id } = recordIn(text)
      if (id === 'new' && fresh.has(`${of} ${name}`)) set(name)
    }
  }
  return { asked, waiting, asTyped }
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
async function useTrueNames(db: Reader, places: readonly Place[]) {
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

/** What a name means: one record, one of several, or something that nothing in the catalogue is like. */
type Outcome = { meant?: Candidate; found: readonly Candidate[]; isUnlike?: boolean }

/** Looks up each name once; undefined for those beyond `maxLookups`. */
function lookUpOnce(db: Reader, stored: Stored) {
  const known = new Map<string, Outcome>()
  return async (of: RecordKind, name: string): Promise<Outcome | undefined> => {
    const key = `${of} ${name}`
    if (!known.has(key) && known.size < maxLookups) known.set(key, await lookUp(db, stored, of, name))
    return known.get(key)
  }
}

async function lookUp(db: Reader, { names }: Stored, of: RecordKind, name: string): Promise<Outcome> {
  const none: Outcome = { found: [] }
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
  if (exact.length === 1) return { meant: exact[0] as Candidate, found: [] }
  const isUnlike = found.length === 0 && makeable.has(of) && isName(name) && (await isIndexed(db))
  return { found: candidates, isUnlike }
}

/** Neither an id nor an address, nor a number alone, which people may have meant for one. */
const isName = (text: string): boolean =>
  /\p{L}/u.test(text) && text.length <= maxWordLength && idIn(text) === undefined && !text.includes('://')

/** While the first index is built, nothing is found, whatever is there. */
const isIndexed = async (db: Reader): Promise<boolean> => (await answeringGeneration(db)) !== undefined

const pagesOf = { person: 'person', company: 'company', network: 'network', collection: 'collection' } as const

/** Whether there is anything to choose. */
const isQuestion = ({ place, found }: Open): boolean => found.length > 0 || makeable.has(place.of)

/** Below a field: the records that may be meant, and the offer to add one. */
function question(
  { texts: { namesInForms } }: PageContext,
  { place: { name: field, of, text }, found, isLookedUp }: Open,
): Html {
  const { name } = recordIn(text)
  const choice = (value: string, label: Html | string) => html`
<div class="choice"><input type="radio" id="c.${field}.${value}" name="c.${field}" value="${value}">
<label for="c.${field}.${value}">${label}</label></div>`
  const page = Object.hasOwn(pagesOf, of) ? pagesOf[of as keyof typeof pagesOf] : undefined
  const none = isLookedUp ? namesInForms.noneFound(name) : namesInForms.notLookedUp(name, maxLookups)
  return html`<fieldset class="edit-who"><legend>${found.length > 0 ? namesInForms.whoIs(name) : none}</legend>
${found.map((one) =>
  choice(
    String(one.id),
    page
      ? html`<a href="${addressOf(page, one.id, one.name)}" target="_blank">${recordText(one.name, one.id)}</a>`
      : one.name,
  ),
)}
${makeable.has(of) && choice('new', found.length > 0 ? namesInForms.makeNew(name) : namesInForms.makeOnly(name))}
</fieldset>`
}
