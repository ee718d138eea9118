import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit, prepareCatalogue } from '#src/catalogue/edits/apply-edit.ts'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import type { Kind } from '#src/catalogue/kinds.ts'
import { readConfig } from '#src/config.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { migrate } from '#src/database/migrate.ts'
import { sql } from '#src/database/sql.ts'
import { buildServer } from '#src/http/server.ts'
import { importLines } from '#src/import/import.ts'
import { packageRoot } from '#src/package-root.ts'
import { openDrawings } from '#src/sample/drawings.ts'
import { illustrateSample } from '#src/sample/illustrate.ts'
import { followDrawings } from '#src/sample/redraw.ts'
import { removeSample } from '#src/sample/removal.ts'
import { forEachEngine } from '../support/engines.ts'
import { send } from '../support/scenarios.ts'
import { keys, loadAccess } from '../support/world.ts'

/** A small sample with a record of each kind, and a movie that is not of it. */
const day = new Date('2026-03-01T00:00:00.000Z')
const source = 'lantern'
const sourceLine = { kind: 'source', id: source, name: 'Lantern', licence: 'CC0-1.0', rank: 10, redistributable: true }
const sample = [
  sourceLine,
  ...[
    { kind: 'company', id: 1, name: 'Wick' },
    { kind: 'network', id: 1, name: 'Channel Wick' },
    { kind: 'provider', id: 1, name: 'Wick Stream' },
    { kind: 'provider', id: 2, name: 'Lamp Stream', logo_path: '/lamp.png' },
    { kind: 'person', id: 1, name: 'Ada Wick', original_name: 'Ada Wick', gender: 1 },
    { kind: 'collection', id: 1, name: 'The Lamps', original_name: 'The Lamps' },
    {
      kind: 'movie',
      id: 1,
      title: 'Lamp',
      original_title: 'Lamp',
      release_date: '1926-05-04',
      genres: [{ id: 35 }],
      belongs_to_collection: { id: 1 },
      production_companies: [{ id: 1 }],
    },
    { kind: 'series', id: 1, name: 'Wicks', original_name: 'Wicks', genres: [{ id: 80 }], networks: [{ id: 1 }] },
    { kind: 'season', id: 1, series_id: 1, season_number: 1, name: 'Season 1' },
    { kind: 'episode', id: 1, series_id: 1, season_number: 1, episode_number: 1, name: 'Dusk' },
  ].map((line) => ({ ...line, source })),
]
const other = { kind: 'movie', id: 2, title: 'Dark', original_title: 'Dark', source }

async function prepare(db: Migratable) {
  await migrate(db, join(packageRoot, 'migrations'))
  await prepareCatalogue(db)
  await loadAccess(db)
  const now = () => day
  assert.equal((await importLines(db, sample, { note: sampleNote, now })).refused, 0)
  assert.equal((await importLines(db, [sourceLine, other], { now })).refused, 0)
}

const Shown = Type.Object({ kind: Type.String(), gallery: Type.String(), file_path: Type.String() })
const shownOf = (db: Migratable) =>
  db.all(Shown, sql`select kind, gallery, file_path from image order by kind, gallery, file_path`)
const Provider = Type.Object({ id: Type.Integer(), logo_path: nullable(Type.String()) })
const logosOf = (db: Migratable) => db.all(Provider, sql`select id, logo_path from provider order by id`)
const Count = Type.Object({ count: Type.Integer() })
const changesOf = async (db: Migratable) => (await db.one(Count, sql`select count(*) as count from change`))?.count
const form = /^\/z[0-9a-z]{30}\.(jpg|png)$/

forEachEngine(prepare, (engine) => {
  test('every record of the sample gets the pictures of its kind, and no other record does', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    await illustrateSample(db, () => day)
    const shown = await shownOf(db)
    assert.deepEqual(
      shown.map(({ kind, gallery }) => `${kind} ${gallery}`),
      [
        ...['collection backdrops', 'collection posters', 'company logos', 'episode stills', 'movie backdrops'],
        ...[
          'movie posters',
          'network logos',
          'person profiles',
          'season posters',
          'series backdrops',
          'series posters',
        ],
      ],
    )
    for (const { file_path } of shown) assert.match(file_path, form)
    const logos = await logosOf(db)
    const drawn = logos[0]?.logo_path ?? ''
    assert.match(drawn, form)
    assert.equal(logos[1]?.logo_path, '/lamp.png')
    assert.match(String(await openDrawings(db).draw(drawn.slice(1, -4))), /^<svg/)
    const before = await changesOf(db)
    await illustrateSample(db, () => day)
    assert.deepEqual([await shownOf(db), await logosOf(db), await changesOf(db)], [shown, logos, before])
  })

  test('each path of the sample leads to a picture', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    await illustrateSample(db, () => day)
    const { draw } = openDrawings(db)
    const app = buildServer({ db, config: readConfig({}, {}).config, clock: () => day })
    const pathsOf = async (address: string) => {
      const { body } = await send(app, `GET ${address}?api_key=${keys.first}`, { key: null })
      return [...body.matchAll(/"(\w+_path)":(null|"[^"]*")/g)].map(([, name, path]) => [
        name,
        JSON.parse(path as string),
      ])
    }
    const asked = [
      ...['/3/movie/1', '/3/tv/1', '/3/tv/1/season/1', '/3/tv/1/season/1/episode/1', '/3/person/1'],
      ...['/3/collection/1', '/3/company/1', '/3/network/1', '/3/movie/1/images', '/3/company/1/images'],
    ]
    let count = 0
    for (const address of asked) {
      for (const [name, path] of await pathsOf(address)) {
        assert.match(path, form, `${address} ${name}`)
        assert.match((await draw(path.slice(1, 32))) ?? '', /^<svg /, `${address} ${name}`)
        count++
      }
    }
    assert.ok(count > 15)
    assert.deepEqual(await pathsOf('/3/movie/2'), [
      ['backdrop_path', null],
      ['poster_path', null],
    ])
    assert.equal(await draw(`z${'0'.repeat(30)}`), undefined)
    assert.equal(await draw('0'.repeat(31)), undefined)
    await app.close()
  })

  test('what people add comes first, and what they took away stays away', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    await illustrateSample(db, () => day)
    const poster = {
      gallery: 'posters',
      id: 'a'.repeat(24),
      file_path: `/y${'0'.repeat(30)}.jpg`,
      file_type: '.jpg',
      aspect_ratio: 0.667,
      width: 1000,
      height: 1500,
      iso_639_1: 'en',
      iso_3166_1: null,
      stated_average: 0,
      stated_count: 0,
      licence: '',
      position: 0,
    }
    const Image = Type.Object({ gallery: Type.String(), id: Type.String() })
    const [drawn] = await db.all(
      Image,
      sql`select gallery, id from image where kind = 'series' and gallery = 'posters'`,
    )
    await applyEdit(db, {
      account_id: null,
      at: day,
      records: [
        { kind: 'movie', id: 1, parts: { images: { put: [poster] } } },
        { kind: 'series', id: 1, parts: { images: { remove: [drawn as typeof drawn & object] } } },
      ],
    })
    await db.run(sql`update drawing set version = 0`)
    await illustrateSample(db, () => day)
    const Path = Type.Object({ file_path: Type.String() })
    const best = await db.one(
      Path,
      sql`select file_path from image where kind = 'movie' and gallery = 'posters'
        order by vote_average desc, vote_count desc, file_path limit 1`,
    )
    assert.equal(best?.file_path, poster.file_path)
    assert.deepEqual(
      await db.all(Path, sql`select file_path from image where kind = 'series' and gallery = 'posters'`),
      [],
    )
  })

  test('a corrected title is drawn anew, and the picture of before can still be asked for', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    const { draw } = openDrawings(db)
    await illustrateSample(db, () => day)
    const paths = async () =>
      new Map((await shownOf(db)).map(({ kind, gallery, file_path }) => [`${kind} ${gallery}`, file_path]))
    const differing = async (before: Map<string, string>) => {
      const now = await paths()
      return [...now].filter(([place, path]) => before.get(place) !== path).map(([place]) => place)
    }
    const correct = (kind: Kind, id: number, values: Record<string, unknown>) =>
      applyEdit(db, { account_id: null, at: day, records: [{ kind, id, values }] })
    const follow = () => followDrawings(db, () => day).catchUp()

    const before = await paths()
    await follow()
    assert.deepEqual(await differing(before), [])
    await correct('movie', 1, { title: 'Lamps' })
    await correct('movie', 2, { title: 'Darkness' })
    await correct('person', 1, { biography: 'Made lamps.' })
    await follow()
    assert.deepEqual(await differing(before), ['movie backdrops', 'movie posters'])
    const drawn = async (path: string | undefined) => draw((path as string).slice(1, 32))
    const [old, corrected] = [before.get('movie posters'), (await paths()).get('movie posters')]
    assert.match((await drawn(old)) ?? '', /^<svg /)
    assert.match((await drawn(corrected)) ?? '', /^<svg /)
    assert.notEqual(await drawn(old), await drawn(corrected))
    const changes = await changesOf(db)
    await follow()
    assert.equal(await changesOf(db), changes)

    await correct('movie', 1, { title: 'Lamp' })
    await follow()
    assert.deepEqual(await differing(before), [])
    await correct('series', 1, { name: 'Wicks and Wax' })
    await follow()
    assert.deepEqual(await differing(before), ['season posters', 'series backdrops', 'series posters'])
  })

  test('pictures are no use by people, and go with the sample', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    await illustrateSample(db, () => day)
    assert.deepEqual(await removeSample(db, day), {
      removed: sample.filter(({ kind }) => kind !== 'source' && kind !== 'provider').length,
      kept: [],
    })
    assert.deepEqual(await shownOf(db), [])
    assert.deepEqual(await db.all(Count, sql`select count(*) as count from drawing`), [{ count: 0 }])
  })

  test('told to stop, it stops, and goes on another time', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    await illustrateSample(db, () => day, AbortSignal.abort())
    assert.deepEqual(await shownOf(db), [])
    await illustrateSample(db, () => day)
    assert.equal((await shownOf(db)).length, 11)
  })
})
