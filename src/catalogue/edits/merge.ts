import { kind } from '../kinds.ts'
import type { Store } from '../part.ts'
import { peopleSource, type RankOf } from '../sources.ts'
import { emptyText, entryKeyOf, type KeptPart, ownColumnOf, shapeOf } from './kind-shape.ts'
import { type Owner, placeOf, type StoredEntry, type StoredRecord, type Translation, tagOf } from './record-loader.ts'

/** Texts that a source gives in one language. */
export type StatedTexts = {
  iso_639_1: string
  iso_3166_1: string
  source_id: string
  texts: Readonly<Record<string, unknown>>
}

export type StatedEntries = {
  entries: readonly StoredEntry[]
  /** Keys of entries that are taken away. */
  gone: readonly string[]
  /** The entries are all that there is: others of the same sources go. */
  isComplete: boolean
}

/** Locks a field against every import, or unlocks it. */
export type Lock = { column: string; iso_639_1: string; iso_3166_1: string; locked: boolean }

/** What one source says of one record. */
export type Statement = {
  source_id: string
  /** An empty value says that there is none, as a person means it. Else it only takes back what the source gave. */
  isExplicit: boolean
  /** Columns of the kind's own table. */
  values: Readonly<Record<string, unknown>>
  texts: readonly StatedTexts[]
  /** The texts are all that there are: those of the same sources in other languages go. */
  hasAllTexts: boolean
  /** By the name of the part. */
  parts: ReadonlyMap<string, StatedEntries>
  locks: readonly Lock[]
}

/** The record as statements leave it, one after the other. */
type Draft = {
  readonly record: StoredRecord
  readonly rankOf: RankOf
  readonly values: Record<string, unknown>
  readonly zeros: Set<string>
  readonly owners: Map<string, Owner>
  readonly translations: Map<string, Translation>
  readonly entries: Map<string, ReadonlyMap<string, StoredEntry>>
  readonly removed: Map<string, ReadonlyMap<string, string>>
}

type Speaker = { source_id: string; isExplicit: boolean }

/** What a record is after sources have had their say, in the order given. Nothing that is handed in is changed. */
export function merge(record: StoredRecord, statements: readonly Statement[], rankOf: RankOf): StoredRecord {
  const draft: Draft = {
    record,
    rankOf,
    values: { ...record.values },
    zeros: new Set(record.zeros),
    owners: new Map(record.owners),
    translations: new Map(record.translations),
    entries: new Map(record.entries),
    removed: new Map(record.removed),
  }
  for (const statement of statements) {
    for (const column in statement.values) sayOwn(draft, column, statement.values[column], statement)
    sayTexts(draft, statement)
    for (const part of shapeOf(record.kind).keptParts) {
      const stated = statement.parts.get(part.name)
      if (stated) sayEntries(draft, part, stated, statement)
    }
    for (const lock of statement.locks) setLock(draft, lock, statement)
  }
  const { values, zeros, owners, translations, entries, removed } = draft
  return { ...record, values, zeros, owners, translations, entries, removed }
}

/** Null, empty texts and empty lists say nothing; 0 and false are values. */
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

export const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))

/**
 * Whether a field takes a value. `giver` is who gave the present value where no owner is noted, undefined where nobody
 * has given any.
 */
function judge(draft: Draft, place: string, present: unknown, giver: string | undefined, value: unknown, by: Speaker) {
  const { rankOf } = draft
  const noted = draft.owners.get(place)
  if (noted?.locked && by.source_id !== peopleSource) return 'stays'
  const owner = noted?.source_id ?? giver
  if (isEmpty(value) && !by.isExplicit) return owner === by.source_id ? 'is taken back' : 'stays'
  if (owner === undefined) return 'is set'
  const isAbove = rankOf(by.source_id) - rankOf(owner)
  const isNews = isAbove > 0 || (isAbove === 0 && !isSame(value, present))
  return isNews ? 'is set' : 'stays'
}

/** Notes who gave a field, where that is not `isNeeded` only if it is locked. */
function noteOwner(draft: Draft, place: string, source_id: string, isNeeded: boolean) {
  const locked = draft.owners.get(place)?.locked ?? false
  if (isNeeded || locked) draft.owners.set(place, { source_id, locked })
  else draft.owners.delete(place)
}

function sayOwn(draft: Draft, column: string, value: unknown, by: Speaker) {
  const { record, values, zeros } = draft
  const empty = kind(record.kind).fields[column]?.empty
  const present = values[column]
  const isKnown = !isEmpty(present) && (present !== empty || zeros.has(column))
  // Most records have no owners noted, and making the name of a place takes longer than all the rest.
  const hasOwners = draft.owners.size > 0
  const place = hasOwners ? placeOf(column) : ''
  const verdict = judge(draft, place, present, isKnown ? record.source_id : undefined, value, by)
  if (verdict === 'stays') return
  const isOfRecord = by.source_id === record.source_id
  const isGiven = verdict === 'is set' && !isEmpty(value)
  values[column] = isGiven ? value : empty
  if (isGiven && isOfRecord && value === empty) zeros.add(column)
  else zeros.delete(column)
  const isNeeded = verdict === 'is set' && !(isGiven && isOfRecord)
  if (hasOwners || isNeeded) noteOwner(draft, placeOf(column), by.source_id, isNeeded)
}

function sayTexts(draft: Draft, by: Statement) {
  const { texts, hasAllTexts } = by
  if (texts.length === 0 && !hasAllTexts) return
  const { record, translations } = draft
  for (const stated of texts) {
    const speaker = { source_id: stated.source_id, isExplicit: by.isExplicit }
    if (isOwnLanguage(stated)) {
      for (const name in stated.texts) sayOwn(draft, ownColumnOf(record.kind, name), stated.texts[name], speaker)
    } else if (draft.owners.size === 0 && !by.isExplicit && !translations.has(tagOf(stated))) {
      addTranslation(draft, stated)
    } else {
      for (const name in stated.texts) sayText(draft, stated, name, stated.texts[name], speaker)
    }
  }
  if (!hasAllTexts) return
  const tags = new Set(texts.map(tagOf))
  const speakers = new Set([by.source_id, ...texts.map(({ source_id }) => source_id)])
  for (const translation of [...translations.values()].filter((translation) => !tags.has(tagOf(translation)))) {
    for (const source_id of speakers) {
      for (const name in translation.texts) {
        sayText(draft, translation, name, '', { source_id, isExplicit: false })
      }
    }
  }
}

/** What `sayText` comes to for the texts of a language that nobody has given any in. */
function addTranslation({ record, translations }: Draft, { iso_639_1, iso_3166_1, source_id, texts }: StatedTexts) {
  const given = Object.entries(texts).filter(([, value]) => !isEmpty(value) && value !== 0)
  if (given.length === 0) return
  const all = { ...shapeOf(record.kind).emptyTexts, ...Object.fromEntries(given) }
  translations.set(tagOf({ iso_639_1, iso_3166_1 }), { iso_639_1, iso_3166_1, source_id, texts: all })
}

/** The language of a kind's own columns. */
export const isOwnLanguage = ({ iso_639_1, iso_3166_1 }: { iso_639_1: string; iso_3166_1: string }): boolean =>
  iso_639_1 === 'en' && iso_3166_1 === 'US'

function sayText(draft: Draft, language: Omit<StatedTexts, 'texts'>, name: string, value: unknown, by: Speaker) {
  const { record, translations } = draft
  const { iso_639_1, iso_3166_1 } = language
  const translation = translations.get(tagOf(language))
  const empty = emptyText(name)
  const present = translation?.texts[name] ?? empty
  const place = placeOf(name, iso_639_1, iso_3166_1)
  // The running time of a translation is 0 where none is given.
  const stated = value === 0 ? '' : value
  const verdict = judge(draft, place, present, present === empty ? undefined : translation?.source_id, stated, by)
  if (verdict === 'stays') return
  const isGiven = verdict === 'is set' && !isEmpty(stated)
  const source_id = translation?.source_id ?? by.source_id
  const texts = { ...(translation?.texts ?? shapeOf(record.kind).emptyTexts), [name]: isGiven ? stated : empty }
  if (Object.keys(texts).every((name) => texts[name] === emptyText(name))) translations.delete(tagOf(language))
  else translations.set(tagOf(language), { iso_639_1, iso_3166_1, source_id, texts })
  noteOwner(draft, place, by.source_id, verdict === 'is set' && !(isGiven && by.source_id === source_id))
}

function sayEntries(draft: Draft, { name, store }: KeptPart, stated: StatedEntries, { source_id }: Speaker) {
  const { rankOf } = draft
  if (!draft.entries.get(name)?.size && !draft.removed.get(name)?.size && stated.gone.length === 0) {
    draft.entries.set(name, byKey(store, stated.entries))
    return
  }
  const entries = new Map(draft.entries.get(name))
  const removed = new Map(draft.removed.get(name))
  const speakers = new Set([source_id])
  const given = byKey(store, stated.entries)
  for (const [key, entry] of given) {
    speakers.add(entry.source_id)
    const rank = rankOf(entry.source_id)
    const remover = removed.get(key)
    if (remover !== undefined && remover !== entry.source_id && rank <= rankOf(remover)) continue
    const present = entries.get(key)
    const isAbove = present ? rank - rankOf(present.source_id) : 1
    if (isAbove < 0 || (isAbove === 0 && isSameEntry(entry, present as StoredEntry))) continue
    entries.set(key, entry)
    removed.delete(key)
  }
  for (const key of stated.gone) {
    const owner = entries.get(key)?.source_id ?? removed.get(key)
    if (owner !== undefined && rankOf(source_id) < rankOf(owner)) continue
    entries.delete(key)
    removed.set(key, source_id)
  }
  for (const [key, entry] of stated.isComplete ? entries : []) {
    if (given.has(key) || !speakers.has(entry.source_id)) continue
    entries.delete(key)
    removed.set(key, entry.source_id)
  }
  draft.entries.set(name, entries)
  draft.removed.set(name, removed)
}

/** Entries by their keys; of those with the same key the first one counts. */
function byKey(store: Store, entries: readonly StoredEntry[]): ReadonlyMap<string, StoredEntry> {
  const byKey = new Map<string, StoredEntry>()
  for (const entry of entries) {
    const key = entryKeyOf(store, entry)
    if (!byKey.has(key)) byKey.set(key, entry)
  }
  return byKey
}

/** Whether two entries agree in all columns but `source_id` and those that are named. */
export function isSameEntry(a: StoredEntry, b: StoredEntry, ...besides: string[]): boolean {
  for (const column in a) {
    if (column !== 'source_id' && !besides.includes(column) && !isSame(a[column], b[column])) return false
  }
  return true
}

function setLock(draft: Draft, { column, iso_639_1, iso_3166_1, locked }: Lock, by: Speaker) {
  const { record, owners } = draft
  const place = placeOf(column, iso_639_1, iso_3166_1)
  const translation = draft.translations.get(tagOf({ iso_639_1, iso_3166_1 }))
  const isOwn = iso_639_1 === ''
  const giver = isOwn ? record.source_id : translation?.source_id
  const present = isOwn ? draft.values[column] : translation?.texts[column]
  const source_id = owners.get(place)?.source_id ?? giver ?? by.source_id
  const isEmptied = owners.has(place) && isEmpty(present)
  if (locked || isEmptied || source_id !== giver) owners.set(place, { source_id, locked })
  else owners.delete(place)
}
