import fc, { type Arbitrary } from 'fast-check'
import type { Lock } from '#src/catalogue/edits/merge.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { type Kind, kind, kindNames, numberingOf } from '#src/catalogue/kinds.ts'
import { editSchema } from '#src/catalogue/statements/schema.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { oneOfEach } from '../world.ts'
import { openObjects, type Schema, textsOf } from './schema.ts'

const nowhere = 999_999

/** What columns may refer to. */
const references: Readonly<Record<string, readonly number[]>> = {
  person_id: [301, 302],
  company_id: [101, 102],
  parent_company_id: [102],
  network_id: [201, 202],
  collection_id: [401, 402],
  genre_id: [18, 35],
  keyword_id: [801, 802],
  provider_id: [901, 902],
  episode_id: [60111, 60121],
  account_id: [1, 2],
}

function ofName(name: string): Arbitrary<unknown> | undefined {
  if (name in references) {
    const known = fc.constantFrom(...(references[name] as number[]))
    return fc.oneof({ weight: 40, arbitrary: known }, { weight: 1, arbitrary: fc.constant(nowhere) })
  }
  // Most outside ids of one form are ids of the other as well.
  return name === 'value' ? fc.constantFrom('7', '900401', '123456789012345') : undefined
}

/** Objects that fit a schema, with values at its limits. */
const objectOf = openObjects({
  ofName,
  ofNumber({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }) {
    return fc.oneof(fc.constantFrom(minimum, maximum), fc.double({ min: minimum, max: maximum, noNaN: true }))
  },
  ofInteger({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }) {
    return fc.oneof(fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: Math.min(maximum, maxId) }))
  },
  // The longest text of a field is tried too, where its form leaves it open.
  ofText(schema) {
    const { fits, any } = textsOf(schema, 9)
    const { maxLength = 100 } = schema
    const longest = ['é'.repeat(maxLength), `/${'p'.repeat(maxLength - 1)}`].filter(fits)
    const texts = any.filter((text) => !text.includes('\0'))
    return fc.oneof({ weight: 12, arbitrary: texts }, ...longest.map((text) => fc.constant(text)))
  },
})

/** What fits nowhere, or only here and there. */
const junk: readonly unknown[] = [
  ...['abc', 'soon', '2021-02-29', '2021-02-29T00:00:00.000Z', 'EN', 'x'.repeat(70_000), 'a\0b', 'half \ud83c', ''],
  ...[-1, 0.5, 11, 2 ** 31, 2 ** 53, 1e308, Number.NaN, Number.POSITIVE_INFINITY, true, null],
  ...[[], {}, [null], [{}], { id: 7 }, Array.from({ length: 5_001 }, () => ({}))],
]

type Mishap = { at: number; what: unknown; isUnknown: boolean }
const mishaps: Arbitrary<Mishap> = fc.record({ at: fc.nat(), what: fc.constantFrom(...junk), isUnknown: fc.boolean() })

/** Places of objects and lists inside of a value, the outermost first. */
const holders = (value: unknown): Record<string, unknown>[] =>
  typeof value === 'object' && value !== null
    ? [value as Record<string, unknown>, ...Object.values(value).flatMap(holders)]
    : []

/** Replaces one value somewhere, or adds an unknown one. */
function spoil(edit: RecordEdit, { at, what, isUnknown }: Mishap): RecordEdit {
  const { kind, id, ...stated } = structuredClone(edit)
  const places = holders(stated).flatMap((holder) =>
    isUnknown && !Array.isArray(holder)
      ? [[holder, 'nonsense'] as const]
      : Object.keys(holder).map((name) => [holder, name] as const),
  )
  const place = places[at % Math.max(places.length, 1)]
  if (place) place[0][place[1]] = what
  return { ...(id !== undefined && { id }), kind, ...stated }
}

const locksOf = (of: Kind): Arbitrary<Lock> => {
  const own = { column: fc.constantFrom(...Object.keys(kind(of).fields)), iso_639_1: fc.constant('') }
  const locked = fc.boolean()
  const lock = fc.record({ ...own, iso_3166_1: fc.constant(''), locked })
  if (kind(of).texts.length === 0) return lock
  const ofTexts = { column: fc.constantFrom(...kind(of).texts), iso_639_1: fc.constant('de') }
  return fc.oneof(lock, fc.record({ ...ofTexts, iso_3166_1: fc.constant('DE'), locked }))
}

/** What is said of a record: of one in the world, or of a new one. */
function editOf(of: Kind): Arbitrary<RecordEdit> {
  const schema = editSchema(of) as Schema
  const { values, texts, parts } = schema.properties as Record<string, Schema>
  const properties = { values, texts, parts } as Record<string, Schema>
  const numbering = fc.record({
    series_id: fc.constantFrom(601, 602, 999_999),
    season_number: fc.constantFrom(1, 2, 77),
    ...(of === 'episode' && { episode_number: fc.constantFrom(1, 88) }),
  })
  const place: Arbitrary<Partial<RecordEdit>> =
    numberingOf(of).length > 0 ? numbering.map((numbering) => ({ numbering })) : fc.constant({})
  const who: Arbitrary<Partial<RecordEdit>> = fc.oneof(
    { weight: 4, arbitrary: fc.constant({ id: oneOfEach[of] }) },
    { weight: 1, arbitrary: place },
  )
  return fc
    .tuple(who, objectOf({ properties }), fc.array(locksOf(of), { maxLength: 2 }))
    .map(([who, stated, locks]) => ({ kind: of, ...who, ...stated, locks }))
}

/** Statements about a record of a kind; about half of them are spoiled. */
const statementsOf = (of: Kind): Arbitrary<RecordEdit> =>
  fc
    .tuple(editOf(of), fc.boolean(), mishaps)
    .map(([edit, isSpoiled, mishap]) => (isSpoiled ? spoil(edit, mishap) : edit))

/** One record of each kind, so that few runs meet all of them. */
export const statements: Arbitrary<RecordEdit[]> = fc.tuple(...kindNames.map(statementsOf))
