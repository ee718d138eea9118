import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import type { KeptEntry } from '#src/kept/kept-entry.ts'
import { certain, type Match } from '#src/matching/wanted-title.ts'
import { isKept } from './entries.ts'

const Matched = Type.Object({
  number: Type.Integer(),
  status: Type.String(),
  reason: Type.String(),
  kind: nullable(Type.String()),
  entity_id: nullable(Type.Integer()),
  others: Type.Array(Type.Unknown()),
  certainty: Type.Number(),
})

/** Other records that are offered to a person. */
export const maxOthers = 5

/** What is stored of an entry that was matched. */
export function matchedRow(number: number, { what }: KeptEntry, { record, certainty, by, others }: Match) {
  const row = { number, certainty, reason: '', kind: record?.kind ?? null, entity_id: record?.id ?? null }
  const some = others.slice(0, maxOthers)
  // Somebody has said before that it is none of the catalogue.
  if (!record) return { ...row, status: by === 'decision' ? 'skipped' : 'unmatched', others: some }
  if (!isKept(what, record.kind)) return { ...row, status: 'refused', reason: 'not_kept', others: [] }
  return { ...row, status: certainty >= certain ? 'matched' : 'uncertain', others: some }
}

/** Notes with what entries were matched. */
export async function noteMatches(tx: Database, import_id: number, rows: readonly Static<typeof Matched>[]) {
  if (rows.length === 0) return
  await tx.run(sql`
    update kept_import_entry set status = m.status, reason = m.reason, kind = m.kind, entity_id = m.entity_id,
      others = m.others, certainty = m.certainty
    from ${tx.engine.rows(Matched, rows)} as m
    where kept_import_entry.import_id = ${import_id} and kept_import_entry.number = m.number`)
}
