import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

/** For so many days an edit may be sent again under its key. */
export const REPEATED_EDIT_DAYS = 14

/** What a program calls an edit that it may send again, and what tells whether it is the same one. */
export type Repeatable = { key: string; digest: string }

export const repeatableOf = (key: string, asked: unknown): Repeatable => ({
  key,
  digest: createHash('sha256').update(JSON.stringify(asked)).digest('hex'),
})

const EditedRecord = Type.Object({
  kind: Type.Unsafe<RecordKind>(Type.String()),
  id: Type.Integer(),
  is_new: Type.Boolean(),
  revision: Type.Integer(),
})
const Became = Type.Object({
  edit_id: nullable(Type.Integer()),
  pending_id: nullable(Type.Integer()),
  records: Type.Array(EditedRecord),
})
/** What became of an edit. */
export type Became = Static<typeof Became>
const Known = Type.Object({ digest: Type.String(), ...Became.properties })

/** What became of an edit that was sent before. Throws `invalid_parameters` if that was another one. */
export async function repeatedEdit(
  tx: Database,
  account_id: number,
  { key, digest }: Repeatable,
): Promise<Became | undefined> {
  const known = await tx.one(
    Known,
    sql`
    select digest, edit_id, pending_id, records from repeatable_edit
    where account_id = ${account_id} and key = ${key}`,
  )
  if (!known) return undefined
  if (known.digest !== digest)
    throw new ApiError('invalid_parameters', undefined, {
      faults: [{ record: 0, place: 'idempotency_key', reason: 'was used for another edit' }],
    })
  return { edit_id: known.edit_id, pending_id: known.pending_id, records: known.records }
}

/** Notes what became of an edit, in the transaction in which it happens. */
export const noteEdit = (
  tx: Database,
  account_id: number,
  { key, digest }: Repeatable,
  { edit_id, pending_id, records }: Became,
  at: Date,
): Promise<number> =>
  tx.run(sql`
    insert into repeatable_edit (account_id, key, digest, at, edit_id, pending_id, records)
    values (${account_id}, ${key}, ${digest}, ${at.toISOString()}, ${edit_id}, ${pending_id}, ${records})`)
