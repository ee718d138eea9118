import type { Static } from 'typebox'
import type { Context, Operation } from '#src/contract/operation.ts'
import { StatusAnswer } from '#src/contract/operation.ts'
import { queryReader } from '#src/contract/parameters.ts'

/** A request to an operation: parameters as they would be in an address. */
export type Question = {
  params?: Record<string, number | string>
  query?: Record<string, string | number>
  body?: unknown
}

/** What the operations that pages ask work with; a page has no key. */
type Asker = Omit<Context, 'params' | 'query' | 'queryTexts' | 'body' | 'key_id' | 'header'>

const readers = new WeakMap<Operation, ReturnType<typeof queryReader>>()

function readerOf(operation: Operation) {
  const known = readers.get(operation)
  if (known) return known
  const reader = queryReader(operation.query, operation.queryRefusal)
  readers.set(operation, reader)
  return reader
}

/**
 * Runs operations of the interface for pages, without HTTP. Parameters are parsed like those of a request; the result
 * is what the reply is made of, or undefined for an answer that is only a status.
 */
export const askAs =
  (asker: Asker) =>
  async <Asked extends Operation>(
    operation: Asked,
    question: Question = {},
  ): Promise<Static<Asked['reply']> | undefined> => {
    const queryTexts = Object.fromEntries(
      Object.entries(question.query ?? {}).map(([name, value]) => [name, String(value)]),
    )
    const result = await operation.handle({
      ...asker,
      params: question.params ?? {},
      query: readerOf(operation)(queryTexts),
      queryTexts,
      body: question.body,
      key_id: 0,
      header: () => {},
    })
    return result instanceof StatusAnswer ? undefined : (result as Static<Asked['reply']> | undefined)
  }
