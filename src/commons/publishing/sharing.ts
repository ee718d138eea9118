import { Type } from 'typebox'
import { type StoredPart, shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import { isEmpty } from '#src/catalogue/edits/merge.ts'
import {
  fieldKey,
  languageKey,
  loadRecords,
  type Owner,
  type StoredEntry,
  type StoredRecord,
  type Translation,
} from '#src/catalogue/edits/record-loader.ts'
import { isKind, kind, numberingOf, type PartName } from '#src/catalogue/kinds.ts'
import { isFreeLicence } from '#src/catalogue/licences.ts'
import { type RecordKind, recordKind } from '#src/catalogue/record-kinds.ts'
import { isPeopleSource } from '#src/catalogue/sources.ts'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { isNoText } from '#src/import/provenance.ts'

/** What may leave the server: values of these sources, and reviews of these people. */
export type Shared = { isShared(source_id: string): boolean; sources: readonly string[]; hasPrivate: boolean }

/** Whether a record is left out of what is published. */
type IsLeftOut = (of: RecordKind, id: number) => boolean

const noTexts = (texts: Readonly<Record<string, unknown>>) => Object.values(texts).every(isNoText)

/** A record with those of its values that may leave the server, whoever began it. */
export function sharedValues(record: StoredRecord, { isShared }: Shared): StoredRecord {
  const { kind: of } = record
  const source_id = isShared(record.source_id) ? record.source_id : (heirOf(record, isShared) ?? record.source_id)
  const values: Record<string, unknown> = {}
  const zeros = new Set<string>()
  const owners = new Map<string, Owner>()
  for (const [column, { empty }] of shapeOf(of).fields) {
    const key = fieldKey(column)
    const owner = record.owners.get(key)?.source_id
    const value = record.values[column]
    const isZero = record.zeros.has(column)
    const isKnown = owner !== undefined || isZero || (!isEmpty(value) && value !== empty)
    const from = owner ?? record.source_id
    const isKept = isKnown && isShared(from)
    values[column] = isKept ? value : empty
    if (!isKept) continue
    if (from !== source_id) owners.set(key, { source_id: from, locked: false })
    else if (value === empty && !isEmpty(value)) zeros.add(column)
  }
  const translations = new Map<string, Translation>()
  for (const [key, translation] of record.translations) {
    const kept = sharedTexts(record, translation, isShared, owners)
    if (kept) translations.set(key, kept)
  }
  for (const [key, { source_id: from }] of record.owners)
    if (!key.endsWith('||') && !owners.has(key) && isShared(from) && hasNoText(record, key))
      owners.set(key, { source_id: from, locked: false })
  return { ...record, source_id, values, zeros, owners, translations, ...sharedEntries(record, isShared) }
}

/** Who a record begins with where its own source stays here: the source of its title, or else of anything. */
function heirOf({ kind: of, owners, translations, entries }: StoredRecord, isShared: Shared['isShared']) {
  const candidates = [
    owners.get(fieldKey(recordKind(of).title))?.source_id,
    ...inOrder(owners).map((owner) => owner.source_id),
    ...inOrder(translations).map((translation) => translation.source_id),
    ...inOrder(entries).flatMap((all) => inOrder(all).map((entry) => entry.source_id)),
  ]
  return candidates.filter((source) => source !== undefined).find(isShared)
}

/** Rows come from a database in no order that both engines share. */
const inOrder = <Value>(all: ReadonlyMap<string, Value>): Value[] =>
  [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value)

function hasNoText({ translations }: StoredRecord, key: string): boolean {
  const [name = '', iso_639_1 = '', iso_3166_1 = ''] = key.split('|')
  return isNoText(translations.get(languageKey({ iso_639_1, iso_3166_1 }))?.texts[name])
}

function sharedTexts(
  record: StoredRecord,
  translation: Translation,
  isShared: Shared['isShared'],
  owners: Map<string, Owner>,
): Translation | undefined {
  const { iso_639_1, iso_3166_1 } = translation
  const from = (name: string) =>
    record.owners.get(fieldKey(name, iso_639_1, iso_3166_1))?.source_id ?? translation.source_id
  const { emptyTexts } = shapeOf(record.kind)
  const texts = Object.fromEntries(
    Object.entries(translation.texts).map(([name, text]) => [name, isShared(from(name)) ? text : emptyTexts[name]]),
  )
  if (noTexts(texts)) return undefined
  const names = recordKind(record.kind).texts.filter((name) => !isNoText(texts[name]))
  const holder = names.some((name) => from(name) === translation.source_id)
    ? translation.source_id
    : from(names[0] ?? '')
  for (const name of names)
    if (from(name) !== holder)
      owners.set(fieldKey(name, iso_639_1, iso_3166_1), { source_id: from(name), locked: false })
  return { ...translation, source_id: holder, texts }
}

function sharedEntries(record: StoredRecord, isShared: Shared['isShared']) {
  const entries = new Map<PartName, ReadonlyMap<string, StoredEntry>>()
  for (const [part, all] of record.entries)
    entries.set(part, new Map([...all].filter(([, entry]) => isShared(entry.source_id) && isFreeEntry(part, entry))))
  const images = new Set([...(entries.get('images')?.values() ?? [])].map(({ gallery, id }) => `${gallery} ${id}`))
  const tagged = entries.get('tagged_people')
  if (tagged)
    entries.set(
      'tagged_people',
      new Map([...tagged].filter(([, { gallery, image_id }]) => images.has(`${gallery} ${image_id}`))),
    )
  const removed = new Map(
    [...record.removed].map(([part, keys]) => [part, new Map([...keys].filter(([, from]) => isShared(from)))]),
  )
  return { entries, removed }
}

const isFreeEntry = (part: PartName, { licence }: StoredEntry) =>
  part !== 'images' || licence === '' || isFreeLicence(String(licence))

/** Whether anything that is stated as a title is left. */
function hasTitle({ kind: of, values, translations }: StoredRecord): boolean {
  const { title } = recordKind(of)
  const names = [title, ...(isKind(of) ? [kind(of).original] : [])]
  if (names.some((name) => !isEmpty(values[name]))) return true
  return [...translations.values()].some(({ texts }) => !isEmpty(texts.title) || !isEmpty(texts.name))
}

const hasAnything = ({ values, translations, entries, kind: of }: StoredRecord): boolean =>
  translations.size > 0 ||
  [...entries.values()].some((all) => all.size > 0) ||
  shapeOf(of).fields.some(([column, { empty }]) => !isEmpty(values[column]) && values[column] !== empty)

/** Whether nothing of a record can be published; `kept` is what may leave of it. */
export function isNothing(record: StoredRecord, kept: StoredRecord, { isShared }: Shared): boolean {
  const title = record.owners.get(fieldKey(recordKind(record.kind).title))?.source_id ?? record.source_id
  if (isShared(title)) return false
  return numberingOf(record.kind).length > 0 ? !hasAnything(kept) : !hasTitle(kept)
}

/** A record without references to what is left out, and without paths of pictures that are. */
export function withoutLeftOut(record: StoredRecord, original: StoredRecord, isLeftOut: IsLeftOut): StoredRecord {
  const { references, storedParts, fields } = shapeOf(record.kind)
  const values = { ...record.values }
  const owners = new Map(record.owners)
  const clear = (column: string) => {
    values[column] = recordKind(record.kind).fields[column]?.empty
    owners.delete(fieldKey(column))
  }
  for (const { column, target } of references) {
    const id = values[column]
    if (typeof id === 'number' && isLeftOut(target, id)) clear(column)
  }
  const shown = pathsOf(record)
  const hidden = new Set([...pathsOf(original)].filter((path) => !shown.has(path)))
  for (const [column] of fields) if (column.endsWith('_path') && hidden.has(values[column])) clear(column)
  const entries = new Map(record.entries)
  for (const { name, references: columns } of storedParts) {
    const all = entries.get(name)
    if (!all?.size || columns.length === 0) continue
    const kept = [...all].filter(([, entry]) =>
      columns.every(([column, target]) => !isLeftOut(target, Number(entry[column]))),
    )
    if (kept.length < all.size) entries.set(name, new Map(kept))
  }
  const isRemovedOf = (part: StoredPart, key: string) =>
    namedBy(part, key).every(([target, id]) => !isLeftOut(target, id))
  const removed = new Map(
    storedParts.flatMap((part): [PartName, ReadonlyMap<string, string>][] => {
      const all = record.removed.get(part.name)
      return all ? [[part.name, new Map([...all].filter(([key]) => isRemovedOf(part, key)))]] : []
    }),
  )
  return { ...record, values, owners, entries, removed }
}

/** The records that are named by what tells a removed entry apart. */
function namedBy({ store, references }: StoredPart, key: string): [RecordKind, number][] {
  const named = references.filter(([column]) => store.key.includes(column))
  if (named.length === 0) return []
  const values: unknown[] = JSON.parse(key)
  return named.map(([column, target]) => [target, Number(values[store.key.indexOf(column)])])
}

/** The records that entries name which somebody has removed. */
export function namedAsRemoved(records: readonly StoredRecord[]): Map<RecordKind, Set<number>> {
  const named = new Map<RecordKind, Set<number>>()
  for (const { kind: of, removed } of records)
    for (const part of shapeOf(of).storedParts)
      for (const key of removed.get(part.name)?.keys() ?? [])
        for (const [target, id] of namedBy(part, key)) {
          const ids = named.get(target) ?? new Set()
          named.set(target, ids.add(id))
        }
  return named
}

const pathsOf = ({ entries }: StoredRecord): Set<unknown> =>
  new Set([...(entries.get('images')?.values() ?? [])].map(({ file_path }) => file_path))

/** The records to which others refer: by their columns, by entries that are there or removed, and as a series. */
export function referencesOf(records: readonly StoredRecord[]): Map<RecordKind, Set<number>> {
  const wanted = new Map<RecordKind, Set<number>>()
  const note = (target: RecordKind, id: unknown) => {
    if (typeof id !== 'number') return
    const ids = wanted.get(target) ?? new Set()
    wanted.set(target, ids.add(id))
  }
  for (const { kind: of, values, entries, numbering } of records) {
    const { references, storedParts } = shapeOf(of)
    for (const { column, target } of references) note(target, values[column])
    note('series', numbering.series_id)
    for (const { name, references: columns } of storedParts)
      for (const entry of columns.length > 0 ? (entries.get(name)?.values() ?? []) : [])
        for (const [column, target] of columns) note(target, entry[column])
  }
  for (const [target, ids] of namedAsRemoved(records)) for (const id of ids) note(target, id)
  return wanted
}

/** Which of these records do not exist. */
export async function absentAmong(db: Reader, of: RecordKind, ids: readonly number[]): Promise<Set<number>> {
  const there = await db.all(Id, sql`select id from record where kind = ${of} and ${db.engine.anyOf(raw('id'), ids)}`)
  const present = new Set(there.map(({ id }) => id))
  return new Set(ids.filter((id) => !present.has(id)))
}

/** Which of these records are left out. */
export async function leftOutAmong(db: Reader, of: RecordKind, ids: readonly number[], shared: Shared) {
  if (!shared.hasPrivate || ids.length === 0) return new Set<number>()
  const owner = raw('coalesce(f.source_id, r.source_id)')
  const candidates = await db.all(
    Id,
    sql`
    select r.id from record r left join field_source f on f.kind = r.kind and f.entity_id = r.id
      and f.key = ${recordKind(of).title} and f.iso_639_1 = '' and f.iso_3166_1 = ''
    where r.kind = ${of} and ${db.engine.anyOf(raw('r.id'), ids)} and not ${db.engine.anyOf(owner, shared.sources)}`,
  )
  if (candidates.length === 0) return new Set<number>()
  const found = candidates.map(({ id }) => id)
  const stored = await loadRecords(db, of, found)
  return new Set(
    found.filter((id) => {
      const record = stored.get(id)
      return record && isNothing(record, sharedValues(record, shared), shared)
    }),
  )
}

const Account = Type.Object({ id: Type.Integer() })

/** Reviews of people here leave only if they said so; without pictures of their authors. */
export async function withConsent(db: Reader, records: readonly StoredRecord[]): Promise<StoredRecord[]> {
  const written = (record: StoredRecord) =>
    [...(record.entries.get('reviews')?.values() ?? [])].filter(({ source_id }) => isPeopleSource(source_id))
  const authors = new Set(records.flatMap((record) => written(record).map(({ account_id }) => Number(account_id))))
  if (authors.size === 0) return [...records]
  const agreed = await db.all(
    Account,
    sql`
    select id from account
    where publishes_reviews and disabled_at is null and ${db.engine.anyOf(raw('id'), [...authors])}`,
  )
  const agreeing = new Set(agreed.map(({ id }) => id))
  return records.map((record) => {
    const reviews = record.entries.get('reviews')
    if (!reviews?.size) return record
    const kept = [...reviews].flatMap(([key, review]): [string, StoredEntry][] => {
      if (!isPeopleSource(review.source_id)) return [[key, review]]
      return agreeing.has(Number(review.account_id)) ? [[key, { ...review, avatar_path: null }]] : []
    })
    return { ...record, entries: new Map(record.entries).set('reviews', new Map(kept)) }
  })
}
