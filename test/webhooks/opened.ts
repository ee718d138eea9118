import type { TestContext } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { tellAiring } from '#src/commons/webhooks/airing.ts'
import { followWebhooks } from '#src/commons/webhooks/follow-webhooks.ts'
import type { Sending } from '#src/commons/webhooks/send.ts'
import { openSender } from '#src/commons/webhooks/sender.ts'
import { makeWebhook, type Wish } from '#src/commons/webhooks/writes.ts'
import { readConfig } from '#src/config.ts'
import type { Role } from '#src/contract/access.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { createKey } from '#src/keys/keys.ts'
import { deliveriesOf, findWebhook, type Owned } from '#src/webhooks/hooks.ts'
import { now as began, openFor, writingOf } from '../support/accounts.ts'
import { emptyCatalogue, importInto, sources } from '../support/catalogue.ts'
import type { TestEngine } from '../support/engines.ts'

export const { config } = readConfig({ 'webhook-private': 'true' }, {})
const shared = sources.map((source) => ({ ...source, redistributable: source.id !== 'high' }))
export const film = (id: number, more: object = {}) => ({
  kind: 'movie',
  id,
  title: `Film ${id}`,
  source: 'low',
  ...more,
})

export const prepare = emptyCatalogue

type Account = { id: number; role: Role }

/** A catalogue with a few movies, people, and what follows its changes and sends to webhooks by a clock of its own. */
export async function openWebhooks(t: TestContext, engine: TestEngine, more: Partial<Sending> = {}) {
  return withWebhooks(t, await openFor(t, engine), more)
}

export async function withWebhooks(t: TestContext, db: Database, more: Partial<Sending> = {}) {
  await importInto(db, [...shared, ...[1, 2, 3].map((id) => film(id)), film(9, { source: 'high' })])
  const clock = { now: began }
  const stopping = new AbortController()
  t.after(() => stopping.abort())
  const errors: unknown[] = []
  const sending: Sending = { allowsPrivate: true, signal: stopping.signal, requestMs: 3_000, ...more }
  const follower = (of: Database) => followWebhooks(of, config, () => clock.now)
  const sender = (of: Database) =>
    openSender({ db: of, config, clock: () => clock.now, failed: (error) => void errors.push(error), sending })
  await follower(db).catchUp()

  async function person(username: string, role: Role = 'member'): Promise<Account> {
    const row = await db.transaction((tx) =>
      tx.one(
        Id,
        sql`
        insert into account (username, folded_username, role, email_verified_at, created_at)
        values (${username}, ${username}, ${role}, ${began.toISOString()}, ${began.toISOString()}) returning id`,
      ),
    )
    return { id: (row as { id: number }).id, role }
  }

  const writing = ({ id, role }: Account) => ({ ...writingOf(db, id, clock.now, role), settings: config })

  return {
    db,
    clock,
    errors,
    person,
    writing,
    stopping,
    follower,
    sender,
    key: (account_id: number | null) => createKey(db, { name: 'App', plan: 'developer', account_id, now: began }),
    add: (account: Account, owned: Owned, wish: Partial<Wish> & { address: string }) =>
      makeWebhook.handle(writing(account), { owned, name: '', types: ['movie.changed'], filter: {}, ...wish }),
    edit: (id: number, runtime: number) =>
      applyEdit(db, {
        account_id: null,
        at: clock.now,
        records: [{ kind: 'movie', id, values: { runtime } } as never],
      }),
    change: (records: readonly object[]) =>
      applyEdit(db, { account_id: null, at: clock.now, records: records as never }),
    /** Follows the changes, and sends what is due. */
    async turn(of: Database = db) {
      await follower(of).catchUp()
      await tellAiring(of, clock.now)
      await sender(of).sendDue()
    },
    pass(ms: number) {
      clock.now = new Date(clock.now.getTime() + ms)
    },
    hook: (id: number) => findWebhook(db, id),
    deliveries: (id: number) => deliveriesOf(db, id),
  }
}

export type Webhooks = Awaited<ReturnType<typeof openWebhooks>>

/** What was told, in a few words. */
export const wordsOf = (received: readonly { type: string; data: Record<string, unknown> }[]) =>
  received.map(({ type, data }) => `${type} ${data.id ?? ''}${data.gone ? ' gone' : ''}`.trim())
