import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { applyEdit, prepareCatalogue } from '#src/catalogue/edits/apply-edit.ts'
import { undo } from '#src/catalogue/edits/undo/undo.ts'
import { openUnused } from '#src/database/copy/copy-source.ts'
import { copyTables, isUnfinishedCopy } from '#src/database/copy/copy-tables.ts'
import type { Database } from '#src/database/database.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { migrate, migrationState } from '#src/database/migrate.ts'
import { catalogueFile, isUrl, openDatabase } from '#src/database/open.ts'
import { describeTables } from '#src/database/schema/describe-tables.ts'
import { raw, sql } from '#src/database/sql.ts'
import { packageRoot } from '#src/package-root.ts'
import { loadSample } from '#src/sample/sample.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { knownSession } from '../support/accounts.ts'
import { exportOf } from '../support/catalogue.ts'
import { postgresEngine, sqliteEngine, type TestEngine } from '../support/engines.ts'
import { keepMuch, keptOf, mergeAndDelete } from '../support/kept/everything.ts'
import { runCommand } from '../support/run/command.ts'
import { withoutProgress } from '../support/run/progress.ts'
import { loadAccess, loadWorld, sessions, testDay } from '../support/world.ts'

const POLL_MS = 2
/** Long enough that a copy has looked for other users meanwhile. */
const STAY_MS = 300
const at = new Date(testDay)
const migrations = join(packageRoot, 'migrations')

/** The sample with accounts, keys and sessions. */
async function loadSampleWorld(db: Migratable) {
  await migrate(db, migrations)
  await loadAccess(db)
  await prepareCatalogue(db)
  await loadSample(db, new Date(testDay))
  await updateNameIndex(db)
}

const pairOf = (prepare: (db: Migratable) => Promise<void>) => [sqliteEngine(prepare), postgresEngine(prepare)] as const
const [worldOnSqlite, worldOnPostgres] = pairOf(loadWorld)
const sampleOnSqlite = sqliteEngine(loadSampleWorld)
const [nothingOnSqlite, nothingOnPostgres] = pairOf((db) => migrate(db, migrations).then(() => {}))
const { skip } = worldOnPostgres

const Number_ = Type.Object({ number: Type.Integer() })
const numberOf = async (db: Database, query: ReturnType<typeof sql>) => (await db.one(Number_, query))?.number ?? 0

/** A copy of what the engine prepared, where it is as the command line names it. */
async function placeOf(context: TestContext, engine: TestEngine): Promise<string> {
  const location = await engine.clone()
  if (isUrl(location)) return location
  const folder = await newFolder(context)
  await copyFile(location, join(folder, catalogueFile))
  return folder
}

async function newFolder(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-copy-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'data'))
  return join(folder, 'data')
}

/** Opens what is in a place for a moment. */
async function within<Result>(location: string, work: (db: Migratable) => Promise<Result>): Promise<Result> {
  const db = await openDatabase(location, { writes: 'inline', connections: 1 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

async function run(...words: string[]) {
  const { code, stdout, stderr } = await runCommand(words)
  return { code, out: stdout, err: withoutProgress(stderr) }
}

async function copy(from: string, to: string) {
  const { code, out, err } = await run('copy', '--from', from, '--to', to)
  assert.deepEqual([code, err], [0, ''])
  assert.match(out, /^[\d,]+ rows in [\d.]+ s \([\d,]+ a second\), the same on both sides\.$/m)
  return out.replace(/ in [\d.]+ s \([\d,]+ a second\)/, '')
}

const positions = sql`
  select (select max(seq) from change) + (select max(id) from edit) * 1000000
    + (select sum(seq) from follower) as number`

test('the world is copied from SQLite to PostgreSQL and back', { skip }, async (context) => {
  const places = [
    await placeOf(context, worldOnSqlite),
    await placeOf(context, nothingOnPostgres),
    await newFolder(context),
  ] as const
  assert.equal(await copy(places[0], places[1]), await copy(places[1], places[2]))
  const states = []
  for (const place of places) states.push(await within(place, stateOf))
  assert.ok((states[0] as string).length > 10_000)
  assert.ok(states[1] === states[0] && states[2] === states[0], 'the three differ')
  await within(places[1], goesOn)
  await within(places[2], goesOn)
})

test('a merge and a deletion are undone in a copy as in their source', { skip }, async (context) => {
  const places = [await placeOf(context, worldOnSqlite), await placeOf(context, nothingOnPostgres)] as const
  const { before, edits } = await within(places[0], async (db) => {
    await keepMuch(db)
    const before = [await exportOf(db), ...(await keptOf(db))]
    return { before, edits: await mergeAndDelete(db) }
  })
  await copy(...places)
  const after = await within(places[1], async (db) => {
    for (const edit_id of edits.toReversed()) await undo(db, { of: 'edit', edit_id }, { account_id: null, at })
    return [await exportOf(db), ...(await keptOf(db))]
  })
  assert.ok(JSON.stringify(after) === JSON.stringify(before), 'they differ')
})

/** What has to be the same wherever the catalogue is. */
async function stateOf(db: Migratable): Promise<string> {
  const session = await knownSession(db, sessions.ada)
  assert.equal(session?.account_id, 1)
  return JSON.stringify([await exportOf(db), await numberOf(db, positions), await isUnfinishedCopy(db)])
}

/** What is numbered by the engine goes on behind what was copied. */
async function goesOn(db: Migratable) {
  const before = await numberOf(db, sql`select max(id) as number from edit`)
  const records = [{ kind: 'movie' as const, values: { title: 'New' } }]
  const { edit_id } = await applyEdit(db, { account_id: null, at: new Date(testDay), records })
  assert.equal(edit_id, before + 1)
  const last = sql`select max(seq) - count(*) as number from change`
  assert.equal(await numberOf(db, last), 0)
}

for (const [from, to] of [
  [worldOnSqlite, nothingOnPostgres],
  [worldOnPostgres, nothingOnSqlite],
] as const) {
  test(`a copy from ${from.name} to ${to.name} that is interrupted goes on`, { skip }, async (context) => {
    const [source, target] = [await openFor(context, from), await openFor(context, to)]
    const tables = await describeTables(migrations, (await migrationState(source, migrations)).last)
    const interrupted = 9
    let runs = 0
    for (;;) {
      let pages = 0
      const onProgress = ({ phase }: { phase: string }) => {
        if (phase === 'copying' && ++pages > interrupted * (runs + 1)) throw new Error('interrupted')
      }
      const copied = copyTables(source, target, tables, { onProgress, pageRows: 50 }).catch((error: Error) => error)
      runs++
      const result = await copied
      if (!(result instanceof Error)) break
      assert.equal(result.message, 'interrupted')
      assert.equal(await isUnfinishedCopy(target), true)
    }
    assert.ok(runs > 5, `${runs} runs`)
    assert.equal(await exportOf(target), await exportOf(source))
  })
}

async function openFor(context: TestContext, engine: TestEngine): Promise<Migratable> {
  const db = await engine.open({ writes: 'inline' })
  context.after(() => db.close())
  return db
}

test('copies of the sample that are killed go on', { skip }, async (context) => {
  const places = [
    await placeOf(context, sampleOnSqlite),
    await placeOf(context, nothingOnPostgres),
    await placeOf(context, nothingOnSqlite),
  ] as const
  for (const [from, to] of [places.slice(0, 2), places.slice(1)] as [string, string][]) {
    await copyUntilKilled(from, to)
    await copy(from, to)
    assert.ok((await within(to, stateOf)) === (await within(from, stateOf)), 'they differ')
  }
})

/** Whether the kill comes in time depends on the machine; what has to be true afterwards does not. */
async function copyUntilKilled(from: string, to: string) {
  const words = [join(packageRoot, 'bin/start.js'), 'copy', '--from', from, '--to', to]
  const child = spawn(process.execPath, words, { stdio: 'ignore' })
  const exit = once(child, 'exit')
  const copied = sql`select sum(rows) as number from copy_progress`
  await within(to, async (db) => {
    while (child.exitCode === null && (await numberOf(db, copied).catch(() => 0)) < 4_000) await sleep(POLL_MS)
  })
  child.kill('SIGKILL')
  await exit
}

describe('a copy is refused', { skip }, () => {
  async function refusal(from: string, to: string) {
    const { code, out, err } = await run('copy', '--from', from, '--to', to)
    assert.deepEqual([code, out], [1, ''])
    return err
  }

  for (const [from, to] of [
    [worldOnSqlite, nothingOnPostgres],
    [worldOnPostgres, nothingOnSqlite],
  ] as const) {
    test(`while somebody has the source on ${from.name} open`, async (context) => {
      const places = [await placeOf(context, from), await placeOf(context, to)] as const
      const db = await openDatabase(places[0], { writes: 'thread' })
      context.after(() => db.close())
      assert.equal(
        await refusal(...places),
        'reelcommons copy: A server or another command is using the source. Stop it first: what it writes would not ' +
          'be copied.\n',
      )
    })

    test(`into a target on ${to.name} that has something`, async (context) => {
      const places = [await placeOf(context, from), await placeOf(context, to)] as const
      await within(places[1], (db) =>
        db.run(sql`insert into account (username, folded_username, created_at) values ('a', 'a', '')`),
      )
      assert.equal(await refusal(...places), 'reelcommons copy: The target is not empty: its table account has rows.\n')
    })
  }

  test('where the source was changed after an interruption, or is another one', async (context) => {
    const [source, target] = [await openFor(context, worldOnSqlite), await openFor(context, nothingOnPostgres)]
    const tables = await describeTables(migrations, (await migrationState(source, migrations)).last)
    const stop = ({ done }: { done: number }) => {
      if (done > 500) throw new Error('interrupted')
    }
    await assert.rejects(copyTables(source, target, tables, { onProgress: stop, pageRows: 20 }), /interrupted/)
    await source.run(sql`update account set name = ${'Other'} where username = ${'Bo'}`)
    await assert.rejects(copyTables(source, target, tables, { pageRows: 20 }), {
      message:
        'The copy in the target is of another source, or the source has changed since: account differs. ' +
        'Copy into an empty target.',
    })
    const empty = await openFor(context, nothingOnSqlite)
    await assert.rejects(copyTables(empty, target, tables, { pageRows: 20 }), /source differs/)
  })

  test('at its end where the target is not like the source', async (context) => {
    const [source, target] = [await openFor(context, worldOnSqlite), await openFor(context, nothingOnPostgres)]
    const tables = await describeTables(migrations, (await migrationState(source, migrations)).last)
    const changes = [
      [sql`update movie set title = ${'Other'} where id = 501`, /differs from its source: movie\. Copy into an empty/],
      [sql`delete from watchlist`, /movie, watchlist \(\d+ rows in the source, 0 here\)\. Copy/],
    ] as const
    for (const [change, message] of changes) {
      let changed: Promise<unknown> | undefined
      const onProgress = ({ phase }: { phase: string }) => {
        if (phase === 'verifying') changed ??= target.run(change)
      }
      await assert.rejects(copyTables(source, target, tables, { onProgress }), message)
      await changed
    }
  })

  test('from nothing, to itself, and without words', async (context) => {
    const [place, nowhere] = [await placeOf(context, nothingOnSqlite), join(await newFolder(context), 'none')]
    assert.equal(await refusal(nowhere, place), `reelcommons copy: There is no catalogue in ${nowhere}.\n`)
    for (const words of [
      ['--from', place],
      ['--from', place, '--to', `${place}/`],
    ])
      assert.equal((await run('copy', ...words)).code, 2)
  })
})

test('a copy waits for users of the source that are leaving', { skip }, async (context) => {
  const place = await placeOf(context, worldOnPostgres)
  const leaving = await openDatabase(place, { writes: 'thread' })
  const opening = openUnused(place)
  await sleep(STAY_MS)
  await leaving.close()
  await (await opening).close()
})

test('nothing opens a catalogue while the copy into it has not ended', async (context) => {
  const place = await placeOf(context, worldOnSqlite)
  await within(place, (db) => db.run(raw('create table copy_progress (name text)')))
  assert.deepEqual(await run('key', 'list', '--data', place), {
    code: 1,
    out: '',
    err:
      `reelcommons key: The catalogue in ${place} cannot be opened: A copy into this catalogue was interrupted; ` +
      'run the same `reelcommons copy` again to complete it.\n',
  })
})
