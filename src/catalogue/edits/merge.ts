import type { PartName } from '../kinds.ts'
import type { Store } from '../part.ts'
import { recordKind } from '../record-kinds.ts'
import { isPeopleSource, type RankOf } from '../sources.ts'
import { baseColumnOf, emptyText, entryKeyOf, type StoredPart, shapeOf } from './kind-shape.ts'
import {
  fieldKey,
  languageKey,
  type Owner,
  type StoredEntry,
  type StoredRecord,
  type Translation,
} from './record-loader.ts'

/** What a source states about the texts of a record in one language. */
export type TextStatement = {
  iso_639_1: string
  iso_3166_1: string
  source_id: string
  texts: Readonly<Record<string, unknown>>
}

/** What a source states about the entries of a part. */
export type EntriesStatement = {
  entries: readonly StoredEntry[]
  /** Keys of entries to remove. */
  removedKeys: readonly string[]
  /** Who removed them, if not the source of the statement. */
  removedBy?: ReadonlyMap<string, string>
  /** The list is complete: other entries of the same sources are removed. */
  isComplete: boolean
  /** Which entries a complete list is about, if not all of them. */
  isAbout?: ((entry: StoredEntry) => boolean) | undefined
}

/** Locks a field against every import, or unlocks it. */
export type Lock = { column: string; iso_639_1: string; iso_3166_1: string; locked: boolean }

/** What one source states about one record. */
export type Statement = {
  source_id: string
  /** For people, an empty value means "none". Otherwise it only withdraws what the same source gave. */
  isExplicit: boolean
  /** Columns of the kind's table. */
  values: Readonly<Record<string, unknown>>
  texts: readonly TextStatement[]
  /** The texts are complete: texts of the same sources in other languages are withdrawn. */
  hasAllTexts: boolean
  /** Who states single values and texts, if not the source of the statement or of the language; by `fieldKey`. */
  origins?: ReadonlyMap<string, ValueOrigin> | undefined
  /** By the name of the part. */
  parts: ReadonlyMap<PartName, EntriesStatement>
  locks: readonly Lock[]
}

/** A record while statements are applied to it, one after the other. */
type Draft = {
  readonly record: StoredRecord
  readonly rankOf: RankOf
  readonly values: Record<string, unknown>
  readonly zeros: Set<string>
  readonly owners: Map<string, Owner>
  readonly translations: Map<string, Translation>
  readonly entries: Map<PartName, ReadonlyMap<string, StoredEntry>>
  readonly removed: Map<PartName, ReadonlyMap<string, string>>
}

/** Who states a value, and whether an empty one is meant. */
export type ValueOrigin = { source_id: string; isExplicit: boolean }
type Origin = ValueOrigin

/** Applies statements to a record, in the order given. Its arguments are not changed. */
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
    const { origins } = statement
    for (const column in statement.values)
      applyValue(draft, column, statement.values[column], origins?.get(fieldKey(column)) ?? statement)
    applyTexts(draft, statement)
    for (const part of shapeOf(record.kind).storedParts) {
      const entries = statement.parts.get(part.name)
      if (entries) applyEntries(draft, part, entries, statement)
    }
    for (const lock of statement.locks) applyLock(draft, lock, statement)
  }
  const { values, zeros, owners, translations, entries, removed } = draft
  return { ...record, values, zeros, owners, translations, entries, removed }
}

/** Null, empty texts and empty lists are no values; 0 and false are. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

export const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))

/** A field and what it holds. `source_id` gave it if no owner is noted; undefined if nobody gave a value. */
type Field = { key: string; present: unknown; source_id: string | undefined }

/** What a value does to a field: it is set, withdrawn (its own source no longer gives one), or the field stays. */
function effectOf(draft: Draft, { key, present, source_id }: Field, value: unknown, by: Origin) {
  const { rankOf } = draft
  const noted = draft.owners.get(key)
  if (noted?.locked && !isPeopleSource(by.source_id)) return 'stay'
  const owner = noted?.source_id ?? source_id
  if (isEmpty(value) && !by.isExplicit) return owner === by.source_id ? 'withdraw' : 'stay'
  if (owner === undefined) return 'set'
  const rankDifference = rankOf(by.source_id) - rankOf(owner)
  const overrides = rankDifference > 0 || (rankDifference === 0 && !isSame(value, present))
  return overrides ? 'set' : 'stay'
}

/** Notes who gave a field. An owner that is not needed is only kept for its lock. */
function noteOwner(draft: Draft, key: string, source_id: string, isNeeded: boolean) {
  const locked = draft.owners.get(key)?.locked ?? false
  if (isNeeded || locked) draft.owners.set(key, { source_id, locked })
  else draft.owners.delete(key)
}

/** Applies a value to a column of the kind's table. */
function applyValue(draft: Draft, column: string, value: unknown, by: Origin) {
  const { record, values, zeros } = draft
  const empty = recordKind(record.kind).fields[column]?.empty
  const present = values[column]
  const isKnown = !isEmpty(present) && (present !== empty || zeros.has(column))
  // Most records have no noted owners, and composing the key of a field takes longer than everything else here.
  const hasOwners = draft.owners.size > 0
  const key = hasOwners ? fieldKey(column) : ''
  const effect = effectOf(draft, { key, present, source_id: isKnown ? record.source_id : undefined }, value, by)
  if (effect === 'stay') return
  const isOfRecord = by.source_id === record.source_id
  const isGiven = effect === 'set' && !isEmpty(value)
  values[column] = isGiven ? value : empty
  if (isGiven && isOfRecord && value === empty) zeros.add(column)
  else zeros.delete(column)
  const isNeeded = effect === 'set' && !(isGiven && isOfRecord)
  if (hasOwners || isNeeded) noteOwner(draft, fieldKey(column), by.source_id, isNeeded)
}

function applyTexts(draft: Draft, by: Statement) {
  const { texts, hasAllTexts, origins } = by
  if (texts.length === 0 && !hasAllTexts) return
  const { record, translations } = draft
  for (const statement of texts) {
    const origin = { source_id: statement.source_id, isExplicit: by.isExplicit }
    if (isBaseLanguage(statement)) {
      for (const name in statement.texts)
        applyValue(draft, baseColumnOf(record.kind, name), statement.texts[name], origin)
    } else if (!origins && draft.owners.size === 0 && !by.isExplicit && !translations.has(languageKey(statement))) {
      addTranslation(draft, statement)
    } else {
      const originOf = (name: string) => origins?.get(fieldKey(name, statement.iso_639_1, statement.iso_3166_1))
      // Whose text comes first has the translation.
      const names = Object.keys(statement.texts)
      for (const name of names) if (!originOf(name)) applyText(draft, statement, name, statement.texts[name], origin)
      for (const name of names) {
        const other = originOf(name)
        if (other) applyText(draft, { ...statement, source_id: other.source_id }, name, statement.texts[name], other)
      }
    }
  }
  if (!hasAllTexts) return
  const languages = new Set(texts.map(languageKey))
  const sources = new Set([by.source_id, ...texts.map(({ source_id }) => source_id)])
  for (const [key, { source_id }] of origins ?? []) if (!key.endsWith('||')) sources.add(source_id)
  for (const translation of [...translations.values()].filter((one) => !languages.has(languageKey(one)))) {
    for (const source_id of sources) {
      for (const name in translation.texts) {
        applyText(draft, translation, name, '', { source_id, isExplicit: false })
      }
    }
  }
}

/** What `applyText` results in for a language without texts so far. */
function addTranslation({ record, translations }: Draft, { iso_639_1, iso_3166_1, source_id, texts }: TextStatement) {
  const given = Object.entries(texts).filter(([, value]) => !isEmpty(value) && value !== 0)
  if (given.length === 0) return
  const all = { ...shapeOf(record.kind).emptyTexts, ...Object.fromEntries(given) }
  translations.set(languageKey({ iso_639_1, iso_3166_1 }), { iso_639_1, iso_3166_1, source_id, texts: all })
}

/** The language of the texts in the kind's own table. */
export const isBaseLanguage = ({ iso_639_1, iso_3166_1 }: { iso_639_1: string; iso_3166_1: string }): boolean =>
  iso_639_1 === 'en' && iso_3166_1 === 'US'

/** Applies a value to a text of a translation. */
function applyText(draft: Draft, language: Omit<TextStatement, 'texts'>, name: string, value: unknown, by: Origin) {
  const { record, translations } = draft
  const { iso_639_1, iso_3166_1 } = language
  const translation = translations.get(languageKey(language))
  const empty = emptyText(name)
  const present = translation?.texts[name] ?? empty
  const key = fieldKey(name, iso_639_1, iso_3166_1)
  // The running time of a translation is 0 where none is given.
  const given = value === 0 ? '' : value
  const presentSource = present === empty ? undefined : translation?.source_id
  const effect = effectOf(draft, { key, present, source_id: presentSource }, given, by)
  if (effect === 'stay') return
  const isGiven = effect === 'set' && !isEmpty(given)
  const source_id = translation?.source_id ?? by.source_id
  const texts = { ...(translation?.texts ?? shapeOf(record.kind).emptyTexts), [name]: isGiven ? given : empty }
  if (Object.keys(texts).every((name) => texts[name] === emptyText(name))) translations.delete(languageKey(language))
  else translations.set(languageKey(language), { iso_639_1, iso_3166_1, source_id, texts })
  noteOwner(draft, key, by.source_id, effect === 'set' && !(isGiven && by.source_id === source_id))
}

function applyEntries(draft: Draft, { name, store }: StoredPart, statement: EntriesStatement, { source_id }: Origin) {
  const { rankOf } = draft
  if (!draft.entries.get(name)?.size && !draft.removed.get(name)?.size && statement.removedKeys.length === 0) {
    draft.entries.set(name, byKey(store, statement.entries))
    return
  }
  const entries = new Map(draft.entries.get(name))
  const removed = new Map(draft.removed.get(name))
  const sources = new Set([source_id])
  const given = byKey(store, statement.entries)
  for (const [key, entry] of given) {
    sources.add(entry.source_id)
    const rank = rankOf(entry.source_id)
    const remover = removed.get(key)
    if (remover !== undefined && remover !== entry.source_id && rank <= rankOf(remover)) continue
    const present = entries.get(key)
    const rankDifference = present ? rank - rankOf(present.source_id) : 1
    if (rankDifference < 0 || (rankDifference === 0 && isSameEntry(entry, present as StoredEntry))) continue
    entries.set(key, entry)
    removed.delete(key)
  }
  for (const key of statement.removedKeys) {
    const remover = statement.removedBy?.get(key) || source_id
    const owner = entries.get(key)?.source_id ?? removed.get(key)
    if (owner !== undefined && rankOf(remover) < rankOf(owner)) continue
    entries.delete(key)
    removed.set(key, remover)
  }
  for (const [key, entry] of statement.isComplete ? entries : []) {
    if (given.has(key) || !sources.has(entry.source_id) || statement.isAbout?.(entry) === false) continue
    entries.delete(key)
    removed.set(key, entry.source_id)
  }
  draft.entries.set(name, entries)
  draft.removed.set(name, removed)
}

/** Entries by their keys; the first of several with the same key counts. */
function byKey(store: Store, entries: readonly StoredEntry[]): ReadonlyMap<string, StoredEntry> {
  const byKey = new Map<string, StoredEntry>()
  for (const entry of entries) {
    const key = entryKeyOf(store, entry)
    if (!byKey.has(key)) byKey.set(key, entry)
  }
  return byKey
}

/** Whether two entries agree in all columns except `source_id` and the ones that are named. */
export function isSameEntry(a: StoredEntry, b: StoredEntry, ...except: string[]): boolean {
  for (const column in a) {
    if (column !== 'source_id' && !except.includes(column) && !isSame(a[column], b[column])) return false
  }
  return true
}

function applyLock(draft: Draft, { column, iso_639_1, iso_3166_1, locked }: Lock, by: Origin) {
  const { record, owners } = draft
  const key = fieldKey(column, iso_639_1, iso_3166_1)
  const translation = draft.translations.get(languageKey({ iso_639_1, iso_3166_1 }))
  const isBase = iso_639_1 === ''
  const presentSource = isBase ? record.source_id : translation?.source_id
  const present = isBase ? draft.values[column] : translation?.texts[column]
  const source_id = owners.get(key)?.source_id ?? presentSource ?? by.source_id
  const isEmptied = owners.has(key) && isEmpty(present)
  if (locked || isEmptied || source_id !== presentSource) owners.set(key, { source_id, locked })
  else owners.delete(key)
}
