import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import S3rver from 's3rver'
import { ApiError } from '#src/contract/statuses.ts'
import { bucketStore } from '#src/media/bucket.ts'
import { examine } from '#src/media/doctor.ts'
import { plain, svg } from '../support/media/bytes.ts'
import { openPlace } from '../support/media/place.ts'
import { isSigned } from '../support/media/signature.ts'

const denied = '<Error><Code>SignatureDoesNotMatch</Code><Message>no</Message></Error>'

/** A bucket of a test server, and its address with a password. */
async function openBucket(context: TestContext, password: string) {
  const directory = await mkdtemp(join(tmpdir(), 'reelcommons-bucket-'))
  context.after(() => rm(directory, { recursive: true, force: true }))
  const bucket = new S3rver({ directory, silent: true, configureBuckets: [{ name: 'films', configs: [] }] })
  await bucket.configureBuckets()
  const answer = bucket.callback()
  const server = createServer((request, response) => {
    if (isSigned(request, 'right')) answer(request, response)
    else response.writeHead(403, { 'content-type': 'application/xml' }).end(denied)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return `http://S3RVER:${password}@127.0.0.1:${port}/films`
}

/** Longer than any picture takes, however busy the machine is. */
const PATIENT_MS = 60_000

test('originals lie in a bucket, and every server that knows it has them', async (context) => {
  const imageBucket = await openBucket(context, 'right')
  const given = { imageBucket, imageTimeoutMs: PATIENT_MS }
  const [one, other] = [await openPlace(context, given), await openPlace(context, given)]
  const media = one.media()
  const poster = await media.put(await plain(200, 300).jpeg().toBuffer(), { gallery: 'posters' })
  const logo = await media.put(svg('<rect width="9" height="9"/>'), { gallery: 'logos' })
  assert.equal((await readdir(join(one.data, 'pictures'))).includes('originals'), false)

  const app = other.server()
  const addresses: [address: string, type: string][] = [
    [`w92${poster.file_path}`, 'image/jpeg'],
    [`original${poster.file_path}`, 'image/jpeg'],
    [`original${logo.file_path.slice(0, -4)}.svg`, 'image/svg+xml'],
    [`w92${logo.file_path}`, 'image/png'],
  ]
  for (const [address, type] of addresses) {
    const { statusCode, headers } = await app.inject(`/t/p/${address}`)
    assert.deepEqual([statusCode, headers['content-type']], [200, type], address)
  }
  assert.equal((await app.inject(`/t/p/w92/${'0'.repeat(31)}.jpg`)).statusCode, 404)

  // Put again, they are what they were.
  assert.deepEqual(await other.media().put(await plain(200, 300).jpeg().toBuffer(), { gallery: 'posters' }), poster)
  const tomorrow = new Date(Date.now() + 2 * 86_400_000)
  const { kept, findings } = await examine(one.db, media, tomorrow, { repairs: true, includesHidden: false })
  assert.deepEqual([kept, findings.map(({ fault }) => fault)], [2, ['unused', 'unused']])
  assert.equal((await examine(one.db, media, tomorrow, { repairs: false, includesHidden: false })).kept, 0)
})

test('a bucket that does not let us in is a fault that is told, and not an empty one', async (context) => {
  const told: unknown[] = []
  const address = await openBucket(context, 'wrong')
  const store = bucketStore(address, (error) => told.push(error))
  await assert.rejects(store.copy('0'.repeat(31), join(tmpdir(), 'never')), new ApiError('unavailable', 5))
  assert.equal(told.length, 1)
  const app = (await openPlace(context, { imageBucket: address })).server()
  const { statusCode, headers } = await app.inject(`/t/p/w92/${'0'.repeat(31)}.jpg`)
  assert.deepEqual([statusCode, headers['retry-after'], headers['cache-control']], [503, '5', 'no-store'])
  await assert.rejects(async () => {
    for await (const { name } of store.list()) assert.fail(name)
  })
})
