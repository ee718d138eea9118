import { Type } from 'typebox'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { editsIn, type UndoScope } from './scope.ts'

/** How many numbers an edit has noted that are still known. */
export const countNumbers = (db: Reader, edit_id: number): Promise<number> =>
  countRows(db, sql`from gone_record where edit_id = ${edit_id}`)

const Noted = Type.Object({ kind: Type.String(), id: Type.Integer() })

/** Numbers that are taken back in one transaction. */
export const numbersAtOnce = 500

/**
 * Takes back the next numbers under which imports found that apps know records. They are in no change log, because
 * nothing that a record shows has changed. Returns how many there were; fewer than `numbersAtOnce` were the last ones.
 */
export async function takeBackNumbers(tx: Database, scope: UndoScope): Promise<number> {
  // People note none, and one value of a record is not its number.
  if (scope.of === 'account' || (scope.of === 'edit' && scope.place !== undefined)) return 0
  const { kind, id = 0 } = scope.of === 'edit' ? scope : {}
  const ofRecord = kind === undefined ? sql`true` : sql`g.kind = ${kind} and g.into_id = ${id}`
  const edits = scope.of === 'edit' ? sql`(${scope.edit_id})` : sql`(select e.id from edit e where ${editsIn(scope)})`
  const rows = await tx.all(
    Noted,
    sql`select g.kind, g.id from gone_record g where g.edit_id in ${edits} and ${ofRecord} ${limit(numbersAtOnce)}`,
  )
  for (const [of, some] of Map.groupBy(rows, (row) => row.kind)) {
    const ids = some.map((row) => row.id)
    await tx.run(sql`delete from gone_record where kind = ${of} and ${tx.engine.anyOf(raw('id'), ids)}`)
  }
  return rows.length
}
