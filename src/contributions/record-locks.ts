import { type Static, Type } from 'typebox'
import { type Actor, recordAct } from '#src/audit/acts.ts'
import { shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { isPicturePath } from '#src/catalogue/galleries.ts'
import type { Kind } from '#src/catalogue/kinds.ts'
import { type RecordKind, recordKind } from '#src/catalogue/record-kinds.ts'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, raw, type Sql, sql } from '#src/database/sql.ts'

/** Whom a lock keeps from editing: new members, or everybody who is no moderator. */
export const lockedFor = ['new_members', 'members'] as const
export type LockedFor = (typeof lockedFor)[number]

/** Locks of one record. */
const maxLocksOfRecord = 100

const RecordLock = Type.Object({
  id: Type.Integer(),
  kind: Type.Unsafe<RecordKind>({ type: 'string' }),
  entity_id: Type.Integer(),
  /** A field, a text or a part by its name; empty for the whole record. */
  place: Type.String(),
  locked_for: Type.Unsafe<LockedFor>({ type: 'string' }),
  reason: Type.String(),
  at: Type.String(),
  /** Null: until a moderator removes it. */
  ends_at: nullable(Type.String()),
})
export type RecordLock = Static<typeof RecordLock>

const locksWhere = (db: Reader, condition: Sql, at: Date): Promise<RecordLock[]> =>
  db.all(
    RecordLock,
    sql`
    select id, kind, entity_id, place, locked_for, reason, at, ends_at from record_lock
    where ${condition} and (ends_at is null or ends_at > ${at.toISOString()})
    order by kind, entity_id, place ${limit(maxLocksOfRecord)}`,
  )

/** The locks of a record that hold. */
export const locksOf = (db: Reader, kind: RecordKind, id: number, at: Date): Promise<RecordLock[]> =>
  locksWhere(db, sql`kind = ${kind} and entity_id = ${id}`, at)

/** Parts that are locked with the images of their record, and reviews, which belong to their authors. */
const partsElsewhere: ReadonlySet<string> = new Set(['images', 'tagged_people', 'reviews'])

/** What can be locked of a kind: all of it, each field and text, each part, and its images. */
export function lockablePlaces(of: Kind): string[] {
  const { fields, storedParts } = shapeOf(of)
  const columns = fields.flatMap(([column, { isUnlogged }]) => (isUnlogged || isPicturePath(column) ? [] : [column]))
  const parts = storedParts.map(({ name }) => name as string).filter((name) => !partsElsewhere.has(name))
  return [...new Set(['', ...columns, ...recordKind(of).texts, ...parts, 'images'])]
}

/** The picture that stands for a record follows from its images. */

type Locked = { kind: RecordKind; id: number; place: string }

/** Locks a record or a part of it, in place of an earlier lock there. `ends_at` is null for one without an end. */
export const lockRecord = (
  db: Database,
  { kind, id, place }: Locked,
  { locked_for, ends_at }: { locked_for: LockedFor; ends_at: string | null },
  actor: Actor & { by: number; reason: string },
) =>
  db.transaction(async (tx): Promise<void> => {
    const { by, reason, now } = actor
    await tx.run(sql`
      insert into record_lock (kind, entity_id, place, locked_for, reason, locked_by, at, ends_at)
      values (${kind}, ${id}, ${place}, ${locked_for}, ${reason}, ${by}, ${now.toISOString()}, ${ends_at})
      on conflict (kind, entity_id, place) do update set locked_for = excluded.locked_for, reason = excluded.reason,
        locked_by = excluded.locked_by, at = excluded.at, ends_at = excluded.ends_at`)
    await recordAct(tx, 'record_locked', actor, { about: { kind, entity_id: id, place, locked_for } })
  })

/** Removes a lock; false if there is none. */
export const unlockRecord = (db: Database, { kind, id, place }: Locked, actor: Actor & { by: number }) =>
  db.transaction(async (tx): Promise<boolean> => {
    const removed = await tx.run(sql`
      delete from record_lock where kind = ${kind} and entity_id = ${id} and place = ${place}`)
    if (removed === 0) return false
    await recordAct(tx, 'record_unlocked', actor, { about: { kind, entity_id: id, place } })
    return true
  })

/** What an edit touches of a record. */
const touchedBy = ({ values = {}, texts = [], parts = {} }: Statements): ReadonlySet<string> =>
  new Set([...Object.keys(values), ...texts.flatMap((one) => Object.keys(one.texts)), ...Object.keys(parts)])

type Statements = Pick<RecordEdit, 'values' | 'texts' | 'parts'>

/** Whether a lock is on something that an edit of its record changes. */
export const isTouchedBy = ({ place }: Pick<RecordLock, 'place'>, edit: Statements): boolean =>
  place === '' || touchedBy(edit).has(place)

/** Whether a lock keeps somebody of a standing from what it is on. */
export const isBinding = ({ locked_for }: Pick<RecordLock, 'locked_for'>, standing: string): boolean =>
  !isModerating(standing) && (locked_for === 'members' || standing === 'new_member')

const isModerating = (standing: string): boolean => standing === 'moderator' || standing === 'administrator'

/** What is merged changes the survivor, too. */
const withTarget = (record: RecordEdit): RecordEdit[] =>
  record.mergedInto ? [record, { ...record, id: record.mergedInto.id }] : [record]

/** Throws `edit_denied`, with the locks, if locks keep somebody of a standing from an edit. */
export async function refuseLocked(
  db: Reader,
  standing: string,
  change: readonly RecordEdit[],
  at: Date,
): Promise<void> {
  if (isModerating(standing)) return
  const found: RecordLock[] = []
  for (const [kind, records] of Map.groupBy(change.flatMap(withTarget), (record) => record.kind)) {
    const known = new Map(records.flatMap((record) => (record.id === undefined ? [] : [[record.id, record] as const])))
    if (known.size === 0) continue
    const of = sql`kind = ${kind} and ${db.engine.anyOf(raw('entity_id'), [...known.keys()])}`
    for (const lock of await locksWhere(db, of, at)) {
      const record = known.get(lock.entity_id) as RecordEdit
      const isWhole = record.isDeleted || record.mergedInto || record.movedTo
      if (isBinding(lock, standing) && (isWhole || isTouchedBy(lock, record))) found.push(lock)
    }
  }
  if (found.length > 0) throw new LockedRecord(found)
}

/** An edit of what moderators have locked. */
export class LockedRecord extends ApiError {
  readonly locks: readonly RecordLock[]
  constructor(locks: readonly RecordLock[]) {
    const shown = locks.map(({ kind, entity_id: id, place, reason, ends_at }) => ({ kind, id, place, reason, ends_at }))
    super('edit_denied', undefined, { locks: shown })
    this.locks = locks
  }
}
