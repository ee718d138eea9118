import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { type RecordKind, recordKind } from '../record-kinds.ts'
import type { Replaced } from './replaced.ts'

const Last = Type.Object({ edit_id: Type.Integer(), replaced: Type.Unsafe<Replaced | null>(Type.Unknown()) })

/** A record that was deleted: its last name, and the edit that has deleted it. */
export type DeletedRecord = { id: number; name: string; edit_id: number }

/** What is known about a record that no longer exists; undefined if it exists, or never did. */
export async function deletedRecord(db: Database, of: RecordKind, id: number): Promise<DeletedRecord | undefined> {
  const last = await db.one(
    Last,
    sql`
    select c.edit_id, c.replaced from change c
    where c.kind = ${of} and c.entity_id = ${id} and c.action = 'destroyed' and c.place = ''
      and not exists (select 1 from record r where r.kind = ${of} and r.id = ${id})
    order by c.seq desc ${limit(1)}`,
  )
  const name = last?.replaced?.record?.values[recordKind(of).title]
  return last && { id, edit_id: last.edit_id, name: typeof name === 'string' ? name : '' }
}
