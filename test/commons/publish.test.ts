import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { instanceIdOf, isKnownBy } from '#src/commons/format/signatures.ts'
import { keyFileIn, makeKey, rotateKey } from '#src/commons/publishing/keys.ts'
import { publicationOf, putPublication } from '#src/commons/publishing/publication.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { packetIn, publishedIn, publishInto, wholeIn } from '../support/commons/published.ts'
import { forEachEngine } from '../support/engines.ts'

async function placeFor(context: TestContext) {
  const data = await mkdtemp(join(tmpdir(), 'reelcommons-publish-'))
  context.after(() => rm(data, { recursive: true, force: true }))
  return { data, folder: join(data, 'dump') }
}

const free = { redistributable: true }
const shared = sources.map((source) => ({ ...source, ...(source.id !== 'high' && free) }))
const closed = { kind: 'source', id: 'closed', name: 'Closed', licence: 'All rights reserved', rank: 900 }
/** What two sources say, of which one stays here. */
const begun = [
  { kind: 'person', id: 1, name: 'Open', source: 'low' },
  { kind: 'person', id: 2, name: 'Closed', source: 'closed' },
  { kind: 'movie', id: 1, title: 'Open', tagline: 'Open', source: 'low', external_ids: { kb2_id: 'Q1' } },
  { kind: 'movie', id: 2, title: 'Closed', source: 'closed' },
  { kind: 'movie', id: 3, title: 'Begun there', overview: 'Closed', source: 'closed' },
  { kind: 'series', id: 1, name: 'Closed', source: 'closed' },
  { kind: 'season', id: 1, series_id: 1, season_number: 1, name: 'One', source: 'low' },
]
const stated = [
  {
    ...{ kind: 'movie', id: 1, tagline: 'Closed', overview: 'Closed', source: 'closed' },
    external_ids: { kb2_id: 'Q1' },
    credits: { cast: [{ id: 1, character: 'Closed' }] },
    poster_path: '/closed.jpg',
  },
  {
    ...{ kind: 'movie', id: 1, source: 'low', external_ids: { kb2_id: 'Q1' } },
    images: {
      posters: [
        { file_path: '/free.jpg', licence: 'CC-BY-4.0' },
        { file_path: '/closed.jpg', licence: 'CC-BY-NC-4.0' },
      ],
    },
    videos: { results: [] },
  },
]

const at = new Date('2026-03-10T12:00:00.000Z')
const correct = (db: Database, id: number, values: Record<string, unknown>) =>
  applyEdit(db, { account_id: null, at, records: [{ kind: 'movie', id, values }] })

forEachEngine(emptyCatalogue, (engine) => {
  test('a whole dump, then packets of what changed, each the state of now', async (context) => {
    const db = await openFor(context, engine)
    const place = await placeFor(context)
    const film = (id: number) => ({ kind: 'movie', id, title: `Film ${id}`, source: 'low' })
    await importInto(db, [...shared, film(1), film(2), film(3)])
    await publishInto(db, place)
    const first = await publishedIn(place.folder)
    assert.equal(first.packets.last, 0)
    assert.deepEqual(
      (await wholeIn(place.folder)).filter(({ kind }) => kind === 'movie'),
      [film(1), film(2), film(3)],
    )
    await correct(db, 1, { title: 'A' })
    await correct(db, 1, { title: 'B' })
    await applyEdit(db, { account_id: null, at, records: [{ kind: 'movie', id: 2, mergedInto: { id: 1 } }] })
    await applyEdit(db, { account_id: null, at, records: [{ kind: 'movie', id: 3, isDeleted: true }] })
    await publishInto(db, place)
    const [head, ...lines] = await packetIn(place.folder, 1)
    const { incarnation, position } = await publishedIn(place.folder)
    assert.deepEqual(head, { kind: 'packet', number: 1, position, incarnation, before: null })
    assert.deepEqual(lines, [
      { kind: 'movie', id: 1, title: 'B', source: 'low', sources: { title: 'people' } },
      { kind: 'gone', of: 'movie', id: 2, into: 1, source: 'people' },
      { kind: 'gone', of: 'movie', id: 3, source: 'people' },
    ])
    await publishInto(db, place)
    assert.equal((await publishedIn(place.folder)).packets.last, 1, 'nothing changed')
    await correct(db, 1, { title: 'C' })
    await publishInto(db, place)
    const { packets } = await publishedIn(place.folder)
    const [second] = await packetIn(place.folder, 2)
    const { number, position: before, sha256 } = packets.newest[0] as (typeof packets.newest)[number]
    assert.deepEqual(second?.before, { number, position: before, sha256 })
  })

  test('only what may be passed on leaves, value by value', async (context) => {
    const db = await openFor(context, engine)
    const place = await placeFor(context)
    await importInto(db, [...shared, closed, ...begun])
    await importInto(db, stated)
    await applyEdit(db, {
      ...{ account_id: null, at },
      records: [
        { kind: 'movie', id: 3, values: { title: 'Ours' } },
        { kind: 'movie', id: 1, parts: { credits: { put: [credit(1), credit(2)] } } },
      ],
    })
    await publishInto(db, place)
    const whole = await wholeIn(place.folder)
    const text = JSON.stringify(whole)
    assert.equal(/Closed|closed/.test(text), false, text)
    const titles = whole.filter(({ kind }) => ['movie', 'series', 'season', 'person'].includes(kind))
    assert.deepEqual(
      titles.map(({ kind, id, title, name }) => [kind, id, title ?? name]),
      [
        ['person', 1, 'Open'],
        ['movie', 1, 'Open'],
        ['movie', 3, 'Ours'],
      ],
    )
    const movie = titles[1]
    assert.equal(movie?.poster_path, undefined)
    assert.deepEqual(
      movie?.images.posters.map((image: { file_path: string }) => image.file_path),
      ['/free.jpg'],
    )
    assert.deepEqual(
      movie?.credits.cast.map(({ id }: { id: number }) => id),
      [1],
    )
    assert.equal(titles[2]?.source, 'people')
    const { sources: told } = await publishedIn(place.folder)
    assert.equal(
      told.some(({ id }) => id === 'closed' || id === 'high' || id === 'household'),
      false,
    )
    // What was read is a catalogue of its own.
    const copy = await openFor(context, engine)
    const { refused, unresolved } = await importInto(copy, whole)
    assert.deepEqual({ refused, unresolved }, { refused: [], unresolved: [] })
  })

  test('reviews of people leave with their consent alone, and nobody’s name does otherwise', async (context) => {
    const db = await openFor(context, engine)
    const place = await placeFor(context)
    await importInto(db, [...shared, { kind: 'movie', id: 1, title: 'Glass', source: 'low' }])
    const made: number[] = []
    for (const name of ['asked', 'silent']) {
      const row = await db.transaction((tx) =>
        tx.one(
          Id,
          sql`
        insert into account (username, folded_username, created_at, publishes_reviews)
        values (${name}, ${name}, '2026-01-01T00:00:00.000Z', ${name === 'asked'}) returning id`,
        ),
      )
      made.push(row?.id as number)
    }
    const [asked = 0, silent = 0] = made
    const review = (number: number, account_id: number) => ({
      ...{ id: `${number}`.padStart(24, 'a'), account_id, content: `Words ${number}`, rating: null, iso_639_1: 'en' },
      ...{ created_at: at.toISOString(), updated_at: at.toISOString() },
    })
    const reviews = { put: [review(1, asked), review(2, silent)] }
    await applyEdit(db, { account_id: null, at, records: [{ kind: 'movie', id: 1, parts: { reviews } }] })
    await publishInto(db, place)
    const movie = (await wholeIn(place.folder)).find(({ kind }) => kind === 'movie')
    assert.deepEqual(
      movie?.reviews.results.map(({ content, author_details }: any) => [content, author_details.username]),
      [['Words 1', 'asked']],
    )
    assert.equal(JSON.stringify(await wholeIn(place.folder)).includes('silent'), false)
  })

  test('a restored database, and a source that is withdrawn, begin anew with higher numbers', async (context) => {
    const db = await openFor(context, engine)
    const place = await placeFor(context)
    await importInto(db, [...shared, { kind: 'movie', id: 1, title: 'Glass', overview: 'Twin', source: 'twin' }])
    await publishInto(db, place)
    await correct(db, 1, { title: 'A' })
    await publishInto(db, place)
    const before = await publishedIn(place.folder)
    await db.run(sql`update source set redistributable = ${false} where id = 'twin'`)
    await publishInto(db, place)
    const withdrawn = await publishedIn(place.folder)
    const state = before.incarnation
    assert.match(withdrawn.incarnation, new RegExp(`^${state}-[0-9]+$`))
    assert.equal(withdrawn.packets.last, 0)
    assert.equal(JSON.stringify(await wholeIn(place.folder)).includes('Twin'), false)
    assert.equal((await readdir(join(place.folder, 'whole'))).length, 1, 'what was withdrawn is not there any more')
    await correct(db, 1, { title: 'B' })
    await publishInto(db, place)
    // Numbers come once, although none was named any more.
    const known = { instance: '', incarnation: '', position: 0, published_at: null, whole_at: null, bytes: 0 }
    await putPublication(db, { ...known, number: 41, next_at: '', look_at: '', fault: '' })
    await db.run(sql`delete from lineage`)
    await publishInto(db, place)
    const restored = await publishedIn(place.folder)
    assert.notEqual(restored.incarnation.split('-')[0], state)
    await correct(db, 1, { title: 'C' })
    await publishInto(db, place)
    assert.equal((await publishedIn(place.folder)).packets.last, 42)
  })

  test('a key that is rotated keeps the fingerprint, and one that others can read is refused', async (context) => {
    const db = await openFor(context, engine)
    const place = await placeFor(context)
    await publishInto(db, place)
    const before = await publishedIn(place.folder)
    assert.equal((await stat(keyFileIn(place.data))).mode & 0o777, 0o600)
    await rotateKey(place.data)
    await publishInto(db, place)
    const after = await publishedIn(place.folder)
    assert.equal(instanceIdOf(after), instanceIdOf(before))
    assert.equal(isKnownBy(after, before.instance.public_key), true)
    assert.notEqual(after.instance.public_key, before.instance.public_key)
    await chmod(keyFileIn(place.data), 0o644)
    await assert.rejects(publishInto(db, place), /Others can read the key/)
    await chmod(keyFileIn(place.data), 0o600)
    await writeFile(keyFileIn(place.data), '{}')
    await assert.rejects(publishInto(db, place), /is damaged/)
    await makeKey(place.data)
    await assert.rejects(publishInto(db, place), /another instance: choose another folder/)
  })

  test('the same catalogue is not published with another key by itself', async (context) => {
    const db = await openFor(context, engine)
    const place = await placeFor(context)
    const { id, manifest } = await publishInto(db, place)
    const state = { position: 0, published_at: null, whole_at: null, bytes: 0, number: 0 }
    const times = { next_at: '', look_at: '', fault: '' }
    await putPublication(db, { ...state, ...times, instance: id, incarnation: manifest.incarnation })
    await rm(keyFileIn(place.data))
    await assert.rejects(publishInto(db, place), /put that one back/)
    assert.equal((await publicationOf(db))?.instance, id)
  })

  test('a private catalogue is not published', async (context) => {
    const db = await openFor(context, engine)
    const place = await placeFor(context)
    await assert.rejects(publishInto(db, { ...place, settings: { private: 'true' } }), /private catalogue/)
    assert.equal(await stat(place.folder).catch(() => undefined), undefined)
  })

  test('packets stay 90 days, and whole dumps three', async (context) => {
    const db = await openFor(context, engine)
    const place = await placeFor(context)
    await importInto(db, [...shared, { kind: 'movie', id: 1, title: 'Glass', source: 'low' }])
    const day = (n: number) => new Date(at.getTime() + n * 86_400_000).toISOString()
    for (let n = 0; n < 8; n++) {
      await correct(db, 1, { title: `Title ${n}` })
      await publishInto(db, { ...place, at: day(n * 20) })
    }
    const { packets } = await publishedIn(place.folder)
    assert.deepEqual([packets.first, packets.last], [3, 7])
    assert.equal((await readdir(join(place.folder, 'whole'))).length, 3)
    assert.deepEqual((await readdir(join(place.folder, 'changes/000/000'))).sort(), [
      ...[3, 4, 5, 6, 7].map((n) => `00${n}.ndjson.zst`),
    ])
  })

  test('a manifest is signed again if all that it names is there, and otherwise not', async (context) => {
    const db = await openFor(context, engine)
    const place = await placeFor(context)
    await importInto(db, [...shared, { kind: 'movie', id: 1, title: 'Glass', source: 'low' }])
    await publishInto(db, place)
    await rm(join(place.folder, 'manifest.sig'))
    await publishInto(db, place)
    const { whole } = await publishedIn(place.folder)
    await rm(join(place.folder, 'manifest.sig'))
    await rm(join(place.folder, whole?.parts[0]?.path ?? ''))
    await assert.rejects(publishInto(db, place), /signature of the manifest is wrong/)
  })
})

const credit = (person_id: number) => ({
  ...{ id: `${person_id}`.padStart(24, 'c'), credit_type: 'cast', person_id, character: 'Ansa', order: person_id },
  ...{ department: 'Acting', job: 'Actor', cast_id: 0, episode_count: 0 },
})
