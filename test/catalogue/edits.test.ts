import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit, type Edit, firstLocalId } from '#src/catalogue/edits/apply-edit.ts'
import { StatementError } from '#src/catalogue/statements/check.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { type AnyLine, emptyCatalogue, exportOf, importInto, linesOf, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

const Logged = Type.Object({
  edit_id: Type.Integer(),
  kind: Type.String(),
  entity_id: Type.Integer(),
  key: Type.String(),
  action: Type.String(),
  iso_639_1: Type.String(),
  iso_3166_1: Type.String(),
  original_value: Type.Unknown(),
  value: Type.Unknown(),
})

/** The edit that adds the genres of the reference lists comes before those of a test. */
const editsBefore = 1

/** The change log as texts: `2 movie 1 overview updated en-US "old" -> "new"`. */
async function logOf(db: Database, after = 0): Promise<string[]> {
  const rows = await db.all(
    Logged,
    sql`
    select edit_id, kind, entity_id, key, action, iso_639_1, iso_3166_1, original_value, value from change
    where edit_id > ${after + editsBefore} and not same_value order by seq`,
  )
  return rows.map(({ edit_id, kind, entity_id, key, action, iso_639_1, iso_3166_1, original_value, value }) =>
    [
      ...[edit_id - editsBefore, kind, entity_id, key, action, [iso_639_1, iso_3166_1].filter(Boolean).join('-')],
      ...[original_value, value].map((shown) => (shown === null ? '' : JSON.stringify(shown))),
    ]
      .filter((word) => word !== '')
      .join(' '),
  )
}

const at = new Date('2026-03-02T10:00:00.000Z')
const edit = (records: Edit['records'], more: Partial<Edit> = {}): Edit => ({ account_id: null, at, records, ...more })
/** In the order of its columns, in which the log has it. */
const video = (key: string, name = '') => ({
  iso_639_1: 'en',
  iso_3166_1: 'US',
  name,
  key,
  site: 'VideoSite1',
  size: 0,
  type: '',
  official: false,
  published_at: '',
  id: key.padStart(24, '0'),
})
const film: AnyLine = {
  kind: 'movie',
  id: 1,
  title: 'One',
  overview: 'O',
  tagline: 'T',
  vote_count: 4,
  source: 'high',
  videos: { results: [video('a', 'first'), video('b')] },
  translations: { translations: [{ iso_639_1: 'de', iso_3166_1: 'DE', data: { title: 'Eins' } }] },
}
const series: AnyLine[] = [
  { kind: 'series', id: 5, name: 'S', source: 'high' },
  { kind: 'season', id: 10, series_id: 5, season_number: 1, source: 'high' },
  { kind: 'episode', id: 100, series_id: 5, season_number: 1, episode_number: 1, source: 'high' },
  { kind: 'episode', id: 101, series_id: 5, season_number: 1, episode_number: 2, source: 'high' },
]

forEachEngine(emptyCatalogue, (engine) => {
  test('what a person corrected or removed survives an altered file, and the rest follows it', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, [...sources, film])
    const applied = await applyEdit(
      db,
      edit([{ kind: 'movie', id: 1, values: { overview: 'corrected' }, parts: { videos: { remove: [video('a')] } } }]),
    )
    assert.deepEqual(applied, { edit_id: editsBefore + 2, ids: [1] })
    const altered = {
      ...film,
      title: 'Two',
      overview: 'X',
      tagline: 'Y',
      vote_count: 9,
      videos: { results: [video('a', 'again'), video('b', 'named'), video('c')] },
    }
    await importInto(db, [altered])
    const [line] = await linesOf(db)
    const { title, overview, tagline, vote_count, videos } = line as AnyLine
    assert.deepEqual([title, overview, tagline, vote_count], ['Two', 'corrected', 'Y', 9])
    assert.deepEqual(videos.results, [video('b', 'named'), video('c')])
    const shown = (key: string, name?: string) => JSON.stringify(video(key, name))
    assert.deepEqual(await logOf(db, 1), [
      '2 movie 1 overview updated en-US "O" "corrected"',
      `2 movie 1 videos deleted en-US ${shown('a', 'first')}`,
      '3 movie 1 title updated en-US "One" "Two"',
      '3 movie 1 tagline updated en-US "T" "Y"',
      `3 movie 1 videos updated en-US ${shown('b')} ${shown('b', 'named')}`,
      `3 movie 1 videos added en-US ${shown('c')}`,
    ])
  })

  test('the same lines twice change nothing, and make no edit', async (context) => {
    const db = await openFor(context, engine)
    const lines = [...sources, film, ...series]
    await importInto(db, lines)
    const [text, log] = [await exportOf(db), await logOf(db)]
    assert.deepEqual(log, [
      ...['1 movie 1 created', '1 series 5 created', '1 season 10 created'],
      ...['1 episode 100 created', '1 episode 101 created'],
    ])
    const { summary, records } = await importInto(db, lines)
    assert.deepEqual([summary.edit_id, records], [undefined, { created: 0, changed: 0, unchanged: 5 }])
    assert.deepEqual([await exportOf(db), await logOf(db)], [text, log])
  })

  test('the creation of a record is one row, whatever the import finds for it later', async (context) => {
    const db = await openFor(context, engine)
    const company = (id: number, parent: number) => ({
      kind: 'company',
      id,
      parent_company: { id: parent },
      source: 'low',
    })
    const keywords = { keywords: [{ id: 2 }] }
    const late = { kind: 'series', id: 5, keywords: { results: [{ id: 2, name: 'storm' }] }, source: 'high' }
    await importInto(db, [...sources, company(1, 2), company(2, 1), { ...film, keywords }, late])
    const made = ['company 1', 'company 2', 'movie 1', 'keyword 2', 'series 5'].map((record) => `1 ${record} created`)
    assert.deepEqual(await logOf(db), made)
    const lines = await linesOf(db)
    assert.deepEqual([lines[1]?.parent_company, lines[2]?.parent_company], [{ id: 2 }, { id: 1 }])
    assert.deepEqual(lines[3]?.keywords, keywords)
  })

  test('texts in other languages and removed fields are logged with what they were', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, [...sources, film])
    const language = { iso_639_1: 'de', iso_3166_1: 'DE' }
    await applyEdit(
      db,
      edit([
        {
          kind: 'movie',
          id: 1,
          values: { tagline: '', adult: true, poster_path: '/p.jpg', stated_count: 0 },
          texts: [{ ...language, texts: { title: '', overview: 'D' } }],
        },
      ]),
    )
    assert.deepEqual(await logOf(db, 1), [
      '2 movie 1 tagline deleted en-US "T"',
      '2 movie 1 adult updated false true',
      '2 movie 1 poster_path added "/p.jpg"',
      '2 movie 1 overview added de-DE "D"',
      '2 movie 1 title deleted de-DE "Eins"',
    ])
  })

  test('votes and the order of entries change without a trace in the log', async (context) => {
    const db = await openFor(context, engine)
    const genres = [{ id: 18 }, { id: 35 }]
    await importInto(db, [...sources, { ...film, genres }])
    const { records } = await importInto(db, [{ ...film, vote_count: 5, genres: genres.toReversed() }])
    assert.deepEqual(records, { created: 0, changed: 1, unchanged: 0 })
    const [line] = await linesOf(db)
    assert.deepEqual([line?.vote_count, line?.genres], [5, [{ id: 35 }, { id: 18 }]])
    assert.deepEqual(await logOf(db, 1), [])
  })

  test('a changed season or episode changes its parents, once in an edit', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, [...sources, ...series])
    await importInto(db, [
      { ...series[1], overview: 'season' },
      { ...series[2], overview: 'first' },
      { ...series[3], overview: 'second' },
      { kind: 'episode', id: 102, series_id: 5, season_number: 1, episode_number: 3, source: 'high' },
      { kind: 'season', id: 11, series_id: 5, season_number: 2, source: 'high' },
      { kind: 'episode', id: 110, series_id: 5, season_number: 2, episode_number: 1, source: 'high' },
    ])
    assert.deepEqual(await logOf(db, 1), [
      '2 season 10 overview added en-US "season"',
      '2 season 11 created',
      '2 series 5 season updated {"season_id":10,"season_number":1}',
      '2 series 5 season added {"season_id":11,"season_number":2}',
      '2 episode 100 overview added en-US "first"',
      '2 episode 101 overview added en-US "second"',
      '2 episode 102 created',
      '2 episode 110 created',
      '2 season 10 episode updated {"episode_id":100,"episode_number":1}',
      '2 season 10 episode updated {"episode_id":101,"episode_number":2}',
      '2 season 10 episode added {"episode_id":102,"episode_number":3}',
    ])
    const Changed = Type.Object({ kind: Type.String(), entity_id: Type.Integer(), day: Type.String() })
    const changed = await db.all(
      Changed,
      sql`select kind, entity_id, day from record_changed where kind <> 'genre' order by kind, entity_id`,
    )
    assert.deepEqual(
      changed.map(({ kind, entity_id, day }) => `${kind} ${entity_id} ${day}`),
      ['episode 100', 'episode 101', 'episode 102', 'episode 110', 'season 10', 'season 11', 'series 5'].map(
        (name) => `${name} 2026-03-01`,
      ),
    )
  })

  test('new records get ids of our own, and references have to exist', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, sources)
    const records = ['A', 'B'].map((name) => ({ kind: 'person' as const, values: { name, adult: false } }))
    assert.deepEqual(await applyEdit(db, edit(records)), {
      edit_id: editsBefore + 1,
      ids: [firstLocalId, firstLocalId + 1],
    })
    assert.deepEqual(await linesOf(db), [
      { kind: 'person', id: firstLocalId, name: 'A', adult: false, source: 'people' },
      { kind: 'person', id: firstLocalId + 1, name: 'B', adult: false, source: 'people' },
    ])
    const nowhere = edit([{ kind: 'movie', values: { collection_id: 8 } }])
    await assert.rejects(applyEdit(db, nowhere), StatementError)
    assert.deepEqual(await applyEdit(db, edit([{ kind: 'person', id: firstLocalId, values: { name: 'A' } }])), {
      edit_id: undefined,
      ids: [firstLocalId],
    })
  })

  test('a record goes with what belongs to it and what others say of it', async (context) => {
    const db = await openFor(context, engine)
    const cast = [{ id: 7, credit_id: 'c'.padStart(24, '0'), character: 'X', order: 0 }]
    await importInto(db, [
      ...sources,
      ...series,
      { ...film, credits: { cast } },
      { kind: 'person', id: 7, name: 'P', source: 'high' },
    ])
    await applyEdit(
      db,
      edit([
        { kind: 'person', id: 7, isDeleted: true },
        { kind: 'series', id: 5, isDeleted: true },
        { kind: 'episode', id: 999, isDeleted: true },
      ]),
    )
    assert.deepEqual(
      (await linesOf(db)).map(({ kind, id }) => `${kind} ${id}`),
      ['movie 1'],
    )
    const credit = { id: 'c'.padStart(24, '0'), credit_type: 'cast', person_id: 7, character: 'X' }
    const role = { department: 'Acting', job: 'Actor', order: 0, cast_id: 0, episode_count: 0 }
    assert.deepEqual(await logOf(db, 1), [
      ...['2 episode 100 destroyed', '2 episode 101 destroyed', '2 season 10 destroyed', '2 series 5 destroyed'],
      `2 movie 1 cast deleted ${JSON.stringify({ ...credit, ...role })}`,
      '2 person 7 destroyed',
    ])
  })
})
