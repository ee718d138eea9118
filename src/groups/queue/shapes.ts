import { type Static, Type } from 'typebox'
import type { Account } from '#src/contract/access.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Waiting } from '#src/contributions/editing/waiting.ts'
import { hasPower } from '#src/contributions/trust.ts'
import type { Database } from '#src/database/database.ts'
import { ChangeOfEdit, changeShown, Undoes } from '../edits/shapes.ts'

/** An edit that waits or waited, as replies show it. */
export const WaitingEdit = Type.Object(
  {
    id: Type.Integer(),
    at: Type.String(),
    username: Type.String(),
    note: Type.String(),
    source_url: Type.String(),
    changes: Type.Array(ChangeOfEdit, {
      description: 'What it would change of records that are there; a record that it makes has a number of its own',
    }),
    undoes: nullable(Undoes),
    status: Type.String({ enum: ['waiting', 'accepted', 'refused'] }),
    reason: Type.String({ description: 'Why it was not accepted' }),
    question: Type.String({ description: 'What its author was asked' }),
    answer: Type.String(),
    accepted: Type.Integer({ description: 'Edits of its author that were accepted' }),
    refused: Type.Integer({ description: 'Edits of its author that were not' }),
    decided_at: nullable(Type.String()),
  },
  { title: 'WaitingEdit' },
)

export const waitingShown = ({
  records: _,
  changes,
  undoes,
  source_id: __,
  account_id: ___,
  asked_by: ____,
  ...edit
}: Waiting) => ({
  ...edit,
  changes: changes.map(changeShown),
  undoes: undoes as Static<typeof Undoes> | null,
})

/** Whether an account looks at edits of others. */
export const mayJudge = (db: Database, { id, role }: Account): Promise<boolean> =>
  hasPower(db, { account_id: id, role }, 'judge_edits')
