import { entryKeyOf } from '#src/catalogue/edits/kind-shape.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import type { StoredEntry } from '#src/catalogue/edits/record-loader.ts'
import { entryId } from '#src/catalogue/entry-id.ts'
import type { PartName } from '#src/catalogue/kinds.ts'
import type { Entry } from '#src/catalogue/part.ts'
import type { Group } from '#src/catalogue/parts/episode-groups.ts'
import type { Fault } from '#src/catalogue/statements/faults.ts'
import type { Texts } from '#src/texts/index.ts'
import { type Comparison, isBlank, isOrdered, type RowChange } from './compare.ts'
import { emptyOf, read } from './controls.ts'
import { groupsIn } from './groups.ts'
import type { PartPlan } from './plan.ts'
import { columnsOf, entriesOf, rowOf, type Stored } from './stored.ts'
import { cellName, type Row, rowName, rowsOf, type Typed, textOfRow } from './typed.ts'

/** The statements of a form, and the fields that its faults are about. */
export type Stated = {
  edit: Pick<RecordEdit, 'values' | 'texts' | 'parts'>
  /** The name of the field that a fault of the edit is about. */
  fieldOf(fault: Fault): string
  /** What is wrong with it beside that, by field. */
  errors(texts: Texts): Record<string, string>
}

/** Words that are no episodes, and entries that are there twice, by field. */
type Problems = Map<string, { isTwice: true } | { word: string }>

/** What a form changes, as an edit of the record. */
export function statedBy(stored: Stored, typed: Typed, comparison: Comparison): Stated {
  const values: Record<string, unknown> = {}
  const texts = new Map<string, Record<string, unknown>>()
  for (const { name, after } of comparison.fields) {
    const [sort, middle = '', text = ''] = name.split('.')
    if (sort === 't') texts.set(middle, { ...texts.get(middle), [text]: textValue(stored, text, after) })
    else values[middle] = factValue(stored, middle, after)
  }
  const parts: Partial<Record<PartName, { put?: Entry[]; remove?: Entry[] }>> = {}
  const places = new Map<PartName, number[]>()
  const problems: Problems = new Map()
  for (const part of stored.plan.parts) {
    const changes = comparison.rows.filter((change) => change.part === part)
    const isMoved = comparison.moved.includes(part)
    if (changes.length === 0 && !isMoved) continue
    const { put, remove, rows } = statedPart(stored, typed, part, { changes, isMoved, problems })
    parts[part.part] = { ...(put.length > 0 && { put }), ...(remove.length > 0 && { remove }) }
    places.set(part.part, rows)
  }
  const tags = [...texts.keys()]
  const edit = {
    ...(Object.keys(values).length > 0 && { values }),
    ...(tags.length > 0 && {
      texts: tags.map((tag) => {
        const [iso_639_1 = '', iso_3166_1 = ''] = tag.split('-')
        return { iso_639_1, iso_3166_1, texts: texts.get(tag) ?? {} }
      }),
    }),
    ...(places.size > 0 && { parts }),
  }
  const errors = ({ edit: words }: Texts) =>
    Object.fromEntries(
      [...problems].map(([name, problem]) => [
        name,
        'word' in problem ? words.notAnEpisode(problem.word) : words.twice,
      ]),
    )
  return { edit, fieldOf: ({ place }) => fieldAt(place, tags, places), errors }
}

/** `values.runtime`, `texts.0.texts.title`, `parts.credits.put.2.character`. */
function fieldAt(place: string, tags: readonly string[], places: ReadonlyMap<string, readonly number[]>): string {
  const [top, middle = '', third = '', number = '', column = ''] = place.split('.')
  if (top === 'values') return `v.${middle}`
  if (top === 'texts') return `t.${tags[Number(middle)]}.${number}`
  const index = third === 'put' ? places.get(middle)?.[Number(number)] : undefined
  return index === undefined ? `p.${middle}` : cellName(middle as PartName, index, column)
}

/** A blank field takes the value away; 0 is a value. */
function factValue({ plan }: Stored, column: string, text: string): unknown {
  const fact = plan.facts.find((one) => one.column === column)
  if (!fact) return undefined
  const { control, schema } = fact
  const isBlank = text.trim() === '' && control.is !== 'flag' && control.is !== 'list'
  return isBlank ? null : read(control, schema, text)
}

function textValue({ plan }: Stored, name: string, text: string): unknown {
  const found = plan.texts.find((one) => one.text === name)
  return !found || text.trim() === '' ? null : read(found.control, found.schema, text)
}

type Changed = { changes: readonly RowChange[]; isMoved: boolean; problems: Problems }

function statedPart(stored: Stored, typed: Typed, part: PartPlan, { changes, isMoved, problems }: Changed) {
  const rows = rowsOf(typed, part.part).filter((row) => !isBlank(row))
  const entries = new Map(rows.map((row) => [row, entryOf(stored, part, row)]))
  noteProblems(stored, typed, part, entries, problems)
  place(stored, part, rows, entries, isMoved)
  const touched = new Set(changes.flatMap(({ after }) => after ?? []))
  const put: Entry[] = []
  const indexes: number[] = []
  const known = entriesOf(stored, part.part)
  for (const [index, row] of rowsOf(typed, part.part).entries()) {
    const entry = entries.get(row)
    if (!entry) continue
    const before = row.key === undefined ? undefined : known.get(row.key)?.entry
    const isElsewhere = part.place !== undefined && before !== undefined && before[part.place] !== entry[part.place]
    if (!touched.has(row) && !isElsewhere) continue
    put.push(entry)
    indexes.push(index)
  }
  const kept = new Set([...entries.values()].map((entry) => entryKeyOf(part.store, entry)))
  const gone = changes.flatMap(({ before }) => {
    const entry = before?.key === undefined || kept.has(before.key) ? undefined : known.get(before.key)?.entry
    return entry ? [keyOnly(part, entry)] : []
  })
  return { put, remove: gone, rows: indexes }
}

function noteProblems(
  stored: Stored,
  typed: Typed,
  part: PartPlan,
  entries: ReadonlyMap<Row, Entry>,
  problems: Problems,
) {
  const keys = new Set<string>()
  for (const [index, row] of rowsOf(typed, part.part).entries()) {
    const entry = entries.get(row)
    if (!entry) continue
    for (const { column, control } of columnsOf(stored, part, row)) {
      const value = entry[column]
      if (control.is === 'groups' && typeof value === 'string')
        problems.set(cellName(part.part, index, column), { word: value })
    }
    const key = entryKeyOf(part.store, entry)
    const [first] = columnsOf(stored, part, row)
    const isHidden = row.key === undefined && !typed.was.has(rowName(part.part, key))
    const isThere = isHidden && entriesOf(stored, part.part).has(key)
    if ((keys.has(key) || isThere) && first) problems.set(cellName(part.part, index, first.column), { isTwice: true })
    keys.add(key)
  }
}

const keyOnly = ({ store }: PartPlan, entry: Entry): Entry =>
  Object.fromEntries(store.key.map((column) => [column, entry[column]]))

/** All columns of an entry: what is typed, what is the same for its list, and what the stored entry has beside that. */
function entryOf(stored: Stored, part: PartPlan, row: Row): Entry {
  const before = row.key === undefined ? undefined : entriesOf(stored, part.part).get(row.key)?.entry
  const group = part.groups.find(({ value }) => value === row.group)
  const typed = columnsOf(stored, part, row).map(({ column, control, schema }) => {
    const text = row.cells[column] ?? ''
    if (control.is !== 'groups') return [column, read(control, schema, text)] as const
    const order = `${stored.record.id} ${row.cells.name}`
    return [column, groupsIn(text, stored.names.episodes, (before?.groups ?? []) as Group[], order)] as const
  })
  const { source_id: _source, ...kept } = before ?? blankEntry(part)
  const entry = { ...kept, ...group?.fixed, ...(group && part.by && { [part.by]: group.value }) }
  const whole: Entry = { ...entry, ...Object.fromEntries(typed) }
  return before ? whole : named(stored, part, row, whole)
}

const blankEntry = ({ columns }: PartPlan): StoredEntry => ({
  source_id: '',
  ...Object.fromEntries(columns.map(({ column, schema }) => [column, emptyOf(schema)])),
})

/**
 * Gives a new entry its id: the same one if the same form is sent twice, and another one where an entry with this id
 * has become something else meanwhile.
 */
function named(stored: Stored, part: PartPlan, row: Row, entry: Entry): Entry {
  const made = part.columns.find(({ control }) => control.is === 'made')?.column
  if (made === undefined) return entry
  const { record, plan } = stored
  const text = textOfRow(columnsOf(stored, part, row), row)
  for (let attempt = 0; ; attempt++) {
    const id = entryId(part.part, plan.of, record.id, ['form', row.group, text, attempt])
    const whole = { ...entry, [made]: id }
    const present = entriesOf(stored, part.part).get(entryKeyOf(part.store, whole))?.entry
    const isOther = present && textOfRow(columnsOf(stored, part, row), rowOf(stored, part, present)) !== text
    if (!isOther) return whole
  }
}

/**
 * Places entries as their rows stand. Where nothing was moved, every stored entry keeps its place and new ones come
 * behind; otherwise the same places are given out anew, in the order of the rows.
 */
function place(
  stored: Stored,
  part: PartPlan,
  rows: readonly Row[],
  entries: ReadonlyMap<Row, Entry>,
  isMoved: boolean,
) {
  const column = part.place
  if (column === undefined) return
  const all = [...entriesOf(stored, part.part).values()].map(({ entry }) => entry)
  for (const [group, listed] of Map.groupBy(rows, (row) => row.group)) {
    const placed = all.filter((entry) => group === '' || entry[part.by as string] === group)
    let next = placed.reduce((last, entry) => Math.max(last, entry[column] as number), -1) + 1
    const ofRow = (row: Row) => entries.get(row) as Entry
    for (const row of listed.filter(({ key }) => key === undefined)) setPlace(part, ofRow(row), next++, true)
    if (!isMoved || !isOrdered(part, group)) continue
    const places = listed.map((row) => ofRow(row)[column] as number).sort((one, other) => one - other)
    let last = -1
    for (const [index, row] of listed.entries()) {
      last = Math.max(places[index] as number, last + 1)
      setPlace(part, ofRow(row), last, row.key === undefined)
    }
  }
}

/** A new entry has the same number in every column that says where it stands; a stored one keeps its others. */
function setPlace({ place, columns, store }: PartPlan, entry: Entry, number: number, isNew: boolean) {
  for (const { column, control } of columns)
    if (column === place || (isNew && control.is === 'number' && store.placeColumns?.includes(column)))
      entry[column] = number
}
