import { type Static, Type } from 'typebox'
import type { EditWithChanges, LoggedEdit } from '#src/catalogue/edits/history.ts'
import { leftReasons } from '#src/catalogue/edits/undo/decide.ts'
import { recordKindNames } from '#src/catalogue/record-kinds.ts'
import { nullable } from '#src/contract/schema.ts'
import { addressPattern, maxAddressLength, shownAddress } from '#src/contract/web-address.ts'
import { foldUsername } from '#src/credentials/rules.ts'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

/** What replies about edits have in common. */

/** Longest note of an edit. */
export const maxNoteLength = 1_000

export const KindOfRecord = Type.Unsafe<(typeof recordKindNames)[number]>({
  type: 'string',
  enum: [...recordKindNames],
  description: 'Kind of the record, as in import lines',
})

/** Why an edit is made. */
export const reasonFields = {
  note: Type.Optional(Type.String({ maxLength: maxNoteLength, description: 'Reason, which everybody can read' })),
  source_url: Type.Optional(
    Type.String({
      maxLength: maxAddressLength,
      pattern: addressPattern,
      description: 'Address of a page that confirms it',
    }),
  ),
}

const AnyValue = (description: string) => Type.Unknown({ description })

const changeFields = {
  kind: Type.String(),
  id: Type.Integer({ description: 'ID of the record' }),
  field: Type.String({ description: 'Field, or key of a part; empty for the record as a whole' }),
  place: Type.String({ description: 'Name of the value within the record, for undoing this value alone' }),
  action: Type.String({ enum: ['created', 'added', 'updated', 'deleted', 'destroyed'] }),
  iso_639_1: Type.String(),
  iso_3166_1: Type.String(),
  original_value: AnyValue('Value before; null if there was none'),
  value: AnyValue('Value after; null if there is none'),
  original_source: nullable(Type.String({ description: 'Source of the value before' })),
  same_value: Type.Boolean({ description: 'Whether only its source, lock or position has changed' }),
}
export const ChangeOfEdit = Type.Object(changeFields, { title: 'ChangeOfEdit' })
export type ChangeOfEdit = Static<typeof ChangeOfEdit>

type Shown = {
  kind: string
  entity_id: number
  key: string
  place: string
  action: string
  iso_639_1: string
  iso_3166_1: string
  original_value: unknown
  value: unknown
  same_value?: boolean
  original_source?: string | null
  replaced?: { source_id?: string } | null
}

/** A change as replies show it. The text of a review is only shown with the review. */
export function changeShown(change: Shown): ChangeOfEdit {
  const { kind, entity_id: id, key: field, place, action, iso_639_1, iso_3166_1 } = change
  const redacted = (value: unknown) =>
    value !== null && place.startsWith('reviews [') ? { id: (value as { id: string }).id } : value
  return {
    ...{ kind, id, field, place, action, iso_639_1, iso_3166_1 },
    original_value: redacted(change.original_value),
    value: redacted(change.value),
    original_source: change.original_source ?? change.replaced?.source_id ?? null,
    same_value: change.same_value ?? false,
  }
}

export const Undoes = Type.Object(
  {
    edit_id: Type.Optional(Type.Integer()),
    kind: Type.Optional(Type.String()),
    id: Type.Optional(Type.Integer()),
    place: Type.Optional(Type.String()),
    account_id: Type.Optional(Type.Integer()),
    source_id: Type.Optional(Type.String()),
    since: Type.Optional(Type.String()),
  },
  { description: 'What the edit undoes', title: 'Undoes' },
)

export const editFields = {
  id: Type.Integer(),
  at: Type.String(),
  username: nullable(Type.String({ description: 'User name of the author; null for imports' })),
  source_id: Type.String(),
  note: Type.String(),
  source_url: Type.String(),
  undoes: nullable(Undoes),
}

export const editShown = ({ id, at, username, source_id, note, source_url, undoes }: LoggedEdit) => ({
  ...{ id, at, username, source_id, note, source_url: shownAddress(source_url) },
  undoes: undoes as Static<typeof Undoes> | null,
})

export const EditInList = Type.Object({ ...editFields, changes: Type.Array(ChangeOfEdit) }, { title: 'EditInList' })
export const editInList = ({ changes, ...edit }: EditWithChanges) => ({
  ...editShown(edit),
  changes: changes.map(changeShown),
})

/** A value that an undo leaves as it is. */
export const LeftValue = Type.Object(
  {
    kind: Type.String(),
    id: Type.Integer(),
    place: Type.String({ description: 'Name of the value within the record; empty for the record as a whole' }),
    reason: Type.String({ enum: [...leftReasons] }),
    edit_id: nullable(Type.Integer({ description: 'The edit that prevents the undo, if there is one' })),
  },
  { title: 'LeftValue' },
)

const Id = Type.Object({ id: Type.Integer() })

/** The account of a user name; undefined if there is none. */
export async function accountNamed(db: Reader, username: string): Promise<number | undefined> {
  const folded = foldUsername(username)
  return (await db.one(Id, sql`select id from account where folded_username = ${folded} and source_id is null`))?.id
}
