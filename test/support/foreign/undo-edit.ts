import { createAccount } from '#src/accounts/accounts.ts'
import { firstState, undoEditsJob } from '#src/contributions/undo-job.ts'
import type { Database } from '#src/database/database.ts'
import { ada, quickPasswords } from '../accounts.ts'

/** Undoes an edit as a whole, as its job does. */
export async function undoEdit(db: Database, edit_id: number) {
  const now = new Date('2026-03-03T08:00:00.000Z')
  const { id: account_id } = (await createAccount(db, quickPasswords().passwords, { ...ada, role: 'moderator' }))!
  const input = { scope: { of: 'edit' as const, edit_id }, note: '', source_id: 'people' }
  type Done = { state: unknown; isDone: boolean }
  for (let state: unknown = firstState, isDone = false; !isDone; ) {
    const write = await undoEditsJob.step(db, { account_id, input, state, now } as never)
    const done = await db.transaction(write as (tx: Database) => Promise<Done>)
    state = done.state
    isDone = done.isDone
  }
}
