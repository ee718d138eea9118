import type { TObject } from 'typebox'

export type Plain = string | number | boolean | null

/** The form in which a value is bound: arrays and objects become JSON. Anything that no column can hold is a bug. */
export function plain(value: unknown): Plain {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (isPlainObject(value)) return JSON.stringify(value)
  throw new TypeError(`A query cannot take a value of this kind: ${Object.prototype.toString.call(value)}`)
}

function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null
}

type Row = Record<string, unknown>
type Schema = { type?: string | string[]; anyOf?: Schema[]; enum?: unknown; const?: unknown }

/** The JSON types that a schema allows; one that allows anything has none. */
const typesOf = ({ type = [], anyOf = [] }: Schema): string[] => [type, ...anyOf.map(typesOf)].flat()

const isAnything = (schema: Schema) => !('type' in schema || 'anyOf' in schema || 'enum' in schema || 'const' in schema)

/** Whether values of the schema are stored as JSON: arrays, objects, and anything. */
const isJson = (schema: Schema) =>
  isAnything(schema) || typesOf(schema).some((type) => type === 'array' || type === 'object')

type Column = { name: string; type: string }
const columns = new WeakMap<TObject, readonly Column[]>()

/** The columns of rows with this schema, each with its one type besides null; `json` for JSON. */
export function columnsOf(schema: TObject): readonly Column[] {
  let known = columns.get(schema)
  if (!known) {
    known = Object.entries(schema.properties as Record<string, Schema>).map(([name, column]) => ({
      name,
      type: isJson(column) ? 'json' : (typesOf(column).find((type) => type !== 'null') ?? 'string'),
    }))
    columns.set(schema, known)
  }
  return known
}

const decoders = new WeakMap<TObject, (row: Row) => Row>()

/**
 * SQLite has neither booleans nor JSON values, so its rows are decoded in place by the schema that they are read with.
 */
export function decoder(schema: TObject): (row: Row) => Row {
  const known = decoders.get(schema)
  if (known) return known
  const named = (type: string) => columnsOf(schema).flatMap((column) => (column.type === type ? [column.name] : []))
  const booleans = named('boolean')
  const json = named('json')
  const decode = (row: Row) => {
    for (const name of booleans) if (typeof row[name] === 'number') row[name] = row[name] !== 0
    for (const name of json) if (typeof row[name] === 'string') row[name] = JSON.parse(row[name])
    return row
  }
  decoders.set(schema, decode)
  return decode
}
