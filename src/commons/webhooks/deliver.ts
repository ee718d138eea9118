import { type Static, Type } from 'typebox'
import { type Config, siteAddress } from '#src/config.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { bodyOf, type Delivery, DeliveryRow, deliveryColumns } from '#src/webhooks/hooks.ts'
import { keptDeliveries, leaseMs, longestPauseMs, mostAttempts, pauseAfter } from '#src/webhooks/limits.ts'
import { openSecret } from '#src/webhooks/secrets.ts'
import { heardUpTo, switchOff } from '#src/webhooks/states.ts'
import type { Outcome } from './send.ts'
import { signedHeaders } from './signing.ts'

type Settings = Pick<Config, 'secretKey' | 'site' | 'host' | 'port' | 'tlsCertificate' | 'webhookRetryHours'>

const Sender = Type.Object({
  id: Type.Integer(),
  address: Type.String(),
  state: Type.String(),
  secret: Type.String(),
  former_secret: Type.String(),
  former_until: nullable(Type.String()),
  failures: Type.Integer(),
  /** Whether its account or its key may be told anything. */
  is_there: Type.Boolean(),
})
type Sender = Static<typeof Sender>

/** A delivery that this process has taken to send it. */
type Taken = { webhook: Sender; delivery: Delivery }

const iso = (now: Date, ms = 0) => new Date(now.getTime() + ms).toISOString()

/**
 * Takes the next delivery of a webhook that is due; undefined if there is none. What was tried most often comes first,
 * because that decides whether the receiver is there; `fresh`: only what was not tried yet. An attempt counts from here
 * on, and if this process ends, another one makes the next. Of one record nothing is sent before what is older.
 */
export function takeNext(db: Database, id: number, now: Date, given: Settings & { fresh: boolean }) {
  return db.transaction(async (tx): Promise<Taken | undefined> => {
    const webhook = await tx.one(
      Sender,
      sql`
      update webhook set due_at = ${iso(now, leaseMs)} where id = ${id}
      returning id, address, state, secret, former_secret, former_until, failures,
        ((account_id is null or exists (
            select 1 from account a where a.id = account_id and a.disabled_at is null and a.deleted_at is null))
          and (key_id is null or exists (
            select 1 from api_key k where k.id = key_id and k.revoked_at is null and k.suspended_at is null
              and (k.ends_at is null or k.ends_at > ${iso(now)})))) as is_there`,
    )
    if (!webhook) return undefined
    // Who was suspended, or has lost the key, is told nothing of what happened meanwhile.
    if (!webhook.is_there)
      await tx.run(sql`delete from webhook_delivery where webhook_id = ${id} and state = 'waiting'`)
    const delivery = await nextOf(tx, webhook, now, given.fresh)
    if (!delivery) return undefined
    const attempts = delivery.attempts + 1
    const next_at = iso(now, pauseAfter(attempts, given.webhookRetryHours) ?? leaseMs)
    await tx.run(sql`
      update webhook_delivery set attempts = ${attempts}, next_at = ${next_at}, tried_at = ${iso(now)}
      where id = ${delivery.id}`)
    return { webhook, delivery: { ...delivery, attempts } }
  })
}

/** Of one record, the oldest that waits is next. */
const isNext = sql`not exists (
  select 1 from webhook_delivery e
  where e.webhook_id = d.webhook_id and e.state = 'waiting' and e.kind = d.kind and e.entity_id = d.entity_id
    and e.id < d.id)`

/** A webhook that is not on is sent tests only. */
const nextOf = (tx: Database, { id, state }: Sender, now: Date, fresh: boolean): Promise<Delivery | undefined> =>
  tx.one(
    DeliveryRow,
    sql`
    select ${deliveryColumns} from webhook_delivery d
    where d.webhook_id = ${id} and d.state = 'waiting' and d.next_at <= ${iso(now)}
      ${fresh ? sql`and d.attempts = 0` : sql``} ${state === 'on' ? sql`` : sql`and d.type = 'webhook.test'`}
      and ${isNext}
    order by d.attempts desc, d.id ${limit(1)}`,
  )

/** What is sent for a delivery; undefined if its secret opens with no key of ours. */
export function requestOf({ webhook, delivery }: Taken, config: Settings, now: Date) {
  const { id, address, secret, former_secret, former_until } = webhook
  const isFormerValid = former_until !== null && former_until > iso(now)
  const opened = [secret, ...(isFormerValid ? [former_secret] : [])].flatMap(
    (sealed) => openSecret(id, sealed, config.secretKey) ?? [],
  )
  if (opened.length === 0) return undefined
  const body = bodyOf(delivery, siteAddress(config))
  return { address, body, headers: signedHeaders(opened, { message_id: delivery.message_id, at: now, body }) }
}

/** Notes how an attempt ended. After the last one the webhook is switched off. */
export const noteOutcome = (
  db: Database,
  { webhook: { id }, delivery }: Taken,
  outcome: Outcome,
  { now, webhookRetryHours }: { now: Date } & Pick<Config, 'webhookRetryHours'>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const { isDelivered, status, problem, detail, tookMs: took_ms } = outcome
    const isTest = delivery.type === 'webhook.test'
    const pause = pauseAfter(delivery.attempts, webhookRetryHours)
    const isStopped = problem === 'stopped'
    const isLast = problem === 'gone' || isTest || delivery.attempts >= mostAttempts || pause === undefined
    const state = isDelivered ? 'delivered' : isLast && !isStopped ? 'failed' : 'waiting'
    // What this process has begun and not ended is no attempt.
    const attempts = isStopped ? delivery.attempts - 1 : delivery.attempts
    const next_at = isStopped ? iso(now) : iso(now, Math.max(pause ?? 0, outcome.retryAfterMs))
    const heard = state === 'failed' && !isTest ? await heardUpTo(tx, id) : undefined
    await tx.run(sql`
      update webhook_delivery set state = ${state}, attempts = ${attempts}, next_at = ${next_at}, status = ${status},
        problem = ${isStopped ? '' : problem}, detail = ${detail}, took_ms = ${took_ms}
      where id = ${delivery.id} and state = 'waiting'`)
    if (isStopped) return
    if (isDelivered) await tx.run(sql`update webhook set failures = 0, delivered_at = ${iso(now)} where id = ${id}`)
    if (state !== 'waiting') await letGoOfOld(tx, id)
    if (heard !== undefined) await switchOff(tx, id, { reason: problem || 'status', heard, now })
  })

const letGoOfOld = (tx: Database, webhook_id: number) =>
  tx.run(sql`
    delete from webhook_delivery where webhook_id = ${webhook_id} and state <> 'waiting' and id <= (
      select id from webhook_delivery where webhook_id = ${webhook_id} and state <> 'waiting'
      order by id desc limit 1 offset ${keptDeliveries})`)

const Left = Type.Object({ next_at: nullable(Type.String()), failures: Type.Integer(), state: Type.String() })

type Ended = Pick<Config, 'webhookRetryHours'> & {
  now: Date
  /** Whether the last attempt has failed, and the pause that the receiver has asked for. */
  hasFailed: boolean
  retryAfterMs: number
}

/**
 * Says when a webhook is due again, after this process has sent what it could: when the next of its deliveries is, but
 * not before its pause if the last attempt has failed. However much waits, a receiver that is away gets its pauses.
 */
export const release = (db: Database, id: number, { now, hasFailed, retryAfterMs, webhookRetryHours }: Ended) =>
  db.transaction(async (tx): Promise<void> => {
    const more = hasFailed ? 1 : 0
    await tx.run(sql`update webhook set failures = failures + ${more} where id = ${id} and state = 'on'`)
    const left = await tx.one(
      Left,
      sql`
      select w.failures, w.state, (
        select min(d.next_at) from webhook_delivery d
        where d.webhook_id = w.id and d.state = 'waiting' and (w.state = 'on' or d.type = 'webhook.test')
          and ${isNext}) as next_at
      from webhook w where w.id = ${id}`,
    )
    if (!left) return
    const pauseMs = left.failures === 0 ? 0 : (pauseAfter(left.failures, webhookRetryHours) ?? longestPauseMs)
    const shortMs = Math.min(pauseMs, longestPauseMs)
    const earliest = iso(now, Math.max(shortMs, retryAfterMs))
    const due_at = left.next_at !== null && left.next_at < earliest ? earliest : left.next_at
    await tx.run(sql`update webhook set due_at = ${due_at} where id = ${id}`)
  })
