import type { PartName } from '#src/catalogue/kinds.ts'
import { wordTable } from '#src/reference/word-table.ts'
import type { Control } from './controls.ts'
import { compared } from './controls.ts'
import type { PartPlan } from './plan.ts'
import { columnsOf, digestOfEntry, entriesOf, factText, rowOf, type Stored, translatedText } from './stored.ts'
import { digestOf, type Row, rowName, rowsOf, type Typed, tagsIn, textName, textOfRow } from './typed.ts'

/** A value that a form changes: the name of its field, and what it says before and after. */
export type FieldChange = { name: string; before: string; after: string }
/** An entry that a form adds, changes or removes; `index` is the place of its row in the form. */
export type RowChange = { part: PartPlan; before: Row | undefined; after: Row | undefined; index: number }
/** A value that somebody else changed since the form was opened, too. Undefined is a removed entry. */
export type Conflict = {
  name: string
  part: PartPlan | undefined
  mine: Row | string | undefined
  theirs: Row | string | undefined
}
export type Comparison = { fields: FieldChange[]; rows: RowChange[]; moved: PartPlan[]; conflicts: Conflict[] }

/**
 * What a form changes of a record. What its author has not touched follows the record; what both have changed is a
 * conflict until an answer says whose value counts.
 */
export function compare(stored: Stored, typed: Typed): Comparison {
  const found: Comparison = { fields: [], rows: [], moved: [], conflicts: [] }
  for (const fact of stored.plan.facts)
    compareField(typed, found, { name: fact.name, control: fact.control, theirs: factText(stored, fact) })
  for (const tag of tagsIn(typed))
    for (const { text, control } of stored.plan.texts)
      compareField(typed, found, { name: textName(tag, text), control, theirs: translatedText(stored, tag, text) })
  for (const part of stored.plan.parts) comparePart(stored, typed, part, found)
  return found
}

/** The first day of what is known to the month or to the year. */
const firstDays: Readonly<Record<string, RegExp>> = wordTable({ month: /-01$/, year: /-01-01$/ })

/** Who corrects a date of which only the year or the month was known knows the day, unless they say otherwise. */
export function makeDatesExact(stored: Stored, { fields }: Typed): void {
  for (const fact of stored.plan.facts) {
    const exactness = stored.plan.facts.find(({ column }) => column === `${fact.column}_precision`)
    const day = fields.get(fact.name)
    if (!exactness || !day || day === factText(stored, fact)) continue
    const known = factText(stored, exactness)
    const isFirst = firstDays[known]?.test(day) ?? true
    if (!isFirst && fields.get(exactness.name) === known) fields.set(exactness.name, 'day')
  }
}

type Field = { name: string; control: Control; theirs: string }

/** Compares one field, and lets it follow the record where its author has not touched it. */
export function compareField({ fields, was, answers }: Typed, found: Comparison, { name, control, theirs }: Field) {
  const mine = fields.get(name)
  if (mine === undefined) return
  const opened = was.get(name)
  const [ownText, text] = [compared(control, mine), compared(control, theirs)]
  const present = digestOf(text)
  if (ownText === text) return void was.set(name, present)
  const isMine = digestOf(ownText) !== opened
  if (!isMine || (opened !== present && answers.get(name) === 'theirs')) {
    fields.set(name, theirs)
    was.set(name, present)
    return
  }
  if (opened !== undefined && opened !== present && answers.get(name) !== 'mine')
    return void found.conflicts.push({ name, part: undefined, mine, theirs })
  was.set(name, present)
  found.fields.push({ name, before: theirs, after: mine })
}

function comparePart(stored: Stored, typed: Typed, part: PartPlan, found: Comparison) {
  const rows = rowsOf(typed, part.part)
  const kept: Row[] = []
  const inForm = new Set(rows.flatMap(({ key }) => key ?? []))
  for (const row of rows) {
    const settled = settleRow(stored, typed, part, row, found)
    if (settled) kept.push(settled)
  }
  for (const [name, opened] of typed.was) {
    const key = keyIn(part.part, name)
    if (key === undefined || inForm.has(key)) continue
    const back = settleRemoval(stored, typed, part, { key, opened }, found)
    if (back) kept.push(back)
  }
  rows.length = 0
  for (const row of kept) rows.push(row)
  const places = new Map(rows.map((row, index) => [row, index]))
  for (const change of found.rows)
    if (change.part === part && change.after) change.index = places.get(change.after) ?? -1
  if (isMoved(stored, part, rows)) found.moved.push(part)
}

const keyIn = (part: PartName, name: string): string | undefined =>
  name.startsWith(`p.${part}.`) ? name.slice(part.length + 3) : undefined

export const isBlank = ({ cells }: Row): boolean => Object.values(cells).every((text) => text.trim() === '')

/** A row as it stays in the form; undefined if it leaves. */
function settleRow(
  stored: Stored,
  { was, answers }: Typed,
  part: PartPlan,
  row: Row,
  found: Comparison,
): Row | undefined {
  const { key } = row
  if (key === undefined) {
    if (!isBlank(row)) found.rows.push({ part, before: undefined, after: row, index: -1 })
    return row
  }
  const name = rowName(part.part, key)
  const columns = columnsOf(stored, part, row)
  const [opened, present, own] = [was.get(name), digestOfEntry(stored, part, key), digestOf(textOfRow(columns, row))]
  const entry = entriesOf(stored, part.part).get(key)?.entry
  const theirs = entry && rowOf(stored, part, entry)
  if (own === opened || own === present || (opened !== present && answers.get(name) === 'theirs')) {
    if (present === undefined) was.delete(name)
    else was.set(name, present)
    return theirs
  }
  if (opened !== present && answers.get(name) !== 'mine') {
    found.conflicts.push({ name, part, mine: row, theirs })
    return row
  }
  if (present !== undefined) was.set(name, present)
  found.rows.push({ part, before: theirs, after: row, index: -1 })
  return row
}

type Removal = { key: string; opened: string }

/** A row that left the form; it is returned if it comes back. */
function settleRemoval(
  stored: Stored,
  { was, answers }: Typed,
  part: PartPlan,
  { key, opened }: Removal,
  found: Comparison,
): Row | undefined {
  const name = rowName(part.part, key)
  const entry = entriesOf(stored, part.part).get(key)?.entry
  if (!entry) return void was.delete(name)
  const theirs = rowOf(stored, part, entry)
  const present = digestOf(textOfRow(columnsOf(stored, part, theirs), theirs))
  const isChanged = present !== opened
  if (isChanged && answers.get(name) === 'theirs') {
    was.set(name, present)
    return theirs
  }
  if (isChanged && answers.get(name) !== 'mine') {
    found.conflicts.push({ name, part, mine: undefined, theirs })
    return undefined
  }
  was.set(name, present)
  found.rows.push({ part, before: theirs, after: undefined, index: -1 })
  return undefined
}

/** Whether somebody has ordered the rows of a list of a part otherwise, or put a new one among them. */
function isMoved(stored: Stored, part: PartPlan, rows: readonly Row[]): boolean {
  if (part.place === undefined) return false
  const order = new Map([...entriesOf(stored, part.part).keys()].map((key, place) => [key, place]))
  return [...Map.groupBy(rows, ({ group }) => group)].some(([group, listed]) => {
    if (!isOrdered(part, group)) return false
    const filled = listed.filter((row) => !isBlank(row))
    const places = filled.map(({ key }) => (key === undefined ? order.size : (order.get(key) ?? -1)))
    return places.some((place, index) => index > 0 && place < (places[index - 1] as number))
  })
}

/** Whether the rows of a list stand in an order that people give them. */
export const isOrdered = ({ place, groups }: PartPlan, group: string): boolean =>
  place !== undefined && (groups.find(({ value }) => value === group)?.isOrdered ?? true)
