import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { Type } from 'typebox'
import { deleteAccount } from '#src/accounts/deletion.ts'
import { mostAtOnce } from '#src/accounts/own-data/delete-much.ts'
import { personalData } from '#src/accounts/own-data/personal-data.ts'
import { personalFile } from '#src/accounts/own-data/personal-file.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { addItem } from '#src/contributions/lists/items.ts'
import { changeList, createList } from '#src/contributions/lists/lists.ts'
import type { Database } from '#src/database/database.ts'
import { join, raw, sql } from '#src/database/sql.ts'
import { setRatings } from '#src/kept/ratings.ts'
import { tablesOfAPerson } from '#src/personal/tables-of-a-person.ts'
import { openFor, writingOf } from '../support/accounts.ts'
import { forEachEngine, sqliteEngine } from '../support/engines.ts'
import { addOwn, owner } from '../support/world/own.ts'
import { loadWorld, testDay } from '../support/world.ts'

const Name = Type.Object({ name: Type.String() })

test('every table that holds something about a person is in their table, and told of as it says', async (t) => {
  const db = await openFor(t, sqliteEngine(loadWorld))
  const tables = await db.all(
    Name,
    raw(`
      select distinct t.name from sqlite_master t, pragma_foreign_key_list(t.name) f
      where t.type = 'table' and f."table" in ('account', 'kept_import', 'user_list', 'webhook')
      union select distinct t.name from sqlite_master t, pragma_table_info(t.name) c
      where t.type = 'table' and c.name in ('account_id', 'actor_id', 'guest_id', 'email')
      order by 1`),
  )
  assert.deepEqual(
    tables.map(({ name }) => name),
    Object.keys(tablesOfAPerson).sort(),
    'tables-of-a-person.ts has to name it',
  )
  const told = Object.values(tablesOfAPerson).flatMap(({ told }) => (typeof told === 'string' ? told : []))
  const data = JSON.parse(await text(await personalFile(db, 1)))
  assert.deepEqual(Object.keys(data).sort(), [...new Set(told)].sort())
})

forEachEngine(loadWorld, (engine) => {
  test('the file of one’s own data is the same in pieces, none of which grows with what there is', async (t) => {
    const db = await openFor(t, engine)
    const days = Array.from({ length: 4_001 }, (_, day) => new Date(Date.parse(testDay) - day * 86_400_000))
    const Viewing = Type.Object({ at: Type.String() })
    await db.run(sql`
      insert into watched (account_id, kind, entity_id, watched_at, watched_on, created_at)
      select ${owner.id}, 'movie', 501, v.at, v.at, v.at
      from ${db.engine.rows(
        Viewing,
        days.map((day) => ({ at: day.toISOString() })),
      )} as v`)
    const pieces = await Array.fromAsync<string>(await personalFile(db, owner.id))
    const { import_entries, ...data } = JSON.parse(pieces.join(''))
    assert.deepEqual(data, JSON.parse(JSON.stringify(await personalData(db, owner.id))))
    assert.ok(data.watched.length >= days.length, `${data.watched.length} viewings`)
    assert.ok(Array.isArray(import_entries))
    const longest = Math.max(...pieces.map(({ length }) => length))
    assert.ok(longest < 250_000, `${longest} characters`)
  })
})

/** Notes the most rows that a statement changes. */
function watching(db: Database, noted: { most: number }): Database {
  return new Proxy(db, {
    get(target, name: keyof Database) {
      if (name === 'run')
        return async (...asked: Parameters<Database['run']>) => {
          const rows = await target.run(...asked)
          noted.most = Math.max(noted.most, rows)
          return rows
        }
      if (name === 'transaction')
        return (work: (tx: Database) => Promise<unknown>) => target.transaction((tx) => work(watching(tx, noted)))
      const value = target[name]
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

forEachEngine(loadWorld, (engine) => {
  test('an account that has much is deleted in many short transactions, and by its password alone', async (t) => {
    const db = await openFor(t, engine)
    const numbers = Array.from({ length: mostAtOnce + 1 }, (_, number) => ({ number }))
    await db.run(sql`
      insert into watched (account_id, kind, entity_id, watched_at, watched_on, created_at)
      select 4, 'movie', 501, 'at ' || v.number, 'on', 'now'
      from ${db.engine.rows(Type.Object({ number: Type.Integer() }), numbers)} as v`)
    const text = { name: 'Lights', description: '', iso_639_1: 'en', visibility: 'public' } as const
    const now = new Date(testDay)
    const id = await createList(db, 4, text, now)
    await changeList(db, { id, account_id: 4, now }, (tx) => addItem(tx, id, { kind: 'movie', entity_id: 501 }, now))
    await setRatings(db, { account_id: 4 }, [{ kind: 'movie', entity_id: 501, value: 4, at: testDay }])
    const row = await db.one(Password, sql`select password from account where id = 4`)
    const holder = { id: 4, username: 'dee', email: 'dee@people.example', email_verified_at: testDay }
    const noted = { most: 0 }
    const remove = (password: string) => {
      const proven = { id: 4, password }
      return deleteAccount.handle(writingOf(watching(db, noted), 4, now), {
        holder,
        proven,
        keepsReviews: false,
        language: 'en',
      })
    }
    await assert.rejects(remove('another'), new ApiError('invalid_credentials'))
    const left = async () => {
      const { lists, ratings, watched } = await personalData(db, 4)
      return [lists.length, ratings.length, watched.length]
    }
    const before = await left()
    assert.ok(Math.min(...before) > 0 && before[2]! >= numbers.length, `${before}`)
    assert.equal(await remove(row?.password as string), true)
    assert.deepEqual(await left(), [0, 0, 0])
    assert.ok(noted.most > 0 && noted.most <= 2_000, `${noted.most} rows`)
  })
})

const Password = Type.Object({ password: Type.String() })
const Count = Type.Object({ count: Type.Integer() })

test('a deleted account has no row in the tables that are deleted with it', async (t) => {
  const db = await openFor(t, sqliteEngine(loadWorld))
  await addOwn(db)
  const deleted = Object.entries(tablesOfAPerson).filter(([, { deletion }]) => deletion === 'deleted')
  const counts = async () =>
    Promise.all(
      deleted.map(async ([table, { owners = ['account_id'] }]) => {
        const owned = join(
          owners.map((column) => sql`${raw(column)} = ${owner.id}`),
          ' or ',
        )
        const row = await db.one(Count, sql`select count(*) as count from ${raw(table)} where ${owned}`)
        return [table, row?.count] as const
      }),
    )
  const unused = (await counts()).flatMap(([table, count]) => (count === 0 ? table : []))
  assert.deepEqual(unused, [], 'the owner of the world has something of everything')

  const row = await db.one(Password, sql`select password from account where id = ${owner.id}`)
  const holder = { ...owner, email: 'own@people.example', email_verified_at: testDay }
  const proven = { id: owner.id, password: row?.password as string }
  await db.run(sql`update account set role = 'administrator' where id <> ${owner.id}`)
  const now = new Date(testDay)
  assert.equal(
    await deleteAccount.handle(writingOf(db, owner.id, now), { holder, proven, keepsReviews: true, language: 'en' }),
    true,
  )
  assert.deepEqual(
    await counts(),
    deleted.map(([table]) => [table, 0]),
  )
})

const Reference = Type.Object({ table: Type.String(), on_delete: Type.String() })

test('what goes with another table goes with its rows', async (t) => {
  const db = await openFor(t, sqliteEngine(loadWorld))
  for (const [table, { deletion }] of Object.entries(tablesOfAPerson)) {
    if (typeof deletion === 'string' || !('with' in deletion)) continue
    const references = await db.all(
      Reference,
      raw(`select "table", on_delete from pragma_foreign_key_list('${table}')`),
    )
    const cascades = references.filter(({ on_delete }) => on_delete === 'CASCADE').map(({ table }) => table)
    assert.ok(cascades.includes(deletion.with), `${table} goes with ${cascades}`)
  }
})
