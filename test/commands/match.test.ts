import assert from 'node:assert/strict'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { catalogueFile } from '#src/database/open.ts'
import { forEachEngine } from '../support/engines.ts'
import { runCommand } from '../support/run/command.ts'
import { loadWorld } from '../support/world.ts'

forEachEngine(loadWorld, (engine) => {
  test('a file of ratings is compared with the catalogue', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'reelcommons-match-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    const place = await engine.clone()
    if (engine.name === 'SQLite') await copyFile(place, join(folder, catalogueFile))
    const where = engine.name === 'SQLite' ? ['--data', folder] : ['--database', place]
    const file = join(folder, 'ratings.csv')
    const wrong = '2022-01-01,The Glass Lantern,2021,https://b.example/a,eleven'
    const rows = ['The Glass Lantern,', 'Das zweite Glimmen,1950', 'Nowhere At All,1987', ',1999']
    const lines = rows.map((row) => `2022-01-01,${row},https://b.example/a,4`)
    await writeFile(file, ['Date,Name,Year,Letterboxd URI,Rating', ...lines, wrong].join('\n'))
    const stdout = [
      'ratings.csv:5: not read: The line names no title. (2022-01-01  1999 https://b.example/a 4)',
      'ratings.csv:6: not read: This is not a rating. (eleven)',
      'ratings.csv:3: uncertain: Das zweite Glimmen (1950), perhaps movie 502 (0.38)',
      'ratings.csv:4: missing: Nowhere At All (1987)',
      '1 found, 1 uncertain, 1 missing, 2 not read',
      '',
    ].join('\n')
    assert.deepEqual(await runCommand(['match', file, ...where]), { code: 0, stdout, stderr: '' })
    const list = join(folder, 'ids.txt')
    await writeFile(list, 'tt0000000\nmovie/990001, tvdb:990002')
    const { stdout: ofList } = await runCommand(['match', list, ...where])
    assert.equal(
      ofList,
      [
        'ids.txt:1: missing: tt0000000',
        'ids.txt:2: missing: tmdb 990001',
        'ids.txt:2: missing: tvdb 990002',
        '0 found, 0 uncertain, 3 missing, 0 not read',
        '',
      ].join('\n'),
    )
    await writeFile(file, 'nothing')
    const nothing = [
      'ratings.csv: not read: This is a text, but none that can be read here.',
      '0 found, 0 uncertain, 0 missing, 1 not read',
      '',
    ].join('\n')
    assert.deepEqual(await runCommand(['match', file, ...where]), { code: 1, stdout: nothing, stderr: '' })
    const none = await runCommand(['match', join(folder, 'none.csv'), ...where])
    assert.equal(none.code, 2)
    assert.match(none.stderr, /^reelcommons match: There is no file .*none\.csv\.\n/)
  })
})
