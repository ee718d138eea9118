import assert from 'node:assert/strict'
import { copyFile, cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { findKey, keyFileIn } from '#src/commons/publishing/keys.ts'
import { beginPublishing, publicationOf, putPublication } from '#src/commons/publishing/publication.ts'
import type { Database } from '#src/database/database.ts'
import { lineageOf } from '#src/database/lineage.ts'
import { catalogueFile, isUrl, openDatabase } from '#src/database/open.ts'
import { sql } from '#src/database/sql.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { publishedIn, publishInto } from '../support/commons/published.ts'
import { forEachEngine, postgresEngine, type TestEngine } from '../support/engines.ts'
import { runCommand } from '../support/run/command.ts'
import { withoutProgress } from '../support/run/progress.ts'

const at = new Date('2026-03-10T12:00:00.000Z')
const film = { kind: 'movie', id: 1, title: 'Glass', source: 'low' }
const shared = sources.map((source) => ({ ...source, redistributable: true }))
const retitle = (db: Database, title: string) =>
  applyEdit(db, { account_id: null, at, records: [{ kind: 'movie', id: 1, values: { title } }] })

async function folderFor(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-restored-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function openedAt(context: TestContext, place: string) {
  const db = await openDatabase(place, { writes: 'inline' })
  context.after(() => db.close())
  return db
}

/** A data folder with a catalogue that was published. */
async function openPublished(context: TestContext, engine: TestEngine) {
  const folder = await folderFor(context)
  const data = join(folder, 'data')
  await mkdir(data)
  const made = await engine.clone()
  if (!isUrl(made)) await copyFile(made, join(data, catalogueFile))
  const db = await openedAt(context, isUrl(made) ? made : data)
  await importInto(db, [...shared, film])
  await publishInto(db, { data, folder: join(data, 'commons/dump') })
  const words = ['--data', data, ...(isUrl(made) ? ['--database', made] : [])]
  return { folder, data, db, words }
}

async function run(...words: string[]) {
  const { code, stdout, stderr } = await runCommand(words)
  return { code, out: stdout, err: withoutProgress(stderr) }
}

const empty = postgresEngine(async () => {})

forEachEngine(emptyCatalogue, (engine) => {
  test('a database keeps its lineage wherever it is, and a backup has another', async (context) => {
    const { folder, db, words, data } = await openPublished(context, engine)
    const lineage = await lineageOf(db)
    assert.equal(await lineageOf(db), lineage)
    assert.equal((await run('backup', join(folder, 'backup'), ...words)).code, 0)
    assert.equal(await lineageOf(db), lineage)
    const targets = [['--data', join(folder, 'other')]]
    if (!empty.skip) targets.push(['--data', join(folder, 'third'), '--database', await empty.clone()])
    for (const target of targets) {
      assert.equal((await run('restore', join(folder, 'backup'), ...target)).code, 0)
      const restored = await openedAt(context, target[3] ?? (target[1] as string))
      assert.notEqual(await lineageOf(restored), lineage)
    }
    if (engine.name !== 'SQLite') return
    // A disk that has another number after a restart, or a folder that was moved, changes nothing.
    await db.close()
    await cp(data, join(folder, 'moved'), { recursive: true })
    await rename(data, join(folder, 'gone'))
    assert.equal(await lineageOf(await openedAt(context, join(folder, 'moved'))), lineage)
  })

  test('the key is in a backup only if somebody asks for it, and comes back with it', async (context) => {
    const { folder, data, words } = await openPublished(context, engine)
    const key = await readFile(keyFileIn(data), 'utf8')
    const without = join(folder, 'without')
    assert.deepEqual(await run('backup', without, ...words), {
      ...{ code: 0, err: '' },
      out: `The catalogue and 0 pictures are in ${without}.\n`,
    })
    assert.equal(await stat(keyFileIn(without)).catch(() => undefined), undefined)
    const backup = join(folder, 'with')
    const made = await run('backup', backup, '--with-key', ...words)
    assert.deepEqual([made.code, made.err], [0, 'The key is in it: keep it where nobody else can read it.\n'])
    assert.equal((await stat(keyFileIn(backup))).mode & 0o777, 0o600)
    assert.equal(await readFile(keyFileIn(backup), 'utf8'), key)

    const restored = await run('restore', backup, '--data', join(folder, 'restored'))
    assert.deepEqual([restored.code, restored.err], [0, 'The key of the backup signs what is published from now on.\n'])
    assert.equal((await findKey(join(folder, 'restored')))?.id, (await findKey(data))?.id)

    await mkdir(join(folder, 'own/commons'), { recursive: true })
    await writeFile(keyFileIn(join(folder, 'own')), 'another', { mode: 0o600 })
    const kept = await run('restore', backup, '--data', join(folder, 'own'))
    assert.deepEqual([kept.code, /The key that was here stays/.test(kept.err)], [0, true])
    assert.equal(await readFile(keyFileIn(join(folder, 'own')), 'utf8'), 'another')

    await writeFile(keyFileIn(backup), 'damaged')
    const damaged = await run('restore', backup, '--data', join(folder, 'damaged'))
    assert.deepEqual([damaged.code, damaged.err.includes('its commons/key.json has changed')], [1, true])
    assert.equal(await stat(join(folder, 'damaged', catalogueFile)).catch(() => undefined), undefined)
  })

  test('a backup with a key that was never made says so', async (context) => {
    const folder = await folderFor(context)
    const made = await engine.clone()
    await mkdir(join(folder, 'data'))
    if (!isUrl(made)) await copyFile(made, join(folder, 'data', catalogueFile))
    const words = ['--data', join(folder, 'data'), ...(isUrl(made) ? ['--database', made] : [])]
    const { code, err } = await run('backup', join(folder, 'backup'), '--with-key', ...words)
    assert.deepEqual(
      [code, err],
      [0, 'There is no key yet: it is made when the catalogue is published for the first time.\n'],
    )
  })

  test('an empty folder, and a database that knows less than it has published, begin anew', async (context) => {
    const db = await openFor(context, engine)
    const data = await folderFor(context)
    const folder = join(data, 'dump')
    await importInto(db, [...shared, film])
    await publishInto(db, { data, folder })
    const first = await publishedIn(folder)
    await rm(folder, { recursive: true })
    await publishInto(db, { data, folder, at: '2026-03-11T12:00:00.000Z' })
    const second = await publishedIn(folder)
    assert.notEqual(second.incarnation, first.incarnation)
    assert.equal(second.incarnation.split('-')[0], first.incarnation.split('-')[0])
    await retitle(db, 'Lost')
    await publishInto(db, { data, folder, at: '2026-03-11T12:01:00.000Z' })
    // What follows is what a copy of the database leads to that is older than the folder.
    const older = await openFor(context, engine)
    await importInto(older, [...shared])
    await older.run(sql`update lineage set id = ${await lineageOf(db)} where name = 'commons'`)
    await publishInto(older, { data, folder, at: '2026-03-11T12:02:00.000Z' })
    const third = await publishedIn(folder)
    assert.notEqual(third.incarnation, second.incarnation)
    assert.equal(third.packets.last, 0)
  })

  test('numbers go on beyond all that there can have been since a backup', async (context) => {
    const db = await openFor(context, engine)
    const data = await folderFor(context)
    const folder = join(data, 'dump')
    await importInto(db, [...shared, film])
    await beginPublishing(db, true, at)
    const row = await publicationOf(db)
    assert.ok(row)
    await putPublication(db, { ...row, number: 41, published_at: at.toISOString() })
    await publishInto(db, { data, folder, at: '2026-03-10T13:00:00.000Z' })
    await retitle(db, 'A')
    await publishInto(db, { data, folder, at: '2026-03-10T13:00:01.000Z' })
    assert.equal((await publishedIn(folder)).packets.last, 41 + 3_600 + 1)
  })
})
