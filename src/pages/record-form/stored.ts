import { entryKeyOf } from '#src/catalogue/edits/kind-shape.ts'
import type { EntryForEditing, RecordForEditing, ValueForEditing } from '#src/catalogue/edits/record-for-editing.ts'
import type { StoredEntry } from '#src/catalogue/edits/record-loader.ts'
import type { PartName } from '#src/catalogue/kinds.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { type Control, recordText, shown } from './controls.ts'
import { type EpisodeNumbers, groupsText } from './groups.ts'
import { type Column, columnsOfRow, type Fact, type PartPlan, type Plan } from './plan.ts'
import { digestOf, isTag, type Row, rowName, rowsOf, type Typed, tagsIn, textName, textOfRow } from './typed.ts'

/** Names of records by `kind id`, for fields that refer to them, and the numbers of the episodes of the series. */
export type Names = { names: ReadonlyMap<string, string>; episodes: EpisodeNumbers }

/** What can be edited of a record, or of one that is to be made. */
type Editable = {
  /** 0 for one that is to be made. */
  id: number
  revision: number
  values: Readonly<Record<string, ValueForEditing>>
  /** By tag, such as `de-DE`. */
  texts: ReadonlyMap<string, Readonly<Record<string, ValueForEditing>>>
  /** By part and key. */
  entries: ReadonlyMap<PartName, ReadonlyMap<string, EntryForEditing>>
}

export const editableOf = ({ id, revision, values, texts, parts }: RecordForEditing): Editable => ({
  id,
  revision,
  values,
  texts: new Map(texts.map((one) => [`${one.iso_639_1}-${one.iso_3166_1}`, one.texts])),
  entries: new Map([...parts].map(([part, entries]) => [part, new Map(entries.map((one) => [one.key, one]))])),
})

export const nothingYet: Editable = { id: 0, revision: 0, values: {}, texts: new Map(), entries: new Map() }

/** A stored record as the form shows it. */
export type Stored = {
  plan: Plan
  record: Editable
  names: Names
}

/** Rows of a part that a form begins with, and how many more come at once. */
export const firstRows = 30
export const moreRows = 200
/** Fields of all rows that a form begins with: with them it stays below 60 kB. */
const firstFields = 70
/** What stands in a row besides its fields, as fields. */
const fieldsOfRow = 2

const nameOf = ({ names }: Names, of: RecordKind, id: number) => names.get(`${of} ${id}`) ?? ''

/** A value with the names of the records in it. */
export function shownWith(names: Names, control: Control, value: unknown): string {
  if (control.is === 'groups') return groupsText(value, names.episodes)
  if (control.is !== 'record' || typeof value !== 'number') return shown(control, value)
  return recordText(nameOf(names, control.of, value), value).trim()
}

/** A number that nobody gave is shown as nothing. */
export function factText({ record, names }: Stored, { column, control, field }: Fact): string {
  const { value = field.empty, source } = record.values[column] ?? {}
  const isNoValue = value === 0 && field.empty === 0 && control.is === 'number' && !source
  return isNoValue ? '' : shownWith(names, control, value)
}

export function translatedText({ record }: Stored, tag: string, text: string): string {
  const value = record.texts.get(tag)?.[text]?.value
  return value === 0 || value === undefined ? '' : String(value)
}

export const groupOf = ({ by, groups }: PartPlan, entry: Readonly<Record<string, unknown>>): string =>
  groups.find(({ value }) => by !== undefined && entry[by] === value)?.value ?? ''

export function rowOf(stored: Stored, part: PartPlan, entry: StoredEntry): Row {
  const group = groupOf(part, entry)
  const columns = columnsOfRow(stored.plan.of, part, group)
  return {
    key: entryKeyOf(part.store, entry),
    group,
    cells: Object.fromEntries(
      columns.map(({ column, control }) => [column, shownWith(stored.names, control, entry[column])]),
    ),
  }
}

export const entriesOf = ({ record }: Stored, part: PartName): ReadonlyMap<string, EntryForEditing> =>
  record.entries.get(part) ?? new Map()

export const columnsOf = ({ plan }: Stored, part: PartPlan, { group }: Pick<Row, 'group'>): readonly Column[] =>
  columnsOfRow(plan.of, part, group)

/** The digest of a stored entry; undefined if there is none. */
export function digestOfEntry(stored: Stored, part: PartPlan, key: string): string | undefined {
  const entry = entriesOf(stored, part.part).get(key)?.entry
  if (!entry) return undefined
  const row = rowOf(stored, part, entry)
  return digestOf(textOfRow(columnsOf(stored, part, row), row))
}

/** Puts facts of the record into a form that does not have them yet. */
export function openFacts(stored: Stored, typed: Typed): void {
  for (const fact of stored.plan.facts) if (!typed.fields.has(fact.name)) give(typed, fact.name, factText(stored, fact))
}

function give({ fields, was }: Typed, name: string, text: string) {
  fields.set(name, text)
  was.set(name, digestOf(text.trim()))
}

/** Opens the texts of a language. */
export function openLanguage(stored: Stored, typed: Typed, tag: string): void {
  if (!isTag(tag) || tagsIn(typed).includes(tag)) return
  for (const { text } of stored.plan.texts) give(typed, textName(tag, text), translatedText(stored, tag, text))
}

/** How many entries of a part are not in the form. */
export function countHidden(stored: Stored, typed: Typed, part: PartName): number {
  const names = entriesOf(stored, part).keys()
  return [...names].filter((key) => !typed.was.has(rowName(part, key))).length
}

/** Puts further entries of a part into the form, at most so many. */
export function openRows(stored: Stored, typed: Typed, part: PartPlan, most: number): void {
  const rows = rowsOf(typed, part.part)
  const entries = [...entriesOf(stored, part.part)].filter(([key]) => !typed.was.has(rowName(part.part, key)))
  for (const [key, { entry }] of entries.slice(0, most)) {
    const row = rowOf(stored, part, entry)
    rows.push(row)
    typed.was.set(rowName(part.part, key), digestOf(textOfRow(columnsOf(stored, part, row), row)))
  }
}

/**
 * Puts entries into a form that is opened: those of the smallest parts, as long as there is room. The others come when
 * somebody asks for them; `asked` is a section such as `p.credits` that somebody wants to see at once.
 */
export function openFirstRows(stored: Stored, typed: Typed, asked: string): void {
  const { plan } = stored
  const sized = plan.parts.map((part) => {
    const fields = columnsOfRow(plan.of, part, part.groups[0]?.value ?? '').length + fieldsOfRow
    const size = fields * Math.min(entriesOf(stored, part.part).size, firstRows)
    return { part, size, place: asked === `p.${part.part}` ? 0 : size }
  })
  let room = firstFields
  for (const { part, size, place } of sized.sort((one, other) => one.place - other.place)) {
    if (size > room && place > 0) return
    openRows(stored, typed, part, firstRows)
    if (place > 0) room -= size
  }
}

/** What is stored, as far as it refers to other records. */
export type Referring = {
  values: Readonly<Record<string, { value: unknown }>>
  entries: ReadonlyMap<PartName, ReadonlyMap<string, { entry: StoredEntry }>>
}

/** The ids of records that the shown entries and facts refer to, by kind. */
export function referredIn({ facts, parts }: Plan, record: Referring): Map<RecordKind, Set<number>> {
  const wanted = new Map<RecordKind, Set<number>>()
  const add = (control: Control, value: unknown) => {
    if (control.is !== 'record' || typeof value !== 'number') return
    wanted.set(control.of, (wanted.get(control.of) ?? new Set()).add(value))
  }
  for (const { control, column } of facts) add(control, record.values[column]?.value)
  for (const { part, shown } of parts) {
    const columns = shown.filter(({ control }) => control.is === 'record')
    for (const { entry } of columns.length > 0 ? (record.entries.get(part)?.values() ?? []) : [])
      for (const { column, control } of columns) add(control, entry[column])
  }
  return wanted
}
