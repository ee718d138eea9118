import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { parts } from '#src/catalogue/parts/index.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { removeSource } from '#src/import/removal/remove-source.ts'
import { emptyCatalogue, exportOf, importInto, linesOf, openFor, sources } from '../../support/catalogue.ts'
import { forEachEngine } from '../../support/engines.ts'
import { sevenFiles } from '../../support/foreign/imdb.ts'
import { folderOf, importFormat } from '../../support/foreign/import-format.ts'

const Count = Type.Object({ n: Type.Integer() })
const Logged = Type.Object({
  edit_id: Type.Integer(),
  original_value: Type.Unknown(),
  value: Type.Unknown(),
  replaced: Type.Unknown(),
})

const tables = [
  ...['record', 'field_source', 'translation', 'removed_entry', 'source_key', 'import_review', 'gone_record'],
  ...new Set(parts.flatMap(({ store }) => (store ? [store.table] : []))),
]

/** Tables that still have something of a source. */
async function tablesWith(db: Database, source_id: string): Promise<string[]> {
  const found: string[] = []
  for (const table of tables) {
    const row = await db.one(Count, sql`select count(*) as n from ${raw(table)} where source_id = ${source_id}`)
    if (row?.n) found.push(table)
  }
  return found
}

/** All values that the history has, as one text. */
async function historyOf(db: Database): Promise<string> {
  return JSON.stringify(
    await db.all(Logged, sql`select edit_id, original_value, value, replaced from change order by seq`),
  )
}

const at = new Date('2026-03-04T08:00:00.000Z')

forEachEngine(emptyCatalogue, (engine) => {
  test('a source goes with all that only it had, and what it replaced comes back', async (context) => {
    const db = await openFor(context, engine)
    const ferry = { title: 'Ferry', original_title: 'Fähre', runtime: 88, source: 'low' }
    const film = { kind: 'movie', id: 7, ...ferry, external_ids: { filmdb_id: 'tt9910001' } }
    await importInto(db, [...sources, film])
    const before = await linesOf(db)
    const files = await folderOf(context, sevenFiles)
    const first = await importFormat(db, 'imdb', files)
    assert.ok(first.records.changed > 0 && first.records.created > 0)
    const filled = (await linesOf(db)).length
    assert.match(await historyOf(db), /1204/)
    await removeSource(db, 'imdb', { at })
    assert.deepEqual(await linesOf(db), before)
    assert.deepEqual(await tablesWith(db, 'imdb'), [])
    assert.doesNotMatch(await historyOf(db), /1204|"imdb"/)
    const again = await importFormat(db, 'imdb', files)
    assert.deepEqual(again.records, first.records)
    assert.equal((await linesOf(db)).length, filled)
  })

  test('what others have changed or refer to stays without what the source has said', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, sources)
    await importFormat(db, 'imdb', await folderOf(context, sevenFiles))
    const [person, , , , movie] = (await linesOf(db)).filter(({ kind }) => kind === 'person' || kind === 'movie')
    const ids = { filmdb_id: 'tt9910001' }
    const high = { source: 'high', kind: 'movie', id: movie?.id, external_ids: ids, release_date: '1978-10-24' }
    const german = { iso_639_1: 'de', iso_3166_1: 'DE', english_name: 'German', name: 'Deutsch' }
    await importInto(db, [
      { ...high, runtime: 90, translations: { translations: [{ ...german, data: { title: 'Die Fähre' } }] } },
      {
        ...{ source: 'high', kind: 'movie', id: 8 },
        title: 'Other',
        credits: { crew: [{ id: person?.id, department: 'Directing', job: 'Director' }] },
      },
    ])
    const told = await removeSource(db, 'imdb', { at })
    assert.deepEqual(await tablesWith(db, 'imdb'), [])
    assert.doesNotMatch(await historyOf(db), /1204|"imdb"/)
    const left = (await linesOf(db)).filter(({ kind }) => kind !== 'genre')
    assert.deepEqual(
      left.map(({ kind, id, title, name, source, runtime, birthday, external_ids, credits }) => ({
        ...{ kind, id, name: title ?? name, source, runtime, birthday, external_ids },
        crew: credits?.crew.length,
      })),
      [
        // Its name is all that is left: the credit of somebody else needs it.
        { kind: 'person', id: person?.id, name: 'Carl Sample', source: 'high', ...nothing, crew: undefined },
        { kind: 'movie', id: 8, name: 'Other', source: 'high', ...nothing, crew: 1 },
        {
          kind: 'movie',
          id: movie?.id,
          name: 'The "Night" Ferry',
          source: 'high',
          ...nothing,
          runtime: 90,
          external_ids: ids,
          crew: undefined,
        },
      ],
    )
    assert.deepEqual([left.length, told.removed > 0, told.changed > 0], [3, true, true])
    // A second time there is nothing to do.
    const text = await exportOf(db)
    assert.deepEqual(await removeSource(db, 'imdb', { at }), { removed: 0, changed: 0 })
    assert.equal(await exportOf(db), text)
  })
})

const nothing = { runtime: undefined, birthday: undefined, external_ids: undefined }
