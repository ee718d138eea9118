import { type TProperties, type TSchema, Type } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import type { StoredRecord } from '#src/catalogue/edits/record-loader.ts'
import { RecordId } from '#src/catalogue/fields.ts'
import { numberingOf, type PartName } from '#src/catalogue/kinds.ts'
import { isRecordKind, type RecordKind, recordKind } from '#src/catalogue/record-kinds.ts'
import { brokenText, brokenTextReason, type Fault, faultsOf } from '#src/catalogue/statements/faults.ts'
import { lineSchema } from '#src/catalogue/statements/schema.ts'
import { lineOf } from './export.ts'

/** Parts that people change in other ways: each review has an author, and each image a file. */
const otherParts: ReadonlySet<PartName> = new Set(['reviews', 'images', 'tagged_people'])
export const isEditablePart = (part: PartName): boolean => !otherParts.has(part)

/** The properties of lines that edits leave alone: those of other parts, and figures that nobody writes by hand. */
const otherProperties = (of: RecordKind): string[] => [
  ...shapeOf(of).storedParts.flatMap(({ name, properties }) => (isEditablePart(name) ? [] : properties)),
  ...shapeOf(of).fields.flatMap(([column, { isUnlogged, lineName }]) => (isUnlogged ? [lineName ?? column] : [])),
]

/** A record as the line that an edit can send back. */
export function lineForEditing(record: StoredRecord): Readonly<Record<string, unknown>> {
  const { source: _source, ...line } = lineOf(record)
  for (const name of otherProperties(record.kind)) delete line[name]
  return line
}

/** What an edit may say about a record of a kind. */
function editLineProperties(of: RecordKind): TProperties {
  const properties: Record<string, TSchema> = { ...lineSchema(of) }
  for (const name of otherProperties(of)) delete properties[name]
  // A record that is there keeps what the line does not name; a new one is checked when it is made.
  const named = Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])
  return {
    ...Object.fromEntries(named),
    kind: Type.Literal(of),
    id: Type.Optional(RecordId),
    revision: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  }
}

const validators = new Map<RecordKind, Validator>()
function validatorOf(of: RecordKind): Validator {
  const known = validators.get(of) ?? Compile(Type.Object(editLineProperties(of), { additionalProperties: false }))
  validators.set(of, known)
  return known
}

/** A line that was checked. */
export type EditLine = Record<string, any> & { kind: RecordKind; id?: number; revision?: number }

/** What is wrong with a line of an edit. */
export function faultsOfLine(line: unknown): Fault[] {
  const { kind: of } = (line ?? {}) as { kind?: unknown }
  if (typeof of !== 'string' || !isRecordKind(of)) return [{ place: 'kind', reason: 'is not a kind of record' }]
  const validator = validatorOf(of)
  if (!validator.Check(line)) return faultsOf(validator.Errors(line), line)
  const place = brokenText(line)
  if (place !== undefined) return [{ place, reason: brokenTextReason }]
  if ((line as EditLine).id !== undefined) return []
  const numbering = numberingOf(of)
  const needed = numbering.length > 0 ? numbering : [recordKind(of).title]
  const isThere = (name: string) => (line as EditLine)[name] !== undefined && (line as EditLine)[name] !== ''
  return needed.filter((name) => !isThere(name)).map((place) => ({ place, reason: 'is missing' }))
}
