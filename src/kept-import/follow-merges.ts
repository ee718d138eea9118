import { survivorsOf } from '#src/catalogue/edits/gone/survivors.ts'
import { recordKindNames } from '#src/catalogue/record-kinds.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'

/** Lets entries about records that were merged since be about their survivors. */
export async function followMerges(tx: Database, import_id: number): Promise<void> {
  for (const kind of recordKindNames) {
    const merged = await tx.all(
      Id,
      sql`
      select distinct g.id from kept_import_entry e join gone_record g on g.kind = e.kind and g.id = e.entity_id
      where e.import_id = ${import_id} and e.kind = ${kind} and g.into_id is not null order by g.id`,
    )
    const survivors = await survivorsOf(
      tx,
      kind,
      merged.map(({ id }) => id),
    )
    for (const [id, survivor] of survivors)
      await tx.run(sql`
        update kept_import_entry set entity_id = ${survivor.id}
        where import_id = ${import_id} and kind = ${kind} and entity_id = ${id}`)
  }
}
