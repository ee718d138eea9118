import { Type } from 'typebox'
import { firstLocalId } from '#src/catalogue/edits/apply-edit.ts'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import type { Kind } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import type { Settled } from './identify.ts'

const Numbered = Type.Object({ number: Type.Integer(), id: Type.Integer() })

/**
 * Records with an id of our own, and those of the sample, keep it when the number is found out by which apps know them.
 * The number answers for them too, as the old id of a merged record does, unless it is the id of another one.
 */
export async function noteNumbers(tx: Database, source_id: string, of: Kind, settled: readonly Settled[]) {
  const numbers = settled.flatMap(({ known: { number }, identity: { id } }) =>
    number === null || id === null || number === id ? [] : [{ number, id }],
  )
  if (numbers.length === 0) return
  await tx.run(sql`
    insert into gone_record (kind, id, into_id, source_id, series_id, season_number, episode_number)
    select ${of}, n.number, min(n.id), ${source_id}, null, null, null
    from ${tx.engine.rows(Numbered, numbers)} as n join record r on r.kind = ${of} and r.id = n.id
    where not exists (select 1 from record o where o.kind = ${of} and o.id = n.number)
      and (n.id >= ${firstLocalId} or r.edit_id in (select id from edit where note = ${sampleNote}))
    group by n.number
    on conflict (kind, id) do nothing`)
}
