import { dayPattern } from '#src/catalogue/fields.ts'
import type { Fault } from './line.ts'

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

/** What an error means, by the keyword of JSON Schema that reported it. */
const meanings: Record<string, (params: any) => string> = {
  type: ({ type }) => `has to be ${typesOf(type).join(' or ')}`,
  required: () => 'is missing',
  minimum: ({ limit }) => `has to be at least ${limit}`,
  maximum: ({ limit }) => `has to be at most ${limit}`,
  minLength: () => 'is empty',
  maxLength: ({ limit }) => `is longer than ${limit} characters`,
  maxItems: ({ limit }) => `has more than ${limit} entries`,
  pattern: ({ pattern }) =>
    String(pattern).includes(dayPattern) ? 'has to be a day as YYYY-MM-DD' : `does not fit ${String(pattern)}`,
}

/** One field and one reason, from the errors of a validator. */
export function reasonOf(errors: readonly ValidationError[], line: unknown): Fault {
  // Errors of alternatives come after the ones that say more.
  const error = errors.find(({ keyword }) => keyword in meanings) ?? errors[0]
  if (!error) return { field: '', reason: 'is not valid' }
  const path = [...pathOf(error.instancePath)]
  const { requiredProperties } = error.params as { requiredProperties?: string[] }
  if (error.keyword === 'required') {
    const holder = path.reduce<any>((value, name) => value?.[name], line)
    path.push(requiredProperties?.find((name) => !Object.hasOwn(holder ?? {}, name)) ?? '')
  }
  const meaning = meanings[error.keyword]
  return { field: path.join('.'), reason: meaning ? meaning(error.params) : 'has a value that is not allowed' }
}

const pathOf = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
