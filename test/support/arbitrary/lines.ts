import fc, { type Arbitrary } from 'fast-check'
import { type Kind, kindNames } from '#src/catalogue/kinds.ts'
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
    return name === 'sources' ? fc.constant({}) : undefined
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
