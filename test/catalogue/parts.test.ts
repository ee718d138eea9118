import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Type } from 'typebox'
import type { PartName } from '#src/catalogue/kinds.ts'
import type { Store } from '#src/catalogue/part.ts'
import { parts } from '#src/catalogue/parts/index.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database } from '#src/database/database.ts'
import { migrate } from '#src/database/migrate.ts'
import { sql } from '#src/database/sql.ts'
import { packageRoot } from '#src/package-root.ts'
import { forEachEngine } from '../support/engines.ts'

/** What the entries of imported parts bring along beside records: the accounts of reviewers. */

const storeOf = (name: PartName) => parts.find((part) => part.name === name)?.store as Store
const now = new Date('2026-03-10T12:00:00.000Z')
const later = new Date('2026-03-11T12:00:00.000Z')

const Text = nullable(Type.String())
const Account = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  folded_username: Type.String(),
  name: Type.String(),
  avatar_path: Text,
  created_at: Type.String(),
  source_id: Text,
  password: Text,
})
const accountsOf = (db: Database) =>
  db.all(
    Account,
    sql`select id, username, folded_username, name, avatar_path, created_at, source_id, password
      from account order by source_id nulls first, username`,
  )

async function prepare(db: Parameters<Parameters<typeof forEachEngine>[0]>[0]) {
  await migrate(db, join(packageRoot, 'migrations'))
  for (const id of ['atlas', 'rumour']) {
    await db.run(sql`
      insert into source (id, name, licence, url, rank, redistributable) values (${id}, ${id}, '', '', 1, true)`)
  }
  await db.run(sql`
    insert into account (username, folded_username, name, password, created_at)
    values ('ann', 'ann', 'Ann of here', 'secret', ${now.toISOString()})`)
}

const review = (source_id: string, username: string, more: Record<string, unknown> = {}) => ({
  source_id,
  username,
  name: '',
  avatar_path: null,
  ...more,
})

forEachEngine(prepare, (engine) => {
  test('each source has its own reviewers, whatever they are called here', async () => {
    const db = await engine.open()
    const { prepare, describe } = storeOf('reviews')
    const entries: Record<string, unknown>[] = [
      review('atlas', 'ann'),
      review('rumour', 'ann', { name: 'Ann R.', avatar_path: '/ann.png' }),
      review('atlas', 'Ann'),
      review('rumour', 'ann'),
    ]
    await db.transaction(async (tx) => prepare?.(tx, entries as never, now))
    const [here, ...made] = await accountsOf(db)
    const ids = new Map(made.map(({ id, source_id, username }) => [`${source_id} ${username}`, id]))
    assert.deepEqual(
      made.map(({ id: _id, ...account }) => account),
      [
        { ...common('atlas', 'Ann'), name: '', avatar_path: null },
        { ...common('atlas', 'ann'), name: '', avatar_path: null },
        { ...common('rumour', 'ann'), name: 'Ann R.', avatar_path: '/ann.png' },
      ],
    )
    assert.deepEqual(
      entries.map(({ account_id }) => account_id),
      [ids.get('atlas ann'), ids.get('rumour ann'), ids.get('atlas Ann'), ids.get('rumour ann')],
    )
    assert.deepEqual([here?.username, here?.source_id, here?.password], ['ann', null, 'secret'])

    const stored = entries.map(({ account_id }) => ({ account_id }))
    await describe?.(db, stored)
    assert.deepEqual(stored[1], {
      account_id: ids.get('rumour ann'),
      username: 'ann',
      name: 'Ann R.',
      avatar_path: '/ann.png',
    })
    await db.close()
  })

  test('a reviewer who comes again gets a new name and picture, and loses none', async () => {
    const db = await engine.open()
    const { prepare } = storeOf('reviews')
    await db.transaction(async (tx) =>
      prepare?.(tx, [review('atlas', 'bo', { name: 'Bo', avatar_path: '/bo.png' })], now),
    )
    await db.transaction(async (tx) => prepare?.(tx, [review('atlas', 'bo')], later))
    await db.transaction(async (tx) => prepare?.(tx, [review('atlas', 'bo', { name: 'Bo B.' })], later))
    const [, bo] = await accountsOf(db)
    const { id: _id, ...account } = bo as Record<string, unknown>
    assert.deepEqual(account, { ...common('atlas', 'bo'), name: 'Bo B.', avatar_path: '/bo.png' })
    await db.close()
  })
})

/** An account that nobody can sign in to: it has no password. */
function common(source_id: string, username: string) {
  return { username, folded_username: username, created_at: now.toISOString(), source_id, password: null }
}
