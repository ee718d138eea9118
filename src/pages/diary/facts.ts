import { Type } from 'typebox'
import { operation } from '#src/contract/operation.ts'
import { date } from '#src/contract/parameters.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { type Span, stateOf } from '#src/kept/diary/days.ts'
import { Statistics, statisticsOf } from '#src/kept/diary/statistics.ts'
import type { PageContext } from '../page.ts'

/** What titles and people are called and where they are from may change meanwhile; what was watched may not. */
const KEPT_SECONDS = 300

/**
 * What a diary says of a year, or as a whole. It is run like an operation of the interface, so that its reply is kept,
 * but is none: only pages ask for it, which know who may see it. `state` says what the reply is made from, so that a
 * kept one is never older than the diary.
 */
const statistics = operation('pages.diary_statistics', 'GET /diary_statistics', {
  summary: 'What somebody watched',
  access: 'key',
  query: Type.Object({
    of: Type.Integer({ minimum: 1, maximum: maxId, description: 'The account' }),
    first: date('The first day'),
    last: date('The last day'),
    state: Type.String({ maxLength: 200, description: 'What tells this diary from those before' }),
  }),
  reply: Statistics,
  isWide: true,
  cache: { seconds: KEPT_SECONDS },
  handle: ({ db, query: { of, first, last } }) => statisticsOf(db, of, first && last ? { first, last } : undefined),
})

/** What the diary of an account says of a span. */
export async function factsOf({ ask, db }: PageContext, account_id: number, span: Span): Promise<Statistics> {
  const state = await stateOf(db, account_id, span)
  const found = await ask(statistics, { query: { of: account_id, ...span, state } })
  return found ?? statisticsOf(db, account_id, span)
}
