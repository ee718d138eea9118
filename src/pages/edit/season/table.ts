import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { faultsOfEdit, type RecordFault } from '#src/catalogue/statements/check.ts'
import type { EpisodeRow } from '#src/contributions/editing/episodes.ts'
import type { Texts } from '#src/texts/index.ts'
import { type Comparison, compareField } from '../../record-form/compare.ts'
import { type Control, compared, read } from '../../record-form/controls.ts'
import { planOf } from '../../record-form/plan.ts'
import { blankForm, digestOf, readDigests, type Typed } from '../../record-form/typed.ts'
import type { PastedEpisode } from './pasted.ts'

/** What a line says that one pastes, in its order, and the columns of the table. */
const pastedColumns = ['name', 'air_date', 'runtime'] as const
export const tableColumns = [...pastedColumns, 'overview'] as const
type Column = (typeof tableColumns)[number]

/** A row for an episode that is not there yet. */
type AddedRow = Record<Column | 'number', string>

export const blankRow = (): AddedRow => ({ number: '', name: '', air_date: '', runtime: '', overview: '' })

/** What stands in the table: fields of episodes by `e.<id>.<column>`, and new rows. */
export type Table = { typed: Typed; added: AddedRow[] }
/** The same as of a form, and what is added. */
export type TableComparison = Pick<Comparison, 'fields' | 'conflicts'> & { added: readonly AddedRow[] }

/** Most new rows of a table. */
export const maxAddedRows = 1_000

export const tableField = (id: number, column: Column): string => `e.${id}.${column}`

const factOf = (column: Column) => {
  const fact = planOf('episode').facts.find((one) => one.column === column)
  if (!fact) throw new Error(`Episodes have no ${column}`)
  return fact
}
const controlOf = (column: Column): Control => factOf(column).control

const textOf = (episode: EpisodeRow, column: Column) => String(episode[column] ?? '')

export function openTable(episodes: readonly EpisodeRow[]): Table {
  const typed = blankForm()
  for (const episode of episodes)
    for (const column of tableColumns) {
      const text = textOf(episode, column)
      typed.fields.set(tableField(episode.id, column), text)
      typed.was.set(tableField(episode.id, column), digestOf(compared(controlOf(column), text)))
    }
  return { typed, added: [] }
}

/** Reads a table that was sent. Episodes that came since the table was opened are in it, too. */
export function tableIn(episodes: readonly EpisodeRow[], sent: readonly (readonly [string, string])[]): Table {
  const table = openTable(episodes)
  const { fields, was, answers } = table.typed
  const known = new Map(fields)
  const wasSent: Typed = blankForm()
  const added = new Map<string, AddedRow>()
  for (const [name, text] of sent) {
    const [sort, number = '', column = ''] = name.split('.')
    if (sort === 'e' && known.has(name)) fields.set(name, text)
    else if (sort === 'c') answers.set(name.slice(2), text)
    else if (name === 'was') readDigests(wasSent, text)
    else if (sort === 'n' && (added.size < maxAddedRows || added.has(number))) {
      const row = added.get(number) ?? blankRow()
      added.set(number, row)
      if (Object.hasOwn(row, column)) row[column as keyof AddedRow] = text
    }
  }
  for (const [name, digest] of wasSent.was) if (known.has(name)) was.set(name, digest)
  for (const each of added.values()) table.added.push(each)
  return table
}

/**
 * Fills the table from what was pasted: what it does not say stays, and unknown numbers become rows. Returns how many
 * there was no room for.
 */
export function fillFrom(table: Table, episodes: readonly EpisodeRow[], pasted: readonly PastedEpisode[]): number {
  const byNumber = new Map(episodes.map((episode) => [episode.episode_number, episode]))
  const rows = new Map(table.added.map((row) => [row.number.trim(), row]))
  let left = 0
  for (const one of pasted) {
    const number = String(one.number)
    const episode = byNumber.get(one.number)
    const added = rows.get(number)
    if (episode) {
      for (const column of pastedColumns)
        if (one[column] !== '') table.typed.fields.set(tableField(episode.id, column), one[column])
    } else if (added) {
      for (const column of pastedColumns) if (one[column] !== '') added[column] = one[column]
    } else if (table.added.length < maxAddedRows) {
      const row = { ...blankRow(), ...one, number }
      rows.set(number, row)
      table.added.push(row)
    } else left++
  }
  return left
}

const isBlank = (row: AddedRow) => Object.values(row).every((text) => text.trim() === '')

export function compareTable({ typed, added }: Table, episodes: readonly EpisodeRow[]): TableComparison {
  const found: Comparison = { fields: [], rows: [], moved: [], conflicts: [] }
  for (const episode of episodes)
    for (const column of tableColumns) {
      const name = tableField(episode.id, column)
      compareField(typed, found, { name, control: controlOf(column), theirs: textOf(episode, column) })
    }
  return { fields: found.fields, conflicts: found.conflicts, added: added.filter((row) => !isBlank(row)) }
}

export const isUnchanged = ({ fields, added }: TableComparison): boolean => fields.length === 0 && added.length === 0

export const digestOfTable = ({ fields, added }: TableComparison): string => digestOf(JSON.stringify([fields, added]))

const valueIn = (column: Column, text: string): unknown =>
  text.trim() === '' ? null : read(controlOf(column), factOf(column).schema, text)

type Numbered = { numbering: { series_id: number; season_number: number }; episodes: readonly EpisodeRow[] }

/** What a table changes, as records of an edit, and what is wrong with it, by field. */
export function tableStatements(
  { edit }: Texts,
  { added }: Table,
  { numbering, episodes }: Numbered,
  comparison: TableComparison,
) {
  const records: RecordEdit[] = []
  const prefixes: string[] = []
  const errors: Record<string, string> = {}
  const byId = new Map(episodes.map((episode) => [episode.id, episode]))
  for (const [id, changes] of Map.groupBy(comparison.fields, ({ name }) => Number(name.split('.')[1]))) {
    const values = changes.map(({ name, after }) => {
      const column = name.split('.')[2] as Column
      return [column, valueIn(column, after)]
    })
    records.push({ kind: 'episode', id, revision: byId.get(id)?.revision ?? 0, values: Object.fromEntries(values) })
    prefixes.push(`e.${id}.`)
  }
  const taken = new Set(episodes.map(({ episode_number }) => episode_number))
  for (const [index, row] of added.entries()) {
    if (isBlank(row)) continue
    const number = /^\d{1,6}$/.test(row.number.trim()) ? Number(row.number) : undefined
    if (number === undefined) errors[`n.${index}.number`] = edit.numberWrong
    else if (taken.has(number)) errors[`n.${index}.number`] = edit.numberTaken(number)
    else taken.add(number)
    const values = tableColumns.map((column) => [column, valueIn(column, row[column])])
    records.push({
      kind: 'episode',
      numbering: { ...numbering, episode_number: number ?? 0 },
      values: Object.fromEntries(values.filter(([, value]) => value !== null)),
    })
    prefixes.push(`n.${index}.`)
  }
  const fieldOf = ({ record, place }: RecordFault) => {
    const column = place.split('.')[1] ?? ''
    return `${prefixes[record] ?? ''}${column === 'episode_number' ? 'number' : column}`
  }
  for (const [record, statement] of records.entries())
    for (const fault of faultsOfEdit(statement)) errors[fieldOf({ record, ...fault })] ??= edit.fault(fault.reason)
  return { records, errors, fieldOf }
}
