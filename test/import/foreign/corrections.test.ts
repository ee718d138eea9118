import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { emptyCatalogue, importInto, linesOf, openFor, sources } from '../../support/catalogue.ts'
import { forEachEngine } from '../../support/engines.ts'
import { sevenFiles } from '../../support/foreign/imdb.ts'
import { folderOf, importFormat } from '../../support/foreign/import-format.ts'
import { library } from '../../support/foreign/library.ts'
import { tables } from '../../support/foreign/tables.ts'
import { repliesInOne } from '../../support/foreign/tvmaze.ts'
import { dump } from '../../support/foreign/wikidata.ts'

/** Files of every format, which are about the same film and the same series. */
const formats: readonly [format: string, files: Readonly<Record<string, string | Uint8Array>>, paths: string[]][] = [
  ['wikidata', { 'dump.json': dump }, ['dump.json']],
  ['imdb', sevenFiles, ['']],
  ['tvmaze', repliesInOne, ['']],
  ['nfo', library, ['']],
  ['csv', tables, Object.keys(tables)],
]

/** Catalogue lines about both, of a source that ranks above all but people. */
const ofLines: readonly object[] = [
  { kind: 'source', id: 'archive', name: 'An archive', licence: 'CC0-1.0', rank: 900 },
  {
    ...{
      kind: 'movie',
      id: 7,
      title: 'Ferries',
      original_title: 'Fähre',
      release_date: '1979-09-09',
      source: 'archive',
    },
    external_ids: { filmdb_id: 'tt9910001' },
    translations: { translations: [{ iso_639_1: 'fr', iso_3166_1: 'FR', data: { title: 'Le bac' } }] },
  },
  {
    ...{ kind: 'series', id: 7, name: 'Harbours', first_air_date: '2012-02-02', source: 'archive' },
    external_ids: { tvdata_id: 99_101 },
  },
]

forEachEngine(emptyCatalogue, (engine) => {
  test('what a person corrected survives every import of every format', async (context) => {
    const db = await openFor(context, engine)
    const ferry = { title: 'Ferry', original_title: 'Fähre', release_date: '1978-01-01', source: 'low' }
    await importInto(db, [
      ...sources,
      { kind: 'movie', id: 7, ...ferry, external_ids: { filmdb_id: 'tt9910001' } },
      { kind: 'series', id: 7, name: 'Harbour', source: 'low', external_ids: { tvdata_id: 99_101 } },
    ])
    await applyEdit(db, {
      ...{ account_id: null, source_id: 'people', note: 'a correction', at: new Date('2026-03-02T08:00:00.000Z') },
      records: [
        {
          ...{ kind: 'movie' as const, id: 7, values: { release_date: '1978-10-23' } },
          texts: [{ iso_639_1: 'en', iso_3166_1: 'US', texts: { title: 'The Ferry of the Night' } }],
        },
        {
          ...{ kind: 'series' as const, id: 7, values: { first_air_date: '2011-08-31' } },
          texts: [{ iso_639_1: 'en', iso_3166_1: 'US', texts: { name: 'The Street by the Harbour' } }],
        },
      ],
    })
    for (const round of [1, 2]) {
      for (const [format, files, paths] of formats) {
        const told = await importFormat(db, format, await folderOf(context, files), paths)
        assert.deepEqual(told.reviews, [], format)
        if (round === 2) assert.equal(told.edit_id, undefined, format)
      }
      const { records, summary, refused } = await importInto(db, ofLines)
      assert.deepEqual(refused, [])
      assert.deepEqual([records.changed, summary.edit_id === undefined], round === 1 ? [2, false] : [0, true])
    }
    const lines = await linesOf(db)
    const of = (kind: string) => lines.filter((line) => line.kind === kind)
    assert.deepEqual(
      of('movie').map(({ id, title, release_date }) => [id, title, release_date]),
      [
        [7, 'The Ferry of the Night', '1978-10-23'],
        [991_002, 'Das Moor', '2003-05-01'],
        [1_500_000_000, 'Die Fähre kehrt zurück', '1981-12-24'],
      ],
    )
    assert.deepEqual(
      of('series').map(({ id, name, first_air_date }) => [id, name, first_air_date]),
      [[7, 'The Street by the Harbour', '2011-08-31']],
    )
    // Whoever is named by all of them is one person, who stands in the cast once.
    const names = of('person').map(({ name }) => name)
    assert.deepEqual(names, [...new Set(names)])
    const cast: { id: number; character: string }[] = of('movie')[0]?.credits.cast
    assert.deepEqual(
      cast.map(({ character }) => character),
      ['The captain', 'The pilot / His brother', "The cook / The cook's twin"],
    )
  })
})
