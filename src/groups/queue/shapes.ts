import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { shownAddress } from '#src/contract/web-address.ts'
import type { Pending } from '#src/contributions/editing/pending.ts'
import { ChangeOfEdit, changeShown, Undoes } from '../edits/shapes.ts'

/** An edit that is or was pending, as replies show it. */
export const PendingEdit = Type.Object(
  {
    id: Type.Integer(),
    at: Type.String(),
    username: Type.String(),
    note: Type.String(),
    source_url: Type.String(),
    changes: Type.Array(ChangeOfEdit, {
      description: 'What the edit would change; a new record has a provisional number',
    }),
    undoes: nullable(Undoes),
    status: Type.String({ enum: ['waiting', 'accepted', 'refused'] }),
    reason: Type.String({ description: 'Why the edit was rejected' }),
    question: Type.String({ description: 'Question to the author' }),
    answer: Type.String(),
    accepted: Type.Integer({ description: 'Accepted edits of the author' }),
    refused: Type.Integer({ description: 'Rejected edits of the author' }),
    decided_at: nullable(Type.String()),
    edit_id: nullable(Type.Integer({ description: 'The edit that it has become' })),
  },
  { title: 'WaitingEdit' },
)

export const pendingShown = ({
  records: _,
  changes,
  undoes,
  source_id: __,
  account_id: ___,
  asked_by: ____,
  ...edit
}: Pending) => ({
  ...edit,
  source_url: shownAddress(edit.source_url),
  changes: changes.map(changeShown),
  undoes: undoes as Static<typeof Undoes> | null,
})
