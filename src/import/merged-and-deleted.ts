import { fatesOf, survivorsOf } from '#src/catalogue/edits/gone/survivors.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import type { RankOf } from '#src/catalogue/sources.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { idsOf, numberOfKind, type Staging } from './staging.ts'

type Following = {
  rankOf: RankOf
  /** Removes a line about a record that was deleted here by somebody whose word counts more. */
  skipDeleted(no: number): void
  /** Records that this source has merged come back with their lines: it has undone that. */
  merger?: string | undefined
}

/**
 * Lines about records that were merged are about the survivors. Those about records that were deleted are skipped,
 * unless their source ranks higher than whoever deleted them.
 */
export async function followFates(db: Database, staging: Staging, of: RecordKind, following: Following) {
  const { rankOf, skipDeleted, merger } = following
  const { connection } = staging
  const number = numberOfKind(of)
  for (const ids of idsOf(staging, of)) {
    const fates = await fatesOf(db, of, ids)
    const merged = [...fates].flatMap(([id, fate]) => (fate.is === 'merged' && fate.source_id !== merger ? [id] : []))
    const survivors = await survivorsOf(db, of, merged)
    for (const [id, fate] of fates) {
      if (fate.is === 'merged') continue
      const isOfIt =
        of === 'series'
          ? sql`series_id = ${id} or kind = ${number} and id = ${id}`
          : sql`kind = ${number} and id = ${id}`
      const lines = connection.all(sql`select no, source_id from line where ${isOfIt} order by no`)
      for (const { no, source_id } of lines) {
        const counts = source_id === fate.source_id || rankOf(source_id as string) > rankOf(fate.source_id)
        if (!counts) skipDeleted(no as number)
      }
    }
    for (const [id, survivor] of survivors) {
      connection.run(sql`
        update line set id = ${survivor.id}, merged_id = ${id}
        where kind = ${number} and id = ${id} and merged_id is null`)
      if (of === 'series') connection.run(sql`update line set series_id = ${survivor.id} where series_id = ${id}`)
    }
  }
}
