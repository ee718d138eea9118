import assert from 'node:assert/strict'
import { test } from 'node:test'
import { survivorOf } from '#src/catalogue/edits/gone/survivors.ts'
import { planUndo, undo as undoAtOnce } from '#src/catalogue/edits/undo/undo.ts'
import { sql } from '#src/database/sql.ts'
import { emptyCatalogue, exportOf, importInto, linesOf, openFor, sources } from '../../support/catalogue.ts'
import { forEachEngine } from '../../support/engines.ts'
import { folderOf, importFormat } from '../../support/foreign/import-format.ts'
import { library } from '../../support/foreign/library.ts'
import { undoEdit } from '../../support/foreign/undo-edit.ts'

/** The film has an id of our own, and the library says the number by which apps know it. */
const ownId = 1_500_000_007

forEachEngine(emptyCatalogue, (engine) => {
  test('an import that was undone leaves nothing, and can be done again', async (context) => {
    const db = await openFor(context, engine)
    const ferry = { title: 'Night Ferry', original_title: 'Die Nachtfähre', release_date: '1978-10-24', source: 'low' }
    const dora = { kind: 'person', id: 5, name: 'Dora Sample', original_name: 'Dora Sample', source: 'low' }
    const film = { kind: 'movie', id: ownId, ...ferry, external_ids: { filmdb_id: 'tt9910001' } }
    await importInto(db, [...sources, dora, film])
    const before = await linesOf(db)
    const answersTo = async () => (await survivorOf(db, 'movie', 991_001))?.id
    const folder = await folderOf(context, library)
    const first = await importFormat(db, 'nfo', folder)
    const filled = await exportOf(db)
    assert.equal(await answersTo(), ownId)
    await undoEdit(db, first.edit_id as number)
    assert.deepEqual(await linesOf(db), before)
    assert.equal(await answersTo(), undefined)
    const again = await importFormat(db, 'nfo', folder)
    assert.deepEqual([again.records, again.identified], [first.records, first.identified])
    assert.equal(await exportOf(db), filled)
    assert.equal(await answersTo(), ownId)

    await db.run(sql`delete from gone_record where kind = 'movie' and id = 991001`)
    const third = await importFormat(db, 'nfo', folder)
    assert.deepEqual([third.records.created, third.records.changed, await answersTo()], [0, 0, ownId])
    assert.equal((await importFormat(db, 'nfo', folder)).edit_id, undefined, 'the number is known')
    const scope = { of: 'edit', edit_id: third.edit_id as number } as const
    const undoer = { account_id: null, at: new Date('2026-03-04T08:00:00.000Z') }
    assert.deepEqual((await planUndo(db, scope, undoer)).number_count, 1)
    assert.equal(await answersTo(), ownId)
    assert.equal(typeof (await undoAtOnce(db, scope, undoer)).edit_id, 'number')
    assert.equal(await answersTo(), undefined)
    const without = (text: string) => text.replace(/^\{"kind":"gone".*\n/gm, '')
    assert.equal(without(await exportOf(db)), without(filled))
  })
})
