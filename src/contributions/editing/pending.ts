import { type Static, Type } from 'typebox'
import { survivorsOf } from '#src/catalogue/edits/gone/survivors.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import type { UndoScope } from '#src/catalogue/edits/undo/scope.ts'
import { type RecordKind, recordKind } from '#src/catalogue/record-kinds.ts'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, type Sql, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { hourMs } from '#src/reference/days.ts'
import { tellServer } from '#src/webhooks/queue.ts'
import { namesOf } from './names.ts'
import { isMade } from './new-ids.ts'

/** Pending edits that an account may have. */
export const maxPendingOfAccount = 100
/** Edits on a page of the queue. */
export const queuePageSize = 20

export const PendingChange = Type.Object({
  kind: Type.Unsafe<RecordKind>({ type: 'string' }),
  entity_id: Type.Integer(),
  key: Type.String(),
  place: Type.String(),
  action: Type.String(),
  iso_639_1: Type.String(),
  iso_3166_1: Type.String(),
  original_value: Type.Unknown(),
  value: Type.Unknown(),
})
/** What an edit changes of one value; nothing but the action if it makes or deletes the record. */
export type PendingChange = Static<typeof PendingChange>

/** A value that somebody else has changed since a pending edit was written: what it was then, and what it is now. */
export type Difference = PendingChange & { present: unknown }

/** Which value of which record a change is about. */
export const valuePlace = ({ kind, entity_id, place }: PendingChange): string => `${kind} ${entity_id} ${place}`

/** What an edit has changed, as the change log has it. What children leave on their parents is not among it. */
export const changesOf = (tx: Database, edit_id: number): Promise<PendingChange[]> =>
  tx.all(
    PendingChange,
    sql`
    select kind, entity_id, key, place, action, iso_639_1, iso_3166_1, original_value, value from change
    where edit_id = ${edit_id} and not same_value and (place <> '' or key = '') order by seq`,
  )

/** What is kept of an edit that waits. */
export type PendingEdit = {
  account_id: number
  source_id: string
  note: string
  source_url: string
  at: Date
  records: readonly RecordEdit[]
  changes: readonly PendingChange[]
  /** What it undoes, if it is an undo: then `records` only say what that touches. */
  undoes?: UndoScope
}

/** Keeps an edit until somebody has looked at it. Throws `too_many_requests` if too many of its author wait. */
export const addPending = (db: Database, added: PendingEdit): Promise<number> =>
  db.transaction(async (tx) => {
    const { account_id, source_id, note, source_url, at, records, changes, undoes = null } = added
    const pending = await countRows(tx, sql`from pending_edit where account_id = ${account_id} and status = 'waiting'`)
    if (pending >= maxPendingOfAccount) throw new ApiError('too_many_requests', hourMs / 1_000)
    // Records are compared with what they are when the edit counts, and not with their revisions.
    const stated = records.map(({ revision: _, ...record }) => record)
    const row = await tx.one(
      Id,
      sql`
      insert into pending_edit (account_id, source_id, note, source_url, at, records, changes, undoes, status,
        reason)
      values (${account_id}, ${source_id}, ${note}, ${source_url}, ${at.toISOString()}, ${stated}, ${changes},
        ${undoes}, 'waiting', '')
      returning id`,
    )
    const { id } = row as { id: number }
    await tellServer(tx, { type: 'edit.waits', data: { id }, path: `/queue/${id}` }, at)
    return id
  })

/** Rolls back an edit that is only tried, or waits: nothing remains but what it would have done. */
export class RollBack extends Error {
  readonly outcome: object
  readonly pending: Pick<PendingEdit, 'records' | 'changes'> | undefined
  constructor(outcome: object, pending?: RollBack['pending']) {
    super('This edit only tries')
    this.outcome = outcome
    this.pending = pending
  }
}

/**
 * What an edit that was rolled back would have done; it is kept if it waits, and noted in the same transaction. Other
 * errors are thrown.
 */
export async function outcomeOf(
  db: Database,
  edit: Omit<PendingEdit, 'records' | 'changes'>,
  error: unknown,
  kept?: (tx: Database, waiting_id: number) => Promise<unknown> | undefined,
) {
  if (!(error instanceof RollBack)) throw error
  const { pending, outcome } = error
  if (!pending) return outcome
  const { account_id, source_id, note, source_url, at } = edit
  return db.transaction(async (tx) => {
    const waiting_id = await addPending(tx, { account_id, source_id, note, source_url, at, ...pending })
    await kept?.(tx, waiting_id)
    return { ...outcome, waiting_id }
  })
}

const Pending = Type.Object({
  id: Type.Integer(),
  account_id: Type.Integer(),
  source_id: Type.String(),
  note: Type.String(),
  source_url: Type.String(),
  at: Type.String(),
  records: Type.Array(Type.Unsafe<RecordEdit>({ type: 'object' })),
  changes: Type.Array(PendingChange),
  undoes: Type.Unsafe<UndoScope | null>(Type.Unknown()),
  status: Type.Union([Type.Literal('waiting'), Type.Literal('accepted'), Type.Literal('refused')]),
  reason: Type.String(),
  decided_at: nullable(Type.String()),
  /** The edit that it has become. */
  edit_id: nullable(Type.Integer()),
  /** What the author was asked, and by whom; empty if nobody has asked. */
  question: Type.String(),
  asked_by: nullable(Type.Integer()),
  answer: Type.String(),
  username: Type.String(),
  /** What else its author has written: how many edits were accepted, and how many refused. */
  accepted: Type.Integer(),
  refused: Type.Integer(),
})
/** An edit that waits, or about which somebody has decided. */
export type Pending = Static<typeof Pending>

const countOf = (status: 'accepted' | 'refused') => sql`
  (select count(*) from pending_edit o where o.account_id = w.account_id and o.status = ${status})`

const pendingWhere = (db: Reader, condition: Sql): Promise<Pending[]> =>
  db.all(
    Pending,
    sql`
    select w.id, w.account_id, w.source_id, w.note, w.source_url, w.at, w.records, w.changes, w.undoes, w.status,
      w.reason, w.decided_at, w.edit_id, w.question, w.asked_by, w.answer, a.username,
      ${countOf('accepted')} as accepted, ${countOf('refused')} as refused
    from pending_edit w join account a on a.id = w.account_id
    where ${condition}`,
  )

/** Whose edits wait: the reader's own are left out, and those of others who are suspended unless they are asked for. */
type QueueFilter = { after: number; reader: number; author?: number | undefined }

/** A page of what waits, the oldest first. */
export const pendingQueue = (db: Reader, { after, reader, author }: QueueFilter): Promise<Pending[]> => {
  const whose = author === undefined ? sql`a.disabled_at is null` : sql`w.account_id = ${author}`
  return pendingWhere(
    db,
    sql`
    w.status = 'waiting' and w.id > ${after} and w.account_id <> ${reader} and ${whose}
    order by w.id ${limit(queuePageSize)}`,
  )
}

/** How many edits wait for a reader, as far as anybody counts. */
export async function countQueue(db: Reader, { reader, atMost }: { reader: number; atMost: number }) {
  const found = await db.all(
    Id,
    sql`
    select w.id from pending_edit w join account a on a.id = w.account_id
    where w.status = 'waiting' and w.account_id <> ${reader} and a.disabled_at is null
    order by w.id ${limit(atMost)}`,
  )
  return found.length
}

/** The edits of an account that wait or waited, the newest first. */
export const pendingOf = (db: Reader, account_id: number): Promise<Pending[]> =>
  pendingWhere(db, sql`w.account_id = ${account_id} order by w.id desc ${limit(queuePageSize)}`)

export const findPending = async (db: Reader, id: number): Promise<Pending | undefined> =>
  (await pendingWhere(db, sql`w.id = ${id} and w.status = 'waiting'`))[0]

/** The same, whatever has become of it. */
export const findAnyPending = async (db: Reader, id: number): Promise<Pending | undefined> =>
  (await pendingWhere(db, sql`w.id = ${id}`))[0]

/** What an account has written about a record, or one that was merged into it, and waits; the newest first. */
export const pendingAbout = async (
  db: Reader,
  account_id: number,
  record: { kind: RecordKind; id: number },
): Promise<Pending[]> => {
  const pending = await pendingWhere(
    db,
    sql`w.account_id = ${account_id} and w.status = 'waiting' order by w.id desc ${limit(maxPendingOfAccount)}`,
  )
  const named = pending.map(({ records }) =>
    records.flatMap(({ kind, id }) => (kind === record.kind && id !== undefined ? [id] : [])),
  )
  const survivors = await survivorsOf(db, record.kind, [...new Set(named.flat())])
  return pending.filter((_, index) => named[index]?.some((id) => (survivors.get(id)?.id ?? id) === record.id))
}

/** An edit that was written to see what it changes, and is taken back: it has to wait. */
export class Tried extends Error {
  readonly changes: readonly PendingChange[]
  constructor(changes: readonly PendingChange[]) {
    super('The edit was only tried')
    this.changes = changes
  }
}

/** What a season or an episode without a name is called: that of its series, and its number as `2` or `2x05`. */
async function placeOf(tx: Database, { numbering }: RecordEdit): Promise<string> {
  if (!numbering) return ''
  const { series_id = 0, season_number = 0, episode_number } = numbering
  const series = (await namesOf(tx, new Map([['series', new Set([series_id])]]))).get(`series ${series_id}`) ?? ''
  const episode = episode_number === undefined ? '' : `x${String(episode_number).padStart(2, '0')}`
  return `${series} ${season_number}${episode}`.trim()
}

/** The name of what an edit is about: its last record, because what that refers to comes before it. */
export async function titleOfPending(tx: Database, records: readonly RecordEdit[]): Promise<string> {
  const last = records.at(-1)
  if (!last) return ''
  const { kind, id, values } = last
  const stated = String(values?.[recordKind(kind).title] ?? '')
  if (isMade(last) || id === undefined) return stated || placeOf(tx, last)
  return (await namesOf(tx, new Map([[kind, new Set([id])]]))).get(`${kind} ${id}`) || stated || `${kind} ${id}`
}
