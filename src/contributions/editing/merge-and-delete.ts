import { recordAct } from '#src/audit/acts.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { type ChangeInHistory, changesOfEdit } from '#src/catalogue/edits/history.ts'
import { checkDeletion } from '#src/catalogue/edits/merging/dependents.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import type { Role } from '#src/contract/access.ts'
import { write } from '#src/contract/write.ts'
import type { Database } from '#src/database/database.ts'
import { lockAuthor } from '../authors.ts'
import { type EditorIn, editorIn, hasToWait } from '../trust.ts'
import { changesOf, outcomeOf, RollBack, titleOfPending } from './pending.ts'

/** Changes that the outcome of an edit of a whole record shows. */
const maxChangesOfWhole = 1_000

type WholeEdit = {
  account_id: number
  /** The role that the token or session of the person is not for. */
  withheld?: Role | undefined
  source_id: string
  note: string
  source_url: string
  at: Date
  /** A record that is deleted, merged into another one, or moved. */
  record: RecordEdit
  /** Says what would change, and changes nothing. */
  isDryRun: boolean
  /** Edits of a new member that are looked at before they count. */
  editsOfNewMembers: number
}

/** What the edit has changed, or what it would change, if it waits or was only tried. */
type WholeEdited = {
  edit_id: number | null
  waits: boolean
  changes: ChangeInHistory[]
}

/**
 * Deletes, merges or moves a record for a person, or keeps that until somebody has looked at it, if the rules of trust
 * say so. Throws `account_disabled`, `email_unverified`, `edit_denied` and StatementError.
 */
export const editWhole = (db: Database, edit: WholeEdit): Promise<WholeEdited> =>
  db.transaction((tx) => editOnce(tx, edit)).catch((error) => outcomeOf(db, edit, error) as Promise<WholeEdited>)

/** The same for who asks: each costs one, whatever goes with it. */
export const editWholeRecord = write('edited_record', async (writing, edit: Omit<WholeEdit, keyof EditorIn>) => {
  await writing.take()
  return editWhole(writing.db, { ...edit, ...editorIn(writing) })
})

async function editOnce(tx: Database, edit: WholeEdit): Promise<WholeEdited> {
  const { account_id, withheld, source_id, note, source_url, at, record, isDryRun, editsOfNewMembers } = edit
  await lockAuthor(tx, account_id)
  const waits = await hasToWait(tx, { account_id, withheld, editsOfNewMembers, at }, [record])
  if (record.isDeleted) await checkDeletion(tx, record.kind, record.id ?? 0)
  const title = await titleOfPending(tx, [record])
  const { edit_id } = await applyEdit(tx, { account_id, source_id, note, source_url, at, records: [record] })
  if (edit_id === undefined) return { edit_id: null, waits: false, changes: [] }
  const outcome = { edit_id, waits, changes: await changesOfEdit(tx, edit_id, 0, maxChangesOfWhole) }
  if (isDryRun) throw new RollBack({ ...outcome, edit_id: null })
  if (waits)
    throw new RollBack({ ...outcome, edit_id: null }, { records: [record], changes: await changesOf(tx, edit_id) })
  await noteWhole(tx, edit, { edit_id, title })
  return outcome
}

type Proposal = Pick<WholeEdit, 'account_id' | 'source_id' | 'note' | 'source_url' | 'at' | 'record'>

/** Keeps what would become of a whole record until somebody has looked at it, whoever proposes that. */
export const proposeWhole = (db: Database, proposal: Proposal): Promise<unknown> =>
  db
    .transaction(async (tx) => {
      const { record, ...about } = proposal
      const { edit_id } = await applyEdit(tx, { ...about, records: [record] })
      if (edit_id !== undefined) throw new RollBack({}, { records: [record], changes: await changesOf(tx, edit_id) })
    })
    .catch((error) => outcomeOf(db, proposal, error))

/** Whoever merges, deletes or moves a record without having to wait acts for everybody. */
async function noteWhole(
  tx: Database,
  { record, account_id: by, note: reason, at: now }: WholeEdit,
  { edit_id, title }: { edit_id: number; title: string },
) {
  const { kind, id = 0, isDeleted, mergedInto } = record
  const what = isDeleted ? 'record_deleted' : mergedInto ? 'record_merged' : 'record_moved'
  await recordAct(tx, what, { by, reason, now }, { about: { kind, entity_id: id, title, edit_id } })
}
