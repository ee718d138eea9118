import assert from 'node:assert/strict'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { FolderError, makeFolder } from './make-folder.ts'

test('folders are made at the same time, with the same parents that nobody has made yet', async (t) => {
  const place = await mkdtemp(join(tmpdir(), 'reelcommons-folders-'))
  t.after(() => rm(place, { recursive: true, force: true }))
  for (let round = 0; round < 50; round++) {
    const folders = Array.from({ length: 20 }, (_, at) => join(place, String(round), 'files', 'originals', String(at)))
    await Promise.all(folders.map(makeFolder))
    for (const folder of folders) assert.equal((await stat(folder)).mode & 0o777, 0o700)
  }
})

test('where nobody can make a folder, the attempt ends', async () => {
  await assert.rejects(makeFolder('/proc/reelcommons/folder'), (error) => {
    return error instanceof FolderError && error.code === 'ENOENT'
  })
})
