import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Database } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import type { Table } from '#src/database/table.ts'
import type { ServerType, WebhookType } from '#src/kept/webhook-types.ts'
import { maxWaiting, mostWebhooks } from './limits.ts'
import { newMessageId } from './secrets.ts'

/** A change of a record, as it is told. */
type OfRecord = { kind: string; entity_id: number; position: number }
/** What a webhook is to be sent. */
export type Told = {
  webhook_id: number
  type: WebhookType
  /** The record whose changes are told in their order; absent for events of other kinds. */
  of?: OfRecord
  data: Readonly<Record<string, unknown>>
  path: string
}

const Queued = Type.Object({
  webhook_id: Type.Integer(),
  message_id: Type.String(),
  type: Type.String(),
  at: Type.String(),
  kind: nullable(Type.String()),
  entity_id: nullable(Type.Integer()),
  position: nullable(Type.Integer()),
  data: Type.Unsafe<object>({ type: 'object' }),
  path: Type.String(),
  state: Type.String(),
  attempts: Type.Integer(),
  next_at: Type.String(),
})
type Queued = Static<typeof Queued>
const deliveries: Table<typeof Queued> = { name: 'webhook_delivery', key: [], row: Queued }

const Waiting = Type.Object({ webhook_id: Type.Integer(), count: Type.Integer() })
const Pair = Type.Object({ webhook_id: Type.Integer(), kind: Type.String(), entity_id: Type.Integer() })
const Untried = Type.Object({ id: Type.Integer(), ...Pair.properties })
const Newer = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  position: Type.Integer(),
  data: Type.Unsafe<object>({ type: 'object' }),
  path: Type.String(),
})
/** What is looked up and written together. */
const AT_ONCE = 500

/** A record, among what one webhook is told. */
const nameOf = (webhook_id: number, kind: string, id: number) => `${webhook_id} ${kind} ${id}`

/**
 * Queues what webhooks are to be sent, in the transaction of what happened: it is sent if and only if that is
 * committed. Of a record only the last change waits that was not tried yet; and what has no room is told in one
 * sentence, with which whoever is told asks for the changes.
 */
export async function queueTold(tx: Database, told: readonly Told[], now: Date): Promise<void> {
  for (let at = 0; at < told.length; at += AT_ONCE) await queueSome(tx, told.slice(at, at + AT_ONCE), now)
}

async function queueSome(tx: Database, told: readonly Told[], now: Date): Promise<void> {
  const ids = [...new Set(told.map(({ webhook_id }) => webhook_id))]
  const at = now.toISOString()
  const room = await roomOf(tx, ids)
  const untried = await untriedOf(tx, told)
  const fresh: Queued[] = []
  const newer: Static<typeof Newer>[] = []
  const missed = new Map<number, { after: number; position: number }>()
  for (const one of told) {
    const { webhook_id, of, data, path } = one
    const before = of && untried.get(nameOf(webhook_id, of.kind, of.entity_id))
    if (of && before !== undefined) {
      newer.push({ id: before, at, position: of.position, data, path })
      continue
    }
    const left = room.get(webhook_id) ?? maxWaiting
    if (of && left <= 0) {
      const span = missed.get(webhook_id) ?? { after: of.position - 1, position: of.position }
      span.after = Math.min(span.after, of.position - 1)
      span.position = Math.max(span.position, of.position)
      missed.set(webhook_id, span)
      continue
    }
    room.set(webhook_id, left - 1)
    fresh.push(rowOf(one, at))
  }
  if (newer.length > 0)
    await tx.run(sql`
      update webhook_delivery set at = r.at, position = r.position, data = r.data, path = r.path
      from ${tx.engine.rows(Newer, newer)} as r where webhook_delivery.id = r.id`)
  if (fresh.length > 0) await tx.put(deliveries, fresh)
  for (const [webhook_id, span] of missed) await queueMissed(tx, webhook_id, span, now)
  await wake(tx, ids, now)
}

function rowOf({ webhook_id, type, of, data, path }: Told, at: string): Queued {
  const { kind = null, entity_id = null, position = null } = of ?? {}
  return {
    ...{ webhook_id, message_id: newMessageId(), type, at, kind, entity_id, position, data, path },
    ...{ state: 'waiting', attempts: 0, next_at: at },
  }
}

/** How many more may wait, of webhooks of which some do. */
export async function roomOf(tx: Database, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx.all(
    Waiting,
    sql`
    select webhook_id, count(*) as count from webhook_delivery
    where ${tx.engine.anyOf(raw('webhook_id'), ids)} and state = 'waiting' group by webhook_id`,
  )
  return new Map(rows.map(({ webhook_id, count }) => [webhook_id, maxWaiting - count]))
}

/** Changes of these records that wait and nobody has tried to send: the newer ones take their places. */
async function untriedOf(tx: Database, told: readonly Told[]): Promise<Map<string, number>> {
  const pairs = told.flatMap(({ webhook_id, of }) => (of ? { webhook_id, kind: of.kind, entity_id: of.entity_id } : []))
  if (pairs.length === 0) return new Map()
  const rows = await tx.all(
    Untried,
    sql`
    select d.id, d.webhook_id, d.kind, d.entity_id from ${tx.engine.rows(Pair, pairs)} as r
    join webhook_delivery d on d.webhook_id = r.webhook_id and d.kind = r.kind and d.entity_id = r.entity_id
    where d.state = 'waiting' and d.attempts = 0 and d.type like '%.changed' order by d.id`,
  )
  return new Map(rows.map(({ id, webhook_id, kind, entity_id }) => [nameOf(webhook_id, kind, entity_id), id]))
}

const Missed = Type.Object({
  id: Type.Integer(),
  data: Type.Object({ after: Type.Integer(), position: Type.Integer() }),
})

/** Says that more has changed than is told one by one; one that waits and was not tried says it for both. */
export async function queueMissed(
  tx: Database,
  webhook_id: number,
  { after, position }: { after: number; position: number },
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const before = await tx.one(
    Missed,
    sql`
    select id, data from webhook_delivery
    where webhook_id = ${webhook_id} and state = 'waiting' and type = 'changes.missed' and attempts = 0
    order by id desc ${limit(1)}`,
  )
  if (!before) {
    await tx.put(deliveries, [rowOf({ webhook_id, type: 'changes.missed', data: { after, position }, path: '' }, at)])
    return
  }
  const { data } = before
  const wider = { after: Math.min(data.after, after), position: Math.max(data.position, position) }
  await tx.run(sql`update webhook_delivery set at = ${at}, data = ${wider} where id = ${before.id}`)
}

/** What waits is sent at once, unless the receiver has failed and gets its pause. */
export const wake = (tx: Database, ids: readonly number[], now: Date): Promise<number> =>
  tx.run(sql`
    update webhook set due_at = ${now.toISOString()}
    where ${tx.engine.anyOf(raw('id'), ids)} and (due_at is null or (failures = 0 and due_at > ${now.toISOString()}))`)

const OfServer = Type.Object({ id: Type.Integer(), types: Type.Array(Type.String()) })

/** Tells the webhooks of the server what has happened, in the transaction of that. */
export async function tellServer(
  tx: Database,
  { type, data, path }: { type: ServerType; data: Readonly<Record<string, unknown>>; path: string },
  now: Date,
): Promise<void> {
  const hooks = await tx.all(
    OfServer,
    sql`
    select id, types from webhook where owner = 'server' and state = 'on'
    order by id ${limit(mostWebhooks.server)}`,
  )
  const wanted = hooks.filter(({ types }) => types.includes(type))
  const told = wanted.map(({ id }): Told => ({ webhook_id: id, type, data, path }))
  if (told.length > 0) await queueTold(tx, told, now)
}
