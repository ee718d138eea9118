import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit, type Edit } from '#src/catalogue/edits/apply-edit.ts'
import {
  maxChangesOfConflict,
  RevisionConflict,
  readRecordForEditing,
} from '#src/catalogue/edits/record-for-editing.ts'
import { builtInSources, peopleSourceOf } from '#src/catalogue/sources.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { emptyCatalogue, importInto, linesOf, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

const at = new Date('2026-03-02T10:00:00.000Z')
const edit = (records: Edit['records'], more: Partial<Edit> = {}): Edit => ({ account_id: null, at, records, ...more })
const film = {
  kind: 'movie',
  id: 1,
  title: 'One',
  overview: 'O',
  genres: [{ id: 18 }, { id: 35 }],
  translations: { translations: [{ iso_639_1: 'de', iso_3166_1: 'DE', data: { title: 'Eins' } }] },
  source: 'high',
}
const series = [
  { kind: 'series', id: 5, name: 'S', source: 'high' },
  { kind: 'season', id: 10, series_id: 5, season_number: 1, source: 'high' },
]

const Account = Type.Object({ id: Type.Integer() })
const makeAccount = (db: Database) =>
  db.transaction(async (tx) => {
    const made = await tx.one(
      Account,
      sql`
      insert into account (username, folded_username, created_at)
      values ('ada', 'ada', ${at.toISOString()}) returning id`,
    )
    return made?.id as number
  })

const Row = Type.Object({
  place: Type.String(),
  action: Type.String(),
  same_value: Type.Boolean(),
  replaced: Type.Unknown(),
})
const rowsOf = (db: Database, edit_id: number | undefined) =>
  db.all(
    Row,
    sql`select place, action, same_value, replaced from change where edit_id = ${edit_id ?? 0} order by place`,
  )

const revisionOf = async (db: Database, kind: 'movie' | 'series', id: number) =>
  (await readRecordForEditing(db, kind, id))?.revision as number

forEachEngine(emptyCatalogue, (engine) => {
  test('an edit of a record that has changed since it was read is refused, and says what changed', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, [...sources, film])
    const account_id = await makeAccount(db)
    const read = await revisionOf(db, 'movie', 1)
    const first = await applyEdit(
      db,
      edit([{ kind: 'movie', id: 1, revision: read, values: { overview: 'P' } }], { account_id }),
    )
    const late = edit([
      { kind: 'person', values: { name: 'New' } },
      { kind: 'movie', id: 1, revision: read, values: { tagline: 'T' } },
    ])
    const before = await linesOf(db)
    const now = await revisionOf(db, 'movie', 1)
    await assert.rejects(applyEdit(db, late), (error) => {
      assert.ok(error instanceof RevisionConflict)
      assert.deepEqual(error.conflicts, [
        {
          record: 1,
          kind: 'movie',
          id: 1,
          revision: now,
          changes: [
            {
              seq: now,
              edit_id: first.edit_id,
              at: at.toISOString(),
              account_id,
              username: 'ada',
              source_id: 'people',
              key: 'overview',
              place: 'overview||',
              action: 'updated',
              iso_639_1: 'en',
              iso_3166_1: 'US',
              original_value: 'O',
              value: 'P',
            },
          ],
        },
      ])
      return true
    })
    assert.deepEqual(await linesOf(db), before)
    await applyEdit(db, edit([{ kind: 'movie', id: 1, revision: now, values: { tagline: 'T' } }]))
    assert.equal((await linesOf(db))[0]?.tagline, 'T')
  })

  test('seasons of a series, and changes that leave its values, are no conflict', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, [...sources, ...series])
    const revision = await revisionOf(db, 'series', 5)
    await applyEdit(db, edit([{ kind: 'season', id: 10, values: { overview: 'O' } }]))
    await applyEdit(db, edit([{ kind: 'series', id: 5, values: { name: 'S' } }]))
    await applyEdit(db, edit([{ kind: 'series', id: 5, revision, values: { tagline: 'T' } }]))
    assert.notEqual(await revisionOf(db, 'series', 5), revision)
  })

  test('a conflict shows a limited number of changes, the latest', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, [...sources, film])
    const revision = await revisionOf(db, 'movie', 1)
    const titles = Array.from({ length: maxChangesOfConflict + 1 }, (_, n) => ({
      iso_3166_1: 'DE',
      title: `${n}`,
      type: '',
    }))
    await applyEdit(db, edit([{ kind: 'movie', id: 1, parts: { alternative_titles: { put: titles.slice(0, 250) } } }]))
    await applyEdit(db, edit([{ kind: 'movie', id: 1, parts: { alternative_titles: { put: titles.slice(250) } } }]))
    await assert.rejects(
      applyEdit(db, edit([{ kind: 'movie', id: 1, revision, values: { tagline: 'T' } }])),
      (error) => {
        assert.ok(error instanceof RevisionConflict)
        const [conflict] = error.conflicts
        assert.equal(conflict?.changes.length, maxChangesOfConflict)
        assert.equal((conflict?.changes[0]?.value as { title?: string } | undefined)?.title, '1')
        return true
      },
    )
  })

  test('changes say which value they are about, and what it was like before', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, [...sources, film])
    const taken = await applyEdit(
      db,
      edit([
        {
          kind: 'movie',
          id: 1,
          values: { overview: 'O', runtime: 0, tagline: 'T' },
          texts: [{ iso_639_1: 'de', iso_3166_1: 'DE', texts: { title: 'Ein' } }],
          parts: { genres: { put: [{ genre_id: 18, position: 4 }], remove: [{ genre_id: 35 }] } },
          locks: [{ column: 'title', iso_639_1: '', iso_3166_1: '', locked: true }],
        },
      ]),
    )
    const ofHigh = { source_id: 'high', rank: 30 }
    assert.deepEqual(await rowsOf(db, taken.edit_id), [
      { place: 'genres [18]', action: 'updated', same_value: true, replaced: { ...ofHigh, position: 0 } },
      { place: 'genres [35]', action: 'deleted', same_value: false, replaced: { ...ofHigh, position: 1 } },
      { place: 'overview||', action: 'updated', same_value: true, replaced: ofHigh },
      { place: 'runtime||', action: 'updated', same_value: true, replaced: {} },
      { place: 'tagline||', action: 'added', same_value: false, replaced: {} },
      { place: 'title|de|DE', action: 'updated', same_value: false, replaced: { ...ofHigh, holder: 'high' } },
      { place: 'title||', action: 'updated', same_value: true, replaced: ofHigh },
    ])
    const unlocked = await applyEdit(
      db,
      edit([
        {
          kind: 'movie',
          id: 1,
          parts: { genres: { put: [{ genre_id: 35, position: 0 }] } },
          locks: [{ column: 'title', iso_639_1: '', iso_3166_1: '', locked: false }],
        },
      ]),
    )
    assert.deepEqual(await rowsOf(db, unlocked.edit_id), [
      { place: 'genres [35]', action: 'added', same_value: false, replaced: { removed_by: 'people' } },
      { place: 'title||', action: 'updated', same_value: true, replaced: { ...ofHigh, locked: true } },
    ])
  })

  test('a record is read for editing with the source, the author and the lock of each value', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, [...sources, film])
    const account_id = await makeAccount(db)
    const source_id = peopleSourceOf('CC-BY-4.0')
    await applyEdit(
      db,
      edit(
        [
          {
            kind: 'movie',
            id: 1,
            values: { overview: 'P' },
            texts: [{ iso_639_1: 'de', iso_3166_1: 'DE', texts: { overview: 'D' } }],
            parts: { genres: { put: [{ genre_id: 99, position: 9 }] } },
            locks: [{ column: 'overview', iso_639_1: '', iso_3166_1: '', locked: true }],
          },
        ],
        { account_id, source_id, source_url: 'https://films.example/one' },
      ),
    )
    const read = await readRecordForEditing(db, 'movie', 1)
    const people = builtInSources.find(({ id }) => id === source_id)
    const high = { id: 'high', name: 'high', licence: 'CC0-1.0', url: '', rank: 30, redistributable: false }
    const imported = { source: high, locked: false, at: '2026-03-01T08:00:00.000Z', author: undefined }
    const byAda = { source: people, locked: false, at: at.toISOString(), author: { account_id, username: 'ada' } }
    assert.equal(people?.licence, 'CC-BY-4.0')
    assert.deepEqual(read?.values.title, { value: 'One', ...imported })
    assert.deepEqual(read?.values.overview, { value: 'P', ...byAda, locked: true })
    assert.deepEqual(read?.values.tagline, { value: '', ...imported, source: undefined })
    assert.deepEqual(
      read?.texts.map(({ texts: { title, overview }, ...language }) => ({ ...language, title, overview })),
      [
        {
          iso_639_1: 'de',
          iso_3166_1: 'DE',
          title: { value: 'Eins', ...imported },
          overview: { value: 'D', ...byAda },
        },
      ],
    )
    assert.deepEqual(read?.parts.get('genres'), [
      { key: '[18]', entry: { genre_id: 18, position: 0, source_id: 'high' }, ...imported },
      { key: '[35]', entry: { genre_id: 35, position: 1, source_id: 'high' }, ...imported },
      { key: '[99]', entry: { genre_id: 99, position: 9, source_id }, ...byAda },
    ])
    assert.equal(await readRecordForEditing(db, 'movie', 2), undefined)
  })

  test('what people wrote under another licence keeps its source, and imports leave it alone', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, [...sources, film])
    const source_id = peopleSourceOf('CC-BY-SA-4.0')
    await applyEdit(db, edit([{ kind: 'movie', id: 1, values: { overview: 'P' } }], { source_id }))
    await applyEdit(db, edit([{ kind: 'movie', id: 1, values: { overview: 'P', tagline: 'T' } }]))
    await importInto(db, [{ ...film, overview: 'new' }])
    const read = await readRecordForEditing(db, 'movie', 1)
    assert.deepEqual(
      [read?.values.overview?.value, read?.values.overview?.source?.id, read?.values.tagline?.source?.id],
      ['P', source_id, 'people'],
    )
  })
})
