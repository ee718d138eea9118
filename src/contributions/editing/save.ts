import { applyEdit, type Edit, type RecordEdit } from '#src/catalogue/edits/apply-edit.ts'
import { type RecordKind, recordKind } from '#src/catalogue/record-kinds.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { isUniqueViolation } from '#src/database/errors.ts'
import { lockAuthor } from '../authors.ts'
import { findEditor, mayEdit, rulingOn } from '../trust.ts'
import { placeholder, withIds } from './new-ids.ts'
import { addWaiting, changesOf, Tried } from './waiting.ts'

/** Attempts of an edit whose new ids another edit may have taken first. */
const ATTEMPTS = 5

/** A record that an edit makes because another one refers to it: a person of the cast who is not there yet. */
export type Companion = { kind: RecordKind; name: string }

export type Saving = {
  account_id: number
  source_id: string
  note: string
  /** The address of a page that says so. */
  source_url: string
  at: Date
  companions: readonly Companion[]
  /** The records of the edit; `idOf` gives the ids that the companions get. */
  records(idOf: (companion: Companion) => number): readonly RecordEdit[]
  /** Edits of a new member that are looked at before they count. */
  editsOfNewMembers: number
}

/** The ids of the records of an edit that counts, or that of the waiting edit that it has become. */
export type Saved = { ids: number[]; waiting?: undefined } | { ids?: undefined; waiting: number }

/**
 * Saves what a person has written about the catalogue, in one edit with the records that are made on the spot; or keeps
 * it until somebody has looked at it, if the rules of trust say so. Throws `account_disabled`, `email_unverified`,
 * `edit_denied`, RevisionConflict and StatementError.
 */
export async function saveEdit(db: Database, saving: Saving): Promise<Saved> {
  const made = saving.companions.map(({ kind, name }, index): RecordEdit => {
    return { kind, id: placeholder(index), values: { [recordKind(kind).title]: name } }
  })
  const changes = saving.records((companion) => placeholder(saving.companions.indexOf(companion)))
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(async (tx) => ({ ids: await saveOnce(tx, saving, made, changes) }))
    } catch (error) {
      if (error instanceof Tried) {
        const waiting = await addWaiting(db, { ...saving, records: [...made, ...changes], changes: error.changes })
        return { waiting }
      }
      if (!isUniqueViolation(error) || attempt === ATTEMPTS) throw error
    }
  }
}

async function saveOnce(
  tx: Database,
  { account_id, source_id, note, source_url, at, editsOfNewMembers }: Saving,
  made: readonly RecordEdit[],
  changes: readonly RecordEdit[],
): Promise<number[]> {
  await lockAuthor(tx, account_id)
  const editor = await findEditor(tx, account_id)
  const allowed = mayEdit(editor)
  if (!editor || allowed !== 'yes') {
    throw new ApiError(allowed === 'unverified' ? 'email_unverified' : 'account_disabled')
  }
  const ruling = await rulingOn(tx, { account_id, role: editor.role }, changes, editsOfNewMembers, at)
  if (ruling === 'no') throw new ApiError('edit_denied')
  // What records refer to comes before them.
  const records = await withIds(tx, [...made, ...changes])
  const edit: Edit = { account_id, source_id, note, source_url, at, records }
  const { ids, edit_id } = await applyEdit(tx, edit)
  if (ruling === 'waits' && edit_id !== undefined) throw new Tried(await changesOf(tx, edit_id))
  return ids.slice(made.length)
}
