import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Database } from '#src/database/database.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { migrate } from '#src/database/migrate.ts'
import { catalogueFile, isUrl, openDatabase } from '#src/database/open.ts'
import { checkSchema } from '#src/database/schema/check-schema.ts'
import { readMigrations } from '#src/database/schema/migrations.ts'
import { raw, sql } from '#src/database/sql.ts'
import { packageRoot } from '#src/package-root.ts'
import { openFor } from '../support/catalogue.ts'
import { forEachEngine, postgresEngine, sqliteEngine, type TestEngine } from '../support/engines.ts'
import { expected, formerCommit, found, linesOf, loadFormer } from '../support/former/former.ts'
import { runCommand } from '../support/run/command.ts'
import { withoutProgress } from '../support/run/progress.ts'

const migrations = join(packageRoot, 'migrations')

/** The last migration of which an adopted catalogue has the result already: it gets later ones as every other does. */
const LAST_ADOPTED = 12
const later = (await readMigrations(migrations, 'sqlite')).flatMap(({ number, name }) =>
  number > LAST_ADOPTED ? [name] : [],
)

/** The tables that these make, or give columns. */
const newTables = [
  ...['scheduled_import', 'episode_name', 'account', 'mailed_link', 'watched', 'server_setting', 'set_up_code'],
  ...['set_up', 'backup_made', 'player_address', 'player_delivery', 'kept_import_entry', 'media_folder', 'owned'],
  ...['favorite', 'list_item', 'review_like', 'list_like', 'list_keeper', 'webhook', 'webhook_delivery'],
  ...['publication', 'published_picture', 'published_again', 'following', 'followed_source', 'following_hour'],
  ...['followed_member', 'offered_correction', 'repeatable_edit', 'lineage', 'live_record'],
]

const loadNew = async (db: Migratable) => void (await migrate(db, migrations))

const namesOfMigrations = (db: Database) => linesOf(db, 'select name as line from migration order by number')

/** All that has a name, with its definition, but for the order of columns. */
const named = {
  sqlite: `
    select 'index ' || tbl_name || ' ' || name || ' ' || coalesce(sql, '') as line from sqlite_schema
    where type = 'index' and name not like 'sqlite_%'
    union all select 'statistics ' || tbl || ' ' || idx || ' ' || stat from sqlite_stat1`,
  postgres: `
    select 'index ' || tablename || ' ' || indexname || ' ' || indexdef as line from pg_indexes
    where schemaname = current_schema()
    union all select 'constraint ' || cast(cast(conrelid as regclass) as text) || ' ' || conname || ' '
      || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = (select oid from pg_namespace where nspname = current_schema())
    union all select 'sequence ' || sequencename from pg_sequences where schemaname = current_schema()
    union all select 'default ' || cast(cast(adrelid as regclass) as text) || ' ' || a.attname || ' '
      || pg_get_expr(adbin, adrelid)
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum`,
}

const namedIn = async (db: Migratable) =>
  (await linesOf(db, named[db.engineName])).map((line) => line.replaceAll(/\s+/g, ' ').toLowerCase()).sort()

async function newFolder(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-adoption-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The words of a command for what the engine prepared, and where that is. */
async function placeOf(context: TestContext, engine: TestEngine) {
  const made = await engine.clone()
  const data = join(await newFolder(context), 'data')
  await mkdir(data)
  if (!isUrl(made)) await copyFile(made, join(data, catalogueFile))
  const words = ['--data', data, ...(isUrl(made) ? ['--database', made] : [])]
  return { location: isUrl(made) ? made : data, words, folder: join(data, '..') }
}

async function run(...words: string[]) {
  const { code, stdout, stderr } = await runCommand(words)
  return { code, out: stdout, err: withoutProgress(stderr) }
}

async function within<Result>(location: string, work: (db: Migratable) => Promise<Result>): Promise<Result> {
  const db = await openDatabase(location, { writes: 'inline', connections: 1 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const notOurs =
  `The catalogue is of a version before 0.1.0, but its migrations are not those of the commit ${formerCommit}: ` +
  'one of them was changed after it was applied, or added. Restore a backup.'

const changed = (how: string) =>
  `The tables of the catalogue are not those that its migrations made: ${how}. Nothing was changed. ` +
  'Undo what was changed by hand, or restore a backup.'

const enginesOf = (prepare: (db: Migratable) => Promise<void>) => ({
  SQLite: sqliteEngine(prepare),
  PostgreSQL: postgresEngine(prepare),
})
const fresh = enginesOf(loadNew)
const empty = postgresEngine(async () => {})

forEachEngine(loadFormer, (engine) => {
  test('a catalogue of before 0.1.0 is adopted with all that it has', async (t) => {
    const db = await openFor(t, engine)
    const other = await openFor(t, fresh[engine.name])
    assert.deepEqual(await migrate(db, migrations), later)
    assert.deepEqual(await namesOfMigrations(db), await namesOfMigrations(other))
    assert.deepEqual(await namedIn(db), await namedIn(other))
    assert.deepEqual(await found(db), expected)
    // The engine goes on numbering.
    await db.run(sql`
      insert into pending_edit (account_id, source_id, note, source_url, at, records, changes, status, reason)
      select account_id, source_id, 'next', source_url, at, records, changes, status, reason from pending_edit`)
    assert.ok((await found(db)).some((line) => line.startsWith('edit 2 1 next waiting ')))
    assert.deepEqual(await migrate(db, migrations), [])
  })

  test('several processes that open it at once adopt it once', async (t) => {
    const { location } = await placeOf(t, engine)
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase(location, { writes: 'thread', connections: 2 })))
    t.after(() => Promise.all(opened.map((db) => db.close())))
    const applied = await Promise.all(opened.map((db) => migrate(db, migrations)))
    assert.deepEqual(applied.flat().sort(), later)
    for (const db of opened) assert.deepEqual(await found(db), expected)
  })

  const refused: [what: string, change: string, message: string][] = [
    [
      'an older one names the commit to start',
      'delete from migration where number > 100',
      'The catalogue is of a version before 0.1.0, and its last migration is 0100-origins-of-request-tokens. ' +
        `Start the commit ${formerCommit} of Reelcommons with it once, and then this version.`,
    ],
    [
      'one whose migrations were changed is none of ours',
      "update migration set digest = 'x' where number = 50",
      notOurs,
    ],
    [
      'one with further migrations is none of ours',
      "insert into migration (number, name, digest, at) values (103, '0103-more', 'x', '')",
      notOurs,
    ],
    [
      'one that lacks an index was changed by hand',
      'drop index movie_by_title',
      changed('it lacks the index movie.movie_by_title'),
    ],
    [
      'so was one with another column',
      'alter table genre add column mine text',
      changed('it has the column genre.mine (text)'),
    ],
    [
      'and one without a column',
      'alter table api_key drop column contact',
      changed('it lacks the column api_key.contact (text not null)'),
    ],
    [
      'and one with a column of another name',
      'alter table invitation rename column digest to secret',
      changed(
        'it lacks the column invitation.digest (text not null), it has the column invitation.secret (text not null)',
      ),
    ],
    [
      'and one without any of four indexes',
      'drop index movie_by_title; drop index movie_by_rank; drop index movie_facts; drop index movie_sample',
      changed(
        'it lacks the index movie.movie_by_rank, it lacks the index movie.movie_by_title, ' +
          'it lacks the index movie.movie_facts, and 1 more',
      ),
    ],
    [
      'one whose tables were renamed by half',
      'alter table record_watch rename to record_follow; alter table list_watch rename to list_follow',
      changed(
        'it lacks the table record_watch, it lacks the table list_watch, it has the table record_follow, and 1 more',
      ),
    ],
    [
      'one that lacks an index of a table that is renamed',
      'drop index waiting_edit_open',
      changed('it lacks the index waiting_edit_open'),
    ],
    [
      'one that lacks a column that is renamed',
      'alter table account_watch rename column watched_id to other',
      changed('it lacks the column account_watch.watched_id'),
    ],
    ...(engine.name === 'PostgreSQL'
      ? [
          [
            'one that lacks a constraint that is renamed',
            'alter table list_watch drop constraint list_watch_pkey',
            changed('the database says “constraint "list_watch_pkey" for table "list_follow" does not exist”'),
          ] as [string, string, string],
        ]
      : []),
    [
      'one whose list of migrations is empty',
      'delete from migration',
      'The list of migrations is empty, but there is the table source, which migration 0001-sources-and-log makes: ' +
        'it is a catalogue whose list was lost, or the tables are those of another program. Nothing was changed. ' +
        'Restore a backup, or use an empty database.',
    ],
  ]
  for (const [what, change, message] of refused)
    test(what, async (t) => {
      const db = await openFor(t, engine)
      for (const statement of change.split('; ')) await db.run(raw(statement))
      const before = [await namesOfMigrations(db), await namedIn(db)]
      await assert.rejects(migrate(db, migrations), { message })
      assert.deepEqual([await namesOfMigrations(db), await namedIn(db)], before)
    })

  test('statistics that were lost are made anew', { skip: engine.name !== 'SQLite' }, async (t) => {
    const db = await openFor(t, engine)
    await db.run(raw('drop table if exists sqlite_stat1'))
    await migrate(db, migrations)
    assert.deepEqual(await namedIn(db), await namedIn(await openFor(t, fresh[engine.name])))
  })

  test('a further table or index is nobody’s business', async (t) => {
    const db = await openFor(t, engine)
    await db.run(raw('create table mine (id integer primary key)'))
    await db.run(raw('create index mine_by_name on genre (name)'))
    await migrate(db, migrations)
    assert.deepEqual(await found(db), expected)
  })

  test('a backup of it comes back on both engines', { skip: empty.skip }, async (t) => {
    const { location, words, folder } = await placeOf(t, engine)
    const backup = join(folder, 'backup')
    const made = await run('backup', backup, ...words)
    assert.deepEqual([made.code, made.err], [0, ''])
    const isAdopted = async (place: string) => (await within(place, namesOfMigrations))[0] === '0001-sources-and-log'
    assert.equal(await isAdopted(location), false)
    const url = await empty.clone()
    for (const to of [
      ['--data', join(folder, 'a')],
      ['--data', join(folder, 'b'), '--database', url],
    ]) {
      assert.deepEqual((await run('restore', backup, ...to)).err, '')
      assert.equal((await run('export', ...to)).err, '')
      assert.deepEqual(await within(to[3] ?? (to[1] as string), found), expected)
    }
  })

  test('it is copied to the other engine, and back once it is adopted', { skip: empty.skip }, async (t) => {
    const { location, folder } = await placeOf(t, engine)
    const to = engine.name === 'SQLite' ? await empty.clone() : join(folder, 'there')
    const back = engine.name === 'SQLite' ? join(folder, 'back') : await empty.clone()
    const copied = await run('copy', '--from', location, '--to', to)
    assert.deepEqual([copied.code, copied.err], [0, ''])
    assert.deepEqual(await within(to, found), expected)
    await within(location, (db) => migrate(db, migrations))
    const adopted = await run('copy', '--from', location, '--to', back)
    assert.deepEqual([adopted.code, adopted.err], [0, ''])
    // The new tables and the new columns come with their migrations.
    const isNew = new RegExp(`^(?:${newTables.join('|')}) .*\n`, 'gm')
    const withoutTimes = (text: string) => text.replaceAll(isNew, '').replaceAll(/^migration .*$|rows in .*$/gm, '')
    assert.equal(withoutTimes(adopted.out), withoutTimes(copied.out))
  })

  test('one that cannot be written is read by nobody, and changed by nothing', async (t) => {
    const { location, words } = await placeOf(t, engine)
    if (engine.name === 'PostgreSQL')
      await within(location, async (db) => {
        const name = new URL(location).pathname.slice(1)
        await db.run(raw(`alter database ${name} set default_transaction_read_only = on`))
      })
    const room = ['--catalogue-free-bytes', String(2 ** 49)]
    const { code, stderr } = await runCommand(['export', ...words, ...(engine.name === 'SQLite' ? room : [])])
    assert.equal(code, 1)
    assert.match(stderr, /it is of an older version and has to be upgraded first\. /)
    assert.equal((await within(location, namesOfMigrations)).length, 102)
  })
})

forEachEngine(loadNew, (engine) => {
  test('the check of a schema knows that of a new catalogue', async (t) => {
    const db = await openFor(t, engine)
    await checkSchema(db, engine.name === 'SQLite' ? 'sqlite' : 'postgres', migrations, Number.POSITIVE_INFINITY)
  })

  test('a catalogue with a changed migration of today is refused as before', async (t) => {
    const db = await openFor(t, engine)
    await db.run(sql`update migration set digest = 'x' where number = 3`)
    await assert.rejects(migrate(db, migrations), {
      message: 'Migration 0003-parts was changed after it was applied; put the change into a new migration.',
    })
  })
})
