import assert from 'node:assert/strict'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { type TestContext, test } from 'node:test'
import { foldersBelow } from '#src/import/formats/nfo/folders.ts'
import { readLibrary } from '#src/import/formats/nfo/library.ts'
import { readSeries } from '#src/import/formats/nfo/series.ts'
import { folderOf } from '../../support/foreign/import-format.ts'

/** What lies beside many files is looked at once, or a folder of many would take as long as their square. */

const film = (title: string) => `<movie><title>${title}</title><actor><name>Dora Sample</name></actor></movie>`

test('the portraits of a folder are listed once, however many of its films have actors', async (t) => {
  const titles = ['Lamp', 'Boat', 'Moor']
  const films = titles.map((title): [string, string] => [`${title}.nfo`, film(title)])
  const folder = await folderOf(t, { ...Object.fromEntries(films), '.actors/Dora_Sample.jpg': '' })
  const { readdirSync } = fs
  let listed = 0
  const counted = (...given: Parameters<typeof readdirSync>) => {
    if (String(given[0]).endsWith('.actors')) listed++
    return readdirSync(...given)
  }
  t.mock.method(fs, 'readdirSync', counted as typeof readdirSync)
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  const inputs = (await Array.fromAsync(readLibrary(folder, [folder], { language: 'en' }))).flat()
  const portraits = inputs.filter((input) => 'kind' in input && input.kind === 'person' && 'images' in input.line)
  assert.deepEqual([portraits.length, listed], [titles.length, 1])
})

/** How often the files beside that of a series are gone through, with so many seasons. */
async function timesWith(t: TestContext, seasons: number): Promise<number> {
  const episodes = Array.from({ length: seasons }, (_, at): [string, string] => [`S${at + 1}/S${at + 1}E01.mkv`, ''])
  const path = await folderOf(t, {
    'tvshow.nfo': '<tvshow><title>Lane</title></tvshow>',
    ...Object.fromEntries(episodes),
  })
  const { value: folder } = await foldersBelow(path, [path]).next()
  assert.ok(folder)
  let times = 0
  const files = [...folder.files]
  files[Symbol.iterator] = () => {
    times++
    return Array.prototype.values.call(files)
  }
  const inputs = (await Array.fromAsync(readSeries({ ...folder, files }, 'en'))).flat()
  assert.equal(inputs.filter((input) => 'kind' in input && input.kind === 'season').length, seasons)
  return times
}

test('the pictures of a series are gone through once, however many seasons it has', async (t) => {
  assert.equal(await timesWith(t, 12), await timesWith(t, 1))
})
