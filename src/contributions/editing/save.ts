import { applyEdit, type Edit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { type RecordKind, recordKind } from '#src/catalogue/record-kinds.ts'
import { write } from '#src/contract/write.ts'
import type { Database } from '#src/database/database.ts'
import { isUniqueViolation } from '#src/database/errors.ts'
import { lockAuthor } from '../authors.ts'
import { type EditorIn, editorIn, hasToWait } from '../trust.ts'
import { placeholder, withIds } from './new-ids.ts'
import { addPending, changesOf, Tried } from './pending.ts'

/** Records of one edit of a program, and those that any edit costs at most. */
export const maxRecordsOfEdit = 100
/** Attempts of an edit whose new ids another edit may have taken first. */
const ATTEMPTS = 5

/** A record that an edit makes because another one refers to it: a person of the cast who is not there yet. */
export type Companion = { kind: RecordKind; name: string }

type Saving = {
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

/** The ids of the records of an edit that counts, or that of the pending edit that it has become. */
type Saved = { ids: number[]; pending?: undefined } | { ids?: undefined; pending: number }

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
        const pending = await addPending(db, { ...saving, records: [...made, ...changes], changes: error.changes })
        return { pending }
      }
      if (!isUniqueViolation(error) || attempt === ATTEMPTS) throw error
    }
  }
}

/**
 * The same for who asks. It costs the records that it names, as an edit of a program does; a long season, which is one
 * edit of a form, costs no more than the largest of those, so that it fits into any hour.
 */
export const saveRecords = write('edited_record', async (writing, saving: Omit<Saving, keyof EditorIn>) => {
  const named = saving.companions.length + saving.records(() => 0).length
  await writing.take(Math.min(named, maxRecordsOfEdit))
  return saveEdit(writing.db, { ...saving, ...editorIn(writing) })
})

async function saveOnce(
  tx: Database,
  saving: Saving,
  made: readonly RecordEdit[],
  changes: readonly RecordEdit[],
): Promise<number[]> {
  const { account_id, source_id, note, source_url, at } = saving
  await lockAuthor(tx, account_id)
  const waits = await hasToWait(tx, { account_id, at, editsOfNewMembers: saving.editsOfNewMembers }, changes)
  // What records refer to comes before them.
  const records = await withIds(tx, [...made, ...changes])
  const edit: Edit = { account_id, source_id, note, source_url, at, records }
  const { ids, edit_id } = await applyEdit(tx, edit)
  if (waits && edit_id !== undefined) throw new Tried(await changesOf(tx, edit_id))
  return ids.slice(made.length)
}
