import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { Type } from 'typebox'
import { openExistingCatalogue } from '#src/catalogue/open-catalogue.ts'
import { readConfig } from '#src/config.ts'
import { maxRecordsOfEdit } from '#src/contributions/editing/save.ts'
import { lockRecord } from '#src/contributions/record-locks.ts'
import { catalogueFile } from '#src/database/open.ts'
import { sql } from '#src/database/sql.ts'
import { maxNoteLength } from '#src/groups/edits/shapes.ts'
import { forEachEngine } from '../support/engines.ts'
import { runCommand } from '../support/run/command.ts'
import { loadWorld, testDay } from '../support/world.ts'

const Note = Type.Object({ note: Type.String(), source_id: Type.String() })
const run = (words: string[], input = '') => runCommand(words, Readable.from([input]))

const shelf = { kind: 'collection', id: 402 }
const lines = (...records: object[]) => records.map((record) => JSON.stringify(record)).join('\n')

test('without a catalogue there is nothing to edit, and none is made', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-edit-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  const { code, stdout, stderr } = await run(['edit', '-', '--username', 'ada', '--data', data], lines(shelf))
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /^reelcommons edit: There is no catalogue in /)
  assert.deepEqual(await readdir(folder), [])
})

forEachEngine(loadWorld, (engine) => {
  test('lines are applied as an edit of an account', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'reelcommons-edit-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    const place = await engine.clone()
    if (engine.name === 'SQLite') await copyFile(place, join(folder, catalogueFile))
    const settings: Record<string, string> = engine.name === 'SQLite' ? { data: folder } : { database: place }
    const where = engine.name === 'SQLite' ? ['--data', folder] : ['--database', place]
    const known = ['--edits-of-new-members', '0']
    const edit = (input: string, ...words: string[]) =>
      run(['edit', '-', '--username', 'ada', ...known, ...words, ...where], input)
    const records = lines({ ...shelf, overview: 'Nothing on it.' }, { kind: 'company', name: 'Lamp Works' })
    const changes = ['company 1500000000 created', 'collection 402 overview en-US: nothing → "Nothing on it."']
    const tried = { code: 0, stdout: [...changes, '2 changes would be made', ''].join('\n'), stderr: '' }
    assert.deepEqual(await edit(records, '--dry-run'), tried)
    const done = await edit(records, '--note', 'It is empty.')
    assert.deepEqual(
      { ...done, stdout: done.stdout.replace(/\d+\)\n$/, 'N)\n') },
      {
        ...tried,
        stdout: [...changes, '2 changes made (edit N)', ''].join('\n'),
      },
    )
    const file = join(folder, 'lines.ndjson')
    await writeFile(file, lines({ ...shelf, revision: 1, name: 'Full Shelf' }, { kind: 'movie', runtime: 'long' }))
    assert.deepEqual(await run(['edit', file, '--username', 'ada', ...known, ...where]), {
      code: 1,
      stdout: '',
      stderr: 'line 2: runtime has to be a whole number or null\n',
    })
    const late = await edit(lines({ ...shelf, revision: 1, name: 'Full Shelf' }))
    assert.equal(late.code, 1)
    assert.match(late.stderr, /^line 1: collection 402 has changed in the meantime; its revision is \d+\n$/)
    const nobody = await run(['edit', '-', '--username', 'nobody', ...where], lines(shelf))
    assert.deepEqual(nobody, { code: 1, stdout: '', stderr: 'reelcommons edit: There is no account "nobody".\n' })

    // The rules are those of all edits of the account.
    const asNew = (...words: string[]) =>
      run(['edit', '-', '--username', 'bo', ...words, ...where], lines({ ...shelf, overview: 'By Bo.' }))
    const change = 'collection 402 overview en-US: "Nothing on it." → "By Bo."'
    const pending = (verb: string) => ({
      ...{ code: 0, stderr: '' },
      stdout: `${change}\n1 change ${verb}pending until a moderator has checked them\n`,
    })
    assert.deepEqual(await asNew('--dry-run'), pending('would be '))
    assert.deepEqual(await asNew(), pending(''))
    const db = await openExistingCatalogue(readConfig(settings, {}).config)
    t.after(() => db.close())
    const [kept] = await db.all(Note, sql`select note, source_id from pending_edit`)
    assert.deepEqual(kept, { note: '', source_id: 'people' })
    const actor = { by: 3, reason: 'Two sides fight', now: new Date(testDay) }
    const held = { kind: 'collection', id: 402, place: 'overview' } as const
    await lockRecord(db, held, { locked_for: 'members', ends_at: null }, actor)
    const refused = { code: 1, stdout: '', stderr: 'the collection 402 is locked (overview): Two sides fight\n' }
    assert.deepEqual(await asNew(), refused)
    await db.run(sql`update account set disabled_at = ${testDay} where username = 'Bo'`)
    const suspended = { code: 1, stdout: '', stderr: 'reelcommons edit: The account bo is suspended.\n' }
    assert.deepEqual(await asNew(), suspended)
    await db.run(sql`update account set disabled_at = null, email_verified_at = null where username = 'Bo'`)
    assert.match((await asNew()).stderr, /has not verified its e-mail address\./)
  })
})

test('what is no edit is refused', async () => {
  const refusal = async (words: string[], input = '') => {
    const { code, stderr } = await run(['edit', ...words], input)
    return [code, stderr.split('\n')[0]]
  }
  const ada = ['--username', 'ada']
  assert.deepEqual(await refusal(ada), [2, 'reelcommons edit: edit needs one file, or - for standard input.'])
  assert.deepEqual(await refusal(['-']), [2, 'reelcommons edit: edit needs --username.'])
  assert.deepEqual(await refusal(['-', ...ada]), [2, 'reelcommons edit: There are no lines in -.'])
  assert.deepEqual(await refusal(['-', ...ada], '\n\n{'), [2, 'reelcommons edit: Line 3 is not JSON.'])
  const wrongSource = 'reelcommons edit: --source-url needs an address that begins with https:// or http://.'
  assert.deepEqual(await refusal(['-', ...ada, '--source-url', 'javascript:1']), [2, wrongSource])
  const long = ['--note', 'x'.repeat(maxNoteLength + 1)]
  assert.deepEqual(await refusal(['-', ...ada, ...long]), [2, 'reelcommons edit: --note has at most 1000 characters.'])
  const many = lines(...Array.from({ length: maxRecordsOfEdit + 1 }, () => shelf))
  assert.deepEqual(await refusal(['-', ...ada], many), [2, 'reelcommons edit: One edit has at most 100 lines.'])
  assert.deepEqual(await refusal(['/nowhere', ...ada]), [2, 'reelcommons edit: There is no file /nowhere.'])
})
