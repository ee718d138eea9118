import assert from 'node:assert/strict'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { catalogueFile } from '#src/database/open.ts'
import { emptyCatalogue } from '../support/catalogue.ts'
import { sqliteEngine } from '../support/engines.ts'
import { sevenFiles } from '../support/foreign/imdb.ts'
import { folderOf } from '../support/foreign/import-format.ts'
import { runCommand } from '../support/run/command.ts'
import { Running } from '../support/running.ts'

test('values for personal use alone stay in a private installation until they are removed', async (context) => {
  const folder = await folderOf(context, { ...sevenFiles, 'data/empty': '' })
  const data = ['--data', join(folder, 'data')]
  await copyFile(await sqliteEngine(emptyCatalogue).clone(), join(folder, 'data', catalogueFile))
  const at = (...words: string[]) => runCommand([...words, ...data])

  const refused = await at('import', '--from', 'imdb', folder)
  assert.deepEqual([refused.code, /--from imdb needs --private/.test(refused.stderr)], [2, true])
  const line = join(folder, 'lines.ndjson')
  const exported = { kind: 'source', id: 'mine', name: 'Mine', licence: 'x', rank: 3, private_only: true }
  await writeFile(line, `${JSON.stringify(exported)}\n`)
  const asLine = await at('import', line)
  assert.match(asLine.stderr, /:1: refused: private_only is a source for personal use only/)

  // Another name changes nothing about where the values are from.
  const named = ['--source', 'other', '--licence', 'personal', '--rank', '7']
  assert.equal(
    (await at('import', '--private', '--from', 'imdb', ...named, join(folder, 'title.ratings.tsv.gz'))).code,
    1,
  )
  assert.equal((await at('import', '--private', '--from', 'imdb', folder)).code, 1)
  assert.match((await at('export', '--kind', 'company')).stdout, /"id":"other".*"private_only":true/)

  for (const id of ['imdb', 'other']) {
    const { code, stderr } = await at('serve', '--port', '0')
    assert.equal(code, 1)
    assert.match(
      stderr,
      new RegExp(`Start the server with --private, or remove them: npx reelcommons source remove ${id}`),
    )
    if (id === 'imdb') {
      const running = new Running(['serve', '--port', '0', '--private', '--empty', ...data])
      context.after(() => running.stop())
      await running.until(/Reelcommons is at/)
      assert.equal(await running.stop(), 0)
    }
    const asked = await at('source', 'remove', id)
    assert.deepEqual([asked.code, /This cannot be undone.*\n.*Add --yes to remove it/.test(asked.stderr)], [2, true])
    const gone = await at('source', 'remove', id, '--yes')
    assert.match(gone.stdout, id === 'imdb' ? /^8 records removed, 0 changed/ : /^0 records/)
    assert.match(gone.stderr, id === 'imdb' ? /^IMDb: 8 records began with this source/ : /^other: 0 records/)
  }
  const household = join(folder, 'household.ndjson')
  await writeFile(household, `${JSON.stringify({ ...exported, id: 'household' })}\n`)
  assert.equal((await at('import', '--private', household)).code, 0)
  assert.match((await at('serve', '--port', '0')).stderr, /or remove them: npx reelcommons source remove household/)
  assert.doesNotMatch((await at('export', '--kind', 'company')).stdout, /household/)
  await at('source', 'remove', 'household', '--yes')
  const open = new Running(['serve', '--port', '0', '--empty', ...data])
  context.after(() => open.stop())
  await open.until(/Reelcommons is at/)
  await open.stop()
})

test('a source is removed by its name, and none that every catalogue has', async (context) => {
  const folder = await folderOf(context, { 'data/empty': '' })
  await copyFile(await sqliteEngine(emptyCatalogue).clone(), join(folder, 'data', catalogueFile))
  const refusals: readonly [words: string[], code: number, said: RegExp][] = [
    [[], 2, /source takes two arguments/],
    [['remove'], 2, /source takes two arguments/],
    [['remove', 'people'], 2, /people is a built-in source, which cannot be removed/],
    [['remove', 'nfo', '--yes'], 1, /There is no source "nfo", nor any other that can be removed/],
  ]
  for (const [words, code, said] of refusals) {
    const told = await runCommand(['source', ...words, '--data', join(folder, 'data')])
    assert.deepEqual([told.code, said.test(told.stderr)], [code, true], told.stderr)
  }
})
