import type { Static } from 'typebox'
import { textOfBody } from '#src/cache/cached-reply.ts'
import { maxWordLength, shortName } from '#src/catalogue/fields.ts'
import type { Account } from '#src/contract/access.ts'
import { dialects } from '#src/contract/dialects.ts'
import type { Operation } from '#src/contract/operation.ts'
import { type Answer, locationHeader, type Run } from './run.ts'

/** What a page asks an operation; undefined parameters are left out. */
type PageQuestion = {
  params?: Record<string, number | string>
  query?: Record<string, string | number | undefined>
  body?: unknown
}

export type Ask = <Asked extends Operation>(
  operation: Asked,
  question?: PageQuestion,
) => Promise<Static<Asked['reply']> | undefined>

/** Called with the requested path, and that of the record that it was merged into. */
type Merged = (asked: string, location: string) => void

/**
 * Asks operations of the interface for a page, without HTTP, on behalf of the person who sees it. The result is what
 * the reply is made of, or undefined for an answer that is only a status. For a merged record the answer is that of its
 * survivor, and `merged` is called.
 */
export const askAs =
  (run: Run, account: Account | undefined, merged: Merged = () => {}): Ask =>
  async (operation, { params = {}, query = {}, body } = {}) => {
    const answer = await run(
      operation,
      { params: textsOf(params), query: textsOf(query), body },
      { account, dialect: dialects.neutral },
    )
    const location = locationOf(answer)
    if (location !== undefined) merged(pathOf(operation, textsOf(params)), location)
    return resultOf(answer)
  }

const pathOf = ({ path }: Operation, params: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

function locationOf(answer: Answer): string | undefined {
  if (answer.is === 'kept') return answer.reply.location
  if (answer.is !== 'made') return undefined
  return answer.headers.find(([name]) => name === locationHeader)?.[1]
}

const textsOf = (values: Record<string, string | number | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

function resultOf(answer: Answer): any {
  if (answer.is === 'made') return withShortNames(answer.result)
  if (answer.is === 'kept' && !answer.reply.isNotFound)
    return withShortNames(JSON.parse(textOfBody(answer.reply.plain)))
  return undefined
}

/** Fields of replies with texts of one line, which pages show in several places. */
const ofOneLine: ReadonlySet<string> = new Set([
  ...['title', 'name', 'original_title', 'original_name', 'also_known_as', 'character', 'department', 'job'],
  ...['headquarters', 'place_of_birth', 'known_for_department', 'status', 'type', 'production_code'],
])

/** Cuts texts that were stored when they could still be longer: the interface and exports have all of them. */
export function withShortNames<Value>(value: Value, name = ''): Value {
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Record<string, unknown>
  for (const field in fields) {
    const inner = fields[field]
    // What is in a list has the name of the list.
    const called = Array.isArray(value) ? name : field
    if (typeof inner !== 'string') withShortNames(inner, called)
    else if (inner.length > maxWordLength && ofOneLine.has(called)) fields[field] = shortName(inner)
  }
  return value
}
