import type { PartName } from '../kinds.ts'
import { changeKeyOf, type Store } from '../part.ts'
import { type RecordKind, recordKind } from '../record-kinds.ts'
import { baseColumnOf, type StoredPart, shapeOf } from './kind-shape.ts'
import { isSame, isSameEntry } from './merge.ts'
import type { Owner, StoredEntry, StoredRecord, Translation } from './record-loader.ts'

export type Action = 'created' | 'added' | 'updated' | 'deleted' | 'destroyed'

/** One row of the change log. */
export type Change = {
  kind: RecordKind
  entity_id: number
  /** The field, or the part's key for an entry; empty if the record as a whole was created or deleted. */
  key: string
  action: Action
  iso_639_1: string
  iso_3166_1: string
  original_value: unknown
  value: unknown
}

/** What has to be written to turn a stored record into another. */
export type Difference = {
  readonly record: StoredRecord
  readonly isNew: boolean
  readonly changes: readonly Change[]
  /** Whether columns differ, and the names of explicit zeros. */
  readonly hasOtherColumns: boolean
  readonly hasOtherZeros: boolean
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

export const change = (
  of: RecordKind,
  entity_id: number,
  key: string,
  action: Action,
  more: Partial<Change> = {},
): Change => ({
  kind: of,
  entity_id,
  key,
  action,
  iso_639_1: '',
  iso_3166_1: '',
  original_value: null,
  value: null,
  ...more,
})

/** How `after` differs from what is stored, `before`; undefined if it does not. */
export function differenceOf(before: StoredRecord | undefined, after: StoredRecord): Difference | undefined {
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
  const isSameRecord =
    isEmptyDifference(translations) && isEmptyDifference(owners) && !hasOtherColumns && !hasOtherZeros
  if (isSameRecord && entries.length === 0 && removed.length === 0) return undefined
  const changes = [
    ...(hasOtherColumns ? fieldChanges(before, after) : []),
    ...textChanges(before, after, translations),
    ...entries.flatMap((difference) => entryChanges(before, after, difference)),
  ]
  const parts = { entries, removed, translations, owners, hasOtherColumns, hasOtherZeros }
  return { record: after, isNew: false, changes, ...parts }
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

/** What happened to a value; null means that there is none. */
const actionOf = (original_value: unknown, value: unknown): Action =>
  original_value === null ? 'added' : value === null ? 'deleted' : 'updated'

function fieldChanges({ values: before }: StoredRecord, { kind: of, id, values }: StoredRecord): Change[] {
  return Object.entries(recordKind(of).fields).flatMap(([column, { empty, isText, isUnlogged, lineName, write }]) => {
    if (isUnlogged || isSame(before[column], values[column])) return []
    // False is a value like true; in other fields the empty value means none.
    const logged = (value: unknown) =>
      isSame(value, empty) && typeof value !== 'boolean' ? null : write ? write(value) : value
    const original_value = logged(before[column])
    const value = logged(values[column])
    const language = isText ? { iso_639_1: 'en', iso_3166_1: 'US' } : {}
    return [change(of, id, lineName ?? column, actionOf(original_value, value), { ...language, original_value, value })]
  })
}

function textChanges(
  before: StoredRecord,
  after: StoredRecord,
  { put, deleted }: MapDifference<Translation>,
): Change[] {
  const { kind: of, id } = after
  return [...put.keys(), ...deleted.keys()].flatMap((tag) => {
    const was = before.translations.get(tag)
    const is = after.translations.get(tag)
    const { iso_639_1, iso_3166_1 } = (is ?? was) as Translation
    return recordKind(of).texts.flatMap((name) => {
      const original_value = was?.texts[name] || null
      const value = is?.texts[name] || null
      if (isSame(original_value, value)) return []
      const key = baseColumnOf(of, name)
      return [change(of, id, key, actionOf(original_value, value), { iso_639_1, iso_3166_1, original_value, value })]
    })
  })
}

function entryChanges(before: StoredRecord, after: StoredRecord, difference: Difference['entries'][number]): Change[] {
  const { store, put, deleted } = difference
  const { name } = shapeOf(after.kind).storedParts.find((part) => part.store === store) as StoredPart
  const changes = [...put].flatMap(([key, entry]) => {
    const old = before.entries.get(name)?.get(key)
    return old && isSameEntry(entry, old, ...(store.placeColumns ?? [])) ? [] : [entryChange(after, store, old, entry)]
  })
  return [...changes, ...[...deleted.values()].map((entry) => entryChange(after, store, entry, undefined))]
}

/** The row for an entry that was added, changed or removed; its values are the columns of the entry. */
export function entryChange(
  { kind: of, id }: Pick<StoredRecord, 'kind' | 'id'>,
  store: Store,
  old: StoredEntry | undefined,
  entry: StoredEntry | undefined,
): Change {
  const original_value = old ? loggedEntry(old) : null
  const value = entry ? loggedEntry(entry) : null
  const { iso_639_1, iso_3166_1 } = (entry ?? old) as StoredEntry & Partial<Record<string, string | null>>
  const language = { iso_639_1: iso_639_1 ?? '', iso_3166_1: iso_3166_1 ?? '' }
  const key = changeKeyOf(store, (entry ?? old) as StoredEntry)
  return change(of, id, key, actionOf(original_value, value), { ...language, original_value, value })
}

const loggedEntry = ({ source_id: _source, position: _position, ...columns }: StoredEntry) => columns
