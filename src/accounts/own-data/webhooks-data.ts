import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

const Webhook = Type.Object({
  of: Type.String(),
  /** The name of the key that it belongs to. */
  key: nullable(Type.String()),
  name: Type.String(),
  address: Type.String(),
  types: Type.Array(Type.String()),
  filter: Type.Record(Type.String(), Type.Unknown()),
  state: Type.String(),
  created_at: Type.String(),
  delivered_at: nullable(Type.String()),
})
const Delivery = Type.Object({
  webhook: Type.String(),
  type: Type.String(),
  at: Type.String(),
  kind: nullable(Type.String()),
  entity_id: nullable(Type.Integer()),
  state: Type.String(),
  attempts: Type.Integer(),
  tried_at: nullable(Type.String()),
  status: nullable(Type.Integer()),
  problem: Type.String(),
})

/** The webhooks of an account, and what was sent to them last. Their secrets are not in it. */
export async function webhooksData(db: Reader, account_id: number) {
  const [webhooks, webhook_deliveries] = await Promise.all([
    db.all(
      Webhook,
      sql`
      select w.owner as of, k.name as key, w.name, w.address, w.types, w.filter, w.state, w.created_at, w.delivered_at
      from webhook w left join api_key k on k.id = w.key_id where w.account_id = ${account_id} order by w.id`,
    ),
    db.all(
      Delivery,
      sql`
      select w.address as webhook, d.type, d.at, d.kind, d.entity_id, d.state, d.attempts, d.tried_at, d.status,
        d.problem
      from webhook w join webhook_delivery d on d.webhook_id = w.id
      where w.account_id = ${account_id} order by d.webhook_id, d.id`,
    ),
  ])
  return { webhooks, webhook_deliveries }
}
