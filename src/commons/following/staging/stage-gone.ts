import { rm } from 'node:fs/promises'
import { type RecordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import { limit, sql } from '#src/database/sql.ts'
import { openConnection } from '#src/database/sqlite/connection.ts'

/** A record of a publisher that is not there any more; it may have become another one. */
export type Gone = { of: RecordKind; id: number; into?: number | undefined }

/** Lines that are read together. */
const AT_ONCE = 500

export type StagedGone = Awaited<ReturnType<typeof stageGone>>

/**
 * The file in which it waits what is gone at a publisher until all that is there was written, so that a packet is read
 * once, and memory does not grow with it. It contains nothing of value.
 */
export async function stageGone(path: string) {
  const remove = async () => {
    for (const end of ['', '-journal']) await rm(`${path}${end}`, { force: true })
  }
  await remove()
  const connection = openConnection(path, { readOnly: false, busyTimeoutMs: 0 })
  connection.script(`pragma journal_mode = memory; pragma synchronous = off;
    create table gone (no integer primary key, kind integer not null, id integer not null, into_id integer);
    begin`)
  let isIndexed = false
  return {
    add({ of, id, into }: Gone) {
      connection.each('insert into gone (kind, id, into_id) values (?, ?, ?)', [
        [recordKindNames.indexOf(of), id, into ?? null],
      ])
    },
    /** Those records, among `ids`, of which it is not said what became of them. */
    unsaid(of: RecordKind, ids: readonly number[]): number[] {
      connection.script('create index if not exists gone_by_id on gone (kind, id)')
      const said = connection.all(sql`
        select id from gone
        where kind = ${recordKindNames.indexOf(of)} and id in (select value from json_each(${ids}))`)
      const those = new Set(said.map(({ id }) => id))
      return ids.filter((id) => !those.has(id))
    },
    /** In the order of the lines, by kind: those that belong to others first. */
    *batches(): Generator<Gone[]> {
      if (!isIndexed) connection.script('create index gone_by_kind on gone (kind, no)')
      isIndexed = true
      for (const of of recordKindNames.toReversed()) {
        for (let after = 0; ; ) {
          const rows = connection.all(sql`
            select no, id, into_id from gone where kind = ${recordKindNames.indexOf(of)} and no > ${after}
            order by no ${limit(AT_ONCE)}`) as { no: number; id: number; into_id: number | null }[]
          const last = rows.at(-1)
          if (!last) break
          yield rows.map(({ id, into_id }) => ({ of, id, ...(into_id !== null && { into: into_id }) }))
          after = last.no
        }
      }
    },
    async close() {
      connection.close()
      await remove()
    },
  }
}
