import assert from 'node:assert/strict'
import { readdir, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { picturePath } from '#src/commons/format/names.ts'
import { digestOf } from '#src/commons/format/read.ts'
import { type AnyLine, emptyCatalogue, linesOf, openFor } from '../support/catalogue.ts'
import { type Lie, serveFiles } from '../support/commons/file-host.ts'
import { openFollower } from '../support/commons/follower.ts'
import { openPublisher, type Publisher } from '../support/commons/publisher.ts'
import { club } from '../support/commons/spoilt.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { movie } from '../support/import-lines.ts'
import { plain, svg } from '../support/media/bytes.ts'

const current = { outcome: 'current', problem: null, detail: '' }
const selection = { kinds: [], languages: [], pictures: 'fetch' as const }
const imageBytes = 200_000

/** An image of a line as publishers write it. */
async function imageOf(publisher: Publisher, name: string, bytes: Buffer, ending = 'jpg', told: AnyLine = {}) {
  const sha256 = digestOf(bytes)
  const path = picturePath(sha256, ending)
  await publisher.put(path, bytes)
  const facts = { path, bytes: bytes.length, sha256, licence: 'CC0-1.0', ...told }
  return { file_path: `/${name.repeat(31)}.jpg`, licence: 'CC0-1.0', picture: facts }
}

const film = (id: number, title: string, posters: AnyLine[]) =>
  movie({ ...club, id, title, poster_path: posters[0]?.file_path, images: { posters } })

/** A catalogue that follows with pictures what a server has at an address. */
async function openFetching(context: TestContext, engine: TestEngine) {
  const db = await openFor(context, engine)
  const publisher = await openPublisher(context)
  await publisher.whole([movie({ ...club, id: 99, title: 'First' })])
  const lie: { now?: Lie } = {}
  const served = await serveFiles(context, publisher, lie)
  const follower = await openFollower(context, db, {
    connecting: { allowsPrivate: true, silenceMs: 300, answerMs: 1_500 },
  })
  const { config } = follower
  follower.round.config = { ...config, imageBytes, imageFreeBytes: 0, imageTimeoutMs: 60_000 }
  const id = await follower.follow(served.address, { selection })
  assert.deepEqual(await follower.take(id), current)
  const filmsHere = async () => (await linesOf(db)).filter(({ kind, id }) => kind === 'movie' && id !== 99)
  const originals = async () =>
    (await readdir(join(config.data, 'pictures/originals'), { recursive: true }).catch(() => [])).filter(
      (name) => name.length > 10,
    )
  return { publisher, served, lie, follower, id, filmsHere, originals }
}

forEachEngine(emptyCatalogue, (engine) => {
  test('pictures come along from an address, encoded anew, and broken ones are left out', async (context) => {
    const { publisher, served, follower, id, filmsHere, originals } = await openFetching(context, engine)
    const good = await plain(500, 750, { r: 200, g: 40, b: 40 }).jpeg().toBuffer()
    const other = await plain(500, 750, { r: 40, g: 40, b: 200 }).png().toBuffer()
    const text = Buffer.from('<html>no picture</html>')
    const missing = await imageOf(publisher, 'c', Buffer.from('missing'))
    const wrong = await imageOf(publisher, 'd', other, 'png')
    await rm(join(publisher.folder, missing.picture.path))
    await publisher.put(wrong.picture.path, Buffer.alloc(other.length, 7))
    // Samples have drawings of lines, which become pictures of pixels where no others may be.
    const drawing = svg('<rect width="400" height="600" fill="#246"/>', 'width="400" height="600"')
    const harmful = svg('<rect width="9" height="9"/>', 'width="400" height="600"', '<!DOCTYPE svg [<!ENTITY a "b">]>')
    const large = Buffer.alloc(imageBytes + 1, 7)
    await publisher.packet([
      film(1, 'Good', [await imageOf(publisher, 'a', good)]),
      film(2, 'No picture', [await imageOf(publisher, 'b', text)]),
      film(3, 'Missing', [missing]),
      film(4, 'Wrong bytes', [wrong]),
      film(5, 'Too large', [await imageOf(publisher, 'e', large)]),
      film(6, 'Larger than told', [await imageOf(publisher, 'f', Buffer.alloc(9_000, 7), 'jpg', { bytes: 100 })]),
      film(7, 'Elsewhere', [await imageOf(publisher, 'g', good, 'jpg', { path: '../../etc/passwd' })]),
      film(8, 'Not told', [{ file_path: `/${'h'.repeat(31)}.jpg` }]),
      film(9, 'Drawn', [await imageOf(publisher, 'i', drawing, 'svg')]),
      film(10, 'Drawn badly', [await imageOf(publisher, 'j', harmful, 'svg')]),
    ])
    assert.deepEqual(await follower.take(id), current)
    const films = await filmsHere()
    assert.deepEqual(
      films.map(({ title, images }) => [title, images?.posters?.length ?? 0]),
      [
        ['Good', 1],
        ...['No picture', 'Missing', 'Wrong bytes', 'Too large', 'Larger than told', 'Elsewhere', 'Not told'].map(
          (title) => [title, 0],
        ),
        ['Drawn', 1],
        ['Drawn badly', 0],
      ],
    )
    const [shown] = films
    assert.equal(shown?.poster_path, shown?.images.posters[0].file_path)
    assert.notEqual(shown?.poster_path, `/${'a'.repeat(31)}.jpg`)
    assert.match(films.find(({ title }) => title === 'Drawn')?.poster_path, /\.jpg$/)
    assert.equal(films.filter(({ poster_path }) => poster_path === undefined).length, films.length - 2)
    assert.equal((await originals()).length, 2)
    assert.ok(served.asked.every((path) => !path.includes('passwd')))
    // Each is told once, and none of them stops the catalogue.
    assert.equal(follower.faults.length, 6)
    assert.equal((await follower.found(id))?.failures, 0)
  })

  test('what cannot be answered at the moment is asked for again, and nothing comes in before', async (context) => {
    const { publisher, lie, follower, id, filmsHere } = await openFetching(context, engine)
    const good = await plain(500, 750, { r: 40, g: 200, b: 40 }).jpeg().toBuffer()
    const image = await imageOf(publisher, 'a', good)
    await publisher.packet([film(1, 'Good', [image])])
    const lies: [string, (response: ServerResponse) => unknown][] = [
      ['refused', (response) => response.writeHead(503, { 'retry-after': '7200' }).end()],
      ['refused', (response) => response.writeHead(429).end()],
      ['unreachable', (response) => response.destroy()],
      ['unreachable', (response) => response.writeHead(200).write('x')],
    ]
    for (const [problem, answer] of lies) {
      lie.now = (path, response) => {
        if (path === image.picture.path) answer(response)
        return path === image.picture.path
      }
      const told = await follower.take(id)
      assert.deepEqual([told.outcome, told.problem], ['failed', problem], told.detail)
      assert.deepEqual(await filmsHere(), [])
    }
    const following = await follower.found(id)
    assert.ok(Date.parse(following?.next_at ?? '') > follower.clock.now.getTime())
    delete lie.now
    assert.deepEqual(await follower.take(id), current)
    assert.equal((await filmsHere())[0]?.images.posters.length, 1)
    assert.deepEqual(follower.faults, [])
  })

  test('a disk without room for pictures is told, and they come in once there is some', async (context) => {
    const { publisher, follower, id, filmsHere } = await openFetching(context, engine)
    const good = await plain(500, 750, { r: 40, g: 200, b: 200 }).jpeg().toBuffer()
    await publisher.packet([film(1, 'Good', [await imageOf(publisher, 'a', good)])])
    const { config } = follower.round
    follower.round.config = { ...config, imageFreeBytes: 2 ** 52 }
    const told = await follower.take(id)
    assert.deepEqual([told.outcome, told.problem], ['failed', 'disk_full'])
    assert.deepEqual(await filmsHere(), [])
    follower.round.config = config
    assert.deepEqual(await follower.take(id), current)
    assert.equal((await filmsHere())[0]?.images.posters.length, 1)
  })
})
