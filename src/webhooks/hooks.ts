import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, type Sql, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import {
  type DeliveryProblem,
  type WebhookFilter,
  type WebhookOwner,
  type WebhookType,
  webhookOwners,
} from '#src/kept/webhook-types.ts'
import { keptDeliveries, maxWaiting, mostOfPerson, mostWebhooks, mostWebhooksOfKeys } from './limits.ts'

const word = <Word extends string>() => Type.Unsafe<Word>({ type: 'string' })

const Hook = Type.Object({
  id: Type.Integer(),
  owner: Type.Unsafe<WebhookOwner>({ type: 'string', enum: [...webhookOwners] }),
  account_id: nullable(Type.Integer()),
  key_id: nullable(Type.Integer()),
  name: Type.String(),
  address: Type.String(),
  types: Type.Array(word<WebhookType>()),
  filter: Type.Unsafe<WebhookFilter>({ type: 'object' }),
  state: word<'on' | 'paused' | 'off'>(),
  reason: word<DeliveryProblem | ''>(),
  former_until: nullable(Type.String()),
  created_at: Type.String(),
  delivered_at: nullable(Type.String()),
  due_at: nullable(Type.String()),
  failures: Type.Integer(),
})
/** A webhook, without its secret. */
export type Hook = Static<typeof Hook>

const columns = sql`w.id, w.owner, w.account_id, w.key_id, w.name, w.address, w.types, w.filter, w.state, w.reason,
  w.former_until, w.created_at, w.delivered_at, w.due_at, w.failures`

/** The host that an address of a webhook leads to. */
export const hostOf = (address: string): string => new URL(address).host
/** What a webhook is called: its name, or the host that it leads to. */
export const titleOf = ({ name, address }: Pick<Hook, 'name' | 'address'>): string => name || hostOf(address)

/** Whose webhooks are meant. */
export type Owned = { owner: 'member'; account_id: number } | { owner: 'key'; key_id: number } | { owner: 'server' }

const whichOf = (owned: Owned): Sql => {
  if (owned.owner === 'member') return sql`w.owner = 'member' and w.account_id = ${owned.account_id}`
  if (owned.owner === 'key') return sql`w.key_id = ${owned.key_id}`
  return sql`w.owner = 'server'`
}

/** The webhooks of an owner, the oldest first. */
export const webhooksOf = (db: Reader, owned: Owned): Promise<Hook[]> =>
  db.all(
    Hook,
    sql`select ${columns} from webhook w where ${whichOf(owned)} order by w.id ${limit(mostWebhooks[owned.owner])}`,
  )

export const countWebhooks = (db: Reader, owned: Owned): Promise<number> =>
  countRows(db, sql`from webhook w where ${whichOf(owned)}`)

/** Those of all keys together, as far as a limit counts them. */
export const countWebhooksOfKeys = (db: Reader, most: number): Promise<number> =>
  countRows(db, sql`from (select 1 from webhook where owner = 'key' ${limit(most)}) as counted`)

export const findWebhook = (db: Reader, id: number): Promise<Hook | undefined> =>
  db.one(Hook, sql`select ${columns} from webhook w where w.id = ${id}`)

const Delivery = Type.Object({
  id: Type.Integer(),
  message_id: Type.String(),
  type: word<WebhookType>(),
  at: Type.String(),
  kind: nullable(Type.String()),
  entity_id: nullable(Type.Integer()),
  position: nullable(Type.Integer()),
  data: Type.Record(Type.String(), Type.Unsafe<unknown>({})),
  path: Type.String(),
  state: word<'waiting' | 'delivered' | 'failed'>(),
  attempts: Type.Integer(),
  next_at: Type.String(),
  tried_at: nullable(Type.String()),
  status: nullable(Type.Integer()),
  problem: word<DeliveryProblem | ''>(),
  detail: Type.String(),
  took_ms: nullable(Type.Integer()),
})
/** Something that is sent to a webhook, or was. */
export type Delivery = Static<typeof Delivery>

export const deliveryColumns = sql`d.id, d.message_id, d.type, d.at, d.kind, d.entity_id, d.position, d.data, d.path,
  d.state, d.attempts, d.next_at, d.tried_at, d.status, d.problem, d.detail, d.took_ms`
export const DeliveryRow = Delivery

/** The last deliveries of a webhook, the newest first, and how many wait. */
export async function deliveriesOf(db: Reader, webhook_id: number): Promise<{ last: Delivery[]; waiting: number }> {
  const [last, waiting] = await Promise.all([
    db.all(
      Delivery,
      sql`
      select ${deliveryColumns} from webhook_delivery d where d.webhook_id = ${webhook_id}
      order by d.id desc ${limit(keptDeliveries)}`,
    ),
    countRows(
      db,
      sql`from (
        select 1 from webhook_delivery where webhook_id = ${webhook_id} and state = 'waiting' ${limit(maxWaiting * 2)}
      ) as counted`,
    ),
  ])
  return { last, waiting }
}

/** What is sent: the same at each attempt. */
export function bodyOf(
  { type, at, data, path }: Pick<Delivery, 'type' | 'at' | 'data' | 'path'>,
  site: string,
): string {
  return JSON.stringify({ type, timestamp: at, data: { ...data, ...(path !== '' && { link: `${site}${path}` }) } })
}

/** Those of a person and of the person's keys, the oldest first. */
export const webhooksOfPerson = (db: Reader, account_id: number): Promise<Hook[]> =>
  db.all(
    Hook,
    sql`select ${columns} from webhook w where w.account_id = ${account_id} order by w.id ${limit(mostOfPerson)}`,
  )

/** Deletes one of them; false if the person has no such webhook. */
export const deleteOfPerson = async (db: Database, id: number, account_id: number): Promise<boolean> =>
  (await db.run(sql`delete from webhook where id = ${id} and account_id = ${account_id}`)) === 1

/** Whose requests are counted together, in a word. */
export const ownedBy = (owned: Owned): string =>
  owned.owner === 'member' ? `account ${owned.account_id}` : owned.owner === 'key' ? `key ${owned.key_id}` : 'server'

/** Gives the webhooks of a key to the one that takes its place. */
export const moveWebhooks = (tx: Database, from: number, to: number): Promise<number> =>
  tx.run(sql`
    update webhook set key_id = ${to}, owned_by = ${ownedBy({ owner: 'key', key_id: to })} where key_id = ${from}`)

const KeyId = Type.Object({ key_id: Type.Integer() })

/** Deletes those of keys that do not work any more, which nobody can see. */
export async function deleteOfStoppedKeys(db: Database, now: Date): Promise<void> {
  const { anyOf } = db.engine
  const hooks = await db.all(
    KeyId,
    sql`select key_id from webhook where owner = 'key' order by id ${limit(mostWebhooksOfKeys)}`,
  )
  const keys = [...new Set(hooks.map(({ key_id }) => key_id))]
  if (keys.length === 0) return
  const stopped = await db.all(
    Id,
    sql`
    select id from api_key where ${anyOf(sql`id`, keys)}
      and (revoked_at is not null or ends_at <= ${now.toISOString()})`,
  )
  if (stopped.length === 0) return
  const ids = stopped.map(({ id }) => id)
  await db.run(sql`delete from webhook where ${anyOf(sql`key_id`, ids)}`)
}

/** Keeps others from changing a webhook until the transaction ends; false if there is none. */
export const lockWebhook = async (tx: Database, id: number): Promise<boolean> =>
  (await tx.run(sql`update webhook set failures = failures where id = ${id}`)) === 1
