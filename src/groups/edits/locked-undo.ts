import type { RecordEdit } from '#src/catalogue/edits/apply-edit.ts'
import { planUndo, TooMuchToUndo } from '#src/catalogue/edits/undo/undo.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { hasLocks, refuseLocked } from '#src/contributions/record-locks.ts'
import type { Standing } from '#src/contributions/trust.ts'
import type { Database } from '#src/database/database.ts'

type Planned = Parameters<typeof planUndo>

/** Throws `edit_denied` if an undo changes what moderators have locked; of a long one, its beginning is looked at. */
export async function refuseLockedUndo(
  db: Database,
  standing: Standing,
  scope: Planned[1],
  undoer: Planned[2],
): Promise<void> {
  // Planning takes an id of an edit.
  if (!(await hasLocks(db, undoer.at))) return
  const { changes } = await planUndo(db, scope, undoer).catch((error: unknown) => {
    if (error instanceof TooMuchToUndo) return planUndo(db, scope, undoer, true)
    throw error
  })
  const records = Map.groupBy(changes, ({ kind, entity_id }) => `${kind} ${entity_id}`)
  const change = [...records.values()].map((ofRecord): RecordEdit => {
    const { kind, entity_id: id } = ofRecord[0]!
    // A field or a text has its column first, an entry its part.
    const places = ofRecord.map(({ place }) => place.split(/[ |]/, 1)[0] ?? '')
    const values = Object.fromEntries(places.map((place) => [place, null]))
    const isDestroyed = ofRecord.some(({ action }) => action === 'destroyed')
    return { kind: kind as RecordKind, id, values, ...(isDestroyed && { isDestroyed }) }
  })
  await refuseLocked(db, standing, change, undoer.at)
}
