import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { Type } from 'typebox'
import { copyTables } from '#src/database/copy/copy-tables.ts'
import type { Database } from '#src/database/database.ts'
import { migrate } from '#src/database/migrate.ts'
import { describeTables } from '#src/database/schema/describe-tables.ts'
import { sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { packageRoot } from '#src/package-root.ts'
import { openFor } from '../support/catalogue.ts'
import { forEachEngine, postgresEngine, sqliteEngine } from '../support/engines.ts'
import { signedIn, startPages, textOf, tokenIn } from '../support/pages/visitor.ts'
import { send } from '../support/scenarios.ts'
import { loadWorld } from '../support/world.ts'

const migrations = join(packageRoot, 'migrations')
const LAST_WITHOUT = 12
const LAST = 10_000
/** No row of these is ever deleted, and both are long. */
const neverDeleted = ['edit', 'change']

/** The rows of a small table. */
async function add(db: Database): Promise<number> {
  const digest = randomUUID()
  await db.run(sql`insert into passkey_challenge (digest, expires_at) values (${digest}, '2026-03-11')`)
  return (await db.one(Id, sql`select id from passkey_challenge where digest = ${digest}`))?.id ?? 0
}
const deleteAll = (db: Database) => db.run(sql`delete from passkey_challenge`)

forEachEngine(
  async (db) => void (await migrate(db, migrations, LAST_WITHOUT)),
  (engine) => {
    test('the number of a deleted row does not come again in a catalogue of before', async (t) => {
      const db = await openFor(t, engine)
      assert.equal(await add(db), 1)
      assert.equal(await add(db), 2)
      await migrate(db, migrations)
      await deleteAll(db)
      assert.equal(await add(db), 3)
      await deleteAll(db)
      assert.equal(await add(db), 4)
    })
  },
)

const openNew = async (db: Parameters<typeof migrate>[0]) => void (await migrate(db, migrations))
const fresh = { SQLite: sqliteEngine(openNew), PostgreSQL: postgresEngine(openNew) }

forEachEngine(openNew, (engine) => {
  for (const target of Object.values(fresh))
    test(`nor in its copy on ${target.name}`, { skip: target.skip }, async (t) => {
      const [from, to] = [await openFor(t, engine), await openFor(t, target)]
      await add(from)
      await add(from)
      await deleteAll(from)
      await copyTables(from, to, await describeTables(migrations, LAST), { noting: from.engineName })
      assert.equal(await add(to), 3)
    })
})

forEachEngine(loadWorld, (engine) => {
  test('who accepts an edit that was withdrawn accepts nothing else', async (t) => {
    const server = await startPages(engine, { 'edits-of-new-members': '1' })
    t.after(() => server.close())
    const { db, app } = server
    await db.run(sql`update session set scopes = 'read keep edit moderate'`)
    await db.run(sql`update account set role = 'moderator' where username = 'Bo'`)
    const ask = async (request: string, session: string, body?: object) => {
      const reply = await send(app, request, { session, ...(body && { body }) })
      return [reply.statusCode, JSON.parse(reply.body)] as const
    }
    const edit = (overview: string) =>
      ask('POST /commons/1/edit', 'ada', { records: [{ kind: 'collection', id: 402, overview }] })
    const pending = async () => (await ask('GET /commons/1/queue', 'ada'))[1].edits.map(({ id }: { id: number }) => id)
    await edit('What Bo has seen.')
    const [seen] = await pending()
    const path = `/queue/${seen}`
    const bo = await signedIn(server, 'Bo')
    const form_token = tokenIn((await bo.get(path)).body)
    assert.equal((await ask(`POST /commons/1${path}`, 'ada', { act: 'withdraw' }))[0], 201)
    await edit('What nobody has seen.')
    assert.deepEqual(await pending(), [seen + 1])
    assert.equal((await ask(`POST /commons/1${path}`, 'bo', { act: 'accept' }))[0], 404)
    const told = await bo.follow(await bo.post(path, { act: 'accept' }, { token: form_token }))
    assert.match(textOf(told), /^Someone else has already decided on this edit\./)
    assert.deepEqual(await pending(), [seen + 1])
  })
})

const Definition = Type.Object({ name: Type.String(), sql: Type.String() })

test('all tables of SQLite whose rows are ever deleted number them once', async (t) => {
  const db = await openFor(t, fresh.SQLite)
  const defined = await db.all(Definition, sql`select name, sql from sqlite_schema where type = 'table'`)
  const again = (await describeTables(migrations, LAST))
    .filter(({ name, identity }) => identity && !neverDeleted.includes(name))
    .filter(({ name }) => !defined.find((table) => table.name === name)?.sql.includes('primary key autoincrement'))
    .map(({ name }) => `${name} is to be declared with {{numbered}}`)
  assert.deepEqual(again, [])
})
