import { Type } from 'typebox'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'

const Key = Type.Object({ source_id: Type.String(), source_key: Type.String(), entity_id: Type.Integer() })

/**
 * The numbers that records have at the publishers who are followed here, for each record by the first digits of these:
 * so whoever follows both, and those publishers themselves, know which record it is, whatever it is called.
 */
export async function knownAs(
  db: Reader,
  of: RecordKind,
  ids: readonly number[],
): Promise<Map<number, Record<string, number>>> {
  const found = new Map<number, Record<string, number>>()
  if (ids.length === 0) return found
  const rows = await db.all(
    Key,
    sql`
    select k.source_id, k.source_key, k.entity_id from source_key k
    where k.kind = ${of} and ${db.engine.anyOf(raw('k.entity_id'), ids)}
      and k.source_id in (select source_id from following)`,
  )
  for (const { source_id, source_key, entity_id } of rows.sort(inOrder)) {
    const known = found.get(entity_id) ?? {}
    known[source_id] ??= Number(source_key)
    found.set(entity_id, known)
  }
  return found
}

type Row = { source_id: string; source_key: string }
const inOrder = (one: Row, other: Row) =>
  one.source_id === other.source_id
    ? Number(one.source_key) - Number(other.source_key)
    : one.source_id < other.source_id
      ? -1
      : 1
