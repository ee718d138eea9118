import type { TSchema } from 'typebox'
import type { Kind } from '#src/catalogue/kinds.ts'

/**
 * Names something whose change makes replies old: a record (`movie 42`), the records of a kind (`movie`), the ids that
 * records have in other systems, or the authors of reviews.
 */
export type Tag = string

export const recordTag = (of: Kind, id: number): Tag => `${of} ${id}`
export const externalIdsTag: Tag = 'external_ids'
export const authorsTag: Tag = 'authors'
/** The names under which records are looked up: they come somewhat later than the records. */
export const namesTag: Tag = 'names'

type Row = Record<string, any>
type Mark = { kinds: readonly Kind[]; tagsOf(value: Row): readonly Tag[] }
const marks = new WeakMap<object, Mark>()

/**
 * Marks the shape of a row that shows a record, whose id stands in the property `id`. A reply with such a row gets old
 * when the record changes. An episode or a season is marked as its series: whatever changes it changes that too.
 */
export function showing<Schema extends TSchema>(of: Kind, row: Schema, id = 'id'): Schema {
  marks.set(row, { kinds: [of], tagsOf: (shown) => [recordTag(of, shown[id])] })
  return row
}

/** Marks the shape of a row that shows who wrote a review. */
export function showingAuthor<Schema extends TSchema>(row: Schema): Schema {
  marks.set(row, { kinds: [], tagsOf: () => [authorsTag] })
  return row
}

/** Marks a shape as the one that it was made from. */
export function showingAs<Schema extends TSchema>(from: object, row: Schema): Schema {
  const mark = marks.get(from)
  if (mark) marks.set(row, mark)
  return row
}

/** Marks the rows of a list of records: it gets old with any record of their kinds, which may come or change places. */
export function listing<Schema extends TSchema & { items: TSchema }>(rows: Schema): Schema {
  const shapes = 'anyOf' in rows.items ? (rows.items.anyOf as TSchema[]) : [rows.items]
  const kinds = shapes.flatMap((shape) => marks.get(shape)?.kinds ?? [])
  if (kinds.length > 0) marks.set(rows, { kinds: [], tagsOf: () => kinds })
  return rows
}

type Schema = {
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  const?: unknown
}
/** Adds the tags of what a value shows. */
type Collect = (value: any, tags: Set<Tag>) => void

/** Collects the tags of all that a reply with this schema shows; undefined where it shows no marked rows. */
export function collectorOf(schema: TSchema): Collect | undefined {
  const { items, anyOf, properties = {}, patternProperties = {} } = schema as Schema
  if (anyOf) return collectorOfAny(anyOf)
  const mark = marks.get(schema)
  const ofItems = items && collectorOf(items as TSchema)
  const inside = withCollector(Object.entries(properties))
  const matching = withCollector(Object.entries(patternProperties)).map(([pattern, collect]) => {
    return [new RegExp(pattern), collect] as const
  })
  if (!mark && !ofItems && inside.length === 0 && matching.length === 0) return undefined
  return (value, tags) => {
    if (value === null || value === undefined) return
    if (mark) for (const tag of mark.tagsOf(value)) tags.add(tag)
    if (ofItems) for (const item of value) ofItems(item, tags)
    for (const [name, collect] of inside) collect(value[name], tags)
    for (const [pattern, collect] of matching)
      for (const name of Object.keys(value)) if (pattern.test(name)) collect(value[name], tags)
  }
}

const withCollector = (schemas: [string, Schema][]) =>
  schemas.flatMap(([name, schema]) => {
    const collect = collectorOf(schema as TSchema)
    return collect ? [[name, collect] as const] : []
  })

/** Rows of several shapes say in `media_type` which one they have. */
function collectorOfAny(shapes: readonly Schema[]): Collect | undefined {
  const byType = new Map(shapes.map((shape) => [shape.properties?.media_type?.const, collectorOf(shape as TSchema)]))
  if ([...byType.values()].every((collect) => collect === undefined)) return undefined
  return (row, tags) => byType.get(row?.media_type)?.(row, tags)
}
