import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { forEachEngine, type TestEngine } from '../../test/support/engines.ts'
import { migrate } from './migrate.ts'
import { sql } from './sql.ts'

const first = `
create table film (
  id {{identity}},
  title text not null,
  adult {{boolean}} not null default false,
  genres {{json}} not null
);
create table tag (film_id integer not null, name text not null, primary key (film_id, name)) {{without_rowid}};
`
const second = `insert into film (title, genres) values ('One', '[1]'), ('Two', '[]');`

const Film = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  adult: Type.Boolean(),
  genres: Type.Array(Type.Integer()),
})
const films = sql`select id, title, adult, genres from film order by id`
const Count = Type.Object({ count: Type.Integer() })
const tables = sql`select count(*) as count from film`

async function folderWith(t: TestContext, files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-migrations-'))
  t.after(() => rm(folder, { recursive: true }))
  const write = async (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  }
  await write({ 'README.md': 'Not a migration.', ...files })
  return { folder, write }
}

async function openFor(t: TestContext, engine: TestEngine) {
  const db = await engine.open()
  t.after(() => db.close())
  return db
}

const refused: [name: string, files: Record<string, string>, message: RegExp][] = [
  [
    'a changed migration',
    { '0001-first.sql': `${first} -- changed` },
    /^Migration 0001-first was changed after it was applied; put the change into a new migration\.$/,
  ],
  [
    'an unknown token',
    { '0003-third.sql': 'create table t (at {{timestamp}})' },
    /^0003-third\.sql has the unknown token \{\{timestamp\}\}$/,
  ],
  [
    'a token that is a property of every object',
    { '0003-third.sql': 'create table t (at {{constructor}})' },
    /^0003-third\.sql has the unknown token \{\{constructor\}\}$/,
  ],
  ['two migrations of one number', { '0002-other.sql': '' }, /^Two migrations have the number of 0002-second\.sql$/],
  ['a name of another form', { '3-third.sql': '' }, /^A migration is named NNNN-name\.sql or .*, not 3-third\.sql$/],
]

forEachEngine(
  async () => {},
  (engine) => {
    test('migrations run once, in order', async (t) => {
      const db = await openFor(t, engine)
      const { folder, write } = await folderWith(t, { '0001-first.sql': first })
      assert.deepEqual(await migrate(db, folder), ['0001-first'])
      await write({
        '0002-second.sql': second,
        '0003-third.sqlite.sql': `update film set title = 'sqlite' where not adult and id = 1`,
        '0003-third.postgres.sql': `update film set title = 'postgres' where not adult and id = 1`,
      })
      assert.deepEqual(await migrate(db, folder), ['0002-second', '0003-third'])
      assert.deepEqual(await migrate(db, folder), [])
      assert.deepEqual(await db.all(Film, films), [
        { id: 1, title: db.engineName, adult: false, genres: [1] },
        { id: 2, title: 'Two', adult: false, genres: [] },
      ])
    })

    test('a migration that fails leaves nothing behind', async (t) => {
      const db = await openFor(t, engine)
      const { folder, write } = await folderWith(t, {
        '0001-first.sql': `${first} insert into film (title) values (1);`,
      })
      await assert.rejects(migrate(db, folder))
      await assert.rejects(db.one(Count, tables))
      await write({ '0001-first.sql': first })
      assert.deepEqual(await migrate(db, folder), ['0001-first'])
    })

    test('several that start at once do the work once', async (t) => {
      const db = await openFor(t, engine)
      const { folder } = await folderWith(t, { '0001-first.sql': first, '0002-second.sql': second })
      const names = await Promise.all([migrate(db, folder), migrate(db, folder), migrate(db, folder)])
      assert.deepEqual(names.flat().sort(), ['0001-first', '0002-second'])
      assert.deepEqual(await db.one(Count, tables), { count: 2 })
    })

    test('a database of a newer version is refused', async (t) => {
      const db = await openFor(t, engine)
      const { folder } = await folderWith(t, { '0001-first.sql': first, '0002-second.sql': second })
      await migrate(db, folder)
      const older = await folderWith(t, { '0001-first.sql': first })
      await assert.rejects(migrate(db, older.folder), {
        message:
          'The database has migration 0002-second, which this version of Reelcommons lacks: install a newer version.',
      })
    })

    for (const [name, files, message] of refused) {
      test(`${name} is refused`, async (t) => {
        const db = await openFor(t, engine)
        const { folder, write } = await folderWith(t, { '0001-first.sql': first, '0002-second.sql': second })
        await migrate(db, folder)
        await write(files)
        await assert.rejects(migrate(db, folder), (error: Error) => message.test(error.message))
      })
    }
  },
)
