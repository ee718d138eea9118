import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import type { KeptEntry } from '#src/kept/kept-entry.ts'
import type { DeliveryOutcome, NotUnderstood, Player } from '#src/kept/player-words.ts'
import type { Guess, MatchedKind } from '#src/matching/wanted-title.ts'

/** Deliveries of an account that are kept, the last ones: those that wait for a decision, and the others. */
export const maxDeliveries = 100
export const maxWaiting = 200

const said = {
  player: Type.Unsafe<Player | ''>({ type: 'string' }),
  event: Type.String(),
  user_name: Type.String(),
  outcome: Type.Unsafe<DeliveryOutcome>({ type: 'string' }),
  reason: Type.Unsafe<NotUnderstood | ''>({ type: 'string' }),
}
const Delivery = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  times: Type.Integer(),
  ...said,
  entry: Type.Unsafe<KeptEntry | null>({ type: ['object', 'null'] }),
  watched_at: Type.String(),
  watched_on: Type.String(),
  minutes: nullable(Type.Integer()),
  kind: Type.Unsafe<MatchedKind | null>({ type: ['string', 'null'] }),
  entity_id: nullable(Type.Integer()),
  certainty: Type.Number(),
  others: Type.Unsafe<Guess[]>({ type: 'array' }),
})
/** Something that a player told, and what became of it. */
export type PlayerDelivery = Static<typeof Delivery>
const columns = sql`
  id, at, times, player, event, user_name, outcome, reason, entry, watched_at, watched_on, minutes, kind, entity_id,
  certainty, others`

/** The last deliveries of an account, the newest first. */
export const lastDeliveries = (db: Reader, account_id: number): Promise<PlayerDelivery[]> =>
  db.all(
    Delivery,
    sql`
    select ${columns} from player_delivery where account_id = ${account_id}
    order by id desc ${limit(maxDeliveries + maxWaiting)}`,
  )

/** Those that wait for a decision, the oldest first. */
export const waitingDeliveries = (db: Reader, account_id: number): Promise<PlayerDelivery[]> =>
  db.all(
    Delivery,
    sql`
    select ${columns} from player_delivery where account_id = ${account_id} and outcome = 'waiting'
    order by id ${limit(maxWaiting)}`,
  )

export const deliveryOf = (db: Reader, account_id: number, id: number): Promise<PlayerDelivery | undefined> =>
  db.one(Delivery, sql`select ${columns} from player_delivery where id = ${id} and account_id = ${account_id}`)

/** A delivery that is to be noted. */
export type NewDelivery = Omit<PlayerDelivery, 'id' | 'at' | 'times'> & { wanted: string }

/** One of which nothing but that it came is known. */
export const nothingPlayed = {
  ...{ entry: null, wanted: '', watched_at: '', watched_on: '', minutes: null },
  ...{ kind: null, entity_id: null, certainty: 0, others: [] as Guess[] },
}

/**
 * Notes a delivery, and lets go of those that are too old. One that says the same as the newest counts with it, if both
 * changed nothing, so that a player that repeats itself hides no other.
 */
export async function noteDelivery(tx: Database, account_id: number, delivery: NewDelivery, now: Date): Promise<void> {
  const { player, event, user_name, outcome, reason, wanted, watched_at, watched_on, minutes } = delivery
  const { entry, kind, entity_id, certainty, others } = delivery
  const at = now.toISOString()
  const isSilent = outcome !== 'watched' && outcome !== 'waiting'
  const counted = isSilent
    ? await tx.run(sql`
      update player_delivery set at = ${at}, times = times + 1
      where id = (select max(id) from player_delivery where account_id = ${account_id})
        and account_id = ${account_id} and player = ${player} and event = ${event} and user_name = ${user_name}
        and outcome = ${outcome} and reason = ${reason} and wanted = ${wanted}`)
    : 0
  if (counted > 0) return
  await tx.run(sql`
    insert into player_delivery (account_id, at, times, player, event, user_name, outcome, reason, entry, wanted,
      watched_at, watched_on, minutes, kind, entity_id, certainty, others)
    values (${account_id}, ${at}, 1, ${player}, ${event}, ${user_name}, ${outcome}, ${reason}, ${entry}, ${wanted},
      ${watched_at}, ${watched_on}, ${minutes}, ${kind}, ${entity_id}, ${certainty}, ${others})`)
  for (const [which, most] of [
    [sql`outcome = 'waiting'`, maxWaiting],
    [sql`outcome <> 'waiting'`, maxDeliveries],
  ] as const)
    await tx.run(sql`
      delete from player_delivery where account_id = ${account_id} and ${which} and id <= (
        select id from player_delivery where account_id = ${account_id} and ${which}
        order by id desc limit 1 offset ${most})`)
}

/** Whether what waits already is the same, played at about the same time; then it counts with that. */
export async function countWaiting(
  tx: Database,
  account_id: number,
  { wanted, from, to }: { wanted: string; from: string; to: string },
): Promise<boolean> {
  const counted = await tx.run(sql`
    update player_delivery set times = times + 1
    where account_id = ${account_id} and outcome = 'waiting' and wanted = ${wanted}
      and watched_at > ${from} and watched_at < ${to}`)
  return counted > 0
}

type Became = Pick<PlayerDelivery, 'outcome' | 'kind' | 'entity_id' | 'certainty' | 'others'>

/** Says what became of a delivery, if it still was something else; false if it was not. */
export const setOutcome = async (
  tx: Database,
  account_id: number,
  { id, was }: { id: number; was: DeliveryOutcome },
  { outcome, kind, entity_id, certainty, others }: Became,
): Promise<boolean> =>
  (await tx.run(sql`
    update player_delivery set outcome = ${outcome}, kind = ${kind}, entity_id = ${entity_id},
      certainty = ${certainty}, others = ${others}
    where id = ${id} and account_id = ${account_id} and outcome = ${was}`)) === 1

/** The last play of a record that was written for a player since some time, if any. */
export const lastWritten = (
  db: Reader,
  account_id: number,
  { kind, entity_id, since }: { kind: string; entity_id: number; since: string },
): Promise<PlayerDelivery | undefined> =>
  db.one(
    Delivery,
    sql`
    select ${columns} from player_delivery
    where account_id = ${account_id} and outcome = 'watched' and kind = ${kind} and entity_id = ${entity_id}
      and at >= ${since}
    order by id desc limit 1`,
  )
