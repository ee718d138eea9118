import type { Static } from 'typebox'
import { textOfBody } from '#src/cache/cached-reply.ts'
import type { Account } from '#src/contract/access.ts'
import { dialects } from '#src/contract/dialects.ts'
import type { Operation } from '#src/contract/operation.ts'
import type { Answer, Run } from './run.ts'

/** What a page asks an operation; undefined parameters are left out. */
export type PageQuestion = {
  params?: Record<string, number | string>
  query?: Record<string, string | number | undefined>
  body?: unknown
}

export type Ask = <Asked extends Operation>(
  operation: Asked,
  question?: PageQuestion,
) => Promise<Static<Asked['reply']> | undefined>

/**
 * Asks operations of the interface for a page, without HTTP, on behalf of the person who sees it. The result is what
 * the reply is made of, or undefined for an answer that is only a status.
 */
export const askAs =
  (run: Run, account: Account | undefined): Ask =>
  async (operation, { params = {}, query = {}, body } = {}) =>
    resultOf(
      await run(
        operation,
        { params: textsOf(params), query: textsOf(query), body },
        { account, dialect: dialects.neutral },
      ),
    )

const textsOf = (values: Record<string, string | number | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

function resultOf(answer: Answer): any {
  if (answer.is === 'made') return answer.result
  if (answer.is === 'kept' && !answer.reply.isNotFound) return JSON.parse(textOfBody(answer.reply.plain))
  return undefined
}
