import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { catalogueFile, isUrl } from '#src/database/open.ts'
import { nameOf } from '#src/media/names.ts'
import { emptyCatalogue } from '../support/catalogue.ts'
import { forEachEngine, postgresEngine, type TestEngine } from '../support/engines.ts'
import { runCommand } from '../support/run/command.ts'
import { withoutProgress } from '../support/run/progress.ts'

const contents = ['the first picture', 'the second picture', 'the third picture']
const placeOf = (content: string) => join('pictures', 'originals', nameOf(content).slice(0, 2), nameOf(content))
const [first, second, third] = contents.map(placeOf) as [string, string, string]

async function run(...words: string[]) {
  const { code, stdout, stderr } = await runCommand(words)
  return { code, out: stdout, err: withoutProgress(stderr) }
}

async function putAll(folder: string) {
  for (const content of contents) {
    await mkdir(dirname(join(folder, placeOf(content))), { recursive: true })
    await writeFile(join(folder, placeOf(content)), content)
  }
}

/** A catalogue with three pictures. */
async function openPlace(t: TestContext, engine: TestEngine) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-damaged-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const at = (...names: string[]) => join(folder, ...names)
  await putAll(at('data'))
  const made = await engine.clone()
  if (!isUrl(made)) await copyFile(made, at('data', catalogueFile))
  const words = ['--data', at('data'), ...(isUrl(made) ? ['--database', made] : [])]
  return { folder, at, words }
}

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()

const empty = postgresEngine(async () => {})

forEachEngine(emptyCatalogue, (engine) => {
  test('a picture that has changed in a backup is named, and nothing is restored', async (t) => {
    const { folder, at, words } = await openPlace(t, engine)
    assert.equal((await run('backup', at('backup'), ...words)).code, 0)
    await truncate(at('backup', second), 10)
    const refused = {
      code: 1,
      out: '',
      err:
        `reelcommons restore: The backup in ${at('backup')} is damaged: its picture ${second} has changed since it ` +
        'was written. Nothing was restored. Use another backup, or delete that file to restore the others.\n',
    }
    assert.deepEqual(await run('restore', at('backup'), '--data', at('other')), refused)
    assert.deepEqual((await readdir(folder)).sort(), ['backup', 'data'])
    // A folder that was there before stays.
    await mkdir(at('present'))
    await writeFile(at('present', 'notes'), '')
    assert.deepEqual(await run('restore', at('backup'), '--data', at('present')), refused)
    assert.deepEqual(await filesIn(at('present')), ['notes'])
    if (!empty.skip) {
      const url = await empty.clone()
      assert.deepEqual(await run('restore', at('backup'), '--data', at('other'), '--database', url), refused)
      assert.deepEqual((await readdir(folder)).sort(), ['backup', 'data', 'present'])
    }

    await rm(at('backup', second))
    // One that is there already is replaced where it is damaged.
    await mkdir(dirname(at('present', third)), { recursive: true })
    await writeFile(at('present', third), 'half')
    const { code, out, err } = await run('restore', at('backup'), '--data', at('present'))
    assert.equal(code, 1)
    assert.match(out, /, with 2 pictures\.\n$/)
    assert.equal(err, 'The backup was made with 1 picture more. Look for them in another one.\n')
    assert.deepEqual(await filesIn(at('present')), ['notes', catalogueFile, first, third].sort())
    assert.equal(await readFile(at('present', third), 'utf8'), contents[2])
  })

  test('a picture that is damaged in the store is not backed up, and is named', async (t) => {
    const { at, words } = await openPlace(t, engine)
    await truncate(at('data', first), 10)
    assert.deepEqual(await run('backup', at('backup'), ...words), {
      code: 1,
      out: `The catalogue and 2 pictures are in ${at('backup')}.\n`,
      err: `The picture ${at('data', first)} is damaged, so the backup is without it. Add it again.\n`,
    })
    assert.deepEqual(await filesIn(at('backup')), ['backup.json', catalogueFile, second, third].sort())
    assert.equal((await run('restore', at('backup'), '--data', at('other'))).code, 0)
    assert.deepEqual(await filesIn(at('other')), [catalogueFile, second, third].sort())
  })

  test('what killed backups have left goes with the next one, and a running one goes on', async (t) => {
    const { folder, at, words } = await openPlace(t, engine)
    const [left, running] = ['.00000000-0000-4000-8000-000000000000', '.00000000-0000-4000-8000-000000000001'].map(
      (name) => at(`${name}.reelcommons-draft`),
    ) as [string, string]
    for (const draft of [left, running]) {
      await mkdir(draft)
      await writeFile(join(draft, catalogueFile), 'half')
    }
    const hourAgo = new Date(Date.now() - 3_700_000)
    await utimes(join(left, catalogueFile), hourAgo, hourAgo)
    await utimes(left, hourAgo, hourAgo)
    assert.equal((await run('backup', at('backup'), ...words)).code, 0)
    assert.deepEqual((await readdir(folder)).sort(), [running.slice(folder.length + 1), 'backup', 'data'].sort())
  })
})
