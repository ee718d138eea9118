import { hash } from 'node:crypto'
import type { PartName } from '#src/catalogue/kinds.ts'
import { type Control, compared, tidy } from './controls.ts'
import { type Column, columnsOfRow, type PartPlan, type Plan } from './plan.ts'

/** A row of a part in the form: the key of the stored entry, unless it is a new one, and what its fields say. */
export type Row = {
  key: string | undefined
  /** The list of the part that it belongs to; empty where the part is one list. */
  group: string
  cells: Readonly<Record<string, string>>
  /** The number that it had in the form that was sent, where its fields and buttons have it: rows may be dragged. */
  sentAt?: number
}

/** What stands in a form. */
export type Typed = {
  /** Facts and texts, by the names of their fields: `v.runtime`, `t.de-DE.overview`. */
  fields: Map<string, string>
  rows: Map<PartName, Row[]>
  /** A digest of everything that the form was given, as it was then: of fields by their names, of rows by `rowName`. */
  was: Map<string, string>
  /** Answers to what the form asked: whose value counts, and who is meant by a name. */
  answers: Map<string, string>
}

export const textName = (tag: string, text: string): string => `t.${tag}.${text}`
export const cellName = (part: PartName, index: number, column: string): string => `p.${part}.${index}.${column}`
/** The name of a stored entry among those that the form was given. */
export const rowName = (part: PartName, key: string): string => `p.${part}.${key}`

/** A language and a country, as texts have them. */
const tagForm = /^[a-z]{2}-[A-Z]{2}$/
export const isTag = (text: string): boolean => tagForm.test(text) && text !== baseTag
/** The language of the record's own table. */
const baseTag = 'en-US'
/** Most languages that are open in a form at once. */
export const maxOpenLanguages = 40
/** Most entries that are open in a form at once: each takes time to draw. */
export const maxOpenRows = 3_000

export const countRows = ({ rows }: Typed): number => [...rows.values()].reduce((sum, { length }) => sum + length, 0)

/** Whether a form has more in it than one can be made to have. */
export const isOverfull = (typed: Typed): boolean =>
  countRows(typed) > maxOpenRows || tagsIn(typed).length > maxOpenLanguages

/** The languages whose texts are in the form. */
export const tagsIn = ({ fields }: Typed): string[] => [
  ...new Set([...fields.keys()].flatMap((name) => (name.startsWith('t.') ? (name.split('.')[1] as string) : []))),
]

/** Short, because it stands in the form for every value; who finds another text with the same one harms nobody else. */
export const digestOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 10)

/** What is compared of a row: its fields, whatever their order. */
export const textOfRow = (columns: readonly Column[], { cells }: Pick<Row, 'cells'>): string =>
  JSON.stringify(columns.map(({ column, control }) => compared(control, cells[column] ?? '')))

const nothing: Typed = { fields: new Map(), rows: new Map(), was: new Map(), answers: new Map() }
export const blankForm = (): Typed => structuredClone(nothing)

/** Reads what was sent. Whatever does not belong to the form of the kind is left out. */
export function typedIn(plan: Plan, sent: readonly (readonly [name: string, text: string])[]): Typed {
  const typed = blankForm()
  const byPart = new Map(plan.parts.map((part) => [part.part as string, part]))
  const facts = new Map(plan.facts.map(({ name, control }) => [name, control]))
  const texts = new Set<string>(plan.texts.map(({ text }) => text))
  const rows = new Map<string, { part: PartPlan; row: Row & { cells: Record<string, string> } }>()
  for (const [name, text] of sent) {
    const [sort, middle = '', number = '', column = ''] = name.split('.')
    if (sort === 'v' && facts.has(name)) typed.fields.set(name, tidy(facts.get(name) as Control, text))
    else if (sort === 't' && isTag(middle) && texts.has(number)) typed.fields.set(name, text)
    else if (sort === 'c') typed.answers.set(name.slice(2), text)
    else if (name === 'was') readDigests(typed, text)
    else if (sort === 'p' && byPart.has(middle)) {
      const part = byPart.get(middle) as PartPlan
      const place = `${middle}.${number}`
      const found = rows.get(place) ?? { part, row: { key: undefined, group: '', cells: {}, sentAt: Number(number) } }
      rows.set(place, found)
      if (column === '@key') found.row.key = text === '' ? undefined : text
      else if (column === '@group') found.row.group = text
      else found.row.cells[column] = text
    }
  }
  for (const { part, row } of rows.values()) rowsOf(typed, part.part).push(row)
  renumberAnswers(typed)
  fillUnsent(plan, typed)
  return typed
}

/** Answers about cells follow their rows, which are numbered as they stand from here on. */
function renumberAnswers({ rows, answers }: Typed) {
  const renamed = [...rows].flatMap(([part, listed]) =>
    listed.flatMap(({ sentAt, cells }, index) =>
      Object.keys(cells).flatMap((column) => {
        const answer = answers.get(cellName(part, sentAt ?? index, column))
        return answer === undefined
          ? []
          : [{ from: cellName(part, sentAt ?? index, column), part, index, column, answer }]
      }),
    ),
  )
  for (const { from } of renamed) answers.delete(from)
  for (const { part, index, column, answer } of renamed) answers.set(cellName(part, index, column), answer)
}

/** A box that is not checked is not sent. */
function fillUnsent(plan: Plan, typed: Typed) {
  for (const { name, control } of plan.facts)
    if (control.is === 'flag' && !typed.fields.has(name)) typed.fields.set(name, '')
  for (const part of plan.parts)
    typed.rows.set(
      part.part,
      rowsOf(typed, part.part).map((row) => ({
        ...row,
        cells: Object.fromEntries(
          columnsOfRow(plan.of, part, row.group).map(({ column, control }) => [
            column,
            tidy(control, row.cells[column] ?? ''),
          ]),
        ),
      })),
    )
}

/** Digests that the form brought back; a text that is none of ours counts as nothing known. */
export function readDigests({ was }: Typed, text: string) {
  try {
    for (const [name, digest] of Object.entries(JSON.parse(text) as object))
      if (typeof digest === 'string') was.set(name, digest)
  } catch {
    was.clear()
  }
}

export function rowsOf({ rows }: Typed, part: PartName): Row[] {
  let found = rows.get(part)
  if (!found) {
    found = []
    rows.set(part, found)
  }
  return found
}
