import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { maxMergedChildren, maxMovedReferences } from '#src/catalogue/edits/merging/merge-records.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { undo } from '#src/catalogue/edits/undo/undo.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { StatementError } from '#src/catalogue/statements/check.ts'
import { acceptEdit, DiffersNow } from '#src/contributions/editing/decide.ts'
import { editWhole } from '#src/contributions/editing/merge-and-delete.ts'
import { pendingOf } from '#src/contributions/editing/pending.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { editByLines } from '#src/import/edit-lines.ts'
import { exportOf, importInto, openFor } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { keepMuch, keptOf, momentOf } from '../support/kept/everything.ts'
import { loadWorld } from '../support/world.ts'

const at = momentOf(50)
const by = { account_id: null, at }
const edit = (db: Database, record: RecordEdit) => applyEdit(db, { ...by, records: [record] })

const Numbered = Type.Object({ id: Type.Integer(), number: Type.Integer() })
const numbered = (count: number, first: number) =>
  Array.from({ length: count }, (_, at) => ({ id: first + at, number: at + 100 }))

/** Deletes a record as a moderator does, who is told what is too much. */
async function remove(db: Database, kind: RecordKind, id: number) {
  await db.run(sql`update account set role = 'moderator' where id = 2`)
  const record = { kind, id, isDeleted: true } as const
  const reason = { source_id: 'people', note: 'Gone', source_url: '' }
  return editWhole(db, { account_id: 2, ...reason, at, record, isDryRun: false, editsOfNewMembers: 0 })
}

/** Names person 305 in more credits than one transaction rewrites. */
const creditMuch = (db: Database) =>
  db.run(sql`
    insert into credit (kind, entity_id, id, credit_type, person_id, character, department, job, "order", cast_id,
      source_id)
    select 'movie', 505, cast(r.id as text), 'crew', 305, '', 'Crew', 'Extra', 0, 0, 'atlas'
    from ${db.engine.rows(Numbered, numbered(maxMovedReferences + 1, 1))} as r`)

/** What an edit is refused for. */
const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing',
    (error) => {
      if (!(error instanceof StatementError)) throw error
      return error.faults.map(({ place, reason }) => `${place} ${reason}`).join()
    },
  )

forEachEngine(loadWorld, (engine) => {
  test('a series with too many episodes is neither merged nor deleted', async (t) => {
    const db = await openFor(t, engine)
    const rows = numbered(maxMergedChildren + 1, 70_000)
    const given = db.engine.rows(Numbered, rows)
    await db.run(sql`
      insert into record (kind, id, source_id, edit_id, stated_zeros)
      select 'episode', r.id, 'atlas', 1, '' from ${given} as r`)
    await db.run(sql`
      insert into episode (id, series_id, season_number, episode_number, name, overview, production_code, episode_type,
        vote_average, vote_count)
      select r.id, 602, 1, r.number, '', '', '', '', 0, 0 from ${given} as r`)
    const tooMany = `id has more than ${maxMergedChildren} seasons and episodes`
    assert.equal(await refusalOf(edit(db, { kind: 'series', id: 602, mergedInto: { id: 601 } })), tooMany)
    assert.equal(await refusalOf(remove(db, 'series', 602)), tooMany)
  })

  test('a person whom too many credits name is neither merged nor deleted, but takes in others', async (t) => {
    const db = await openFor(t, engine)
    await creditMuch(db)
    const tooMany = `id is named by more than ${maxMovedReferences} others`
    const merged = await refusalOf(edit(db, { kind: 'person', id: 305, mergedInto: { id: 304 } }))
    assert.equal(merged, `${tooMany}; merge the other record into it instead`)
    assert.equal(await refusalOf(remove(db, 'person', 305)), tooMany)
    assert.equal(await refusalOf(edit(db, { kind: 'person', id: 304, mergedInto: { id: 305 } })), 'nothing')
  })

  test('a merge and a deletion that wait are measured again when they are accepted', async (t) => {
    const db = await openFor(t, engine)
    const reason = { source_id: 'people', note: 'Twice', source_url: '' }
    const waits = async (record: RecordEdit) => {
      const about = { account_id: 1, ...reason, at, record, isDryRun: false, editsOfNewMembers: 0 }
      assert.equal((await editWhole(db, about)).waits, true)
      return (await pendingOf(db, 1))[0]!.id
    }
    const ids = [
      await waits({ kind: 'person', id: 305, mergedInto: { id: 304 } }),
      await waits({ kind: 'person', id: 305, isDeleted: true }),
    ] as const
    await creditMuch(db)
    const accept = (id: number) => acceptEdit(db, { id, moderator_id: 2, now: at, title: 'It' })
    for (const id of ids) assert.match(await refusalOf(accept(id)), /^id is named by more than/)
    await db.run(sql`delete from credit where job = 'Extra'`)
    assert.equal(await refusalOf(accept(ids[0])), 'nothing')
    // The author of the other one has not meant the survivor.
    await assert.rejects(accept(ids[1]), DiffersNow)
  })

  test('what people keep of a deleted record comes back with it', async (t) => {
    const db = await openFor(t, engine)
    await keepMuch(db)
    const [before, kept] = [await exportOf(db), await keptOf(db)]
    for (const [kind, id] of [
      ['movie', 501],
      ['series', 601],
    ] as const) {
      const { edit_id } = await edit(db, { kind, id, isDeleted: true })
      assert.ok((await keptOf(db)).length < kept.length)
      const { left } = await undo(db, { of: 'edit', edit_id: edit_id as number }, by)
      assert.deepEqual(left, [])
      assert.equal(await exportOf(db), before)
      assert.deepEqual((await keptOf(db)).sort(), kept.toSorted())
    }
  })

  test('an edit that waits while its record is merged away means the survivor when it is accepted', async (t) => {
    const db = await openFor(t, engine)
    const data = { tagline: 'Segui la luce.' }
    const line = {
      kind: 'movie',
      id: 504,
      translations: { translations: [{ iso_639_1: 'it', iso_3166_1: 'IT', data }] },
    }
    const about = { account_id: 1, source_id: 'people', note: '', source_url: '', at, isDryRun: false }
    const { waits } = await editByLines(db, { ...about, lines: [line], editsOfNewMembers: 1 })
    assert.equal(waits, true)
    await edit(db, { kind: 'movie', id: 504, mergedInto: { id: 501 } })
    const [waiting] = await pendingOf(db, 1)
    assert.ok(waiting)
    assert.equal(await acceptEdit(db, { id: waiting.id, moderator_id: 2, now: at, title: 'It' }), true)
    const Text = Type.Object({ entity_id: Type.Integer(), tagline: Type.String() })
    const texts = await db.all(Text, sql`select entity_id, tagline from translation where iso_639_1 = 'it'`)
    assert.deepEqual(texts, [{ entity_id: 501, ...data }])
  })

  test('a line with the number that an episode had before people moved it is refused, and says why', async (t) => {
    const db = await openFor(t, engine)
    await edit(db, { kind: 'episode', id: 60112, movedTo: { series_id: 601, season_number: 1, episode_number: 9 } })
    const place = { kind: 'episode', id: 60112, series_id: 601, season_number: 1, source: 'atlas', name: 'Told again' }
    const old = await importInto(db, [{ ...place, episode_number: 2 }])
    assert.deepEqual(old.refused, ['1 id: belongs to a record with other numbers'])
    assert.deepEqual((await importInto(db, [{ ...place, episode_number: 9 }])).refused, [])
  })
})
