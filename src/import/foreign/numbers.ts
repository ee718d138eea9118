import { rm } from 'node:fs/promises'
import { Type } from 'typebox'
import { firstLocalId } from '#src/catalogue/edits/apply-edit.ts'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import { type Kind, kindNames } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { openConnection } from '#src/database/sqlite/sqlite.ts'
import type { Settled } from './identify.ts'

/** Numbers that are noted in one transaction. */
const AT_ONCE = 1_000
const CACHE_KIB = 1_024

const Numbered = Type.Object({ number: Type.Integer(), id: Type.Integer() })

export type Numbers = Awaited<ReturnType<typeof openNumbers>>

/**
 * The numbers by which apps know records that have another id, in a file of their own until the records are there:
 * there may be as many of them as there are records.
 */
export async function openNumbers(path: string) {
  const isFile = path !== ':memory:'
  if (isFile) await rm(path, { force: true })
  const connection = openConnection(path, { readOnly: false, busyTimeoutMs: 0 })
  connection.script(`
    pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -${CACHE_KIB};
    create table noted (kind integer not null, number integer not null, id integer not null);
    begin`)
  return {
    add(of: Kind, settled: readonly Settled[]) {
      connection.each(
        'insert into noted (kind, number, id) values (?, ?, ?)',
        settled.flatMap(({ known: { number }, identity: { id } }) =>
          number === null || id === null || number === id ? [] : [[kindNames.indexOf(of), number, id]],
        ),
      )
    },
    /** Notes all of them in the catalogue, for the edit of the import if it has one. */
    async note(db: Database, source_id: string, edit_id: number | undefined) {
      for (const of of kindNames) {
        for (let after = 0; ; ) {
          const rows = connection.all(sql`
            select rowid as no, number, id from noted
            where kind = ${kindNames.indexOf(of)} and rowid > ${after} order by rowid ${limit(AT_ONCE)}`)
          const last = rows.at(-1)
          if (!last) break
          after = last.no as number
          const numbers = rows.map(({ number, id }) => ({ number: number as number, id: id as number }))
          await db.transaction((tx) => noteNumbers(tx, { source_id, edit_id, of, numbers }))
        }
      }
    },
    async close() {
      connection.close()
      if (isFile) await rm(path, { force: true })
    },
  }
}

type Noted = { source_id: string; edit_id: number | undefined; of: Kind; numbers: { number: number; id: number }[] }

/**
 * Records with an id of our own, and those of the sample, keep it when the number is found out by which apps know them.
 * The number answers for them too, as the old id of a merged record does, unless it is the id of another one.
 */
const noteNumbers = (tx: Database, { source_id, edit_id, of, numbers }: Noted) =>
  tx.run(sql`
    insert into gone_record (kind, id, into_id, source_id, series_id, season_number, episode_number, edit_id)
    select ${of}, n.number, min(n.id), ${source_id}, null, null, null, ${edit_id ?? null}
    from ${tx.engine.rows(Numbered, numbers)} as n join record r on r.kind = ${of} and r.id = n.id
    where not exists (select 1 from record o where o.kind = ${of} and o.id = n.number)
      and (n.id >= ${firstLocalId} or r.edit_id in (select id from edit where note = ${sampleNote}))
    group by n.number
    on conflict (kind, id) do nothing`)
