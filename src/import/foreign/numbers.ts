import { rm } from 'node:fs/promises'
import { Type } from 'typebox'
import { firstLocalId } from '#src/catalogue/edits/apply-edit.ts'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import { openEdit } from '#src/catalogue/edits/steps.ts'
import { type Kind, kindNames } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { openConnection } from '#src/database/sqlite/connection.ts'
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
    /**
     * Notes all of them in the catalogue, for the edit of the import. An import that has changed nothing else gets one
     * here, so that it can be undone. Returns the edit, if there is one.
     */
    async note(db: Database, noting: Noting): Promise<number | undefined> {
      let { edit_id } = noting
      for (const of of kindNames) {
        for (let after = 0; ; ) {
          const rows = connection.all(sql`
            select rowid as no, number, id from noted
            where kind = ${kindNames.indexOf(of)} and rowid > ${after} order by rowid ${limit(AT_ONCE)}`)
          const last = rows.at(-1)
          if (!last) break
          after = last.no as number
          const numbers = rows.map(({ number, id }) => ({ number: number as number, id: id as number }))
          edit_id = await db.transaction((tx) => noteNumbers(tx, { ...noting, edit_id }, of, numbers))
        }
      }
      return edit_id
    },
    async close() {
      connection.close()
      if (isFile) await rm(path, { force: true })
    },
  }
}

/** The import that notes numbers: its source, its note, its edit as far as it has one, and the time. */
type Noting = { source_id: string; note: string; edit_id: number | undefined; at: Date }
type KnownAs = { number: number; id: number }

/**
 * Records with an id of our own, and those of the sample, keep it when the number is found out by which apps know them.
 * The number answers for them too, as the old id of a merged record does, unless it is the id of another one.
 */
async function noteNumbers(tx: Database, noting: Noting, of: Kind, numbers: readonly KnownAs[]) {
  const { source_id, note, at } = noting
  const fresh = await tx.all(
    Numbered,
    sql`
    select n.number as number, min(n.id) as id
    from ${tx.engine.rows(Numbered, numbers)} as n join record r on r.kind = ${of} and r.id = n.id
    where not exists (select 1 from record o where o.kind = ${of} and o.id = n.number)
      and not exists (select 1 from gone_record g where g.kind = ${of} and g.id = n.number)
      and (n.id >= ${firstLocalId} or r.edit_id in (select id from edit where note = ${sampleNote}))
    group by n.number`,
  )
  if (fresh.length === 0) return noting.edit_id
  const origin = { account_id: null, source_id, note }
  const edit_id = noting.edit_id ?? (await openEdit(tx, origin, at.toISOString()))
  await tx.run(sql`
    insert into gone_record (kind, id, into_id, source_id, series_id, season_number, episode_number, edit_id)
    select ${of}, n.number, n.id, ${source_id}, null, null, null, ${edit_id}
    from ${tx.engine.rows(Numbered, fresh)} as n where true
    on conflict (kind, id) do nothing`)
  return edit_id
}
