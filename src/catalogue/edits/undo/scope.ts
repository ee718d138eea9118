import { type Static, Type } from 'typebox'
import { join, type Sql, sql } from '#src/database/sql.ts'
import { type RecordKind, recordKindNames } from '../../record-kinds.ts'

const EditId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const Moment = Type.String({ maxLength: 40 })
const until = EditId

/**
 * What is undone: one edit, what it did to one record or to one value of a record, or all edits of an account or of a
 * source from a moment on. `until` is the last edit that counts, so that an undo never reaches itself.
 */
export const UndoScope = Type.Union([
  Type.Object({
    of: Type.Literal('edit'),
    edit_id: EditId,
    /** Only this record. */
    kind: Type.Optional(Type.Unsafe<RecordKind>({ type: 'string', enum: recordKindNames })),
    id: Type.Optional(Type.Integer()),
    /** Only this value of it, as the change log names it. */
    place: Type.Optional(Type.String()),
    /** Values that are left alone. */
    except: Type.Optional(
      Type.Array(Type.Object({ kind: Type.String(), entity_id: Type.Integer(), place: Type.String() })),
    ),
    /** The edit is an undo of everything of an account: its reviews, lists and ratings go back with it. */
    withKept: Type.Optional(Type.Boolean()),
  }),
  Type.Object({
    of: Type.Literal('account'),
    account_id: Type.Integer(),
    since: Moment,
    until,
    /** Reviews that the account wrote or removed, which are left alone otherwise. */
    withReviews: Type.Boolean(),
    /** Lists that it has made, and ratings that it has given, which are in no change log. */
    withLists: Type.Optional(Type.Boolean()),
    withRatings: Type.Optional(Type.Boolean()),
  }),
  Type.Object({ of: Type.Literal('source'), source_id: Type.String(), since: Moment, until }),
])
export type UndoScope = Static<typeof UndoScope>

/** Whether an edit `e` can have changes that are undone. */
export function editsIn(scope: UndoScope): Sql {
  if (scope.of === 'edit') return sql`e.id = ${scope.edit_id}`
  const { since, until } = scope
  return scope.of === 'account'
    ? sql`e.account_id = ${scope.account_id} and e.id <= ${until} and e.at >= ${since}`
    : sql`e.source_id = ${scope.source_id} and e.id <= ${until} and e.at >= ${since}`
}

/**
 * Whether a change `c` of such an edit is undone. Reviews belong to their authors, and are no matter of facts; but
 * those that a merge has moved go back with it.
 */
export function changesIn(scope: UndoScope): Sql {
  const isReview = sql`(c.place like 'reviews [%' and c.key <> 'moved')`
  if (scope.of === 'account' && scope.withReviews) return sql`true`
  if (scope.of !== 'edit') return sql`not (${isReview})`
  if (scope.kind === undefined && scope.withKept) return sql`true`
  const left = (scope.except ?? []).map(
    ({ kind, entity_id, place }) =>
      sql` and not (c.kind = ${kind} and c.entity_id = ${entity_id} and c.place = ${place})`,
  )
  const further = sql`not (${isReview})${join(left, '')}`
  if (scope.kind === undefined) return further
  const { kind, id = 0, place } = scope
  const ofRecord = sql`${further} and c.kind = ${kind} and c.entity_id = ${id}`
  return place === undefined ? ofRecord : sql`${ofRecord} and c.place = ${place}`
}
