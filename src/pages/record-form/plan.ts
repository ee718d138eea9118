import type { TSchema } from 'typebox'
import { shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import type { Field } from '#src/catalogue/fields.ts'
import { type Kind, kind, type PartName, type TextName } from '#src/catalogue/kinds.ts'
import type { Store } from '#src/catalogue/part.ts'
import { statedTexts } from '#src/catalogue/parts/translations.ts'
import { type RecordKind, recordKind } from '#src/catalogue/record-kinds.ts'
import { codes, departments } from '#src/reference/reference.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { type Control, controlOf } from './controls.ts'

/**
 * What the form of a kind has: drawn from kinds × parts and the schemas of their statements. The tables below only say
 * what is better than the rule; what they do not name is in the form, too.
 */

/** Parts that have pages of their own: pictures, and what people write. */
export const partsElsewhere: ReadonlySet<PartName> = new Set(['images', 'tagged_people', 'reviews'])

/** Parts in the order of the form; others come behind them. */
const order: readonly PartName[] = [
  'alternative_titles',
  'alternative_names',
  'credits',
  'release_dates',
  'content_ratings',
  'production_companies',
  'networks',
  'genres',
  'keywords',
  'external_ids',
  'videos',
  'watch/providers',
  'episode_groups',
]

/** The names of departments, as credits have them. */
const departmentNames = departments.map(({ department }) => (department === 'Actors' ? 'Acting' : department)).sort()

/** Lists of values for what is stored as text or as a number, by kind or part and column. */
const lists: Readonly<Record<string, readonly string[]>> = wordTable({
  'person.gender': Object.keys(codes.gender),
  'person.known_for_department': departmentNames,
  'credits.department': departmentNames,
  'movie.status': codes.movie_status,
  'series.status': Object.values(codes.tv_status),
  'series.type': Object.values(codes.tv_type),
  'episode.episode_type': codes.episode_type,
  'release_dates.type': Object.keys(codes.release_date_type),
  'episode_groups.type': Object.keys(codes.episode_group_type),
  'videos.type': codes.video_type,
  'videos.site': codes.video_site,
})

/** What else columns refer to, beside those that their stores name. */
const otherReferences: Readonly<Record<string, RecordKind>> = wordTable({ 'episode_groups.network_id': 'network' })

/** A list of a part by the value of a column: what it shows, and what is the same for all of its entries. */
export type Group = {
  value: string
  columns: readonly string[]
  fixed: Readonly<Record<string, unknown>>
  /** People order its entries; others stand by their departments. */
  isOrdered: boolean
}

const acting = { department: 'Acting', job: 'Actor' }
const grouping: Partial<Record<PartName, { by: string; groups: readonly Group[] }>> = {
  credits: {
    by: 'credit_type',
    groups: [
      { value: 'cast', columns: ['person_id', 'character', 'episode_count'], fixed: acting, isOrdered: true },
      { value: 'guest', columns: ['person_id', 'character', 'episode_count'], fixed: acting, isOrdered: true },
      { value: 'crew', columns: ['person_id', 'department', 'job', 'episode_count'], fixed: {}, isOrdered: false },
    ],
  },
}

/** One value of the record's own table. `name` is that of its field in the form. */
export type Fact = { name: string; column: string; control: Control; schema: TSchema; field: Field }
export type Column = { column: string; control: Control; schema: TSchema }
export type PartPlan = {
  part: PartName
  store: Store
  /** Every column of an entry. */
  columns: readonly Column[]
  /** Those that the form shows. */
  shown: readonly Column[]
  /** The column that says where an entry stands: whoever orders the rows sets it. */
  place: string | undefined
  by: string | undefined
  groups: readonly Group[]
}
type TextPlan = { text: TextName; control: Control; schema: TSchema }
export type Plan = { of: Kind; facts: readonly Fact[]; texts: readonly TextPlan[]; parts: readonly PartPlan[] }

/** The column without which there is no record of a kind; a season and an episode have their numbers. */
export const titleColumn = (of: Kind): string | undefined =>
  of === 'season' || of === 'episode' ? undefined : recordKind(of).title

const plans = new Map<Kind, Plan>()

export function planOf(of: Kind): Plan {
  let known = plans.get(of)
  if (!known) {
    known = { of, facts: factsOf(of), texts: textsOf(of), parts: partsOf(of) }
    plans.set(of, known)
  }
  return known
}

/** Facts that are no values to type: pictures are chosen among images, and what sources say of votes is not logged. */
export const isElsewhere = ({ schema, isUnlogged }: Field): boolean =>
  isUnlogged === true || (schema as { pattern?: string }).pattern === '^/'

const listed = (control: Control, options: readonly string[] | undefined): Control =>
  options ? { is: 'choice', options, isNumber: control.is === 'number' } : control

const factsOf = (of: Kind): Fact[] =>
  Object.entries(kind(of).fields).flatMap(([column, field]) => {
    if (isElsewhere(field)) return []
    const control = listed(controlOf(field.schema, field.references), lists[`${of}.${column}`])
    return [{ name: `v.${column}`, column, control, schema: field.schema, field }]
  })

function textsOf(of: Kind): TextPlan[] {
  if (kind(of).texts.length === 0) return []
  const { properties } = statedTexts(of).properties.texts as unknown as { properties: Record<string, TSchema> }
  return kind(of).texts.map((text) => {
    const schema = properties[text] as TSchema
    return { text, control: controlOf(schema), schema }
  })
}

function partsOf(of: Kind): PartPlan[] {
  const place = (name: PartName) => (order.includes(name) ? order.indexOf(name) : order.length)
  return shapeOf(of)
    .storedParts.filter(({ name }) => !partsElsewhere.has(name))
    .map(({ name, store }) => partPlan(of, name, store))
    .sort((one, other) => place(one.part) - place(other.part))
}

function partPlan(of: Kind, part: PartName, store: Store): PartPlan {
  const stated: Record<string, TSchema> = store.entry(of).properties
  const columns = Object.keys(store.columns).map((column): Column => {
    const target = store.references?.[column] ?? otherReferences[`${part}.${column}`]
    const schema = stated[column] as TSchema
    const control = part === 'episode_groups' && column === 'groups' ? groups : controlOf(schema, target)
    return { column, schema, control: listed(control, lists[`${part}.${column}`]) }
  })
  const isPlace = ({ column, control }: Column) => control.is === 'number' && store.placeColumns?.includes(column)
  const { by, groups: all = [] } = grouping[part] ?? {}
  const values = columns.find(({ column }) => column === by)?.control
  const present = all.filter(({ value }) => values?.is === 'choice' && values.options.includes(value))
  return {
    part,
    store,
    columns,
    shown: columns.filter((one) => one.control.is !== 'made' && !isPlace(one)),
    place: columns.find(isPlace)?.column,
    by: present.length > 0 ? by : undefined,
    groups: present,
  }
}

const groups: Control = { is: 'groups' }

/** The columns that a row of a part shows: those of its group. */
export function columnsOfRow(of: Kind, { shown, by, groups }: PartPlan, group: string): readonly Column[] {
  const found = groups.find(({ value }) => value === group)
  if (!found) return shown.filter(({ column }) => column !== by)
  // Movies have no episodes.
  const columns = found.columns.filter((column) => of !== 'movie' || column !== 'episode_count')
  return columns.flatMap((name) => shown.find(({ column }) => column === name) ?? [])
}
