import { type Static, Type } from 'typebox'
import type { Account } from '#src/contract/access.ts'
import { nullable } from '#src/contract/schema.ts'
import { shownAddress } from '#src/contract/web-address.ts'
import type { Waiting } from '#src/contributions/editing/waiting.ts'
import { hasPower } from '#src/contributions/trust.ts'
import type { Reader } from '#src/database/database.ts'
import { ChangeOfEdit, changeShown, Undoes } from '../edits/shapes.ts'

/** An edit that is or was pending, as replies show it. */
export const WaitingEdit = Type.Object(
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
  source_url: shownAddress(edit.source_url),
  changes: changes.map(changeShown),
  undoes: undoes as Static<typeof Undoes> | null,
})

/** Whether somebody looks at edits of others, with this token or session. */
export const mayJudge = async (db: Reader, account: Account): Promise<boolean> =>
  account.withheld === undefined && (await isJudge(db, account))

/** Whether somebody looks at edits of others, with a token or session that is for it. */
export const isJudge = (db: Reader, { id, role, withheld = role }: Account): Promise<boolean> =>
  hasPower(db, { account_id: id, role: withheld }, 'judge_edits')
