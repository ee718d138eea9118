import { addressPattern } from '#src/contract/web-address.ts'
import { hiddenIn, printable } from '#src/reference/hidden.ts'
import { dayPattern } from '../fields.ts'
import { momentPattern, timestampPattern } from '../line-entries.ts'

/** What is wrong with a statement, and where: `credits.cast.3.character`; the place is empty if it is all of it. */
export type Fault = { place: string; reason: string }

type ValidationError = { keyword: string; instancePath: string; params: object }

const typeNames: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a text',
}

const typesOf = (type: string | string[]) => [type].flat().map((name) => typeNames[name] ?? name)

/** What patterns mean that nobody wants to read. */
const forms: readonly (readonly [pattern: string, meaning: string])[] = [
  [addressPattern, 'an address that begins with http:// or https://'],
  [dayPattern, 'a day as YYYY-MM-DD'],
  [timestampPattern, 'a moment as YYYY-MM-DDTHH:MM:SSZ, or a day as YYYY-MM-DD'],
  [momentPattern, 'a moment as YYYY-MM-DDTHH:MM:SS.000Z'],
]

function meaningOf(pattern: string, value: unknown): string {
  const hidden = pattern.includes(printable) ? hiddenIn(String(value)) : undefined
  if (hidden !== undefined) return `has ${hidden}`
  const [, form] = forms.find(([known]) => pattern.includes(known)) ?? []
  return form ? `has to be ${form}` : `has to match ${pattern}`
}

/** What an error means, by the keyword of JSON Schema that reported it. */
const meanings: Record<string, (params: any, value: unknown) => string> = {
  type: ({ type }) => `has to be ${typesOf(type).join(' or ')}`,
  required: () => 'is missing',
  // The schema of a property that no other one allows is `false`.
  boolean: () => 'is unknown',
  enum: ({ allowedValues }) => `has to be one of ${allowedValues.join(', ')}`,
  minimum: ({ limit }) => `has to be at least ${limit}`,
  maximum: ({ limit }) => `has to be at most ${limit}`,
  minLength: () => 'is empty',
  maxLength: ({ limit }) => `is longer than ${limit} characters`,
  maxItems: ({ limit }) => `has more than ${limit} entries`,
  pattern: ({ pattern }, value) => meaningOf(String(pattern), value),
}

/** The faults that the errors of a validator tell, one for each place. */
export function faultsOf(errors: readonly ValidationError[], value: unknown): Fault[] {
  const faults = new Map<string, Fault>()
  for (const error of errors) {
    const reason = meanings[error.keyword]?.(error.params, valueAt(value, pathOf(error.instancePath)))
    if (reason === undefined) continue
    for (const place of placesOf(error, value)) if (!faults.has(place)) faults.set(place, { place, reason })
  }
  if (faults.size > 0) return [...faults.values()]
  // Alternatives, none of which fits.
  return errors.slice(0, 1).map(({ instancePath }) => ({
    place: pathOf(instancePath).join('.'),
    reason: 'has a value that is not allowed',
  }))
}

function placesOf({ keyword, instancePath, params }: ValidationError, value: unknown): string[] {
  const path = pathOf(instancePath)
  if (keyword !== 'required') return [path.join('.')]
  const holder = (valueAt(value, path) ?? {}) as object
  const { requiredProperties = [] } = params as { requiredProperties?: string[] }
  return requiredProperties.filter((name) => !Object.hasOwn(holder, name)).map((name) => [...path, name].join('.'))
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<any>((inner, name) => inner?.[name], value)

const pathOf = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Where a text is that PostgreSQL cannot store: one with a NUL or half a character. */
export function brokenText(value: unknown, place: readonly string[] = []): string | undefined {
  if (typeof value === 'string') return isBroken(value) ? place.join('.') : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const found = isBroken(name) ? place.join('.') : brokenText(inner, [...place, name])
    if (found !== undefined) return found
  }
  return undefined
}

const isBroken = (text: string) => text.includes('\0') || !text.isWellFormed()
export const brokenTextReason = 'contains a NUL character or half a surrogate pair'
