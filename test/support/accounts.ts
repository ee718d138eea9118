import type { TestContext } from 'node:test'
import { createAccount } from '#src/accounts/accounts.ts'
import { approveRequestToken, createRequestToken } from '#src/accounts/request-tokens.ts'
import { exchangeRequestToken, findSession } from '#src/accounts/sessions.ts'
import { readConfig } from '#src/config.ts'
import type { Role } from '#src/contract/access.ts'
import type { Passwords, Writing } from '#src/contract/write.ts'
import type { Database } from '#src/database/database.ts'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { createKey } from '#src/keys/keys.ts'
import type { TestEngine } from './engines.ts'

export const now = new Date('2026-03-10T12:00:00.500Z')
export const later = (minutes: number, ms = 0) => new Date(now.getTime() + minutes * 60_000 + ms)

/** Real ones have tests of their own; these take no time and say what they were asked. */
export function quickPasswords() {
  const asked: unknown[] = []
  const passwords: Passwords = {
    hash: async (password) => `hash of ${password}`,
    verify: async (password, stored) => {
      asked.push(stored)
      return stored === `hash of ${password}`
    },
  }
  return { passwords, asked }
}

export async function openFor(t: TestContext, engine: TestEngine): Promise<Database> {
  const db = await engine.open()
  t.after(() => db.close())
  return db
}

/** Two databases on the same data, as two servers or a server and a command have them. */
export async function openTwo(t: TestContext, engine: TestEngine): Promise<[Database, Database]> {
  const location = await engine.clone()
  const open = () =>
    location.startsWith('postgres')
      ? openPostgres(location, { connections: 4 })
      : openSqlite(location, { writes: 'thread' })
  const both: [Database, Database] = [await open(), await open()]
  t.after(() => Promise.all(both.map((db) => db.close())))
  return both
}

/** The account of a session, which these tests use long before it expires. */
export const knownSession = (db: Database, secret: string) => findSession(db, secret, { now, sessionDays: 365 })

export const ada = { username: 'Ada', name: 'Ada L.', email: 'ada@example.org', password: 'the lamp is lit', now }

/** A key and an account, and how the two get a token and a session. */
export async function prepare(db: Database) {
  const { passwords } = quickPasswords()
  const key = await createKey(db, { name: 'one', plan: 'developer', account_id: null, now })
  const other = await createKey(db, { name: 'two', plan: 'professional', account_id: null, now })
  const account_id = (await createAccount(db, passwords, ada))!.id
  const key_id = key.id
  const newToken = async (at = now) =>
    (await createRequestToken(db, { key_id, now: at, lifetimeMinutes: 60 })).request_token
  const approve = (request_token: string, at = now) =>
    approveRequestToken(db, { request_token, key_id, now: at, account_id })
  const exchange = (request_token: string, at = now) => exchangeRequestToken(db, { request_token, key_id, now: at })
  return { key, key_id, other, account_id, newToken, approve, exchange }
}

/** What a write is done with, for an account from whose hour nothing is taken. */
export const writingOf = (
  db: Database,
  account_id: number,
  at = now,
  role: Role = 'member',
): Writing & { asked: unknown[] } => ({
  ...{ db, now: at, account: { id: account_id, role }, settings: readConfig({}, {}).config },
  ...quickPasswords(),
  countSignal() {},
  async noteEvent() {},
  async take() {},
})
