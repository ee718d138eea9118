import { type Static, Type } from 'typebox'
import { type FollowState, followStates } from '#src/contract/following.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { empty, limit, type Sql, sql } from '#src/database/sql.ts'
import { hourMs } from '#src/reference/days.ts'
import { Problem } from './problems.ts'
import { Selection } from './selection.ts'

/** Catalogues that one can follow at once. */
export const maxFollowings = 50
/** Incarnations of a publisher that are remembered. */
const maxPast = 50
/** For how long it is remembered what came in within an hour. */
const HOURS = 48

/** What the publisher has, as of the last time that it answered. */
const Offered = Type.Object({
  packet: Type.Integer(),
  position: Type.Integer(),
  time: Type.String(),
  valid_until: Type.String(),
})
type Offered = Static<typeof Offered>

/** What came in: packets and whole dumps, records, and lines that did not fit. */
export const Counts = Type.Object({
  packets: Type.Integer(),
  dumps: Type.Integer(),
  bytes: Type.Integer(),
  created: Type.Integer(),
  changed: Type.Integer(),
  gone: Type.Integer(),
  refused: Type.Integer(),
})
export type Counts = Static<typeof Counts>
const noCounts = (): Counts => ({
  ...{ packets: 0, dumps: 0, bytes: 0, created: 0, changed: 0, gone: 0, refused: 0 },
})

/** Where in the publisher's history one is. */
const position = {
  incarnation: Type.String(),
  past: Type.Array(Type.String()),
  packet: Type.Integer(),
  digest: Type.String(),
  position: Type.Integer(),
  needs_whole: Type.Boolean(),
  /** What came in as it happened reaches until here, if that is further. */
  live_position: Type.Integer(),
}

/** Changes that come in as they happen: whether they are wanted, where they are, and when they last did. */
const live = {
  wants_live: Type.Boolean(),
  live_address: Type.String(),
  live_at: nullable(Type.String()),
  live_rests_until: nullable(Type.String()),
  ask_at: nullable(Type.String()),
}

const Following = Type.Object({
  id: Type.String(),
  source_id: Type.String(),
  name: Type.String(),
  address: Type.String(),
  public_key: Type.String(),
  state: Type.Unsafe<FollowState>({ type: 'string', enum: [...followStates] }),
  problem: nullable(Problem),
  selection: Selection,
  rank: Type.Integer(),
  ...position,
  offered: nullable(Offered),
  etag: Type.String(),
  added_at: Type.String(),
  checked_at: nullable(Type.String()),
  applied_at: nullable(Type.String()),
  next_at: Type.String(),
  failures: Type.Integer(),
  counts: Counts,
  ...live,
})
export type Following = Static<typeof Following>

const columns = sql`id, source_id, name, address, public_key, state, problem, selection, rank, incarnation, past,
  packet, digest, position, needs_whole, offered, etag, added_at, checked_at, applied_at, next_at, failures, counts,
  live_position, wants_live, live_address, live_at, live_rests_until, ask_at`

export const listFollowings = (db: Reader): Promise<Following[]> =>
  db.all(Following, sql`select ${columns} from following order by added_at, id ${limit(maxFollowings)}`)

export const findFollowing = (db: Reader, id: string): Promise<Following | undefined> =>
  db.one(Following, sql`select ${columns} from following where id = ${id}`)

/** One is due at its time, and if that was reckoned from a moment which is still to come: a clock was set back. */
export const isDue = (now: Date): Sql => sql`
  state in ('following', 'removing')
  and (next_at <= ${now.toISOString()} or (checked_at > ${now.toISOString()} and next_at > checked_at))`

/** The one that has been due for longest. */
export const dueFollowing = (db: Reader, now: Date): Promise<Following | undefined> =>
  db.one(Following, sql`select ${columns} from following where ${isDue(now)} order by next_at, id ${limit(1)}`)

/** Those whose changes come in as they happen. */
export const liveFollowings = (db: Reader, now: Date): Promise<Following[]> =>
  db.all(
    Following,
    sql`
    select ${columns} from following
    where state = 'following' and wants_live and live_address <> '' and not needs_whole and failures = 0
      and coalesce(live_rests_until, '') <= ${now.toISOString()}
    order by id ${limit(maxFollowings)}`,
  )

type New = Pick<Following, 'id' | 'source_id' | 'name' | 'address' | 'public_key' | 'selection' | 'rank'> & {
  wants_live: boolean
}

/** Begins to follow, or goes on with other wishes; what has come in so far stays. */
export async function putFollowing(tx: Database, added: New, now: Date): Promise<void> {
  const at = now.toISOString()
  const { id, source_id, name, address, public_key, selection, rank, wants_live } = added
  await tx.run(sql`
    insert into following (id, source_id, name, address, public_key, state, selection, rank, incarnation, past, packet,
      digest, position, needs_whole, etag, added_at, next_at, failures, counts, wants_live)
    values (${id}, ${source_id}, ${name}, ${address}, ${public_key}, 'following', ${selection}, ${rank}, '', ${[]}, 0,
      '', 0, true, '', ${at}, ${at}, 0, ${noCounts()}, ${wants_live})
    on conflict (id) do update set name = excluded.name, address = excluded.address, public_key = excluded.public_key,
      state = 'following', problem = null, selection = excluded.selection, rank = excluded.rank, needs_whole = true,
      etag = '', next_at = excluded.next_at, failures = 0, wants_live = excluded.wants_live, live_rests_until = null,
      ask_at = null`)
}

/** Says that it goes on, rests or has ended; what stops it is forgotten when it goes on. */
export async function setState(tx: Database, id: string, state: FollowState, now: Date): Promise<boolean> {
  const isBack = state === 'following'
  const changed = await tx.run(sql`
    update following set state = ${state}, next_at = ${now.toISOString()},
      problem = case when ${isBack} then null else problem end, failures = case when ${isBack} then 0 else failures end,
      etag = case when ${isBack} then '' else etag end
    where id = ${id}`)
  return changed > 0
}

/** Has the whole dump applied next. */
export const wantWhole = (tx: Database, id: string): Promise<number> =>
  tx.run(sql`update following set needs_whole = true, etag = '' where id = ${id}`)

/** Looks at it as soon as possible. */
export const checkSoon = (tx: Database, id: string, now: Date): Promise<number> =>
  tx.run(sql`update following set next_at = ${now.toISOString()}, etag = '' where id = ${id} and state = 'following'`)

export type Position = Pick<Following, 'incarnation' | 'packet' | 'digest' | 'position'>

/** Notes in the transaction of what came in last that all of it is there. */
export async function noteApplied(
  tx: Database,
  { id, incarnation, past, counts }: Following,
  at: Position,
  added: Partial<Counts>,
  now: Date,
): Promise<void> {
  // Whoever wants a whole dump meanwhile still gets one.
  const wanted = added.dumps ? sql`needs_whole = false, live_position = 0,` : empty
  const sum = sumOf(counts, added)
  const isOther = incarnation !== '' && incarnation !== at.incarnation
  const over = isOther ? [...past, incarnation].slice(-maxPast) : past
  await tx.run(sql`
    update following set incarnation = ${at.incarnation}, past = ${over}, packet = ${at.packet}, digest = ${at.digest},
      position = ${at.position}, ${wanted} applied_at = ${now.toISOString()}, counts = ${sum}
    where id = ${id}`)
}

function sumOf(counts: Counts, added: Partial<Counts>): Counts {
  const sum = noCounts()
  for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] = counts[name] + (added[name] ?? 0)
  return sum
}

/** Notes in the transaction of what came in last that everything up to a position has come in as it happened. */
export const noteLiveApplied = (
  tx: Database,
  { id, counts }: Following,
  position: number,
  added: Partial<Counts>,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update following set live_position = ${position}, live_at = ${now.toISOString()},
      applied_at = ${now.toISOString()}, counts = ${sumOf(counts, added)}
    where id = ${id}`)

type Answered = {
  name: string
  public_key: string
  offered: Offered
  live_address: string
  etag: string
  next_at: Date
  now: Date
}

/** Notes what the publisher has answered, and that nothing is wrong. */
export const noteAnswer = (tx: Database, id: string, answered: Answered): Promise<number> =>
  tx.run(sql`
    update following set name = ${answered.name}, public_key = ${answered.public_key}, offered = ${answered.offered},
      etag = ${answered.etag}, checked_at = ${answered.now.toISOString()}, next_at = ${answered.next_at.toISOString()},
      live_address = ${answered.live_address}, problem = null, failures = 0
    where id = ${id}`)

/** Notes that there is nothing new. */
export const noteUnchanged = (tx: Database, id: string, next_at: Date, now: Date): Promise<number> =>
  tx.run(sql`
    update following set checked_at = ${now.toISOString()}, next_at = ${next_at.toISOString()}, problem = null,
      failures = 0
    where id = ${id}`)

type Failed = { problem: Problem; stops: boolean; next_at: Date; now: Date }

/** Notes what went wrong, and when it is tried again. */
export const noteProblem = (tx: Database, id: string, { problem, stops, next_at, now }: Failed): Promise<number> =>
  tx.run(sql`
    update following set problem = ${problem}, failures = failures + 1, checked_at = ${now.toISOString()},
      next_at = ${next_at.toISOString()}, etag = '',
      state = case when ${stops} and state = 'following' then 'stopped' else state end
    where id = ${id}`)

/** Tries it later, as if nothing had been tried. */
export const putOff = (tx: Database, id: string, next_at: Date): Promise<number> =>
  tx.run(sql`update following set next_at = ${next_at.toISOString()} where id = ${id}`)

const Hour = Type.Object({
  hour: Type.String(),
  packets: Type.Integer(),
  records: Type.Integer(),
  lag: Type.Integer(),
  failures: Type.Integer(),
})
export type Hour = Static<typeof Hour>

/** What came in, by the hour, the oldest first. */
export const hoursOf = (db: Reader, id: string, since: Date): Promise<Hour[]> =>
  db.all(
    Hour,
    sql`
    select hour, packets, records, lag, failures from following_hour
    where following_id = ${id} and hour >= ${since.toISOString()} order by hour ${limit(HOURS + 1)}`,
  )

/** Counts what came in within this hour, and forgets what was long ago. */
export async function noteHour(tx: Database, id: string, added: Partial<Omit<Hour, 'hour'>>, now: Date): Promise<void> {
  const { packets = 0, records = 0, lag = 0, failures = 0 } = added
  const hour = new Date(now.getTime() - (now.getTime() % hourMs)).toISOString()
  await tx.run(sql`
    insert into following_hour (following_id, hour, packets, records, lag, failures)
    values (${id}, ${hour}, ${packets}, ${records}, ${lag}, ${failures})
    on conflict (following_id, hour) do update set packets = following_hour.packets + excluded.packets,
      records = following_hour.records + excluded.records,
      lag = case when excluded.lag > following_hour.lag then excluded.lag else following_hour.lag end,
      failures = following_hour.failures + excluded.failures`)
  const old = new Date(now.getTime() - HOURS * hourMs).toISOString()
  await tx.run(sql`delete from following_hour where following_id = ${id} and hour < ${old}`)
}
