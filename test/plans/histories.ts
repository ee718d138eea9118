import { deletedRecord } from '#src/catalogue/edits/deleted.ts'
import { removedFrom } from '#src/catalogue/edits/gone/survivors.ts'
import { changesOfEdit, findEdit, historyOf, recentEdits } from '#src/catalogue/edits/history.ts'
import type { UndoScope } from '#src/catalogue/edits/undo/scope.ts'
import { countChanges, countEdits } from '#src/catalogue/edits/undo/undo.ts'
import { placesOf } from '#src/contributions/editing/names.ts'
import { countKept, keptPhases, tellOfKept, undoKept } from '#src/contributions/undo-kept.ts'
import type { Database } from '#src/database/database.ts'
import { lastMomentUntil, momentOf } from '#src/pages/history/moment.ts'

/** What the pages of histories ask. */
export async function histories(db: Database): Promise<void> {
  await findEdit(db, 1)
  await changesOfEdit(db, 1, 0, 100)
  await historyOf(db, 'movie', 1, undefined, 100)
  for (const filter of [{}, { account_id: 1 }, { source_id: 'people' }, { kind: 'movie', key: 'title' }] as const)
    await recentEdits(db, filter, undefined, 20)
  await recentEdits(db, { account_id: 1, source_id: 'people', iso_639_1: 'de' }, 5, 20)
  for (const kind of ['season', 'episode'] as const) await placesOf(db, kind, [1, 2])
  await momentOf(db, 'movie', 1, 2)
  await lastMomentUntil(db, 'movie', 1, '2026-03-01')
  await deletedRecord(db, 'movie', 1)
  await removedFrom(db, 'season', { series_id: 1, season_number: 1 })
  await removedFrom(db, 'episode', { series_id: 1, season_number: 1, episode_number: 1 })
  const since = { since: '2026-03-01T00:00:00.000Z', until: 9 }
  const scopes: UndoScope[] = [
    { of: 'edit', edit_id: 1 },
    { of: 'account', account_id: 1, withReviews: false, ...since },
    { of: 'source', source_id: 'people', ...since },
  ]
  for (const scope of scopes) {
    await countEdits(db, scope)
    await countChanges(db, scope)
  }
  await undoOfKept(db, {
    of: 'account',
    account_id: 1,
    ...since,
    withReviews: false,
    withLists: true,
    withRatings: true,
  })
  await undoOfKept(db, { of: 'edit', edit_id: 1, withKept: true })
}

/** What an undo does with lists and ratings. */
async function undoOfKept(db: Database, scope: UndoScope): Promise<void> {
  await countKept(db, scope)
  const undo = { open: async () => 1, reason: 'Spam' }
  await db.transaction(async (tx) => {
    for (const phase of keptPhases) await undoKept(tx, scope, phase, undo, { kind: 'movie', entity_id: 1 })
    await tellOfKept(tx, { edit_id: 1, by: 1, reason: 'Spam', now: new Date('2026-03-10T12:00:00.000Z') })
  })
}
