import assert from 'node:assert/strict'
import { readFile, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildServer } from '#src/http/server.ts'
import { plain, svg } from '../support/media/bytes.ts'
import { openPlace } from '../support/media/place.ts'

const fault = { success: false, status_code: 11, status_message: 'Internal error: something went wrong on our side.' }

test('an original that is damaged is not served, is told once, and can be added again', async (t) => {
  const place = await openPlace(t)
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const app = buildServer({
    db: place.db,
    config: place.config,
    clock: () => new Date(),
    logger: { level: 'error', stream } as never,
  })
  t.after(() => app.close())
  const media = place.media()
  const contents = [await plain(400, 600).jpeg().toBuffer(), svg('<rect width="9" height="9"/>')] as const
  const put = async () => [
    (await media.put(contents[0], { gallery: 'posters' })).file_path.slice(1, -4),
    (await media.put(contents[1], { gallery: 'logos' })).file_path.slice(1, -4),
  ]
  const names = (await put()) as [string, string]
  const [photograph, drawing] = names
  const fileOf = (name: string) => join(place.data, 'pictures', 'originals', name.slice(0, 2), name)
  const whole = await readFile(fileOf(photograph))
  // Cut to ten bytes, as by a disk that was full, and changed in one byte.
  await truncate(fileOf(photograph), 10)
  await writeFile(fileOf(drawing), (await readFile(fileOf(drawing), 'utf8')).replace('svg', 'svg '))
  const ask = async (path: string) => {
    const { statusCode, body, headers } = await app.inject(`/t/p/${path}`)
    return { status: statusCode, body: statusCode === 200 ? '' : JSON.parse(body), cache: headers['cache-control'] }
  }
  const addresses = [
    ...[`original/${photograph}.jpg`, `w92/${photograph}.jpg`, `w92/${photograph}.webp`],
    ...[`original/${drawing}.svg`, `w92/${drawing}.png`],
  ]
  for (const address of addresses)
    assert.deepEqual(await ask(address), { status: 500, body: fault, cache: 'no-store' }, address)
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ msg, err }) => [msg, err.message]),
    names.map((name) => [
      'a picture could not be processed',
      `The original ${name} is damaged: its content is not that of its name`,
    ]),
  )

  assert.deepEqual(await put(), names)
  assert.deepEqual(await readFile(fileOf(photograph)), whole)
  const again = place.server()
  for (const address of addresses) assert.equal((await again.inject(`/t/p/${address}`)).statusCode, 200, address)
})

test('a picture that is in use is not compared again', async (t) => {
  const place = await openPlace(t)
  const app = place.server()
  const { file_path } = await place.media().put(await plain(40, 60).jpeg().toBuffer(), { gallery: 'posters' })
  const name = file_path.slice(1, -4)
  const path = join(place.data, 'pictures', 'originals', name.slice(0, 2), name)
  assert.equal((await app.inject(`/t/p/original${file_path}`)).statusCode, 200)
  await truncate(path, 10)
  await utimes(path, 0, 0)
  // What was compared once is believed, also where a size of it is made.
  assert.equal((await app.inject(`/t/p/original${file_path}`)).statusCode, 200)
})
