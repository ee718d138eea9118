import { Type } from 'typebox'
import { operation } from '#src/contract/operation.ts'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { pendingOf, pendingQueue, queuePageSize } from '#src/contributions/editing/pending.ts'
import { mayJudge } from '#src/contributions/trust.ts'
import { accountNamed } from '../edits/shapes.ts'
import { PendingEdit, pendingShown } from './shapes.ts'

export const list = operation('queue.list', 'GET /commons/1/queue', {
  summary:
    'Pending edits, oldest first, for moderators and trusted members with the scope `moderate`, who check them. ' +
    'Everybody else gets their own edits, newest first, with the outcome',
  access: 'session',
  query: Type.Object({
    account: Type.Optional(Type.String({ maxLength: 100, description: 'User name of the author' })),
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: '`next_after` from the previous page',
      }),
    ),
  }),
  reply: Type.Object(
    {
      edits: Type.Array(PendingEdit),
      next_after: nullable(Type.Integer({ description: 'Where the next page begins; null at the end' })),
    },
    { title: 'Queue' },
  ),
  refusals: ['not_found'],

  async handle({ db, caller, query: { account, after = 0 } }) {
    const { id: reader } = caller.account
    const author = account === undefined ? undefined : await accountNamed(db, account)
    if (account !== undefined && author === undefined) throw new ApiError('not_found')
    if (author === reader || !(await mayJudge(db, caller.account)))
      return { edits: (await pendingOf(db, reader)).map(pendingShown), next_after: null }
    const found = await pendingQueue(db, { after, reader, author })
    const last = found.length === queuePageSize ? found.at(-1) : undefined
    return { edits: found.map(pendingShown), next_after: last?.id ?? null }
  },
})
