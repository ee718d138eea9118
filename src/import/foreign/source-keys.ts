import { type Static, Type } from 'typebox'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'

/** Keys that are looked up with one query. */
const LOOKUP_KEYS = 1_000

const SourceKey = Type.Object({
  source_id: Type.String(),
  kind: Type.String(),
  source_key: Type.String(),
  entity_id: nullable(Type.Integer()),
  is_own: Type.Boolean(),
  decision: nullable(Type.String()),
})
type SourceKey = Static<typeof SourceKey>

const KnownKey = Type.Object({ ...SourceKey.properties, is_there: Type.Boolean(), is_gone: Type.Boolean() })
/** A key with whether its record is in the catalogue, or was merged into another one or deleted. */
export type KnownKey = Static<typeof KnownKey>

const table = { name: 'source_key', key: ['source_id', 'kind', 'source_key'], row: SourceKey }

/** What earlier imports of a source, and people, have found out about keys, but for records of others that are gone. */
export async function knownKeys(
  db: Database,
  source_id: string,
  of: RecordKind,
  keys: readonly string[],
): Promise<Map<string, KnownKey>> {
  const known = new Map<string, KnownKey>()
  for (let at = 0; at < keys.length; at += LOOKUP_KEYS) {
    const some = keys.slice(at, at + LOOKUP_KEYS)
    const rows = await db.all(
      KnownKey,
      sql`
      select source_id, kind, source_key, entity_id, is_own, decision,
        exists (select 1 from record where kind = ${of} and id = entity_id) as is_there,
        exists (select 1 from gone_record where kind = ${of} and id = entity_id) as is_gone
      from source_key
      where source_id = ${source_id} and kind = ${of} and ${db.engine.anyOf(raw('source_key'), some)}
        and (entity_id is null or is_own
          or exists (select 1 from record where kind = ${of} and id = entity_id)
          or exists (select 1 from gone_record where kind = ${of} and id = entity_id))`,
    )
    for (const row of rows) known.set(row.source_key, row)
  }
  return known
}

/** Remembers which records keys of a source are, so that the next import of it finds them. */
export const rememberKeys = (db: Database, rows: readonly SourceKey[]): Promise<void> => db.put(table, rows)

export const keyOf = (
  source_id: string,
  kind: RecordKind,
  source_key: string,
  entity_id: number | null,
  is_own: boolean,
): SourceKey => ({ source_id, kind, source_key, entity_id, is_own, decision: null })
