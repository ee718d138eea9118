import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { Kind } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { findingsOf, maxNumberDays, numberByDay, presentNumbers } from '#src/quality/findings.ts'
import { followQuality } from '#src/quality/follow-quality.ts'
import { type ReportName, textLanguages } from '#src/quality/reports.ts'
import { texts } from '#src/texts/index.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

const at = new Date('2026-03-10T12:00:00.000Z')
const english = (overview: string) => [{ iso_639_1: 'en', iso_3166_1: 'US', data: { overview } }]
const german = (overview: string) => ({ iso_639_1: 'de', iso_3166_1: 'DE', data: { overview } })
const movie = (id: number, more: object) => ({ kind: 'movie', id, source: 'low', ...more })

const lines = [
  movie(1, {
    ...{
      title: 'Whole',
      original_title: 'Whole',
      release_date: '2001-01-01',
      popularity: 5,
      poster_path: '/whole.jpg',
    },
    translations: { translations: [...english('All of it.'), german('Alles.')] },
    external_ids: { filmdb_id: 'tt0000001' },
  }),
  movie(2, { title: 'Bare', original_title: 'Bare', popularity: 9, external_ids: { kb2_id: 'Q7' } }),
  movie(3, { title: 'Twin, the', original_title: 'Zwilling', release_date: '1999-05-05', overview: 'One.' }),
  movie(4, {
    title: 'Zwilling',
    original_title: 'Zwilling',
    release_date: '1999-12-24',
    external_ids: { kb2_id: 'Q7' },
  }),
  movie(6, { title: 'Not for all', original_title: 'Not for all', adult: true }),
  movie(5, { title: 'Zwilling', original_title: 'Zwilling', release_date: '2003-01-01' }),
  { kind: 'series', id: 1, source: 'low', name: 'Serial', original_name: 'Serial', popularity: 2 },
  { kind: 'season', id: 10, source: 'low', series_id: 1, season_number: 0, name: 'Specials' },
  { kind: 'season', id: 11, source: 'low', series_id: 1, season_number: 1, name: 'One' },
  { kind: 'season', id: 12, source: 'low', series_id: 1, season_number: 2, name: 'Two' },
  { kind: 'season', id: 13, source: 'low', series_id: 1, season_number: 3, name: 'Three' },
  ...[
    [0, 7],
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 3],
    [3, 1],
  ].map(([season_number, episode_number], index) => ({
    ...{ kind: 'episode', id: 100 + index, source: 'low', series_id: 1, season_number, episode_number },
    ...(season_number !== 3 && { air_date: '2020-01-01' }),
  })),
  { kind: 'person', id: 1, source: 'low', name: 'Somebody', original_name: 'Somebody' },
]

const poster = {
  ...{ gallery: 'posters', id: 'a'.repeat(24), file_path: `/${'a'.repeat(31)}.jpg`, file_type: '.jpg', licence: '' },
  ...{ position: 0, aspect_ratio: 0.667, width: 1000, height: 1500, iso_639_1: null, iso_3166_1: null },
  ...{ stated_average: 0, stated_count: 0 },
}

const All = Type.Object({
  report: Type.String(),
  kind: Type.String(),
  entity_id: Type.Integer(),
  about: Type.String(),
  popularity: Type.Number(),
})
const allFindings = (db: Database) =>
  db.all(All, sql`select * from quality_finding order by report, kind, about, entity_id`)
const inWords = async (db: Database) =>
  (await allFindings(db)).map(({ report, kind, entity_id, about }) => `${report} ${kind} ${entity_id} ${about}`.trim())
const numbers = async (db: Database) =>
  (await presentNumbers(db)).flatMap(({ report, kind, language, found }) =>
    found === 0 ? [] : `${report} ${kind} ${language} ${found}`.replace('  ', ' '),
  )

const found = [
  'gaps-in-seasons season 12',
  'gaps-in-seasons season 13',
  'likely-doubles movie 3 zwilling 1999',
  'likely-doubles movie 4 zwilling 1999',
  'no-overview movie 2 de',
  'no-overview movie 3 de',
  'no-overview movie 4 de',
  'no-overview movie 5 de',
  'no-overview movie 2 en',
  'no-overview movie 4 en',
  'no-overview movie 5 en',
  'no-overview series 1 de',
  'no-overview series 1 en',
  'no-picture movie 2',
  'no-picture movie 3',
  'no-picture movie 4',
  'no-picture movie 5',
  'no-picture person 1',
  'no-picture series 1',
  'no-release-date movie 2',
  'no-release-date series 1',
  'shared-outside-id movie 2 kb2_id:Q7',
  'shared-outside-id movie 4 kb2_id:Q7',
]

test('texts are missed in the languages of the pages', () => {
  assert.deepEqual(textLanguages.toSorted(), Object.keys(texts).toSorted())
})

forEachEngine(emptyCatalogue, (engine) => {
  const open = async (t: Parameters<typeof openFor>[0]) => {
    const db = await openFor(t, engine)
    const { refused, unresolved } = await importInto(db, [...sources, ...lines])
    assert.deepEqual([refused, unresolved], [[], []])
    return db
  }

  test('each report names the records that have its fault, and counts them', async (t) => {
    const db = await open(t)
    await followQuality(db, () => at).catchUp()
    assert.deepEqual(await inWords(db), found)
    assert.deepEqual(await numbers(db), [
      'no-release-date movie 1',
      'no-release-date series 1',
      'no-overview movie en 3',
      'no-overview movie de 4',
      'no-overview series en 1',
      'no-overview series de 1',
      'no-picture movie 4',
      'no-picture series 1',
      'no-picture person 1',
      'shared-outside-id movie 2',
      'likely-doubles movie 2',
      'gaps-in-seasons season 2',
    ])
    const ask = async (name: ReportName, kind: Kind, language = '') =>
      (await findingsOf(db, { name, kind, language }, 1, 3)).map(({ id, name, day, series_id, season_number }) => [
        ...[id, name, day],
        ...(series_id === null ? [] : [series_id, season_number]),
      ])
    // The best known first, three on a page.
    assert.deepEqual(await ask('no-picture', 'movie'), [
      [2, 'Bare', ''],
      [3, 'Twin, the', '1999-05-05'],
      [4, 'Zwilling', '1999-12-24'],
    ])
    assert.deepEqual(await ask('gaps-in-seasons', 'season'), [
      [12, 'Serial', '', 1, 2],
      [13, 'Serial', '', 1, 3],
    ])
  })

  test('what is mended is found no longer, also at the other record; numbers are kept by day', async (t) => {
    const db = await open(t)
    let day = at
    const quality = followQuality(db, () => day)
    await quality.catchUp()
    const edit = async (...records: Parameters<typeof applyEdit>[1]['records']) => {
      await applyEdit(db, { account_id: null, at: day, records })
      await quality.catchUp()
    }
    const gone = async () => {
      const now = new Set(await inWords(db))
      return found.filter((each) => !now.has(each))
    }
    day = new Date('2026-03-11T12:00:00.000Z')
    await edit({ kind: 'movie', id: 4, values: { release_date: '2000-12-24' } })
    assert.deepEqual(await gone(), ['likely-doubles movie 3 zwilling 1999', 'likely-doubles movie 4 zwilling 1999'])
    day = new Date('2026-03-12T12:00:00.000Z')
    await edit({ kind: 'movie', id: 4, values: { release_date: '1999-12-24' } })
    assert.deepEqual(await gone(), [])
    // A poster that was added counts as one that a source named.
    await edit({ kind: 'movie', id: 3, parts: { images: { put: [poster] } } })
    assert.deepEqual(await gone(), ['no-picture movie 3'])
    await edit({ kind: 'movie', id: 3, parts: { images: { remove: [poster] } } })
    assert.deepEqual(await gone(), [])
    await edit({ kind: 'movie', id: 2, isDeleted: true })
    assert.deepEqual(
      await gone(),
      found.filter((each) => / movie 2\b/.test(each) || each.startsWith('shared-outside-id')),
    )
    await edit({
      kind: 'episode',
      values: { air_date: '2020-02-02' },
      numbering: { series_id: 1, season_number: 2, episode_number: 2 },
    })
    assert.ok(!(await inWords(db)).includes('gaps-in-seasons season 12'))
    assert.deepEqual(await numberByDay(db, { name: 'likely-doubles', kind: 'movie', language: '' }), [
      { day: '2026-03-10', found: 2 },
      { day: '2026-03-11', found: 0 },
      { day: '2026-03-12', found: 2 },
    ])
    // What was followed is what is found when all is looked at again.
    const followed = await allFindings(db)
    await db.run(sql`delete from quality_finding`)
    await db.run(sql`delete from quality_key`)
    await db.run(sql`delete from follower where name = 'quality'`)
    await quality.catchUp()
    assert.deepEqual(await allFindings(db), followed)
  })

  test(`a number is shown for the last ${maxNumberDays} days on which it changed`, async (t) => {
    const db = await openFor(t, engine)
    const days = Array.from({ length: maxNumberDays + 1 }, (_, index) =>
      new Date(at.getTime() + index * 86_400_000).toISOString().slice(0, 10),
    )
    for (const [index, day] of days.entries())
      await db.run(sql`
        insert into quality_number (report, kind, language, day, found)
        values ('no-picture', 'movie', '', ${day}, ${index})`)
    assert.deepEqual(
      await numberByDay(db, { name: 'no-picture', kind: 'movie', language: '' }),
      days.slice(1).map((day, index) => ({ day, found: index + 1 })),
    )
  })
})
