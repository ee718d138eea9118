import assert from 'node:assert/strict'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readConfig } from '#src/config.ts'
import { addImage } from '#src/contributions/add-image.ts'
import { findImage, removeImage, restoreImage } from '#src/contributions/images.ts'
import { sql } from '#src/database/sql.ts'
import { examine } from '#src/media/doctor.ts'
import { openMedia } from '#src/media/media.ts'
import { openFor } from '../support/accounts.ts'
import { forEachEngine } from '../support/engines.ts'
import { plain } from '../support/media/bytes.ts'
import { loadWorld } from '../support/world.ts'

const about = { kind: 'movie', entity_id: 502 } as const
const [ada, bo] = [1, 2]
const now = new Date()
const inTwoDays = new Date(now.getTime() + 2 * 86_400_000)
const repairs = { repairs: true, includesHidden: false }

forEachEngine(loadWorld, (engine) => {
  async function open(t: TestContext) {
    const db = await openFor(t, engine)
    const data = await mkdtemp(join(tmpdir(), 'reelcommons-doctor-'))
    const { config } = readConfig({ data }, {})
    const media = openMedia({ db, config, onError: assert.ifError })
    t.after(async () => {
      await media.close()
      await rm(data, { recursive: true })
    })
    return { db, media }
  }

  test('the picture of an image that was taken away stays until it is to go for good', async (t) => {
    const { db, media } = await open(t)
    const file = await plain(400, 600).jpeg().toBuffer()
    const said = {
      gallery: 'posters',
      licence: 'CC0-1.0',
      iso_639_1: null,
      iso_3166_1: null,
      aspect_ratio: 0.667,
    } as const
    const { file_path, file_type, width, height } = await media.put(file, said)
    const name = file_path.slice(1, 32)
    const added = await addImage(db, bo, about, { ...said, file_path, file_type, width, height }, now)
    const { id } = added as { id: string }
    const faults = async (remedy = repairs, at = inTwoDays) =>
      (await examine(db, media, at, remedy)).findings
        .filter((finding) => finding.name === name)
        .map(({ fault, place }) => [fault, place])

    const image = await findImage(db, about, 'posters', id)
    await removeImage(db, ada, about, image as NonNullable<typeof image>, now)
    assert.deepEqual(await faults(), [])
    assert.equal(await restoreImage(db, ada, about, 'posters', id, now), true)
    assert.deepEqual(await faults(), [])
    assert.equal(await media.has(name), true)

    await removeImage(db, ada, about, image as NonNullable<typeof image>, now)
    const rendered = await media.picture(name, 'w92', 'jpg')
    assert.ok(rendered)
    const place = 'taken away from movie 502, posters'
    assert.deepEqual(await faults({ repairs: false, includesHidden: true }), [['hidden', place]])
    assert.equal(await media.has(name), true)
    assert.deepEqual(await faults({ repairs: true, includesHidden: true }), [['hidden', place]])
    assert.equal(await media.has(name), false)
    assert.equal(await media.picture(name, 'w92', 'jpg'), undefined)
    await assert.rejects(utimes(rendered.path, 1, 1), { code: 'ENOENT' })
    assert.deepEqual(await faults({ repairs: true, includesHidden: true }), [])
  })

  test('a picture that came again a moment ago is no orphan', async (t) => {
    const { db, media } = await open(t)
    const file = await plain(400, 600).jpeg().toBuffer()
    const { file_path } = await media.put(file, { gallery: 'posters' })
    await db.run(sql`update media_file set made_at = '2001-01-01T00:00:00.000Z'`)
    // Whoever adds it now has not written its entry yet.
    await media.put(file, { gallery: 'posters' })
    for await (const { name } of media.store.list()) {
      const path = await media.store.fileOf?.(name)
      await utimes(path as string, 1, 1)
    }
    await examine(db, media, new Date(), repairs)
    assert.equal(await media.has(file_path.slice(1, 32)), true)
    await examine(db, media, inTwoDays, repairs)
    assert.equal(await media.has(file_path.slice(1, 32)), false)
  })
})
