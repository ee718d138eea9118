import { type Static, type TSchema, Type } from 'typebox'
import { showingAs } from './cache-tags.ts'

/** A value or null, in the form the serializer writes fastest (`type: [x, 'null']`, not `anyOf`). */
export const nullable = <Schema extends TSchema & { type: string }>(schema: Schema) =>
  showingAs(schema, Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, 'null'] }))
