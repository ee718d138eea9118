import fc, { type Arbitrary } from 'fast-check'
import { type Kind, kindNames } from '#src/catalogue/kinds.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { lineProperties } from '#src/import/line.ts'
import { type AnyLine, sources } from './catalogue.ts'

type Schema = {
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
}

/** Few ids and numbers, so that lines meet: the same record twice, references that hit and references that miss. */
const fewIds = fc.integer({ min: 1, max: 5 })
const fewNumbers = fc.integer({ min: 0, max: 2 })
const sourceNames = sources.map(({ id }) => id as string)
/** Texts of every form, few enough to meet. */
const fewTexts = [
  '',
  'a',
  'b',
  'é🎬',
  'en',
  'de',
  'US',
  'DE',
  '/a',
  '/b',
  '2020-02-29',
  '2021-01-01',
  '.png',
  'a'.repeat(24),
]

/** Values that fit a schema of a line. */
function arbitraryOf(schema: Schema, name: string): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((inner) => arbitraryOf(inner, name)))
  if (name === 'source' || name === 'sources') {
    return name === 'source' ? fc.constantFrom(...sourceNames) : fc.constant({})
  }
  const types = [schema.type ?? []].flat()
  return fc.oneof(...types.map((type) => ofType(type, schema, name)))
}

function ofType(type: string, schema: Schema, name: string): Arbitrary<unknown> {
  const { minimum = -1_000_000, maximum = 1_000_000 } = schema
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'number') return fc.double({ min: minimum, max: maximum, noNaN: true }).map((value) => value + 0)
  if (type === 'integer') {
    if (maximum === maxId) return minimum === 1 ? fewIds : fewNumbers
    return fc.integer({ min: minimum, max: maximum })
  }
  if (type === 'array') return fc.array(arbitraryOf(schema.items ?? {}, name), { maxLength: 3 })
  if (type === 'object') return objectOf(schema)
  return textOf(schema)
}

function textOf({ pattern = '', minLength = 0 }: Schema): Arbitrary<string> {
  const form = new RegExp(pattern)
  const fits = (text: string) => text.length >= minLength && form.test(text)
  const any = pattern ? fc.stringMatching(form, { size: 'small' }) : fc.string({ unit: 'grapheme', maxLength: 6 })
  const few = fewTexts.filter(fits)
  return few.length > 0
    ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...few) }, any.filter(fits))
    : any.filter(fits)
}

function objectOf({ properties = {}, required = [] }: Schema): Arbitrary<Record<string, unknown>> {
  const values = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, arbitraryOf(schema, name)]),
  )
  return fc.record(values, { requiredKeys: required })
}

/** A line of a record of any kind, with any of the fields and parts that its kind has. */
const lineOf = (of: Kind): Arbitrary<AnyLine> => {
  const properties = lineProperties(of) as Record<string, Schema>
  const numbers = ['series_id', 'season_number', 'episode_number'].filter((name) => name in properties)
  const required = ['id', 'source', ...numbers]
  return objectOf({ properties, required }).map((line) => ({ kind: of, ...line }))
}

/** What seasons and episodes need to have a place. */
const parents: AnyLine[] = [1, 2].flatMap((id) => [
  { kind: 'series', id, name: `Series ${id}`, source: 'high' },
  { kind: 'season', id, series_id: id, season_number: 1, source: 'high' },
])
const nameOf = ({ kind, id, source }: AnyLine) => `${kind} ${id} ${source}`

/**
 * Lines of all kinds and sources. Each source speaks once of a record, because of two lines of one source the later one
 * wins.
 */
export const lines: Arbitrary<AnyLine[]> = fc
  .uniqueArray(fc.oneof(...kindNames.map(lineOf)), { selector: nameOf, minLength: 4, maxLength: 30, size: 'max' })
  .map((lines) => {
    const said = new Set(lines.map(nameOf))
    return [...sources, ...parents.filter((line) => !said.has(nameOf(line))), ...lines]
  })
