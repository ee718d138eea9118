import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { blockBytes, openDiskCache } from '#src/media/disk-cache.ts'

async function openFolder(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-cache-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const open = (limitBytes: number) =>
    openDiskCache(folder, limitBytes, (error) => {
      throw error
    })
  const names = async () =>
    (await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true }).catch(() => []))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort()
  /** Files are taken away, and those from before are found, beside whoever asks. */
  const until = async (wanted: string[]) => {
    for (let looks = 0; looks < 2_000 && (await names()).join() !== wanted.join(); looks++) await turn()
    assert.deepEqual(await names(), wanted)
  }
  return { folder, open, names, until }
}

const fill = (cache: ReturnType<typeof openDiskCache>, name: string, bytes = 1) =>
  cache.fill(`w92/${name.slice(0, 2)}/${name}`, async (path) => {
    await writeFile(path, Buffer.alloc(bytes))
    return true
  })

test('what was not used for longest goes when there is no place', async (context) => {
  const { open, until } = await openFolder(context)
  const cache = open(3 * blockBytes)
  for (const name of ['aa', 'bb', 'cc']) await fill(cache, name)
  await cache.find('w92/aa/aa')
  await fill(cache, 'dd')
  await until(['aa', 'cc', 'dd'])
  cache.used('w92/cc/cc')
  await fill(cache, 'ee', blockBytes + 1)
  await until(['cc', 'ee'])
  assert.equal(await cache.find('w92/aa/aa'), undefined)
})

test('what is there from before is found, counts, and goes in the order of its use', async (context) => {
  const { folder, open, until } = await openFolder(context)
  const before = open(10 * blockBytes)
  for (const [index, name] of ['aa', 'bb', 'cc', 'dd'].entries()) {
    const path = (await fill(before, name)) as string
    await utimes(path, 1_000 + index, 1_000 + index)
  }
  const cache = open(3 * blockBytes)
  const found = (await cache.find('w92/aa/aa')) as string
  assert.ok(found)
  // That it was used is written down for the next start.
  await writeFile(join(folder, 'unfinished', 'old'), 'x')
  await utimes(join(folder, 'unfinished', 'old'), 1, 1)
  await writeFile(join(folder, 'unfinished', 'new'), 'x')
  await fill(cache, 'ee')
  await until(['cc', 'dd', 'ee'])
  assert.deepEqual(await readdir(join(folder, 'unfinished')), ['new'])
  await cache.find('w92/cc/cc')
  for (let looks = 0; looks < 2_000 && (await stat(join(folder, 'files/w92/cc/cc'))).mtimeMs < 10_000_000; looks++)
    await turn()
  assert.ok((await stat(join(folder, 'files/w92/cc/cc'))).mtimeMs > 10_000_000)
})

test('what is not finished is not there, whatever went wrong', async (context) => {
  const { folder, open, names } = await openFolder(context)
  const cache = open(10 * blockBytes)
  const failing = cache.fill('w92/aa/aa', async (path) => {
    await writeFile(path, 'half')
    throw new Error('the disk is full')
  })
  await assert.rejects(failing, /the disk is full/)
  assert.equal(await cache.fill('w92/aa/aa', async () => false), undefined)
  assert.equal(await cache.find('w92/aa/aa'), undefined)
  assert.deepEqual(await names(), [])
  assert.deepEqual(await readdir(join(folder, 'unfinished')), [])
})
