import { changesOfEdit, findEdit, historyOf, recentEdits } from '#src/catalogue/edits/history.ts'
import { placesOf } from '#src/contributions/editing/names.ts'
import type { Database } from '#src/database/database.ts'

/** What the pages of histories ask. */
export async function histories(db: Database): Promise<void> {
  await findEdit(db, 1)
  await changesOfEdit(db, 1, 0, 100)
  await historyOf(db, 'movie', 1, undefined, 100)
  for (const filter of [{}, { account_id: 1 }, { source_id: 'people' }, { kind: 'movie', key: 'title' }] as const)
    await recentEdits(db, filter, undefined, 20)
  await recentEdits(db, { account_id: 1, source_id: 'people', iso_639_1: 'de' }, 5, 20)
  for (const kind of ['season', 'episode'] as const) await placesOf(db, kind, [1, 2])
}
