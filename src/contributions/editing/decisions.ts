import { write } from '#src/contract/write.ts'
import { acceptEdit, answerQuestion, askAuthor, refuseEdit, type Settlement, withdrawEdit } from './decide.ts'

/**
 * What becomes of a pending edit: those who look at edits accept it, reject it or ask its author; the author answers,
 * or takes it back. `title` is what notifications call it.
 */
type Decided = { id: number; title: string } & (
  | { act: 'accept'; settlement?: Settlement | undefined }
  | { act: 'refuse' | 'ask' | 'answer'; words: string }
  | { act: 'withdraw' }
)

/** False if it is not pending any more, or not for who decides. Throws as `acceptEdit` does. */
export const decidePending = write([], async ({ db, now, account }, decided: Decided): Promise<boolean> => {
  const { id, title } = decided
  const by = { id, title, account_id: account.id, moderator_id: account.id, now }
  if (decided.act === 'accept') return acceptEdit(db, by, decided.settlement)
  if (decided.act === 'withdraw') return withdrawEdit(db, by)
  const { act, words } = decided
  if (act === 'refuse') return refuseEdit(db, { ...by, reason: words })
  return act === 'ask' ? askAuthor(db, { ...by, question: words }) : answerQuestion(db, { ...by, answer: words })
})
