import fc, { type Arbitrary } from 'fast-check'
import { printable } from '#src/reference/hidden.ts'

export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}

/** What is chosen for fields of a name, if they are special, and for values of these types. */
type Choices = {
  ofName(name: string, schema: Schema): Arbitrary<unknown> | undefined
  ofNumber(schema: Schema): Arbitrary<number>
  ofInteger(schema: Schema): Arbitrary<number>
  ofText(schema: Schema): Arbitrary<string>
}

/** Makes objects that fit a schema. */
export function openObjects({ ofName, ofNumber, ofInteger, ofText }: Choices) {
  function fitting(schema: Schema, name: string): Arbitrary<unknown> {
    const special = ofName(name, schema)
    if (special) return special
    if (schema.const !== undefined) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    if (schema.anyOf && !schema.properties) return fc.oneof(...schema.anyOf.map((inner) => fitting(inner, name)))
    const types = [schema.type ?? 'null'].flat()
    return fc.oneof(...types.map((type) => ofType(type, schema, name)))
  }

  function ofType(type: string, schema: Schema, name: string): Arbitrary<unknown> {
    if (type === 'null') return fc.constant(null)
    if (type === 'boolean') return fc.boolean()
    if (type === 'number') return ofNumber(schema)
    if (type === 'integer') return ofInteger(schema)
    if (type === 'array')
      return fc.array(fitting(schema.items ?? {}, name), { maxLength: Math.min(3, schema.maxItems ?? 3) })
    return type === 'object' ? objectOf(schema) : ofText(schema)
  }

  function objectOf({ properties = {}, required = [] }: Schema): Arbitrary<Record<string, unknown>> {
    const values = Object.entries(properties).map(([name, schema]) => [name, fitting(schema, name)])
    return fc.record(Object.fromEntries(values), { requiredKeys: required })
  }

  return objectOf
}

/** Any texts that fit a schema, and whether a text does. */
export function textsOf({ pattern = '', minLength = 0 }: Schema, maxLength: number) {
  const form = new RegExp(pattern, 'u')
  const fits = (text: string) => text.length >= minLength && form.test(text)
  const ofAnyCharacters = pattern === '' || pattern.includes(printable)
  const any = ofAnyCharacters ? fc.string({ unit: 'grapheme', maxLength }) : fc.stringMatching(form, { size: 'small' })
  return { fits, any: any.filter(fits) }
}
