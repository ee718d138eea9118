import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { ApiError } from '#src/contract/statuses.ts'
import { addImage, type NewImage } from '#src/contributions/add-image.ts'
import {
  authorOf,
  deleteVotes,
  describeImage,
  findImage,
  type RatedImage,
  removedImages,
  removeImage,
  restoreImage,
  voteForImage,
  voteOf,
} from '#src/contributions/images.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { importLines } from '#src/import/import.ts'
import { openFor, openTwo } from '../support/accounts.ts'
import { forEachEngine } from '../support/engines.ts'
import { loadWorld, testDay } from '../support/world.ts'

const now = new Date(testDay)
const about = { kind: 'movie', entity_id: 502 } as const
const [ada, bo, dee] = [1, 2, 4]
const poster = (letter: string, more: Partial<NewImage> = {}): NewImage => ({
  gallery: 'posters',
  file_path: `/${letter.repeat(31)}.jpg`,
  file_type: '.jpg',
  licence: 'CC-BY-4.0',
  width: 1000,
  height: 1500,
  aspect_ratio: 0.667,
  iso_639_1: 'de',
  iso_3166_1: null,
  ...more,
})

async function added(db: Database, picture = poster('a'), account_id = bo): Promise<RatedImage> {
  const made = await addImage(db, account_id, about, picture, now)
  assert.ok(typeof made === 'object' && 'id' in made, JSON.stringify(made))
  return again(db, made.id)
}

async function again(db: Database, id: string): Promise<RatedImage> {
  const image = await findImage(db, about, 'posters', id)
  assert.ok(image)
  return image
}

const Change = Type.Object({ key: Type.String(), action: Type.String(), account_id: Type.Integer() })
const changes = async (db: Database) =>
  (
    await db.all(
      Change,
      sql`select c.key, c.action, e.account_id from change c join edit e on e.id = c.edit_id
        where c.kind = 'movie' and c.entity_id = 502 and e.account_id is not null order by c.seq`,
    )
  ).map(({ key, action, account_id }) => `${key} ${action} by ${account_id}`)

forEachEngine(loadWorld, (engine) => {
  test('an image is added, described, hidden and shown again, and each of it is an edit', async (t) => {
    const db = await openFor(t, engine)
    const image = await added(db)
    assert.deepEqual(image, {
      ...poster('a'),
      id: image.id,
      iso_3166_1: null,
      position: 1,
      source_id: 'people',
      stated_average: 0,
      stated_count: 0,
      vote_average: 0,
      vote_count: 0,
    })
    assert.equal(await addImage(db, ada, about, poster('a'), now), 'is there')
    assert.equal(await authorOf(db, about, image), bo)

    assert.equal(
      await describeImage(db, bo, about, image, { iso_639_1: null, iso_3166_1: null, licence: 'CC0-1.0' }, now),
      true,
    )
    assert.deepEqual(await again(db, image.id), { ...image, iso_639_1: null, iso_3166_1: null, licence: 'CC0-1.0' })

    await voteForImage(db, ada, about, image, 8, now)
    await removeImage(db, ada, about, await again(db, image.id), now)
    assert.equal(await findImage(db, about, 'posters', image.id), undefined)
    assert.deepEqual(
      (await removedImages(db, about)).map(({ id, licence }) => [id, licence]),
      [[image.id, 'CC0-1.0']],
    )
    assert.equal(await addImage(db, bo, about, poster('a'), now), 'was taken away')
    assert.equal(
      await describeImage(db, bo, about, image, { iso_639_1: 'en', iso_3166_1: null, licence: 'CC0-1.0' }, now),
      false,
    )
    assert.equal(await restoreImage(db, ada, about, 'posters', '0'.repeat(24), now), false)
    assert.equal(await restoreImage(db, ada, about, 'posters', image.id, now), true)
    const { vote_average, vote_count } = await again(db, image.id)
    assert.deepEqual([vote_average, vote_count], [8, 1], 'it has its votes again')
    assert.equal(await authorOf(db, about, image), bo, 'it is still by who added it')
    assert.deepEqual(await removedImages(db, about), [])
    assert.deepEqual(await changes(db), [
      ...['images added by 2', 'images updated by 2', 'images deleted by 1', 'images added by 1'],
    ])
  })

  test('votes are one for each account, change what is shown first, and are no edits', async (t) => {
    const db = await openFor(t, engine)
    const [one, other] = [await added(db), await added(db, poster('b'))]
    const before = await changes(db)
    const votes = async () => {
      const { vote_average, vote_count } = await again(db, other.id)
      return [vote_average, vote_count]
    }
    await voteForImage(db, ada, about, other, 7, now)
    await voteForImage(db, bo, about, other, 10, now)
    assert.deepEqual(await votes(), [8.5, 2])
    await voteForImage(db, bo, about, other, 4, now)
    assert.deepEqual(await votes(), [5.5, 2])
    assert.equal(await voteOf(db, bo, about, other), 4)
    await voteForImage(db, bo, about, one, 5, now)
    const Path = Type.Object({ file_path: Type.String() })
    const best = await db.all(
      Path,
      sql`select file_path from image where kind = 'movie' and entity_id = 502 and gallery = 'posters'
        order by vote_average desc, vote_count desc, file_path`,
    )
    assert.deepEqual(best.map(({ file_path }) => file_path).slice(0, 2), [other.file_path, one.file_path])
    await voteForImage(db, ada, about, other, undefined, now)
    await voteForImage(db, bo, about, other, undefined, now)
    assert.deepEqual([await votes(), await voteOf(db, bo, about, other)], [[0, 0], undefined])
    assert.deepEqual(await changes(db), before)
    for (const value of [0, 11]) await assert.rejects(voteForImage(db, bo, about, one, value, now))
  })

  test('votes of people and those that a source states are counted together', async (t) => {
    const db = await openFor(t, engine)
    const Id = Type.Object({ id: Type.String() })
    const stored = await db.one(Id, sql`select id from image where file_path = '/glimmen-de.jpg'`)
    const id = stored?.id as string
    const votes = async () => {
      const { vote_average, vote_count } = await again(db, id)
      return [vote_average, vote_count]
    }
    const state = async (vote_average: number, vote_count: number) => {
      const stated = { file_path: '/glimmen-de.jpg', iso_639_1: 'de', iso_3166_1: 'DE', width: 1000, height: 1500 }
      const images = { posters: [{ ...stated, vote_average, vote_count }] }
      return importLines(db, [{ kind: 'movie', id: 502, source: 'atlas', images }], { now: () => now })
    }
    assert.deepEqual(await votes(), [2, 1], 'what the source states')
    await voteForImage(db, bo, about, await again(db, id), 10, now)
    assert.deepEqual(await votes(), [6, 2])
    assert.equal((await state(3.05, 3)).changed, 1)
    assert.deepEqual(await votes(), [4.788, 4])
    assert.equal((await state(3.05, 3)).unchanged, 1)
    await voteForImage(db, bo, about, await again(db, id), undefined, now)
    assert.deepEqual(await votes(), [3.05, 3])
  })

  test('votes at once are all counted', async (t) => {
    const [db, beside] = await openTwo(t, engine)
    const image = await added(db)
    await Promise.all([
      voteForImage(db, ada, about, image, 6, now),
      voteForImage(beside, bo, about, image, 8, now),
      voteForImage(beside, dee, about, image, 10, now),
      voteForImage(db, dee, about, image, 10, now),
    ])
    const { vote_average, vote_count } = await again(db, image.id)
    assert.deepEqual([vote_average, vote_count], [8, 3])
  })

  test('the votes of an account that goes are taken back', async (t) => {
    const db = await openFor(t, engine)
    const image = await added(db)
    await voteForImage(db, ada, about, image, 3, now)
    await voteForImage(db, bo, about, image, 9, now)
    await db.transaction((tx) => deleteVotes(tx, bo))
    const { vote_average, vote_count } = await again(db, image.id)
    assert.deepEqual([vote_average, vote_count, await voteOf(db, bo, about, image)], [3, 1, undefined])
  })

  test('an account that was suspended meanwhile adds, describes and votes nothing', async (t) => {
    const db = await openFor(t, engine)
    const image = await added(db)
    await db.run(sql`update account set disabled_at = ${testDay} where id = ${bo}`)
    const said = { iso_639_1: null, iso_3166_1: null, licence: 'CC0-1.0' } as const
    for (const attempt of [
      () => addImage(db, bo, about, poster('b'), now),
      () => describeImage(db, bo, about, image, said, now),
      () => voteForImage(db, bo, about, image, 5, now),
    ])
      await assert.rejects(attempt, new ApiError('account_disabled'))
  })
})
