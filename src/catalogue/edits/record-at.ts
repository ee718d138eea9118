import { Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import type { RecordKind } from '../record-kinds.ts'
import { allSources, rankOfSources } from '../sources.ts'
import type { Change } from './change.ts'
import { differenceOf } from './difference.ts'
import { loadRecords, type StoredRecord } from './record-loader.ts'
import type { Replaced } from './replaced.ts'
import { giveBack, recordIn, restored, restoring } from './undo/restore.ts'

const Later = Type.Object({
  place: Type.String(),
  action: Type.String(),
  original_value: Type.Unknown(),
  replaced: Type.Unsafe<Replaced | null>(Type.Unknown()),
})

/**
 * A record as it was after a change in the log: its current state, with all later changes undone. Of changes from
 * before the log knew what they replaced, only the values are known. Undefined if there was no such record then.
 */
export async function recordAt(
  db: Reader,
  of: RecordKind,
  id: number,
  revision: number,
): Promise<StoredRecord | undefined> {
  // One snapshot, so that no change comes between the two.
  return db.transaction(async (tx) => {
    const now = (await loadRecords(tx, of, [id])).get(id)
    const later = await tx.all(
      Later,
      sql`
      select place, action, original_value, replaced from change
      where kind = ${of} and entity_id = ${id} and seq > ${revision}
        and (place <> '' or action in ('created', 'destroyed'))
      order by seq desc`,
    )
    let draft = now && restoring(now)
    for (const { place, action, original_value, replaced } of later) {
      if (action === 'created' && place === '') draft = undefined
      else if (action === 'destroyed' && place === '')
        draft = replaced?.record && restoring(recordIn(of, id, replaced.record))
      else if (draft) giveBack(draft, { place, original_value, replaced: replaced ?? {}, account_id: null })
    }
    return draft && restored(draft)
  })
}

/** How a record differs between two moments: the changes that would lead from the first to the second. */
export async function compareMoments(
  db: Reader,
  of: RecordKind,
  id: number,
  { from, to }: { from: number; to: number },
): Promise<Change[] | undefined> {
  const [before, after] = [await recordAt(db, of, id, from), await recordAt(db, of, id, to)]
  if (!before || !after) return undefined
  const rankOf = rankOfSources(await allSources(db))
  return [...(differenceOf(before, after, { rankOf, isThorough: true })?.changes ?? [])]
}
