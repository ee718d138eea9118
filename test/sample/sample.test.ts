import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit, prepareCatalogue } from '#src/catalogue/edits/apply-edit.ts'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import { kindNames } from '#src/catalogue/kinds.ts'
import { readConfig } from '#src/config.ts'
import { removeReviewAsModerator } from '#src/contributions/moderation.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { migrate } from '#src/database/migrate.ts'
import { sql } from '#src/database/sql.ts'
import { importLines } from '#src/import/import.ts'
import { checkCatalogue } from '#src/installation/checks.ts'
import { packageRoot } from '#src/package-root.ts'
import { hasSample, removeSample } from '#src/sample/removal.ts'
import { forEachEngine } from '../support/engines.ts'

/** A small sample: movie 1 and series 1 will be used by people, movie 2 and series 2 will not. */
const source = 'lantern'
const day = new Date('2026-03-01T00:00:00.000Z')
const later = new Date('2026-03-02T00:00:00.000Z')
const season = (id: number, series_id: number) => ({
  kind: 'season',
  id,
  series_id,
  season_number: 1,
  name: `Season ${id}`,
})
const episode = (id: number, series_id: number, guest: number) => ({
  kind: 'episode',
  id,
  series_id,
  season_number: 1,
  episode_number: 1,
  name: `Episode ${id}`,
  credits: { cast: [], crew: [], guest_stars: [{ id: guest, character: '', order: 0 }] },
})
const lines = [
  { kind: 'source', id: source, name: 'Lantern', licence: 'CC0-1.0', rank: 10, redistributable: true },
  { kind: 'company', id: 1, name: 'Wick', parent_company: { id: 2 } },
  { kind: 'company', id: 2, name: 'Wax' },
  { kind: 'company', id: 3, name: 'Soot', parent_company: { id: 4 } },
  { kind: 'company', id: 4, name: 'Ash' },
  { kind: 'network', id: 1, name: 'Channel Wick' },
  ...[1, 2, 3, 4].map((id) => ({ kind: 'person', id, name: `Person ${id}`, original_name: `Person ${id}` })),
  { kind: 'collection', id: 1, name: 'The Lamps' },
  {
    kind: 'movie',
    id: 1,
    title: 'Lamp',
    original_title: 'Lamp',
    belongs_to_collection: { id: 1 },
    keywords: { keywords: [{ id: 2, name: 'lamp' }] },
    production_companies: [{ id: 1 }],
    credits: { cast: [{ id: 1, character: '', order: 0 }], crew: [] },
  },
  {
    kind: 'movie',
    id: 2,
    title: 'Dark',
    original_title: 'Dark',
    production_companies: [{ id: 3 }],
    keywords: {
      keywords: [
        { id: 1, name: 'night' },
        { id: 2, name: 'lamp' },
      ],
    },
    reviews: {
      results: [{ author_details: { username: 'reviewer' }, content: 'Dark.', created_at: day.toISOString() }],
    },
    credits: {
      cast: [
        { id: 1, character: '', order: 0 },
        { id: 2, character: '', order: 1 },
      ],
      crew: [],
    },
  },
  { kind: 'series', id: 1, name: 'Wicks', original_name: 'Wicks', networks: [{ id: 1 }] },
  { kind: 'series', id: 2, name: 'Darks', original_name: 'Darks' },
  ...[season(1, 1), season(2, 2), episode(1, 1, 3), episode(2, 2, 4)],
].map((line) => (line.kind === 'source' ? line : { ...line, source }))

async function prepare(db: Migratable) {
  await migrate(db, join(packageRoot, 'migrations'))
  await prepareCatalogue(db)
  const { refused } = await importLines(db, lines, { note: sampleNote, now: () => day })
  assert.equal(refused, 0)
}

const Row = Type.Object({ kind: Type.String(), id: Type.Integer() })
/** Keywords and accounts that are left. */
async function others(db: Migratable) {
  const keywords = await db.all(Type.Object({ name: Type.String() }), sql`select name from keyword order by id`)
  const accounts = await db.all(Type.Object({ name: Type.String() }), sql`select username as name from account`)
  return [...keywords, ...accounts].map(({ name }) => name)
}
/** All records but words. */
const records = (db: Migratable) =>
  db.all(Row, sql`select kind, id from record where kind not in ('genre', 'keyword') order by kind, id`)

forEachEngine(prepare, (engine) => {
  test('a sample that nobody used goes whole', async () => {
    const db = await engine.open()
    assert.deepEqual(await removeSample(db, later), { removed: lines.length - 1, kept: [] })
    assert.deepEqual(await records(db), [])
    assert.deepEqual(await others(db), [])
    await db.close()
  })

  test('the catalogue is filled once a title is not of the sample, although the sample is there', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    const { config } = readConfig({}, {})
    const found = async () => (await checkCatalogue(db, config)).map((each) => 'is' in each && each.is)
    assert.deepEqual(await found(), ['sample', 'has_sample_only'])
    const own = { kind: 'series', id: 3, name: 'Own', original_name: 'Own', source }
    await importLines(db, [{ ...own, kind: 'person', id: 9 }], { now: () => later })
    assert.deepEqual(await found(), ['sample', 'has_sample_only'], 'a person is no title')
    await importLines(db, [own], { now: () => later })
    assert.deepEqual(await found(), ['sample', 'has_titles'])
  })

  test('what people have used stays, with what it refers to', async () => {
    const db = await engine.open()
    await db.run(sql`insert into account (username, folded_username, created_at) values ('ada', 'ada', '')`)
    await db.run(sql`insert into watchlist (account_id, kind, entity_id, created_at)
      select id, 'movie', 1, '' from account where username = 'ada'`)
    await applyEdit(db, {
      account_id: null,
      at: day,
      records: [{ kind: 'series', id: 1, values: { tagline: 'Lit.' } }],
    })

    const { removed, kept } = await removeSample(db, later)
    assert.deepEqual(kept, [
      { kind: 'episode', id: 1, name: 'Episode 1' },
      { kind: 'season', id: 1, name: 'Season 1' },
      { kind: 'series', id: 1, name: 'Wicks' },
      { kind: 'movie', id: 1, name: 'Lamp' },
      { kind: 'collection', id: 1, name: 'The Lamps' },
      { kind: 'person', id: 1, name: 'Person 1' },
      { kind: 'person', id: 3, name: 'Person 3' },
      { kind: 'network', id: 1, name: 'Channel Wick' },
      { kind: 'company', id: 1, name: 'Wick' },
      { kind: 'company', id: 2, name: 'Wax' },
    ])
    assert.equal(removed, lines.length - 1 - kept.length)
    const left = await records(db)
    assert.deepEqual(
      left,
      kindNames
        .toSorted()
        .flatMap((kind) => kept.filter((record) => record.kind === kind).map(({ id }) => ({ kind, id }))),
    )
    assert.deepEqual(await others(db), ['lamp', 'ada'])
    assert.deepEqual((await removeSample(db, later)).removed, 0)
    await db.close()
  })

  test('a title stays of which a file lies in the house, or that somebody follows', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    await db.run(sql`insert into account (username, folded_username, created_at) values ('ada', 'ada', '')`)
    await db.run(sql`insert into record_follow (account_id, kind, entity_id, created_at)
      select id, 'movie', 1, '' from account where username = 'ada'`)
    await db.run(sql`insert into media_folder (path, imported_at) values ('/films', '')`)
    await db.run(sql`insert into owned (folder_id, kind, entity_id, since)
      select id, 'movie', 2, '' from media_folder`)
    const { kept } = await removeSample(db, later)
    assert.deepEqual(
      kept.flatMap(({ kind, name }) => (kind === 'movie' ? name : [])),
      ['Lamp', 'Dark'],
    )
    assert.equal(await hasSample(db), false, 'there is nothing left to remove')
  })

  test('a reviewer of whom the audit log tells stays when the sample goes', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    await db.run(sql`insert into account (username, folded_username, created_at) values ('ada', 'ada', '')`)
    const Moderator = Type.Object({ id: Type.Integer() })
    const moderator = await db.one(Moderator, sql`select id from account where username = 'ada'`)
    const review = await db.one(Type.Object({ id: Type.String() }), sql`select id from review`)
    const about = { reason: 'Wrong', title: 'Dark', now: day }
    const removal = { review_id: review!.id, moderator_id: moderator!.id, ...about }
    assert.equal(await removeReviewAsModerator(db, removal), true)
    assert.deepEqual((await removeSample(db, later)).kept.at(0), { kind: 'movie', id: 2, name: 'Dark' })
    assert.deepEqual((await others(db)).slice(-2), ['reviewer', 'ada'])
  })
})
