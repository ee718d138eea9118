import { presentIdOf } from '#src/catalogue/edits/gone/survivors.ts'
import { baseColumnOf, emptyText, entryKeyOf, shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import { isBaseLanguage, isEmpty, isSame, isSameEntry, type Statement } from '#src/catalogue/edits/merge.ts'
import {
  fieldKey,
  languageKey,
  loadRecords,
  type StoredEntry,
  type StoredRecord,
  type Translation,
} from '#src/catalogue/edits/record-loader.ts'
import type { PartName } from '#src/catalogue/kinds.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import type { Database } from '#src/database/database.ts'
import { noteSettled, type Offer, openOffersTo } from './offers.ts'
import { type Said, saidOf } from './places.ts'

/** Records that are looked at together. */
const AT_ONCE = 200

/** What is offered to a publisher and may come back, by record. */
type OnTheirWay = ReadonlyMap<string, Underway>

/** All corrections of which something may still become, by the record that they are about now. */
export async function onTheirWay(db: Database, following_id: string): Promise<OnTheirWay> {
  const found = new Map<string, Underway>()
  for (const offer of await openOffersTo(db, following_id)) {
    const { kind: of, entity_id } = offer
    const id = await presentIdOf(db, of, entity_id)
    if (id === undefined) continue
    const known = found.get(`${of} ${id}`) ?? { of, id, offers: [] }
    found.set(`${of} ${id}`, known)
    known.offers.push(offer)
  }
  return found
}

const placesOf = (offers: readonly Offer[]): Set<string> => new Set(offers.flatMap(({ places }) => places))

/** What comes back in a packet. */
export function openReturning(underway: OnTheirWay) {
  const touched = new Set<string>()
  return {
    /**
     * What is left of a record before the line of a publisher applies: values that people here have offered to it and
     * that it states now are its own from then on. What it states otherwise stays what people here say.
     */
    leftOf(record: StoredRecord, statements: readonly Statement[]): StoredRecord {
      const key = `${record.kind} ${record.id}`
      const known = underway.get(key)
      if (!known) return record
      touched.add(key)
      return without(record, saidOf(record, placesOf(known.offers)), statements)
    },
    /** Notes which corrections have come back: people here alone do not say anything of what was offered any more. */
    settle: (db: Database, now: Date) =>
      settleReturned(
        db,
        [...underway].filter(([key]) => touched.has(key)).map(([, one]) => one),
        now,
      ),
  }
}

type Underway = { of: RecordKind; id: number; offers: Offer[] }

function without(record: StoredRecord, said: Said, statements: readonly Statement[]): StoredRecord {
  const { kind: of } = record
  const values = { ...record.values }
  const zeros = new Set(record.zeros)
  const owners = new Map(record.owners)
  const translations = new Map(record.translations)
  const isLocked = (place: string) => owners.get(place)?.locked === true
  for (const column of said.columns) {
    const place = fieldKey(column)
    const empty = shapeOf(of).empty[column]
    if (isLocked(place) || !isSame(record.values[column], stated(of, statements, column) ?? empty)) continue
    owners.delete(place)
    zeros.delete(column)
    values[column] = empty
  }
  for (const { name, ...language } of said.texts) {
    const place = fieldKey(name, language.iso_639_1, language.iso_3166_1)
    const translation = translations.get(languageKey(language))
    const present = translation?.texts[name] ?? emptyText(name)
    if (isLocked(place) || !isSame(present, textStated(statements, language, name) ?? emptyText(name))) continue
    owners.delete(place)
    if (translation) translations.set(languageKey(language), withoutText(translation, name))
  }
  for (const [key, { texts }] of translations)
    if (Object.keys(texts).every((name) => texts[name] === emptyText(name))) translations.delete(key)
  return { ...record, values, zeros, owners, translations, ...entriesWithout(record, said, statements) }
}

const withoutText = (translation: Translation, name: string): Translation => ({
  ...translation,
  texts: { ...translation.texts, [name]: emptyText(name) },
})

/** What a publisher says of a column; undefined if nothing. */
function stated(of: RecordKind, statements: readonly Statement[], column: string): unknown {
  for (const { values, texts } of statements) {
    const base = texts.find(isBaseLanguage)
    const named = base && Object.keys(base.texts).find((name) => baseColumnOf(of, name) === column)
    if (named !== undefined && !isEmpty(base?.texts[named])) return base?.texts[named]
    if (Object.hasOwn(values, column)) return values[column]
  }
  return undefined
}

function textStated(
  statements: readonly Statement[],
  language: { iso_639_1: string; iso_3166_1: string },
  name: string,
) {
  for (const { texts } of statements) {
    const text = texts.find((one) => languageKey(one) === languageKey(language))?.texts[name]
    if (text !== undefined) return text
  }
  return undefined
}

function entriesWithout(record: StoredRecord, said: Said, statements: readonly Statement[]) {
  const entries = new Map<PartName, ReadonlyMap<string, StoredEntry>>(record.entries)
  const removed = new Map(record.removed)
  const ofPart = (name: PartName) => statements.flatMap(({ parts }) => parts.get(name)?.entries ?? [])
  for (const { part, key, entry } of said.entries) {
    const isStated = ofPart(part.name).some(
      (one) => entryKeyOf(part.store, one) === key && isSameEntry(entry, one, ...(part.store.placeColumns ?? [])),
    )
    if (isStated) entries.set(part.name, withoutKey(entries.get(part.name), key))
  }
  for (const { part, key } of said.removed)
    if (!ofPart(part.name).some((one) => entryKeyOf(part.store, one) === key))
      removed.set(part.name, withoutKey(removed.get(part.name), key))
  return { entries, removed }
}

const withoutKey = <Value>(all: ReadonlyMap<string, Value> | undefined, key: string): Map<string, Value> => {
  const left = new Map(all)
  left.delete(key)
  return left
}

async function settleReturned(db: Database, underway: readonly Underway[], now: Date): Promise<void> {
  const sent = underway.flatMap(({ of, id, offers }) =>
    offers.filter(({ state }) => state !== 'offered').map((offer) => ({ of, id, offer })),
  )
  for (const [of, some] of Map.groupBy(sent, (one) => one.of)) {
    const ids = [...new Set(some.map(({ id }) => id))]
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const records = await loadRecords(db, of, ids.slice(at, at + AT_ONCE))
      for (const { id, offer } of some) {
        const record = records.get(id)
        if (!record) continue
        const left = Object.values(saidOf(record, new Set(offer.places))).some((said) => said.length > 0)
        if (!left) await noteSettled(db, offer.id, { state: 'same' }, now)
      }
    }
  }
}
