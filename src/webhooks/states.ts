import { type Static, Type } from 'typebox'
import { headOf } from '#src/background/log-follower.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { type DeliveryProblem, tellsChanges } from '#src/kept/webhook-types.ts'
import { notify } from '#src/mail/notifications.ts'
import { queueMissed, wake } from './queue.ts'

/** Administrators who are told of a webhook of the server. */
const maxTold = 100

const Off = Type.Object({
  account_id: nullable(Type.Integer()),
  owner: Type.String(),
  name: Type.String(),
  host: Type.String(),
})

/**
 * Switches a webhook off, because nothing reaches it, and tells whose it is. What waits for it is given up; when it is
 * on again, one sentence says what it has missed after the position up to which it was told everything.
 */
export async function switchOff(
  tx: Database,
  id: number,
  { reason, heard, now }: { reason: DeliveryProblem; heard: number; now: Date },
): Promise<void> {
  const off = await tx.one(
    Off,
    sql`
    update webhook set state = 'off', reason = ${reason}, from_seq = ${heard}, failures = 0, due_at = null
    where id = ${id} and state = 'on' returning account_id, owner, name, host`,
  )
  if (!off) return
  await tx.run(sql`delete from webhook_delivery where webhook_id = ${id} and state = 'waiting'`)
  const told = off.owner === 'server' ? await administrators(tx) : off.account_id === null ? [] : [off.account_id]
  const about = { name: off.name || off.host, webhook_id: id, owner: off.owner }
  for (const account_id of told) await notify(tx, { account_id, what: 'webhook_off', about, now })
}

const administrators = async (tx: Database): Promise<number[]> => {
  const rows = await tx.all(
    Id,
    sql`
    select id from account where role = 'administrator' and disabled_at is null and deleted_at is null
    order by id ${limit(maxTold)}`,
  )
  return rows.map(({ id }) => id)
}

/** The follower of the change log that queues what webhooks are told. */
export const webhookFollower = { name: 'webhooks', version: 1 }

/** Has the changes followed from here on at the latest: what happens before that is nothing that a webhook misses. */
export const beginToFollow = async (tx: Database): Promise<number> =>
  tx.run(sql`
    insert into follower (name, seq, version, rebuilt_kind, rebuilt_id)
    values (${webhookFollower.name}, ${await headOf(tx)}, ${webhookFollower.version}, null, 0)
    on conflict (name) do nothing`)

const Reached = Type.Object({ seq: nullable(Type.Integer()) })

/** How far the changes were followed for webhooks. */
async function followedUpTo(tx: Database): Promise<number> {
  const row = await tx.one(Reached, sql`select seq from follower where name = ${webhookFollower.name}`)
  return row?.seq ?? headOf(tx)
}

const Missed = Type.Object({ data: Type.Object({ after: Type.Integer() }) })

/** The position up to which a webhook was told everything, before it is switched off. */
export async function heardUpTo(tx: Database, id: number): Promise<number> {
  const waiting = sql`webhook_id = ${id} and state = 'waiting'`
  const told = await tx.one(Reached, sql`select min(position) - 1 as seq from webhook_delivery where ${waiting}`)
  const missed = await tx.all(
    Missed,
    sql`select data from webhook_delivery where ${waiting} and type = 'changes.missed'`,
  )
  const reached = await followedUpTo(tx)
  return missed.reduce((least, { data }) => Math.min(least, data.after), Math.min(told?.seq ?? reached, reached))
}

/** Sends a webhook nothing more for a while; false if it is not on. What waits for it is sent when it goes on. */
export const pauseWebhook = async (tx: Database, id: number): Promise<boolean> =>
  (await tx.run(sql`
    update webhook set state = 'paused', from_seq = ${await followedUpTo(tx)}
    where id = ${id} and state = 'on'`)) === 1

const Resumed = Type.Object({ types: Type.Array(Type.String()), from_seq: Type.Integer() })

/** Lets a webhook go on that is paused or off. Of changes that it has missed it is told where they are. */
export async function resumeWebhook(tx: Database, id: number, now: Date): Promise<boolean> {
  const stopped: Static<typeof Resumed> | undefined = await tx.one(
    Resumed,
    sql`
    select types, from_seq from webhook where id = ${id} and state <> 'on'`,
  )
  if (!stopped) return false
  const { types, from_seq } = stopped
  const head = await headOf(tx)
  await tx.run(sql`
    update webhook set state = 'on', reason = '', failures = 0, from_seq = ${head}
    where id = ${id}`)
  if (tellsChanges(types) && head > from_seq) await queueMissed(tx, id, { after: from_seq, position: head }, now)
  await wake(tx, [id], now)
  return true
}
