import { type ActKind, recordAct } from '#src/audit/acts.ts'
import { headOf } from '#src/background/log-follower.ts'
import { type Account, hasRole, requireAdministrator } from '#src/contract/access.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { type Writing, write } from '#src/contract/write.ts'
import { lockVerified } from '#src/contributions/authors.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { tellsAiring, type WebhookFilter, type WebhookType } from '#src/kept/webhook-types.ts'
import { hourMs, utcDay } from '#src/reference/days.ts'
import {
  countWebhooks,
  countWebhooksOfKeys,
  findWebhook,
  type Hook,
  hostOf,
  lockWebhook,
  type Owned,
  ownedBy,
  titleOf,
} from '#src/webhooks/hooks.ts'
import { FORMER_SECRET_HOURS, mostWebhooks, mostWebhooksOfKeys } from '#src/webhooks/limits.ts'
import { queueTold } from '#src/webhooks/queue.ts'
import { newWebhookSecret, sealSecret } from '#src/webhooks/secrets.ts'
import { beginToFollow, pauseWebhook, resumeWebhook } from '#src/webhooks/states.ts'
import { faultsOf } from './wishes.ts'

/** What a webhook is to be. */
export type Wish = {
  name: string
  address: string
  types: readonly WebhookType[]
  filter: WebhookFilter
}

/** Whether a key that works is an account's; those of nobody are the administrators'. */
async function holdsKey(db: Reader, account: Account, key_id: number, now: Date): Promise<boolean> {
  const key = await db.one(
    Id,
    sql`
    select id from api_key
    where id = ${key_id} and revoked_at is null and (ends_at is null or ends_at > ${now.toISOString()})
      and (account_id = ${account.id} or (account_id is null and ${hasRole(account.role, 'administrator')}))`,
  )
  return key !== undefined
}

/** Whether somebody may see and change the webhooks of an owner. Those of the server take an administrator. */
async function mayManage(db: Reader, account: Account, owned: Owned, now: Date): Promise<boolean> {
  if (owned.owner === 'member') return owned.account_id === account.id
  if (owned.owner === 'key') return holdsKey(db, account, owned.key_id, now)
  requireAdministrator(account)
  return true
}

const ownerOf = ({ owner, account_id, key_id }: Hook): Owned => {
  if (owner === 'member') return { owner, account_id: account_id ?? 0 }
  return owner === 'key' ? { owner, key_id: key_id ?? 0 } : { owner }
}

/** A webhook that somebody may see and change; undefined if there is none, or it is somebody else's. */
export async function webhookFor(db: Reader, account: Account, id: number, now: Date): Promise<Hook | undefined> {
  const hook = await findWebhook(db, id)
  if (!hook || (hook.owner === 'server' && !hasRole(account.role, 'administrator'))) return undefined
  return (await mayManage(db, account, ownerOf(hook), now)) ? hook : undefined
}

type Made = { id: number; secret: string }

/**
 * Makes a webhook; its secret is in the result and can be read nowhere else. Throws `invalid_value`, `not_found`,
 * `too_many_webhooks`, `email_unverified`.
 */
export const makeWebhook = write('webhook', async (writing, { owned, ...wish }: Wish & { owned: Owned }) => {
  const { db, now, account, settings, take } = writing
  if (!(await mayManage(db, account, owned, now))) throw new ApiError('not_found')
  if ((await faultsOf(db, account, owned.owner, wish, settings)).length > 0) throw new ApiError('invalid_value')
  await take()
  return db.transaction(async (tx): Promise<Made> => {
    await lockVerified(tx, account.id)
    await requireRoom(tx, owned)
    await beginToFollow(tx)
    const made = await insert(tx, owned, wish, { account, now })
    const secret = newWebhookSecret()
    await tx.run(sql`update webhook set secret = ${sealSecret(made, secret, settings.secretKey)} where id = ${made}`)
    await note(tx, 'webhook_made', { owner: owned.owner, ...wish }, { account, now })
    return { id: made, secret }
  })
})

async function requireRoom(tx: Database, owned: Owned): Promise<void> {
  const isFull = (await countWebhooks(tx, owned)) >= mostWebhooks[owned.owner]
  const areFull = owned.owner === 'key' && (await countWebhooksOfKeys(tx, mostWebhooksOfKeys + 1)) >= mostWebhooksOfKeys
  if (isFull || areFull) throw new ApiError('too_many_webhooks')
}

async function insert(tx: Database, owned: Owned, wish: Wish, { account, now }: Pick<Writing, 'account' | 'now'>) {
  const { name, address, types, filter } = wish
  const account_id = owned.owner === 'server' ? null : account.id
  const key_id = owned.owner === 'key' ? owned.key_id : null
  const row = await tx.one(
    Id,
    sql`
    insert into webhook (owner, account_id, key_id, name, address, host, owned_by, types, filter, secret, state,
      from_seq, airs_on, created_at)
    values (${owned.owner}, ${account_id}, ${key_id}, ${name}, ${address}, ${hostOf(address)}, ${ownedBy(owned)},
      ${[...types]}, ${filter}, '', 'on', ${await headOf(tx)},
      ${tellsAiring(types) ? utcDay(now) : null}, ${now.toISOString()})
    returning id`,
  )
  return (row as { id: number }).id
}

/** Notes what an administrator does with a webhook of the server. */
async function note(
  tx: Database,
  what: ActKind & `webhook_${string}`,
  hook: Pick<Hook, 'owner' | 'name' | 'address'>,
  { account, now }: Pick<Writing, 'account' | 'now'>,
) {
  if (hook.owner !== 'server') return
  await recordAct(tx, what, { by: account.id, now }, { about: { title: titleOf(hook) } })
}

/** Does something with a webhook that somebody may change, while nobody else does; undefined if there is none. */
async function withWebhook<Result>(
  { db, now, account }: Pick<Writing, 'db' | 'now' | 'account'>,
  id: number,
  work: (tx: Database, hook: Hook) => Promise<Result>,
): Promise<Result | undefined> {
  return db.transaction(async (tx) => {
    if (!(await lockWebhook(tx, id))) return undefined
    const hook = await webhookFor(tx, account, id, now)
    return hook && work(tx, hook)
  })
}

/** Changes what a webhook is sent, and where; undefined if there is none. Throws `invalid_value`. */
export const changeWebhook = write([], async (writing, { id, ...wish }: Wish & { id: number }) => {
  const { account, now, settings } = writing
  return withWebhook(writing, id, async (tx, hook) => {
    if ((await faultsOf(tx, account, hook.owner, wish, settings)).length > 0) throw new ApiError('invalid_value')
    const { name, address, types, filter } = wish
    const airs_on = tellsAiring(types) ? (tellsAiring(hook.types) ? sql`airs_on` : sql`${utcDay(now)}`) : sql`null`
    await tx.run(sql`
      update webhook set name = ${name}, address = ${address}, host = ${hostOf(address)}, types = ${[...types]},
        filter = ${filter}, airs_on = ${airs_on}
      where id = ${id}`)
    await note(tx, 'webhook_changed', { ...hook, name, address }, writing)
    return true
  })
})

export const deleteWebhook = write([], (writing, id: number) =>
  withWebhook(writing, id, async (tx, hook) => {
    await tx.run(sql`delete from webhook where id = ${id}`)
    await note(tx, 'webhook_deleted', hook, writing)
    return true
  }),
)

/** Pauses a webhook, or lets it go on; false if it does so already, undefined if there is none. */
export const setWebhookState = write([], (writing, { id, state }: { id: number; state: 'on' | 'paused' }) =>
  withWebhook(writing, id, (tx) => (state === 'paused' ? pauseWebhook(tx, id) : resumeWebhook(tx, id, writing.now))),
)

/** Gives a webhook a new secret; for a while deliveries are signed by the former one as well. */
export const renewSecret = write([], (writing, id: number) =>
  withWebhook(writing, id, async (tx, hook) => {
    const { now, settings } = writing
    const secret = newWebhookSecret()
    const until = new Date(now.getTime() + FORMER_SECRET_HOURS * hourMs).toISOString()
    await tx.run(sql`
      update webhook set former_secret = secret, former_until = ${until},
        secret = ${sealSecret(id, secret, settings.secretKey)}
      where id = ${id}`)
    await note(tx, 'webhook_changed', hook, writing)
    return secret
  }),
)

/** Sends a webhook a test, once; undefined if there is none. */
export const testWebhook = write('webhook_test', async (writing, id: number) => {
  const { db, now, account, take } = writing
  if (!(await webhookFor(db, account, id, now))) return undefined
  await take()
  return withWebhook(writing, id, async (tx) => {
    await queueTold(tx, [{ webhook_id: id, type: 'webhook.test', data: {}, path: '' }], now)
    await tx.run(sql`update webhook set due_at = ${now.toISOString()} where id = ${id}`)
    return true
  })
})
