import { type Static, Type } from 'typebox'
import type { RecordEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { limit, type Sql, sql } from '#src/database/sql.ts'
import { hourMs } from '#src/reference/days.ts'

/** Waiting edits that an account may have. */
export const maxWaitingOfAccount = 100
/** Edits on a page of the queue. */
export const queuePageSize = 20

export const WaitingChange = Type.Object({
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
export type WaitingChange = Static<typeof WaitingChange>

/** What an edit has changed, as the change log has it. What children leave on their parents is not among it. */
export const changesOf = (tx: Database, edit_id: number): Promise<WaitingChange[]> =>
  tx.all(
    WaitingChange,
    sql`
    select kind, entity_id, key, place, action, iso_639_1, iso_3166_1, original_value, value from change
    where edit_id = ${edit_id} and not same_value and (place <> '' or key = '') order by seq`,
  )

/** What is kept of an edit that waits. */
export type WaitingEdit = {
  account_id: number
  source_id: string
  note: string
  source_url: string
  at: Date
  records: readonly RecordEdit[]
  changes: readonly WaitingChange[]
}

const Id = Type.Object({ id: Type.Integer() })
const Count = Type.Object({ count: Type.Integer() })

/** Keeps an edit until somebody has looked at it. Throws `too_many_requests` if too many of its author wait. */
export const addWaiting = (db: Database, added: WaitingEdit): Promise<number> =>
  db.transaction(async (tx) => {
    const { account_id, source_id, note, source_url, at, records, changes } = added
    const waiting = await tx.one(
      Count,
      sql`select count(*) as count from waiting_edit where account_id = ${account_id} and status = 'waiting'`,
    )
    if ((waiting?.count ?? 0) >= maxWaitingOfAccount) throw new ApiError('too_many_requests', hourMs / 1_000)
    // Records are compared with what they are when the edit counts, and not with their revisions.
    const stated = records.map(({ revision: _, ...record }) => record)
    const row = await tx.one(
      Id,
      sql`
      insert into waiting_edit (account_id, source_id, note, source_url, at, records, changes, status, reason)
      values (${account_id}, ${source_id}, ${note}, ${source_url}, ${at.toISOString()}, ${stated}, ${changes},
        'waiting', '')
      returning id`,
    )
    return (row as { id: number }).id
  })

const Waiting = Type.Object({
  id: Type.Integer(),
  account_id: Type.Integer(),
  source_id: Type.String(),
  note: Type.String(),
  source_url: Type.String(),
  at: Type.String(),
  records: Type.Array(Type.Unsafe<RecordEdit>({ type: 'object' })),
  changes: Type.Array(WaitingChange),
  status: Type.Union([Type.Literal('waiting'), Type.Literal('accepted'), Type.Literal('refused')]),
  reason: Type.String(),
  decided_at: nullable(Type.String()),
  username: Type.String(),
  /** What else its author has written: how many edits were accepted, and how many refused. */
  accepted: Type.Integer(),
  refused: Type.Integer(),
})
/** An edit that waits, or about which somebody has decided. */
export type Waiting = Static<typeof Waiting>

const countOf = (status: 'accepted' | 'refused') => sql`
  (select count(*) from waiting_edit o where o.account_id = w.account_id and o.status = ${status})`

const waitingWhere = (db: Database, condition: Sql): Promise<Waiting[]> =>
  db.all(
    Waiting,
    sql`
    select w.id, w.account_id, w.source_id, w.note, w.source_url, w.at, w.records, w.changes, w.status, w.reason,
      w.decided_at, a.username, ${countOf('accepted')} as accepted, ${countOf('refused')} as refused
    from waiting_edit w join account a on a.id = w.account_id
    where ${condition}`,
  )

/** A page of what waits, the oldest first, without edits by the reader and by those who are suspended. */
export const waitingQueue = (db: Database, { after, reader }: { after: number; reader: number }): Promise<Waiting[]> =>
  waitingWhere(
    db,
    sql`
    w.status = 'waiting' and w.id > ${after} and w.account_id <> ${reader} and a.disabled_at is null
    order by w.id ${limit(queuePageSize)}`,
  )

/** The edits of an account that wait or waited, the newest first. */
export const waitingOf = (db: Database, account_id: number): Promise<Waiting[]> =>
  waitingWhere(db, sql`w.account_id = ${account_id} order by w.id desc ${limit(queuePageSize)}`)

export const findWaiting = async (db: Database, id: number): Promise<Waiting | undefined> =>
  (await waitingWhere(db, sql`w.id = ${id} and w.status = 'waiting'`))[0]
