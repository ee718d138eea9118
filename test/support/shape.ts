/** A JSON Schema, as far as the replies of the interface use it. */
export type Schema = {
  type?: string | readonly string[]
  properties?: Readonly<Record<string, Schema>>
  patternProperties?: Readonly<Record<string, Schema>>
  additionalProperties?: unknown
  required?: readonly string[]
  items?: Schema
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  [keyword: string]: unknown
}

/**
 * Where a reply differs from its schema, as sentences: a missing field, a field too many, a value of another type. An
 * object without named properties has no shape that could be checked, and says so too. A schema that allows anything
 * has to say in words what that is.
 */
export function differences(schema: Schema, value: unknown, at = 'reply'): string[] {
  if (schema.anyOf) {
    const each = schema.anyOf.map((option) => differences(option, value, at))
    return each.some((found) => found.length === 0) ? [] : (each[0] ?? [])
  }
  if ('const' in schema) return value === schema.const ? [] : [`${at} is not ${JSON.stringify(schema.const)}`]
  if (schema.enum && !schema.enum.includes(value)) return [`${at} is none of ${JSON.stringify(schema.enum)}`]
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  if (types.length === 0) return schema.description ? [] : [`${at} has no type`]
  if (!types.includes(typeOf(value)) && !(types.includes('number') && typeof value === 'number'))
    return [`${at} is ${typeOf(value)}, not ${types.join(' or ')}`]
  if (Array.isArray(value)) return itemDifferences(schema, value, at)
  return typeof value === 'object' && value !== null ? fieldDifferences(schema, value, at) : []
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

const itemDifferences = ({ items }: Schema, values: unknown[], at: string) =>
  items ? values.flatMap((item, index) => differences(items, item, `${at}[${index}]`)) : [`${at} has no items`]

function fieldDifferences(
  { properties = {}, patternProperties = {}, required = [] }: Schema,
  value: object,
  at: string,
) {
  const found: string[] = required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`)
  for (const [name, field] of Object.entries(value)) {
    const pattern = Object.keys(patternProperties).find((pattern) => new RegExp(pattern).test(name))
    const schema = properties[name] ?? (pattern === undefined ? undefined : patternProperties[pattern])
    if (schema) found.push(...differences(schema, field, `${at}.${name}`))
    else found.push(`${at}.${name} is not in the schema`)
  }
  return found
}
