import type { PartName } from '../kinds.ts'
import type { Store } from '../part.ts'
import { recordKind } from '../record-kinds.ts'
import type { RankOf } from '../sources.ts'
import { actionOf, type Change, change, entryChange, moveChange } from './change.ts'
import { baseColumnOf, type StoredPart, shapeOf } from './kind-shape.ts'
import { isSame, isSameEntry } from './merge.ts'
import {
  fieldKey,
  languageKey,
  type Owner,
  type StoredEntry,
  type StoredRecord,
  type Translation,
} from './record-loader.ts'
import { entryPlace, fieldState, hasOtherOrigin, replacedEntry, replacedValue, textState } from './replaced.ts'

/** What has to be written to turn a stored record into another. */
export type Difference = {
  readonly record: StoredRecord
  readonly isNew: boolean
  readonly changes: readonly Change[]
  /** Whether columns differ, and the names of explicit zeros. */
  readonly hasOtherColumns: boolean
  readonly hasOtherZeros: boolean
  /** Where a season or an episode belonged, if that differs. */
  readonly oldNumbering?: Readonly<Record<string, number>>
  readonly translations: MapDifference<Translation>
  readonly owners: MapDifference<Owner>
  readonly entries: readonly ({ store: Store } & MapDifference<StoredEntry>)[]
  readonly removed: readonly ({ part: PartName } & MapDifference<string>)[]
}

/** What to set in a map, and what to delete from it. */
type MapDifference<Value> = { put: ReadonlyMap<string, Value>; deleted: ReadonlyMap<string, Value> }

const nothing = new Map<string, never>()
const noDifference = { put: nothing, deleted: nothing }
const isEmptyDifference = ({ put, deleted }: MapDifference<unknown>) => put.size === 0 && deleted.size === 0

/**
 * How differences are logged. A thorough log has a row for everything that undo could restore, even if no value
 * changed. Imports leave out what they move all the time: figures, places in lists, days on which an offer was seen.
 */
export type Logging = { rankOf: RankOf; isThorough: boolean }

/** How `after` differs from the stored `before`; undefined if it does not. */
export function differenceOf(
  before: StoredRecord | undefined,
  after: StoredRecord,
  logging: Logging,
): Difference | undefined {
  if (!before) return creationOf(after)
  const entries = shapeOf(after.kind).storedParts.flatMap(({ name, store }) => {
    const difference = mapDifference(before.entries.get(name), after.entries.get(name), isSameRow)
    return isEmptyDifference(difference) ? [] : [{ store, ...difference }]
  })
  const removed = [...after.removed].flatMap(([part, keys]) => {
    const difference = mapDifference(before.removed.get(part), keys, isSame)
    return isEmptyDifference(difference) ? [] : [{ part, ...difference }]
  })
  const translations = mapDifference(before.translations, after.translations, isSame)
  const owners = mapDifference(before.owners, after.owners, isSame)
  const hasOtherColumns = Object.keys(after.values).some(
    (column) => !isSame(before.values[column], after.values[column]),
  )
  const hasOtherZeros = zerosOf(before) !== zerosOf(after)
  const isMoved = !isSame(before.numbering, after.numbering)
  const isSameRecord =
    isEmptyDifference(translations) && isEmptyDifference(owners) && !hasOtherColumns && !hasOtherZeros && !isMoved
  if (isSameRecord && entries.length === 0 && removed.length === 0) return undefined
  const differences = { entries, removed, translations, owners }
  const changes = [
    ...(isMoved ? [moveChange(before, after)] : []),
    ...(hasOtherColumns || hasOtherZeros || owners.put.size + owners.deleted.size > 0
      ? fieldChanges(before, after, differences, logging)
      : []),
    ...textChanges(before, after, differences, logging),
    ...entries.flatMap((difference) => entryChanges(before, after, difference, logging)),
    ...markChanges(before, after, differences, logging),
  ]
  const parts = { entries, removed, translations, owners, hasOtherColumns, hasOtherZeros }
  return { record: after, isNew: false, changes, ...parts, ...(isMoved && { oldNumbering: before.numbering }) }
}

/** Everything about a record that is not stored yet, and one row of the change log. */
function creationOf(record: StoredRecord): Difference {
  const { kind: of, id, entries, removed, translations, owners } = record
  return {
    record,
    isNew: true,
    changes: [change(of, id, '', 'created')],
    hasOtherColumns: true,
    hasOtherZeros: true,
    translations: { put: translations, deleted: nothing },
    owners: { put: owners, deleted: nothing },
    entries: shapeOf(of).storedParts.flatMap(({ name, store }) => {
      const put = entries.get(name)
      return put?.size ? [{ store, put, deleted: nothing }] : []
    }),
    removed: [...removed].map(([part, put]) => ({ part, put, deleted: nothing })),
  }
}

/** The names of the explicit zeros, as they are stored. */
export const zerosOf = ({ zeros }: StoredRecord): string => (zeros.size === 0 ? '' : [...zeros].sort().join(' '))

const isSameRow = (a: StoredEntry, b: StoredEntry) => a.source_id === b.source_id && isSameEntry(a, b)

function mapDifference<Value>(
  before: ReadonlyMap<string, Value> = nothing,
  after: ReadonlyMap<string, Value> = nothing,
  isEqual: (a: Value, b: Value) => boolean,
): MapDifference<Value> {
  if (before === after) return noDifference
  if (before.size === 0) return { put: after, deleted: nothing }
  const put = new Map<string, Value>()
  const deleted = new Map<string, Value>()
  for (const [key, value] of after) {
    const old = before.get(key)
    if (old === undefined || !isEqual(value, old)) put.set(key, value)
  }
  for (const [key, value] of before) if (!after.has(key)) deleted.set(key, value)
  return { put, deleted }
}

type Differences = Pick<Difference, 'entries' | 'removed' | 'translations' | 'owners'>

const touches = ({ put, deleted }: MapDifference<unknown>, key: string) => put.has(key) || deleted.has(key)

function fieldChanges(
  before: StoredRecord,
  after: StoredRecord,
  { owners }: Differences,
  { rankOf, isThorough }: Logging,
): Change[] {
  const { kind: of, id, values } = after
  return Object.entries(recordKind(of).fields).flatMap(([column, { empty, isText, isUnlogged, lineName, write }]) => {
    const place = fieldKey(column)
    const isSameValue = isSame(before.values[column], values[column])
    const mayDiffer = touches(owners, place) || before.zeros.has(column) !== after.zeros.has(column)
    if (isSameValue && !mayDiffer) return []
    const was = fieldState(before, column)
    const same_value = isSameValue || isUnlogged === true
    const isLogged = !same_value || hasOtherOrigin(was, fieldState(after, column)) || (isThorough && !isSameValue)
    if (!isLogged) return []
    // False is a value like true; in other fields the empty value means none.
    const logged = (value: unknown) =>
      isSame(value, empty) && typeof value !== 'boolean' ? null : write ? write(value) : value
    const original_value = logged(before.values[column])
    const value = logged(values[column])
    const language = isText ? { iso_639_1: 'en', iso_3166_1: 'US' } : {}
    const about = { ...language, original_value, value, place, same_value, replaced: replacedValue(was, rankOf) }
    return [change(of, id, lineName ?? column, same_value ? 'updated' : actionOf(original_value, value), about)]
  })
}

function textChanges(
  before: StoredRecord,
  after: StoredRecord,
  { translations: { put, deleted }, owners }: Differences,
  { rankOf }: Logging,
): Change[] {
  const { kind: of, id } = after
  const languages = new Map<string, LanguageOfText>()
  for (const [tag, language] of [...put, ...deleted]) languages.set(tag, language)
  for (const place of [...owners.put.keys(), ...owners.deleted.keys()]) {
    const [, iso_639_1 = '', iso_3166_1 = ''] = place.split('|')
    if (iso_639_1 !== '') languages.set(languageKey({ iso_639_1, iso_3166_1 }), { iso_639_1, iso_3166_1 })
  }
  return [...languages.values()].flatMap(({ iso_639_1, iso_3166_1 }) => {
    const language = { iso_639_1, iso_3166_1 }
    return recordKind(of).texts.flatMap((name) => {
      const was = textState(before, language, name)
      const is = textState(after, language, name)
      const same_value = isSame(was.value, is.value)
      if (same_value && !hasOtherOrigin(was, is)) return []
      const original_value = was.value || null
      const value = is.value || null
      const place = fieldKey(name, iso_639_1, iso_3166_1)
      const about = { ...language, original_value, value, place, same_value, replaced: replacedValue(was, rankOf) }
      const action = same_value ? 'updated' : actionOf(original_value, value)
      return [change(of, id, baseColumnOf(of, name), action, about)]
    })
  })
}

type LanguageOfText = { iso_639_1: string; iso_3166_1: string }

function entryChanges(
  before: StoredRecord,
  after: StoredRecord,
  difference: Difference['entries'][number],
  { rankOf, isThorough }: Logging,
): Change[] {
  const { store, put, deleted } = difference
  const { name } = shapeOf(after.kind).storedParts.find((part) => part.store === store) as StoredPart
  const about = (key: string, old: StoredEntry | undefined, same_value: boolean) => ({
    place: entryPlace(name, key),
    same_value,
    replaced: replacedEntry(old, before.removed.get(name)?.get(key), rankOf),
  })
  const changes = [...put].flatMap(([key, entry]) => {
    const old = before.entries.get(name)?.get(key)
    const same_value = old !== undefined && isSameEntry(entry, old, ...(store.placeColumns ?? []))
    if (same_value && old.source_id === entry.source_id && !isThorough) return []
    return [entryChange(after, store, old, entry, about(key, old, same_value))]
  })
  return [
    ...changes,
    ...[...deleted].map(([key, entry]) => entryChange(after, store, entry, undefined, about(key, entry, false))),
  ]
}

/** Rows for entries that are absent before and after, and that somebody else has removed, or nobody any more. */
function markChanges(
  before: StoredRecord,
  { kind: of, id }: StoredRecord,
  { removed, entries }: Differences,
  { rankOf }: Logging,
): Change[] {
  return removed.flatMap(({ part, put, deleted }) => {
    const { store } = shapeOf(of).storedParts.find(({ name }) => name === part) as StoredPart
    const ofPart = entries.find((difference) => difference.store === store) ?? noDifference
    return [...put.keys(), ...deleted.keys()]
      .filter((key) => !touches(ofPart, key))
      .map((key) => {
        const replaced = replacedEntry(undefined, before.removed.get(part)?.get(key), rankOf)
        const about = { place: entryPlace(part, key), same_value: true, replaced }
        return change(of, id, store.changeKeys[0] as string, 'updated', about)
      })
  })
}
