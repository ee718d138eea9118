import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '#src/config.ts'
import { tryLock } from '#src/database/locks.ts'
import { removeLeftovers } from '#src/import/filling/leftovers.ts'

const draft = '.00000000-0000-4000-8000-000000000000.reelcommons-draft'

test('what killed processes have left in the data folder is removed, and nothing of those that run', async (t) => {
  const data = await mkdtemp(join(tmpdir(), 'reelcommons-leftovers-'))
  t.after(() => rm(data, { recursive: true, force: true }))
  const { config } = readConfig({ data }, {})
  const write = async (...paths: string[]) => {
    for (const path of paths) {
      await mkdir(dirname(join(data, path)), { recursive: true })
      await writeFile(join(data, path), '')
    }
  }
  const drafts = ['', 'fill', 'mail', 'tls', 'pictures', 'pictures/originals/ab'].map((folder) => join(folder, draft))
  const imported = [
    ...['import.unpacked/0-a.zip/b', 'import.scratch/table', 'import.foreign.sqlite', 'import.foreign.sqlite.numbers'],
    ...['import.staging.sqlite', 'import.staging.sqlite-journal'],
  ]
  const lasting = [
    ...['catalogue.sqlite', 'fill/0123456789abcdef/films.csv', 'import.staging.sqlite.lock', 'mail/1.eml'],
    ...['pictures/originals/ab/abc', 'tls/authority.key'],
  ]
  await write(...drafts, ...imported, ...lasting)
  const left = async () =>
    (await readdir(data, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && !entry.name.startsWith('import.lock'))
      .map((entry) => join(entry.parentPath, entry.name).slice(data.length + 1))
      .sort()
  const lock = await tryLock(data, 'import')
  await removeLeftovers(config, new Date())
  assert.deepEqual(await left(), [...drafts, ...imported, ...lasting].sort())
  await lock?.release()

  for (const path of drafts) await utimes(join(data, path), 0, 0)
  await removeLeftovers(config, new Date())
  assert.deepEqual(await left(), lasting)
})
