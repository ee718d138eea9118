import { Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { type RecordKind, recordKind } from '../record-kinds.ts'
import type { Replaced } from './replaced.ts'

const Last = Type.Object({ edit_id: Type.Integer(), replaced: Type.Unsafe<Replaced | null>(Type.Unknown()) })

/** A record that was deleted: its last name, and the edit that has deleted it. */
export type DeletedRecord = { id: number; name: string; edit_id: number }

/** What is known about a record that no longer exists; undefined if it exists, or never did. */
export async function deletedRecord(db: Reader, of: RecordKind, id: number): Promise<DeletedRecord | undefined> {
  const last = await db.one(
    Last,
    sql`
    select c.edit_id, c.replaced from change c
    where c.kind = ${of} and c.entity_id = ${id} and c.action = 'destroyed' and c.place = ''
      and not exists (select 1 from record r where r.kind = ${of} and r.id = ${id})
    order by c.seq desc ${limit(1)}`,
  )
  return last && { id, edit_id: last.edit_id, name: lastName(of, last.replaced) }
}

function lastName(of: RecordKind, replaced: Replaced | null): string {
  const values = replaced?.record?.values ?? {}
  const names = [values[recordKind(of).title], values.original_title, values.original_name]
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? ''
}

const Id = Type.Object({ id: Type.Integer() })
const Named = Type.Object({ id: Type.Integer(), replaced: Type.Unsafe<Replaced | null>(Type.Unknown()) })

/** Most records that are gone whose names are looked up at once. */
const maxGone = 200

/** The last names of records among `ids` that were deleted or merged: nothing was changed of them after that. */
export async function lastNames(db: Reader, of: RecordKind, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const asked = ids.slice(0, maxGone).map((id) => ({ id }))
  const rows = await db.all(
    Named,
    sql`
    select r.id, c.replaced from ${db.engine.rows(Id, asked)} as r join change c on c.seq = (
      select max(d.seq) from change d where d.kind = ${of} and d.entity_id = r.id)
    where c.action = 'destroyed' and c.place = ''`,
  )
  return new Map(rows.map(({ id, replaced }) => [id, lastName(of, replaced)]))
}
