import { recordAct } from '#src/audit/acts.ts'
import { findEdit } from '#src/catalogue/edits/history.ts'
import type { UndoScope } from '#src/catalogue/edits/undo/scope.ts'
import type { Undoer } from '#src/catalogue/edits/undo/undo.ts'
import type { Database } from '#src/database/database.ts'

type Undone = {
  edit_id: number
  scope: UndoScope
  /** Whether something that was deleted or merged is there again. */
  isBack: boolean
}

/** Notes an undo by somebody who is trusted: of what others did, or one that brings back records. */
export async function recordUndo(
  tx: Database,
  { edit_id, scope, isBack }: Undone,
  { account_id: by, note: reason = '', at: now }: Undoer,
): Promise<void> {
  const author = scope.of === 'account' ? scope.account_id : scope.of === 'edit' ? await authorOf(tx, scope) : undefined
  if (author === by && !isBack) return
  const what = isBack ? 'records_brought_back' : 'edit_undone'
  await recordAct(tx, what, { by, reason, now }, { account_id: author ?? null, about: { edit_id } })
}

const authorOf = async (tx: Database, { edit_id }: Extract<UndoScope, { of: 'edit' }>) =>
  (await findEdit(tx, edit_id))?.account_id
