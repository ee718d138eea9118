import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startTestServer } from 'reelcommons/test'
import { writeImages } from '#src/test-server/images.ts'
import { PATIENCE_MS } from '../support/running.ts'
import { openTests } from './open.ts'
import { addresses, digestsOf } from './reads.ts'

test('two servers answer all reads alike, with an image or without one, and so does one after a reset', async (t) => {
  const first = await startTestServer({ startTimeoutMs: PATIENCE_MS })
  t.after(() => first.stop())
  const wanted = await digestsOf(first.url)
  await first.stop()
  const statuses = Object.entries(wanted).filter(([, { status }]) => status !== 200)
  assert.deepEqual(
    statuses.map(([address, { status }]) => [address.split('?')[0], status]),
    [
      ['/commons/1/undo/1', 404],
      ['/commons/1/queue/1', 404],
      ['/commons/1/webhooks/1', 404],
      ['/3/movie/999999', 404],
    ],
  )
  const images = await mkdtemp(join(tmpdir(), 'reelcommons-images-'))
  t.after(() => rm(images, { recursive: true }))
  await writeImages(images)
  assert.deepEqual((await readdir(images)).sort(), ['tests-base.sqlite.zst', 'tests.sqlite.zst'])

  // The address of the server is in some replies.
  const { url, stop, get, post, send } = await openTests(t, { port: Number(new URL(first.url).port), images })
  assert.equal(url, first.url)
  assert.deepEqual(await digestsOf(url), wanted)
  assert.deepEqual(await digestsOf(url), wanted, 'nor does asking change anything')

  assert.equal((await post('/3/movie/502/rating', { value: 3 })).status, 201)
  assert.equal((await post('/3/list', { name: 'Another list', description: '', language: 'en' })).status, 201)
  await send('POST', '/test/clock', { advance: 86_400 })
  assert.notDeepEqual(await digestsOf(url), wanted)
  assert.equal((await send('POST', '/test/reset')).status, 200)
  assert.deepEqual(await digestsOf(url), wanted)
  assert.equal((await get('/3/list/2')).status, 404)
  assert.equal(await stop(), '', 'nothing was logged')
  assert.ok(addresses.length > 140, `${addresses.length} reads`)
})
