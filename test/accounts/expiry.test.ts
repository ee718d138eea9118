import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from 'typebox'
import { deleteExpired, EXPIRED_ROWS, runExpiry } from '#src/accounts/expiry.ts'
import type { Database } from '#src/database/database.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import { JOB_DAYS } from '#src/jobs/jobs.ts'
import { EXPIRED_TOKEN_DAYS } from '#src/keys/access-tokens.ts'
import { later, now, openFor, prepare } from '../support/accounts.ts'
import { migrated } from '../support/catalogue.ts'
import { until } from '../support/clients.ts'
import { forEachEngine } from '../support/engines.ts'

const Digest = Type.Object({ digest: Type.String() })
const day = 24 * 60

/** Of each table: how rows come into it, at which time, and for how many minutes after that they are not over. */
const tables: Record<string, { insert(about: About): Sql; minutes: number; digest?: string }> = {
  request_token: {
    insert: ({ from, at, key_id }) => sql`
      insert into request_token (digest, key_id, expires_at) select digest, ${key_id}, ${at} from ${from}`,
    minutes: 0,
  },
  mailed_link: {
    insert: ({ from, at, account_id }) => sql`
      insert into mailed_link (digest, purpose, account_id, email, expires_at)
      select digest, 'verify', ${account_id}, 'ada@people.example', ${at} from ${from}`,
    minutes: 0,
  },
  browser_session: {
    insert: ({ from, at, account_id }) => sql`
      insert into browser_session (digest, account_id, browser, created_at, last_used_at)
      select digest, ${account_id}, 'one', ${at}, ${at} from ${from}`,
    minutes: 90 * day,
  },
  sign_in_place: {
    insert: ({ from, at, account_id }) => sql`
      insert into sign_in_place (account_id, place, first_at, last_at)
      select ${account_id}, digest, ${at}, ${at} from ${from}`,
    minutes: 90 * day,
    digest: 'place',
  },
  act: {
    insert: ({ from, at, account_id }) => sql`
      insert into act (at, what, account_id, about, reason)
      select ${at}, 'role_changed', ${account_id}, '{}', digest from ${from}`,
    minutes: 730 * day,
    digest: 'reason',
  },
  security_event: {
    insert: ({ from, at, account_id }) => sql`
      insert into security_event (account_id, at, what, network, browser)
      select ${account_id}, ${at}, 'signed_in', '', digest from ${from}`,
    minutes: 90 * day,
    digest: 'browser',
  },
  job: {
    insert: ({ from, at, account_id }) => sql`
      insert into job (account_id, kind, input, state, status, revision, phase, done, attempts, failure, created_at,
        worked_at, next_at, ended_at)
      select ${account_id}, digest, '{}', '{}', 'done', 1, '', 0, 0, '', ${at}, ${at}, ${at}, ${at} from ${from}`,
    minutes: JOB_DAYS * day,
    digest: 'kind',
  },
  session: {
    insert: ({ from, at, key_id, account_id }) => sql`
      insert into session (digest, account_id, key_id, created_at, last_used_on)
      select digest, ${account_id}, ${key_id}, ${at}, ${at} from ${from}`,
    minutes: 366 * day,
  },
  access_token: {
    insert: ({ from, at, key_id, account_id }) => sql`
      insert into access_token (digest, last_four, account_id, key_id, name, scopes, created_at, ends_at)
      select digest, '', ${account_id}, ${key_id}, '', 'read', ${at}, ${at} from ${from}`,
    minutes: EXPIRED_TOKEN_DAYS * day,
  },
  attempt: {
    insert: ({ from, at }) => sql`insert into attempt (subject, count, last_at) select digest, 1, ${at} from ${from}`,
    minutes: day,
    digest: 'subject',
  },
}
type About = { from: Sql; at: string; key_id: number; account_id: number }

/** Rows of a table, named by what they are. */
async function digestsOf(db: Database, table: string, column = 'digest'): Promise<string[]> {
  const rows = await db.all(Digest, sql`select ${raw(column)} as digest from ${raw(table)} order by 1`)
  return rows.map(({ digest }) => digest)
}

forEachEngine(migrated, (engine) => {
  for (const [table, { insert, minutes, digest }] of Object.entries(tables))
    test(`of ${table} all goes that is over, and nothing else`, async (t) => {
      const db = await openFor(t, engine)
      const { key_id, account_id } = await prepare(db)
      const add = async (digests: string[], at: Date) => {
        const from = sql`${db.engine.rows(
          Digest,
          digests.map((each) => ({ digest: each })),
        )} as r`
        await db.run(insert({ from, at: at.toISOString(), key_id, account_id }))
      }
      const many = Array.from({ length: 2 * EXPIRED_ROWS + 1 }, (_, at) => `old ${at}`)
      await add(many, later(-minutes, -1_000))
      await add(['just over'], later(-minutes))
      await add(['living'], later(-minutes, 1))
      await deleteExpired(db, now, { sessionDays: 365 })
      assert.deepEqual(await digestsOf(db, table, digest), ['living'])
      await deleteExpired(db, later(0, 1), { sessionDays: 365 })
      assert.deepEqual(await digestsOf(db, table, digest), [])
    })

  test('it goes on, also after something went wrong, until it is told to stop', async (t) => {
    const db = await openFor(t, engine)
    const { key_id } = await prepare(db)
    const ended = new AbortController()
    const failures: unknown[] = []
    const failing = new Error('the clock stands still')
    let looks = 0
    const clock = () => {
      if (++looks === 2) throw failing
      return now
    }
    const failed = (error: unknown) => void failures.push(error)
    const kept = runExpiry(db, { clock, signal: ended.signal, failed, restMs: 1, sessionDays: 365 })
    await until(() => looks > 2)
    await db.run(sql`
      insert into request_token (digest, key_id, expires_at) values ('over', ${key_id}, ${now.toISOString()})`)
    await until(async () => (await digestsOf(db, 'request_token')).length === 0)
    assert.deepEqual(failures, [failing])
    ended.abort()
    await kept
    const looked = looks
    await delay(10)
    assert.equal(looks, looked)
  })
})
