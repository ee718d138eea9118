import { entryKeyOf, type StoredPart, shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import { isEmpty, isSame, isSameEntry } from '#src/catalogue/edits/merge.ts'
import {
  languageKey,
  type StoredEntry,
  type StoredRecord,
  type Translation,
} from '#src/catalogue/edits/record-loader.ts'
import { isKind, numberingOf, type PartName } from '#src/catalogue/kinds.ts'
import type { Entry } from '#src/catalogue/part.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { lineForEditing } from '#src/import/edit-line.ts'
import type { Line } from '#src/import/line.ts'
import { statementOf } from '#src/import/statement.ts'
import { recordsNamedIn, type Values, withNumbersOfHere } from '../following/references.ts'
import type { Said } from '../returning/places.ts'
import type { Named, NumberThere } from './numbers-there.ts'

/** A record as the publisher has it now. */
export type RecordThere = { id: number; revision: number; line: Values }

/** Nobody has this source: what is written of a record then names none. */
const nobody = 'nobody'

/** What people say about a record, as a line with the numbers of this catalogue. */
export function lineOfSaid(record: StoredRecord, { columns, texts, entries }: Said): Values {
  const { kind: of } = record
  const values: Record<string, unknown> = { ...shapeOf(of).empty }
  for (const column of columns) values[column] = record.values[column]
  const translations = new Map<string, Translation>()
  for (const { name, ...language } of texts) {
    const key = languageKey(language)
    const text = record.translations.get(key)?.texts[name] ?? ''
    const told = translations.get(key)?.texts ?? shapeOf(of).emptyTexts
    translations.set(key, { ...language, source_id: nobody, texts: { ...told, [name]: text } })
  }
  const byPart = new Map<PartName, Map<string, StoredEntry>>()
  for (const { part, key, entry } of entries) {
    const some = byPart.get(part.name) ?? new Map<string, StoredEntry>()
    byPart.set(part.name, some.set(key, { ...entry, source_id: nobody }))
  }
  const only = { ...record, values, translations, entries: byPart, source_id: nobody }
  const line: Values = { ...lineForEditing({ ...only, owners: new Map(), zeros: new Set(), removed: new Map() }) }
  const { empty, fields } = shapeOf(of)
  for (const [column, { lineName = column }] of fields) {
    if (!columns.includes(column)) continue
    const value = values[column]
    const isNone = isEmpty(value) || (value === empty[column] && typeof value !== 'boolean')
    if (isNone) line[lineName] = null
    else line[lineName] ??= value
  }
  // A text that people say is none is empty in a line, and what they do not name is not in it.
  if (texts.length > 0) line.translations = { translations: languagesOf(record, texts) }
  return line
}

/** The texts that are said, by language. */
function languagesOf({ translations }: StoredRecord, texts: Said['texts']) {
  return [...Map.groupBy(texts, languageKey)].map(([key, some]) => ({
    ...{ iso_639_1: some[0]?.iso_639_1, iso_3166_1: some[0]?.iso_3166_1 },
    data: Object.fromEntries(some.map(({ name }) => [name, translations.get(key)?.texts[name] ?? ''])),
  }))
}

/** All records that a line names, and those that say which entries were removed. */
export function namedIn(of: RecordKind, line: Values, { removed }: Said): { named: Named[]; removed: Named[] } {
  const named: Named[] = []
  recordsNamedIn(of, line, (target, id) => void named.push({ of: target, id }))
  if (typeof line.series_id === 'number') named.push({ of: 'series', id: line.series_id })
  const ofRemoved = removed.flatMap(({ part, key }) =>
    Object.entries(entryOfKey(part, key)).flatMap(([column, value]): Named[] => {
      const target = part.references.find(([name]) => name === column)?.[1]
      return target && typeof value === 'number' ? [{ of: target, id: value }] : []
    }),
  )
  return { named, removed: ofRemoved }
}

/** The columns that tell an entry apart. */
function entryOfKey({ store }: StoredPart, key: string): Record<string, unknown> {
  const values: unknown[] = JSON.parse(key)
  return Object.fromEntries(store.key.map((column, at) => [column, values[at]]))
}

/**
 * What is sent of what people say about a record, with the publisher's numbers: a line that names only what differs
 * there, with lists that are complete. Undefined if nothing differs. All records that it names are known there.
 */
export function lineForPublisher(
  record: StoredRecord,
  said: Said,
  there: RecordThere | undefined,
  numberOf: NumberThere,
): Values | undefined {
  const { kind: of } = record
  const own = withNumbersOfHere(of, lineOfSaid(record, said), numberOf)
  const sent: Values = {}
  const { fields, storedParts } = shapeOf(of)
  for (const [column, { lineName = column }] of fields) {
    if (!said.columns.includes(column)) continue
    const value = own[lineName] ?? null
    if (!there || !isSame(value, there.line[lineName] ?? null)) sent[lineName] = value
  }
  const texts = textsToSend(own, there?.line)
  if (texts.length > 0) sent.translations = { translations: texts }
  for (const part of storedParts) {
    const entries = said.entries.filter((one) => one.part === part)
    const removed = said.removed.filter((one) => one.part === part)
    if (entries.length + removed.length > 0)
      Object.assign(sent, partToSend(of, part, { own, there, removed: keysThere(part, removed, numberOf) }))
  }
  if (there)
    return Object.keys(sent).length > 0 ? { kind: of, id: there.id, revision: there.revision, ...sent } : undefined
  const series_id = record.numbering.series_id
  const numbers = isKind(of) && numberingOf(of).length > 0 ? { ...record.numbering } : {}
  const placed = series_id === undefined ? {} : { series_id: numberOf('series', series_id) }
  const stated = Object.entries(sent).filter(([, value]) => value !== null)
  return { kind: of, ...numbers, ...placed, ...Object.fromEntries(stated) }
}

/** Texts that the publisher has otherwise. */
function textsToSend({ translations: own }: Values, there: Values | undefined): Values[] {
  const all: Values[] = own?.translations ?? []
  const theirs: Values[] = there?.translations?.translations ?? []
  return all.flatMap(({ iso_639_1, iso_3166_1, data }) => {
    const same = theirs.find((one) => one.iso_639_1 === iso_639_1 && one.iso_3166_1 === iso_3166_1)
    const other = Object.entries(data).filter(([name, text]) => (text || '') !== (same?.data?.[name] || ''))
    return other.length > 0 ? [{ iso_639_1, iso_3166_1, data: Object.fromEntries(other) }] : []
  })
}

/** The keys that removed entries have there; those about records that are not there have none. */
function keysThere(part: StoredPart, removed: Said['removed'], numberOf: NumberThere): string[] {
  return removed.flatMap(({ key }) => {
    const entry = entryOfKey(part, key)
    for (const [column, target] of part.references) {
      if (typeof entry[column] !== 'number') continue
      const number = numberOf(target, entry[column])
      if (number === undefined) return []
      entry[column] = number
    }
    return [entryKeyOf(part.store, entry as Entry)]
  })
}

type Merging = { own: Values; there: RecordThere | undefined; removed: readonly string[] }

/** The whole list of the publisher with what people here say about it; nothing if that is the same. */
function partToSend(of: RecordKind, part: StoredPart, { own, there, removed }: Merging): Values {
  const entriesIn = (line: Values) =>
    statementOf(line as Line, of, there?.id ?? 0, nobody, () => false).statement.parts.get(part.name)?.entries ?? []
  const theirs = new Map((there ? entriesIn(there.line) : []).map((entry) => [entryKeyOf(part.store, entry), entry]))
  const merged = new Map(theirs)
  let isOther = false
  for (const entry of entriesIn(own)) {
    const key = entryKeyOf(part.store, entry)
    const present = merged.get(key)
    if (present && isSameEntry(entry, present, ...(part.store.placeColumns ?? []))) continue
    merged.set(key, entry)
    isOther = true
  }
  for (const key of removed) if (merged.delete(key)) isOther = true
  if (!isOther) return {}
  const entries = [...merged.values()].map(({ source_id: _source, ...columns }) => columns)
  const written = entries.length > 0 ? part.write(entries, {}) : {}
  // A list without entries is named, too.
  return Object.keys(written).length > 0 ? written : { [part.properties[0] as string]: null }
}
