import { mergedKey } from '#src/catalogue/edits/gone/gone.ts'
import type { ChangeInHistory } from '#src/catalogue/edits/history.ts'
import { numberingPlace } from '#src/catalogue/edits/replaced.ts'
import { isKind } from '#src/catalogue/kinds.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { isJsonObject } from '#src/reference/json-object.ts'
import type { FieldChange } from '../record-form/compare.ts'
import { type Control, shown } from '../record-form/controls.ts'
import { columnsOfRow, type Fact, type PartPlan, type Plan, planOf } from '../record-form/plan.ts'
import { groupOf, type Names, shownWith } from '../record-form/stored.ts'
import type { Row } from '../record-form/typed.ts'

/** A row of the change log, as far as it is about one of the values that the form of its record has. */
type ReadChange =
  | { is: 'made' }
  /** It was deleted, or is another record now. */
  | { is: 'destroyed'; into: number | undefined }
  /** Another record became this one, or was separated from it. */
  | { is: 'merged'; id: number; isBack: boolean }
  /** A season or an episode has gone to another number or season. */
  | { is: 'moved' }
  | ({ is: 'field'; plan: Plan; control: Control } & Omit<FieldChange, 'before' | 'after'>)
  | { is: 'entry'; plan: Plan; part: PartPlan }
  /** Pictures, reviews and whatever the form does not have. */
  | { is: 'other'; part: string | undefined }

const textControl: Control = { is: 'text', mostLetters: 0 }

/** The part of a place; a field or a text has its column and its language there instead. */
const partIn = (place: string): string | undefined => {
  const [first = ''] = place.split(' ', 1)
  return place === '' || first.includes('|') ? undefined : first
}

function numberIn(value: unknown, name: string): number | undefined {
  const number = isJsonObject(value) ? value[name] : undefined
  return typeof number === 'number' ? number : undefined
}

/** What a change of a value needs so that it can be read: one that was made, or one that waits. */
type Logged = Pick<
  ChangeInHistory,
  'kind' | 'key' | 'place' | 'action' | 'iso_639_1' | 'iso_3166_1' | 'original_value' | 'value'
>

export function readChange(change: Logged): ReadChange {
  const { kind, key, action, place } = change
  if (action === 'created') return { is: 'made' }
  if (action === 'destroyed') return { is: 'destroyed', into: numberIn(change.value, 'merged_into') }
  if (place === numberingPlace) return { is: 'moved' }
  const merged = key === mergedKey && place === '' ? numberIn(change.value ?? change.original_value, 'id') : undefined
  if (merged !== undefined) return { is: 'merged', id: merged, isBack: change.value === null }
  const part = partIn(place)
  if (!isKind(kind)) return { is: 'other', part }
  const plan = planOf(kind)
  const planned = part === undefined && place === '' ? partOfOld(plan, change) : partNamed(plan, part)
  if (planned) return { is: 'entry', plan, part: planned }
  if (part !== undefined) return { is: 'other', part }
  return fieldOf(plan, change) ?? { is: 'other', part: undefined }
}

const partNamed = ({ parts }: Plan, name: string | undefined) => parts.find(({ part }) => part === name)

/** Rows from before places were logged: the part that has all columns of the value. */
function partOfOld({ parts }: Plan, { key, original_value, value }: Logged): PartPlan | undefined {
  const entry = value ?? original_value
  if (!isJsonObject(entry)) return undefined
  return parts.find(
    ({ store }) => store.changeKeys.includes(key) && Object.keys(entry).every((column) => column in store.columns),
  )
}

function fieldOf(plan: Plan, { place, key, iso_639_1, iso_3166_1 }: Logged): ReadChange | undefined {
  const [column = '', language = '', country = ''] =
    place === '' ? [key, ...translated(iso_639_1, iso_3166_1)] : place.split('|')
  if (language !== '') {
    const control = plan.texts.find(({ text }) => text === column)?.control ?? textControl
    return { is: 'field', plan, control, name: `t.${language}-${country}.${column}` }
  }
  const fact = plan.facts.find((one) => one.column === column || keyOf(one) === column)
  return fact && { is: 'field', plan, control: fact.control, name: fact.name }
}

/** Old rows have the language of the record's own texts like that of others. */
const translated = (language: string, country: string) =>
  language === 'en' && country === 'US' ? [] : [language, country]

/** What the log calls a column. */
export const keyOf = ({ column, field }: Pick<Fact, 'column' | 'field'>): string => field.lineName ?? column

/** A value as the form has it: the log has some as lines have them, as objects around a code or an id. */
function unwrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrapped)
  if (!isJsonObject(value)) return value
  const inside = Object.values(value)
  return inside.length === 1 ? inside[0] : value
}

const isValueOf = (control: Control, value: unknown) => control.is !== 'list' || Array.isArray(value)

/** A logged value of a field as text; nothing where there was none. */
export function textOfValue(names: Names, control: Control, value: unknown): string {
  if (value === null || value === undefined) return ''
  const inside = control.is === 'structure' || control.is === 'groups' ? value : unwrapped(value)
  return isValueOf(control, inside) ? shownWith(names, control, inside) : shown({ is: 'structure' }, inside)
}

/** A logged entry as a row of the form. */
export function rowOfEntry(names: Names, { of }: Plan, part: PartPlan, entry: unknown): Row | undefined {
  if (!isJsonObject(entry)) return undefined
  const group = groupOf(part, entry)
  const cells = columnsOfRow(of, part, group).map(({ column, control }) => [
    column,
    textOfEntry(names, control, entry[column]),
  ])
  return { key: undefined, group, cells: Object.fromEntries(cells) }
}

const textOfEntry = (names: Names, control: Control, value: unknown): string =>
  value === null || value === undefined ? '' : shownWith(names, control, value)

/** The records that changes are about, and those that their values refer to. */
export function recordsIn(changes: readonly ChangeInHistory[]): Map<RecordKind, Set<number>> {
  const wanted = new Map<RecordKind, Set<number>>()
  const add = (of: RecordKind, id: unknown) => {
    if (typeof id === 'number') wanted.set(of, (wanted.get(of) ?? new Set()).add(id))
  }
  for (const change of changes) {
    const { kind, entity_id, original_value, value } = change
    add(kind, entity_id)
    const read = readChange(change)
    const both = [original_value, value]
    if (read.is === 'destroyed') add(kind, read.into)
    if (read.is === 'merged') add(kind, read.id)
    if (read.is === 'moved') for (const each of both) if (isJsonObject(each)) add('series', each.series_id)
    if (read.is === 'field' && read.control.is === 'record')
      for (const each of both) add(read.control.of, unwrapped(each))
    if (read.is !== 'entry') continue
    for (const { column, control } of read.part.shown)
      if (control.is === 'record') for (const each of both) if (isJsonObject(each)) add(control.of, each[column])
  }
  return wanted
}
