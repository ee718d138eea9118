import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { digestOf } from '#src/commons/format/read.ts'
import { notePicture, openPictures } from '#src/commons/publishing/pictures.ts'
import { emptyCatalogue, openFor } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

const name = 'a'.repeat(31)
const line = (licence = '', source = 'club') => ({
  ...{ kind: 'movie', id: 1, source },
  images: { posters: [{ file_path: `/${name}.jpg`, ...(licence && { licence }) }] },
})

forEachEngine(emptyCatalogue, (engine) => {
  test('pictures stand under their digests, if their licences let anybody pass them on', async (context) => {
    const db = await openFor(context, engine)
    const place = await mkdtemp(join(tmpdir(), 'reelcommons-pictures-'))
    context.after(() => rm(place, { recursive: true, force: true }))
    const folder = join(place, 'dump')
    const content = Buffer.from([0xff, 0xd8, 1, 2, 3])
    await writeFile(join(place, 'original'), content)
    let looks = 0
    const open = (original: string | undefined) => {
      const fileOf = async () => {
        looks++
        return original
      }
      const media = { store: { fileOf, copy: async () => false }, draft: async () => join(place, 'draft') }
      const licenceOf = (source: string) => (source === 'club' ? 'CC0-1.0' : 'All rights reserved')
      return openPictures({ db, media: media as never, folder, licenceOf, note: (known) => notePicture(db, known) })
    }
    const gone = open(undefined)
    assert.deepEqual(await gone(line()), line(), 'there is no original')
    const pictures = open(join(place, 'original'))
    const sha256 = digestOf(content)
    const path = `pictures/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}.jpg`
    const pictureIn = (shown: any) => shown.images.posters[0].picture
    const picture = { path, bytes: 5, sha256, licence: 'CC0-1.0' }
    assert.deepEqual(pictureIn(await pictures(line())), picture)
    assert.deepEqual(await readFile(join(folder, path)), content)
    assert.equal((await stat(join(folder, path))).mode & 0o777, 0o644)
    assert.deepEqual(pictureIn(await pictures(line('CC-BY-4.0'))), { ...picture, licence: 'CC-BY-4.0' })
    assert.equal(pictureIn(await pictures(line('CC-BY-NC-4.0'))), undefined)
    assert.equal(pictureIn(await pictures(line('', 'closed'))), undefined)
    // One that is known and there is not read again.
    const before = looks
    assert.deepEqual(pictureIn(await pictures(line())), picture)
    assert.equal(looks, before)
    await rm(join(folder, path))
    assert.deepEqual(pictureIn(await pictures(line())), picture)
    assert.deepEqual(await readFile(join(folder, path)), content)
  })

  test('a drawing that is stored nowhere is published as what it is drawn from', async (context) => {
    const db = await openFor(context, engine)
    const place = await mkdtemp(join(tmpdir(), 'reelcommons-drawings-'))
    context.after(() => rm(place, { recursive: true, force: true }))
    const folder = join(place, 'dump')
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="3"/>'
    const draw = async (asked: string) => (asked === name ? drawing : undefined)
    const store = { fileOf: async () => undefined, copy: async () => assert.fail('there is no original') }
    const media = { store, draft: async () => join(place, 'draft') } as never
    const pictures = openPictures({
      db,
      media,
      drawings: { draw },
      folder,
      licenceOf: () => 'CC0-1.0',
      note: (known) => notePicture(db, known),
    })
    const shown: any = await pictures(line())
    const { path, bytes, sha256 } = shown.images.posters[0].picture
    assert.deepEqual([bytes, sha256], [drawing.length, digestOf(drawing)])
    assert.match(path, /\.svg$/)
    assert.equal(await readFile(join(folder, path), 'utf8'), drawing)
    assert.equal(await stat(join(place, 'draft')).catch(() => undefined), undefined)
  })
})
