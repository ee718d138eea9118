import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { undo } from '#src/catalogue/edits/undo/undo.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { noteOwned, ownedAmong, ownedEpisodes } from '#src/kept/owned/owned.ts'
import { openFor } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { loadWorld, testDay } from '../support/world.ts'

const now = new Date(testDay)
const found = (movie: number[], episode: number[] = []) => ({ movie: new Set(movie), episode: new Set(episode) })

const Row = Type.Object({ folder_id: Type.Integer(), kind: Type.String(), entity_id: Type.Integer() })
const ownedIn = async (db: Database) =>
  (await db.all(Row, sql`select folder_id, kind, entity_id from owned order by folder_id, kind, entity_id`)).map(
    ({ folder_id, kind, entity_id }) => `${folder_id} ${kind} ${entity_id}`,
  )

forEachEngine(loadWorld, (engine) => {
  test('folders have what was found in them last, each for itself', async (t) => {
    const db = await openFor(t, engine)
    await noteOwned(db, '/films', found([501, 502, 999_999]), now)
    await noteOwned(db, '/all', found([501], [60111, 60121]), now)
    assert.deepEqual(await ownedIn(db), [
      ...['1 movie 501', '1 movie 502', '2 episode 60111', '2 episode 60121', '2 movie 501', '2 series 601'],
    ])
    await noteOwned(db, '/films', found([502, 503]), now)
    await noteOwned(db, '/all', found([], []), now)
    await noteOwned(db, '/all', found([], [60111]), now)
    assert.deepEqual(await ownedIn(db), [...['1 movie 502', '1 movie 503', '2 episode 60111', '2 series 601']])
    const asked = [501, 502, 503].map((entity_id) => ({ kind: 'movie', entity_id }))
    assert.deepEqual([...(await ownedAmong(db, asked))].sort(), ['movie 502', 'movie 503'])
    assert.deepEqual([await ownedEpisodes(db, 601), await ownedEpisodes(db, 602)], [1, 0])
  })

  test('what lies in the house goes with a merged record, and comes back with a deleted one', async (t) => {
    const db = await openFor(t, engine)
    const by = { account_id: null, at: now }
    const edit = (record: RecordEdit) => applyEdit(db, { ...by, records: [record] })
    await noteOwned(db, '/films', found([503, 505], [60111]), now)
    await edit({ kind: 'movie', id: 505, mergedInto: { id: 502 } })
    assert.deepEqual(await ownedIn(db), [...['1 episode 60111', '1 movie 502', '1 movie 503', '1 series 601']])
    const { edit_id } = await edit({ kind: 'movie', id: 503, isDeleted: true })
    assert.deepEqual(await ownedIn(db), [...['1 episode 60111', '1 movie 502', '1 series 601']])
    await undo(db, { of: 'edit', edit_id: edit_id as number }, by)
    assert.deepEqual(await ownedIn(db), [...['1 episode 60111', '1 movie 502', '1 movie 503', '1 series 601']])
  })
})
