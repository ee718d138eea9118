import { type Static, Type } from 'typebox'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { type OfferReason, type OfferState, offerStates, openOfferStates } from '#src/contract/offering.ts'
import { nullable } from '#src/contract/schema.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'

/** Corrections that may be on their way to a publisher at once. */
export const maxOpenOffers = 1_000
/** Offers on a page. */
export const offersOnPage = 50
/** Values of a record in one offer. */
export const maxPlaces = 500
/** The longest text that is kept of what a publisher says. */
const maxDetail = 1_000

const Offer = Type.Object({
  id: Type.Integer(),
  following_id: Type.String(),
  kind: Type.Unsafe<RecordKind>(Type.String()),
  entity_id: Type.Integer(),
  places: Type.Array(Type.String()),
  note: Type.String(),
  source_url: Type.String(),
  state: Type.Unsafe<OfferState>({ type: 'string', enum: [...offerStates] }),
  reason: Type.Unsafe<OfferReason | ''>(Type.String()),
  detail: Type.String(),
  request: Type.Unsafe<Request | null>(Type.Unknown()),
  is_new: Type.Boolean(),
  pending_there: nullable(Type.Integer()),
  edit_there: nullable(Type.Integer()),
  made_at: Type.String(),
  sent_at: nullable(Type.String()),
  settled_at: nullable(Type.String()),
  next_at: Type.String(),
  failures: Type.Integer(),
})
export type Offer = Static<typeof Offer>

/** What is sent: the same bytes until there is an answer. */
export type Request = {
  records: readonly Readonly<Record<string, unknown>>[]
  note?: string
  source_url?: string
  idempotency_key: string
}

const columns = sql`o.id, o.following_id, o.kind, o.entity_id, o.places, o.note, o.source_url, o.state, o.reason,
  o.detail, o.request, o.is_new, o.pending_there, o.edit_there, o.made_at, o.sent_at, o.settled_at, o.next_at,
  o.failures`

const offersWhere = (db: Reader, condition: Sql): Promise<Offer[]> =>
  db.all(Offer, sql`select ${columns} from offered_correction o where ${condition}`)

/** With the words themselves, which the condition of the index has, too. */
const isOpen = sql`o.state in (${raw(openOfferStates.map((state) => `'${state}'`).join(', '))})`

/** A page of offers to a publisher, the newest first. */
export const offersTo = (db: Reader, following_id: string, before = Number.MAX_SAFE_INTEGER): Promise<Offer[]> =>
  offersWhere(
    db,
    sql`
    o.following_id = ${following_id} and o.id < ${before} order by o.id desc ${limit(offersOnPage)}`,
  )

export const findOffer = async (db: Reader, id: number): Promise<Offer | undefined> =>
  (await offersWhere(db, sql`o.id = ${id}`))[0]

/** All offers to a publisher of which something may still become. */
export const openOffersTo = (db: Reader, following_id: string): Promise<Offer[]> =>
  offersWhere(db, sql`o.following_id = ${following_id} and ${isOpen} order by o.id ${limit(maxOpenOffers)}`)

/** Offers of a record, whoever gets them, the newest first. */
export const offersOf = (db: Reader, kind: RecordKind, entity_id: number): Promise<Offer[]> =>
  offersWhere(db, sql`o.kind = ${kind} and o.entity_id = ${entity_id} order by o.id desc ${limit(offersOnPage)}`)

/** Those that are to become new records there and wait. */
export const newOnesAt = (db: Reader, following_id: string, most: number): Promise<Offer[]> =>
  offersWhere(
    db,
    sql`
    o.following_id = ${following_id} and o.state in ('offered', 'waiting') and o.state = 'waiting' and o.is_new
    order by o.next_at, o.id ${limit(most)}`,
  )

/** What is due of offers to a publisher, that which waits for longest first. */
export const dueOffers = (db: Reader, following_id: string, now: Date, most: number): Promise<Offer[]> =>
  offersWhere(
    db,
    sql`
    o.following_id = ${following_id} and o.state in ('offered', 'waiting') and o.next_at <= ${now.toISOString()}
    order by o.next_at, o.id ${limit(most)}`,
  )

const Due = Type.Object({ following_id: Type.String() })

/** The publishers to whom something is due, and whose token counts. */
export const dueMembers = async (db: Reader, now: Date, most: number): Promise<string[]> => {
  const rows = await db.all(
    Due,
    sql`
    select m.following_id from followed_member m
    where ${isDueTo(now)} order by m.next_at, m.following_id ${limit(most)}`,
  )
  return rows.map(({ following_id }) => following_id)
}

/** Whether something is due to the publisher of a member `m`. */
export const isDueTo = (now: Date): Sql => sql`
  not m.is_refused and m.next_at <= ${now.toISOString()} and exists (
    select 1 from offered_correction o
    where o.following_id = m.following_id and o.state in ('offered', 'waiting') and o.next_at <= ${now.toISOString()})`

export const countOpenOffers = (db: Reader, following_id: string): Promise<number> =>
  countRows(db, sql`from offered_correction o where o.following_id = ${following_id} and ${isOpen}`)

type Made = Pick<Offer, 'following_id' | 'kind' | 'entity_id' | 'places' | 'note' | 'source_url' | 'is_new'>

export async function addOffer(tx: Database, made: Made, now: Date): Promise<number> {
  const { following_id, kind, entity_id, places, note, source_url, is_new } = made
  const at = now.toISOString()
  const row = await tx.one(
    Id,
    sql`
    insert into offered_correction (following_id, kind, entity_id, places, note, source_url, state, reason, detail,
      is_new, made_at, next_at, failures)
    values (${following_id}, ${kind}, ${entity_id}, ${places}, ${note}, ${source_url}, 'offered', '', '', ${is_new},
      ${at}, ${at}, 0)
    returning id`,
  )
  return (row as { id: number }).id
}

/** Notes what is about to be sent; whoever is killed then sends the same again. */
export const noteRequest = (tx: Database, id: number, request: Request, is_new: boolean): Promise<number> =>
  tx.run(sql`
    update offered_correction set request = ${request}, is_new = ${is_new}
    where id = ${id} and state = 'offered' and request is null`)

/** Has it put together anew the next time. */
export const forgetRequest = (tx: Database, id: number): Promise<number> =>
  tx.run(sql`update offered_correction set request = null, failures = failures + 1 where id = ${id}`)

type Waiting = { pending_there: number; detail: string; next_at: Date; now: Date }

/** Notes that it waits in the queue there; `detail` is what its author is asked there. */
export const noteWaiting = (tx: Database, id: number, { pending_there, detail, next_at, now }: Waiting) =>
  tx.run(sql`
    update offered_correction set state = 'waiting', pending_there = ${pending_there}, detail = ${kept(detail)},
      sent_at = coalesce(sent_at, ${now.toISOString()}), next_at = ${next_at.toISOString()}, failures = 0
    where id = ${id} and state in ('offered', 'waiting')`)

type Settled = {
  state: Exclude<OfferState, 'offered' | 'waiting'>
  reason?: OfferReason
  detail?: string
  edit_there?: number | null
}

/** Notes what has become of it. */
export const noteSettled = (tx: Database, id: number, settled: Settled, now: Date): Promise<number> => {
  const { state, reason = '', detail = '', edit_there = null } = settled
  const at = now.toISOString()
  const isSent = state === 'accepted'
  return tx.run(sql`
    update offered_correction set state = ${state}, reason = ${reason}, detail = ${kept(detail)},
      edit_there = coalesce(${edit_there}, edit_there), settled_at = ${at},
      sent_at = case when ${isSent} then coalesce(sent_at, ${at}) else sent_at end
    where id = ${id}`)
}

/** Tries it anew, if it was refused or could not be sent. */
export const renewOffer = async (tx: Database, id: number, now: Date): Promise<boolean> => {
  const at = now.toISOString()
  const changed = await tx.run(sql`
    update offered_correction set state = 'offered', reason = '', detail = '', request = null, pending_there = null,
      edit_there = null, sent_at = null, settled_at = null, made_at = ${at}, next_at = ${at}, failures = 0
    where id = ${id} and state in ('refused', 'unsendable')`)
  return changed > 0
}

/** Takes one from the list. What waits there goes on waiting there. */
export const removeOffer = async (tx: Database, id: number): Promise<boolean> =>
  (await tx.run(sql`delete from offered_correction where id = ${id}`)) > 0

/** Forgets all that was offered to a publisher. */
export async function forgetPublisher(tx: Database, following_id: string): Promise<void> {
  await tx.run(sql`delete from offered_correction where following_id = ${following_id}`)
  await tx.run(sql`delete from followed_member where following_id = ${following_id}`)
}

/** Some of what comes from outside. */
const kept = (text: string): string => text.slice(0, maxDetail).toWellFormed().replaceAll('\0', '\uFFFD')
