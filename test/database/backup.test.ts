import assert from 'node:assert/strict'
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { undo } from '#src/catalogue/edits/undo/undo.ts'
import { makeIn } from '#src/certificates/folder.ts'
import { readName } from '#src/certificates/names.ts'
import type { Database } from '#src/database/database.ts'
import { catalogueFile, isUrl, openDatabase } from '#src/database/open.ts'
import { sql } from '#src/database/sql.ts'
import { exportOf } from '../support/catalogue.ts'
import { forEachEngine, postgresEngine, sqliteEngine, type TestEngine } from '../support/engines.ts'
import { keepMuch, keptOf, mergeAndDelete } from '../support/kept/everything.ts'
import { runCommand } from '../support/run/command.ts'
import { withoutProgress } from '../support/run/progress.ts'
import { loadWorld, testDay } from '../support/world.ts'

const picture = join('pictures', 'originals', 'ab', 'abcdef.jpg')

async function run(...words: string[]) {
  const { code, stdout, stderr } = await runCommand(words)
  return { code, out: stdout, err: withoutProgress(stderr) }
}

type Place = { folder: string; data: string; location: string; words: string[]; at(name: string): string }

/** A data folder with a picture, and the catalogue that the engine prepared where the command line names it. */
async function openPlace(context: TestContext, engine: TestEngine): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-backup-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  await mkdir(join(data, picture, '..'), { recursive: true })
  await writeFile(join(data, picture), 'a picture')
  const made = await engine.clone()
  if (!isUrl(made)) await copyFile(made, join(data, catalogueFile))
  const words = ['--data', data, ...(isUrl(made) ? ['--database', made] : [])]
  return { folder, data, location: isUrl(made) ? made : data, words, at: (name) => join(folder, name) }
}

const Counts = Type.Object({ accounts: Type.Integer(), tries: Type.Integer() })
const countsOf = async (db: Database) => {
  const counts = await db.one(
    Counts,
    sql`select (select count(*) from account) as accounts, (select count(*) from attempt) as tries`,
  )
  return counts as { accounts: number; tries: number }
}

/** Writes two rows in each transaction until it is told to stop. */
async function keepWriting(db: Database, signal: AbortSignal) {
  for (let n = 1; !signal.aborted; n++) {
    await db.transaction(async (tx) => {
      await tx.run(sql`insert into account (username, folded_username, created_at) values (${`w${n}`}, ${`w${n}`}, '')`)
      await tx.run(sql`insert into attempt (subject, count, last_at) values (${`w${n}`}, 1, '')`)
    })
    await sleep(1)
  }
}

async function within<Result>(location: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = await openDatabase(location, { writes: 'inline', connections: 1 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const empty = postgresEngine(async () => {})

forEachEngine(loadWorld, (engine) => {
  test('a backup beside a server that writes is whole, and comes back on both engines', async (context) => {
    const { location, words, at } = await openPlace(context, engine)
    const db = await openDatabase(location, { writes: 'thread' })
    context.after(() => db.close())
    const before = await countsOf(db)
    const stop = new AbortController()
    const writing = keepWriting(db, stop.signal)
    await sleep(20)
    await makeIn({
      folder: at('data/tls'),
      names: [readName('films.lan')],
      now: new Date(),
      isNew: false,
      forgets: false,
    })
    const made = await run('backup', at('backup'), ...words)
    stop.abort()
    await writing
    assert.deepEqual(made, { code: 0, out: `The catalogue and 1 picture are in ${at('backup')}.\n`, err: '' })
    assert.deepEqual(await readdir(at('.')), ['backup', 'data'])
    assert.equal((await stat(at('backup'))).mode & 0o777, 0o700)
    // Keys of certificates stay where they are.
    assert.deepEqual(await readdir(at('backup')), ['backup.json', catalogueFile, 'pictures'])

    const targets = [['--data', at('other')]]
    if (!empty.skip) targets.push(['--data', at('third'), '--database', await empty.clone()])
    for (const target of targets) {
      const { code, out, err } = await run('restore', at('backup'), ...target)
      assert.deepEqual([code, err], [0, ''])
      assert.match(out, /^Catalogue restored as it was at [\dT:.-]+Z, with 1 picture\.$/m)
      assert.equal(await readFile(join(target[1] as string, picture), 'utf8'), 'a picture')
      await within(target[3] ?? (target[1] as string), async (restored) => {
        const { accounts, tries } = await countsOf(restored)
        assert.ok(tries > before.tries, 'it has some of what was written before it')
        assert.equal(accounts - before.accounts, tries - before.tries)
        assert.equal(await exportOf(restored), await exportOf(db))
      })
    }
  })

  test('a merge and a deletion are undone in what is restored, with what people keep', async (context) => {
    const { location, words, at } = await openPlace(context, engine)
    const { before, edits } = await within(location, async (db) => {
      await keepMuch(db)
      const before = [await exportOf(db), ...(await keptOf(db))]
      return { before, edits: await mergeAndDelete(db) }
    })
    assert.equal((await run('backup', at('backup'), ...words)).code, 0)
    assert.equal((await run('restore', at('backup'), '--data', at('other'))).code, 0)
    const after = await within(at('other'), async (db) => {
      const by = { account_id: null, at: new Date(testDay) }
      for (const edit_id of edits.toReversed()) await undo(db, { of: 'edit', edit_id }, by)
      return [await exportOf(db), ...(await keptOf(db))]
    })
    assert.deepEqual(after.slice(1), before.slice(1))
    assert.equal(after[0], before[0])
  })

  test('nothing is written over', async (context) => {
    const { words, at, location } = await openPlace(context, engine)
    await mkdir(at('backup'))
    assert.deepEqual(await run('backup', at('backup'), ...words), {
      code: 1,
      out: '',
      err: `reelcommons backup: The folder ${at('backup')} exists already; choose a new one.\n`,
    })
    assert.equal((await run('backup', at('second'), ...words)).code, 0)
    const before = await within(location, countsOf)
    const { code, out, err } = await run('restore', at('second'), ...words)
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, /There is a catalogue in \S+ already; nothing was changed|The target is not empty/)
    assert.deepEqual(await within(location, countsOf), before)
  })
})

describe('a backup', () => {
  const engine = sqliteEngine(loadWorld)

  test('that is none, or no longer the one that was written, is refused', async (context) => {
    const { folder, words, at } = await openPlace(context, engine)
    assert.equal((await run('backup', at('backup'), ...words)).code, 0)
    const cases: [folder: string, err: string][] = [
      [at('data'), `There is no backup in ${at('data')}.`],
      [at('none'), `There is no backup in ${at('none')}.`],
      [
        at('backup'),
        `The backup in ${at('backup')} is damaged: its ${catalogueFile} has changed since it was written.`,
      ],
    ]
    const file = join(at('backup'), catalogueFile)
    const bytes = await readFile(file)
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 100) ^ 1, bytes.length - 100)
    await writeFile(file, bytes)
    for (const [from, err] of cases)
      assert.deepEqual(await run('restore', from, '--data', at('other')), {
        code: 1,
        out: '',
        err: `reelcommons restore: ${err}\n`,
      })
    assert.deepEqual(await readdir(folder), ['backup', 'data'])
  })

  test('that cannot be made leaves nothing', async (context) => {
    const { folder, at } = await openPlace(context, engine)
    assert.equal((await run('backup', at('backup'), '--data', at('none'))).code, 1)
    assert.equal((await run('backup', '--data', at('data'))).code, 2)
    assert.deepEqual(await readdir(folder), ['data'])
  })

  test('is read where nothing can be written', async (context) => {
    const { words, at } = await openPlace(context, engine)
    assert.equal((await run('backup', at('backup'), ...words)).code, 0)
    const before = await readFile(join(at('backup'), catalogueFile))
    await chmod(at('backup'), 0o500)
    const { code } = await run('restore', at('backup'), '--data', at('other'))
    await chmod(at('backup'), 0o700)
    assert.equal(code, 0)
    assert.deepEqual(await readdir(at('backup')), ['backup.json', catalogueFile, 'pictures'])
    assert.ok(before.equals(await readFile(join(at('backup'), catalogueFile))))
  })
})
