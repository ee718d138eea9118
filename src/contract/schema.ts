import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { showsSameAs } from './cache-tags.ts'

/** A value or null, in the form that the serializer writes fastest (`type: [x, 'null']`, not `anyOf`). */
export const nullable = <Schema extends TSchema & { type: string }>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, 'null'] })

/** The same shape without a title, so that it has no name of its own in the contract. */
export function untitled<Properties extends TProperties>(shape: TObject<Properties>): TObject<Properties> {
  const {
    title: _title,
    type: _type,
    required: _required,
    properties,
    ...keywords
  } = shape as typeof shape & { title?: string }
  return Type.Object(properties, keywords)
}

/** A shape with further properties; `title` is its name in the contract. */
export const extend = <Base extends TProperties, More extends TProperties>(
  base: { properties: Base },
  more: More,
  title: string,
  mark: object = showsSameAs(base),
) => Type.Object({ ...base.properties, ...more }, { title, ...mark })
