import type { PartName } from '../../kinds.ts'
import { recordKind } from '../../record-kinds.ts'
import { emptyText, entryKeyOf, type StoredPart, shapeOf } from '../kind-shape.ts'
import { isEmpty } from '../merge.ts'
import {
  blankRecord,
  fieldKey,
  languageKey,
  type Owner,
  type StoredEntry,
  type StoredRecord,
  type Translation,
} from '../record-loader.ts'
import { numberingPlace, type RecordSnapshot, type Replaced, type ValueState } from '../replaced.ts'

/** What a change says about the value that it replaced. */
export type Before = {
  place: string
  original_value: unknown
  replaced: Replaced
  /** Who made the change. */
  account_id: number | null
}

/** A record whose values are given back one after the other. */
export type Restoring = {
  readonly record: StoredRecord
  readonly numbering: Record<string, number>
  readonly values: Record<string, unknown>
  readonly zeros: Set<string>
  readonly owners: Map<string, Owner>
  readonly translations: Map<string, Translation>
  readonly entries: Map<PartName, Map<string, StoredEntry>>
  readonly removed: Map<PartName, Map<string, string>>
}

const copied = <Inner>(maps: ReadonlyMap<PartName, ReadonlyMap<string, Inner>>) =>
  new Map([...maps].map(([name, inner]) => [name, new Map(inner)]))

export const restoring = (record: StoredRecord): Restoring => ({
  record,
  numbering: { ...record.numbering },
  values: { ...record.values },
  zeros: new Set(record.zeros),
  owners: new Map(record.owners),
  translations: new Map(record.translations),
  entries: copied(record.entries),
  removed: copied(record.removed),
})

export const restored = ({ record, ...state }: Restoring): StoredRecord => ({ ...record, ...state })

/** The part and the key of an entry; undefined for a column or a text. */
export function entryOf(of: StoredRecord['kind'], place: string): { part: StoredPart; key: string } | undefined {
  const [, name, key] = /^(\S+) (\[.*)$/s.exec(place) ?? []
  const part = shapeOf(of).storedParts.find((part) => part.name === name)
  return part && key !== undefined ? { part, key } : undefined
}

/** The entry that a change replaced; undefined if there was none. */
export const entryBefore = ({ original_value, replaced }: Before): StoredEntry | undefined =>
  original_value === null
    ? undefined
    : {
        ...(original_value as StoredEntry),
        ...(replaced.position !== undefined && { position: replaced.position }),
        source_id: replaced.source_id as string,
      }

/** The value of a column that a change replaced. */
export function columnBefore(of: StoredRecord['kind'], column: string, { original_value }: Before): unknown {
  const { empty, read } = recordKind(of).fields[column] ?? {}
  if (original_value === null) return empty
  return read ? read(original_value) : original_value
}

/** Restores what a change replaced: the value with its source and its lock, exactly as it was. */
export function giveBack(draft: Restoring, before: Before): void {
  const { place, replaced } = before
  if (place === numberingPlace) {
    Object.assign(draft.numbering, before.original_value)
    return
  }
  const entry = entryOf(draft.record.kind, place)
  if (entry) {
    giveBackEntry(draft, entry, before)
    return
  }
  const [name = '', iso_639_1 = '', iso_3166_1 = ''] = place.split('|')
  const { source_id, locked = false, zero = false, holder } = replaced
  const state = { source_id, locked, zero, holder }
  if (iso_639_1 === '') giveBackColumn(draft, name, { ...state, value: columnBefore(draft.record.kind, name, before) })
  else {
    const value = before.original_value ?? emptyText(name)
    giveBackText(draft, { iso_639_1, iso_3166_1 }, name, { ...state, value })
  }
}

function giveBackEntry(draft: Restoring, { part, key }: { part: StoredPart; key: string }, before: Before) {
  const entries = draft.entries.get(part.name) ?? new Map<string, StoredEntry>()
  const removed = draft.removed.get(part.name) ?? new Map<string, string>()
  const entry = entryBefore(before)
  if (entry) entries.set(key, entry)
  else entries.delete(key)
  const { removed_by } = before.replaced
  if (removed_by === undefined) removed.delete(key)
  else removed.set(key, removed_by)
  draft.entries.set(part.name, entries)
  draft.removed.set(part.name, removed)
}

/** Notes the source of a value where the record or the translation does not say it already. */
function noteOwner({ owners }: Restoring, key: string, { source_id, locked }: ValueState, isOfHolder: boolean) {
  if (source_id !== undefined && (locked || !isOfHolder)) owners.set(key, { source_id, locked })
  else owners.delete(key)
}

/** Gives a column a value with its source and its lock. */
export function giveBackColumn(draft: Restoring, column: string, state: ValueState) {
  const { record, values, zeros } = draft
  const { value, zero, source_id } = state
  values[column] = value
  if (zero) zeros.add(column)
  else zeros.delete(column)
  const isKnown = !isEmpty(value) && (value !== recordKind(record.kind).fields[column]?.empty || zero)
  noteOwner(draft, fieldKey(column), state, isKnown && source_id === record.source_id)
}

type Language = { iso_639_1: string; iso_3166_1: string }

/** The same for a text in another language than en-US. */
export function giveBackText(draft: Restoring, language: Language, name: string, state: ValueState) {
  const { translations, record } = draft
  const tag = languageKey(language)
  const { emptyTexts } = shapeOf(record.kind)
  const present = translations.get(tag)
  const source_id = state.holder ?? present?.source_id ?? state.source_id
  if (source_id === undefined)
    return noteOwner(draft, fieldKey(name, language.iso_639_1, language.iso_3166_1), state, true)
  // The other texts keep their sources, whoever the translation belongs to now.
  for (const other of Object.keys(emptyTexts).filter((other) => present && other !== name)) {
    const key = fieldKey(other, language.iso_639_1, language.iso_3166_1)
    const value = present?.texts[other]
    const owner = draft.owners.get(key)
    const isGiven = value !== emptyText(other)
    const own = owner?.source_id ?? (isGiven ? present?.source_id : undefined)
    const stated = { value, source_id: own, locked: owner?.locked ?? false, zero: false, holder: source_id }
    noteOwner(draft, key, stated, isGiven && own === source_id)
  }
  const texts = { ...(present?.texts ?? emptyTexts), [name]: state.value }
  const isGiven = state.value !== emptyText(name)
  noteOwner(
    draft,
    fieldKey(name, language.iso_639_1, language.iso_3166_1),
    state,
    isGiven && state.source_id === source_id,
  )
  if (Object.keys(texts).every((each) => texts[each] === emptyText(each))) translations.delete(tag)
  else translations.set(tag, { ...language, source_id, texts })
}

/** The record that a snapshot is of. */
export function recordIn(of: StoredRecord['kind'], id: number, snapshot: RecordSnapshot): StoredRecord {
  const { source_id, edit_id, numbering, values, zeros, owners, translations, entries, removed } = snapshot
  const partsOf = new Map(shapeOf(of).storedParts.map((part) => [part.name, part]))
  return {
    ...blankRecord(of, id, source_id, numbering),
    edit_id,
    // A column that came later is empty.
    values: { ...shapeOf(of).empty, ...values },
    zeros: new Set(zeros),
    owners: new Map(owners),
    translations: new Map(translations.map((translation) => [languageKey(translation), translation])),
    entries: new Map(
      entries.flatMap(([name, list]) => {
        const part = partsOf.get(name)
        return part ? [[name, new Map(list.map((entry) => [entryKeyOf(part.store, entry), entry]))] as const] : []
      }),
    ),
    removed: new Map(removed.filter(([name]) => partsOf.has(name)).map(([name, keys]) => [name, new Map(keys)])),
  }
}
