import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

const Address = Type.Object({
  user_names: Type.Array(Type.String()),
  created_at: Type.String(),
  heard_from: Type.String(),
  heard_at: nullable(Type.String()),
})
const Delivery = Type.Object({
  at: Type.String(),
  times: Type.Integer(),
  player: Type.String(),
  event: Type.String(),
  user_name: Type.String(),
  outcome: Type.String(),
  reason: Type.String(),
  said: nullable(Type.Record(Type.String(), Type.Unknown())),
  watched_at: Type.String(),
  watched_on: Type.String(),
  minutes: nullable(Type.Integer()),
  kind: nullable(Type.String()),
  entity_id: nullable(Type.Integer()),
})

/** The address of an account's players, and what they told last. */
export async function playersData(db: Reader, account_id: number) {
  const [player_addresses, player_deliveries] = await Promise.all([
    db.all(
      Address,
      sql`select user_names, created_at, heard_from, heard_at from player_address where account_id = ${account_id}`,
    ),
    db.all(
      Delivery,
      sql`
      select at, times, player, event, user_name, outcome, reason, entry as said, watched_at, watched_on, minutes, kind,
        entity_id
      from player_delivery where account_id = ${account_id} order by id`,
    ),
  ])
  return { player_addresses, player_deliveries }
}
