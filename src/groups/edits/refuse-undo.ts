import type { RecordEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { Change } from '#src/catalogue/edits/change.ts'
import { shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import { fatesOf } from '#src/catalogue/edits/merging/survivors.ts'
import { planUndo, TooMuchToUndo } from '#src/catalogue/edits/undo/undo.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { hasLocks, refuseLocked } from '#src/contributions/record-locks.ts'
import { type ChangeSort, isFreeToUndo, rules, type Standing, sortsOf } from '#src/contributions/trust.ts'
import type { Database } from '#src/database/database.ts'
import { isOwnChange } from './shapes.ts'

type Planned = Parameters<typeof planUndo>

/**
 * Throws `edit_denied` if an undo changes what moderators have locked, or if it is of somebody else's edit and does
 * what the standing may not do at once: an undo cannot wait. Of a long one, its beginning is looked at.
 */
export async function refuseUndo(
  db: Database,
  { standing, isOfOther }: { standing: Standing; isOfOther: boolean },
  scope: Planned[1],
  undoer: Planned[2],
): Promise<void> {
  const isJudged = isOfOther && !isFreeToUndo(standing)
  // Planning takes an id of an edit.
  if (!isJudged && !(await hasLocks(db, undoer.at))) return
  const { changes } = await planUndo(db, scope, undoer).catch((error: unknown) => {
    if (error instanceof TooMuchToUndo) return planUndo(db, scope, undoer, true)
    throw error
  })
  const change = statedBy(changes)
  await refuseLocked(db, standing, change, undoer.at)
  if (!isJudged) return
  const sorts = [...(await sortsOf(db, change)), ...(await sortsOfReturns(db, changes))]
  if (sorts.some((sort) => rules[sort][standing] !== 'at once')) throw new ApiError('edit_denied')
}

/** The edit that does the same as some changes, as far as locks and rules of trust ask. */
function statedBy(changes: readonly Change[]): RecordEdit[] {
  const records = Map.groupBy(changes.filter(isOwnChange), ({ kind, entity_id }) => `${kind} ${entity_id}`)
  return [...records.values()].map((ofRecord) => {
    const { kind, entity_id: id } = ofRecord[0] as Change
    const partNames = new Set<string>(shapeOf(kind).storedParts.map(({ name }) => name))
    // A field or a text has its column first, an entry its part.
    const places = ofRecord.map(({ place }) => place.split(/[ |]/, 1)[0] ?? '')
    const values = Object.fromEntries(places.filter((place) => !partNames.has(place)).map((place) => [place, null]))
    const parts = Object.fromEntries(places.filter((place) => partNames.has(place)).map((place) => [place, {}]))
    const isDestroyed = ofRecord.some(({ action }) => action === 'destroyed')
    return { kind, id, values, parts, ...(isDestroyed && { isDestroyed }) }
  })
}

/** What comes back had been merged or deleted: whoever may do that at once may take it back. */
async function sortsOfReturns(db: Database, changes: readonly Change[]): Promise<ChangeSort[]> {
  const sorts: ChangeSort[] = []
  const returns = changes.filter(({ action }) => action === 'created')
  for (const [kind, ofKind] of Map.groupBy(returns, (change) => change.kind)) {
    const ids = ofKind.map(({ entity_id }) => entity_id)
    const fates = await fatesOf(db, kind, ids)
    sorts.push(...ids.map((id): ChangeSort => (fates.get(id)?.is === 'merged' ? 'merge' : 'deletion')))
  }
  return sorts
}
