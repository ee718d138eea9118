import { type Static, Type } from 'typebox'
import type { Replaced } from '#src/catalogue/edits/replaced.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import type { Database } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'

/** Rows of the log that are looked at together. */
const ROWS_AT_ONCE = 500

const Row = Type.Object({
  seq: Type.Integer(),
  kind: Type.Unsafe<RecordKind>(Type.String()),
  entity_id: Type.Integer(),
})
const Replacing = Type.Object({ seq: Type.Integer(), replaced: Type.Unsafe<Replaced | null>(Type.Unknown()) })

/**
 * Takes the values of a source, and of those that came with it, out of the history: what its edits said, what others
 * replaced of that, and what its removal took away. That something changed, when and by whom stays.
 */
export async function clearHistory(
  db: Database,
  [source_id = '', ...also]: readonly string[],
  removal: number | undefined,
) {
  for (let after = 0; ; ) {
    const edits = await db.all(
      Id,
      sql`select id from edit where source_id = ${source_id} and id > ${after} order by id ${limit(ROWS_AT_ONCE)}`,
    )
    for (const { id } of edits) await clearEdit(db, id, [source_id, ...also])
    const last = edits.at(-1)
    if (!last) break
    after = last.id
  }
  if (removal !== undefined) await clearRemoval(db, removal)
}

/** The rows of an edit, some at a time. */
async function* rowsOf(db: Database, edit_id: number): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const rows = await db.all(
      Row,
      sql`
      select seq, kind, entity_id from change
      where edit_id = ${edit_id} and seq > ${after} order by seq ${limit(ROWS_AT_ONCE)}`,
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.seq
  }
}
type Row = Static<typeof Row>

async function clearEdit(db: Database, edit_id: number, source_ids: readonly string[]) {
  for await (const rows of rowsOf(db, edit_id)) {
    const replacing: number[] = []
    for (const [kind, of] of Map.groupBy(rows, (row) => row.kind)) {
      const ids = [...new Set(of.map(({ entity_id }) => entity_id))]
      const others = await db.all(
        Replacing,
        sql`
        select seq, replaced from change ${db.engine.through('change_by_record')}
        where kind = ${kind} and ${db.engine.anyOf(raw('entity_id'), ids)} and replaced is not null`,
      )
      for (const { replaced, seq } of others)
        if (source_ids.some((source_id) => isOf(replaced, source_id))) replacing.push(seq)
    }
    await db.transaction(async (tx) => {
      await clear(tx, replacing, sql`original_value = null, replaced = null`)
      const seqs = rows.map(({ seq }) => seq)
      await clear(tx, seqs, sql`original_value = null, value = null, replaced = null`)
    })
  }
}

/** Whether a change replaced something of a source, or deleted a record with something of it. */
function isOf(replaced: Replaced | null, source_id: string): boolean {
  if (!replaced) return false
  if (replaced.source_id === source_id || replaced.holder === source_id) return true
  return replaced.record !== undefined && JSON.stringify(replaced.record).includes(JSON.stringify(source_id))
}

async function clearRemoval(db: Database, edit_id: number) {
  for await (const rows of rowsOf(db, edit_id))
    await clear(
      db,
      rows.map(({ seq }) => seq),
      sql`original_value = null, replaced = null`,
    )
}

const clear = async (db: Database, seqs: readonly number[], columns: ReturnType<typeof sql>) => {
  if (seqs.length > 0) await db.run(sql`update change set ${columns} where ${db.engine.anyOf(raw('seq'), seqs)}`)
}
