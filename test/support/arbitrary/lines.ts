import fc, { type Arbitrary } from 'fast-check'
import { type Kind, kind, kindNames } from '#src/catalogue/kinds.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { lineProperties } from '#src/import/line.ts'
import { type AnyLine, sources } from '../catalogue.ts'
import { openObjects, type Schema, textsOf } from './schema.ts'

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

const objectOf = openObjects({
  ofName(name, { anyOf }) {
    if (name === 'source') return anyOf ? undefined : fc.constantFrom(...sourceNames)
    return undefined
  },
  ofNumber({ minimum = -1_000_000, maximum = 1_000_000 }) {
    return fc.double({ min: minimum, max: maximum, noNaN: true }).map((value) => value + 0)
  },
  ofInteger({ minimum = -1_000_000, maximum = 1_000_000 }) {
    if (maximum === maxId) return minimum === 1 ? fewIds : fewNumbers
    return fc.integer({ min: minimum, max: maximum })
  },
  ofText(schema) {
    const { fits, any } = textsOf(schema, 6)
    const few = fewTexts.filter(fits)
    return few.length > 0 ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...few) }, any) : any
  },
})

/** A line of a record of any kind, with any of the fields and parts that its kind has. */
const lineOf = (of: Kind): Arbitrary<AnyLine> => {
  const { sources: _sources, ...properties } = lineProperties(of) as Record<string, Schema>
  const numbers = ['series_id', 'season_number', 'episode_number'].filter((name) => name in properties)
  const required = ['id', 'source', ...numbers]
  const named = [...Object.keys(properties).filter((name) => !required.includes(name)), ...texts(of)]
  const sourcesOf = fc.dictionary(fc.constantFrom(...named), fc.constantFrom(...sourceNames), { maxKeys: 4 })
  return fc
    .tuple(objectOf({ properties, required }), fc.option(sourcesOf, { nil: undefined }))
    .map(([line, sources]) => ({ kind: of, ...line, ...(sources && { sources }) }))
}

/** Texts of translations that may have a source of their own. */
const texts = (of: Kind) => kind(of).texts.flatMap((name) => [`${name}.en-`, `${name}.de-DE`])

/** What is gone has ids that nothing else has, and is never merged in a circle. */
const goneLine: Arbitrary<AnyLine> = fc
  .record(
    {
      of: fc.constantFrom(...kindNames),
      id: fc.integer({ min: 6, max: 9 }),
      into: fc.oneof(fewIds, fc.constant(10), fc.integer({ min: 6, max: 9 })),
      source: fc.constantFrom(...sourceNames),
    },
    { requiredKeys: ['of', 'id', 'source'] },
  )
  .map(({ into, ...line }) => {
    const isForward = into !== undefined && (into > line.id || into < 6)
    return { kind: 'gone', ...line, ...(isForward && { into }) }
  })

/** What seasons and episodes need to have a place. */
const parents: AnyLine[] = [1, 2].flatMap((id) => [
  { kind: 'series', id, name: `Series ${id}`, source: 'high' },
  { kind: 'season', id, series_id: id, season_number: 1, source: 'high' },
])
const nameOf = ({ kind, id, source, of }: AnyLine) => `${kind} ${id} ${of ?? source}`

/**
 * Lines of all kinds and sources. Each source speaks once of a record, because of two lines of one source the later one
 * wins.
 */
export const lines: Arbitrary<AnyLine[]> = fc
  .uniqueArray(fc.oneof(...kindNames.map(lineOf), goneLine), {
    selector: nameOf,
    minLength: 4,
    maxLength: 30,
    size: 'max',
  })
  .map((lines) => {
    const said = new Set(lines.map(nameOf))
    return [...sources, ...parents.filter((line) => !said.has(nameOf(line))), ...lines]
  })
