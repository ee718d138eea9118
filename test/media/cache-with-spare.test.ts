import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openCacheWithSpare } from '#src/media/cache-with-spare.ts'

const key = 'w92/aa/aa'

async function open(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-spare-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const cache = openCacheWithSpare(folder, 100_000, (error) => {
    throw error
  })
  return { folder, cache }
}

const refused = (code: string) => Object.assign(new Error(code), { code })

for (const code of ['ENOSPC', 'EROFS', 'EACCES', 'EDQUOT'])
  test(`what cannot be written to the folder (${code}) is kept elsewhere until the end`, async (t) => {
    const { folder, cache } = await open(t)
    const tried: string[] = []
    const made = await cache.fill(key, async (path) => {
      tried.push(path)
      if (path.startsWith(folder)) throw refused(code)
      await writeFile(path, 'made')
      return true
    })
    assert.equal(tried.length, 2)
    assert.ok(made && !made.startsWith(folder))
    assert.equal(await readFile(made, 'utf8'), 'made')
    assert.equal(await cache.find(key), made)
    await cache.remove(key)
    assert.equal(await cache.find(key), undefined)
    await cache.close()
    await assert.rejects(stat(made), { code: 'ENOENT' })
  })

test('another error is told, and nothing is tried again', async (t) => {
  const { cache } = await open(t)
  let tries = 0
  const make = async () => {
    tries++
    throw refused('EIO')
  }
  await assert.rejects(cache.fill(key, make), { code: 'EIO' })
  assert.equal(tries, 1)
  await cache.close()
})
