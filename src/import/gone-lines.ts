import { type Static, Type } from 'typebox'
import { goneTable } from '#src/catalogue/edits/gone/gone.ts'
import type { GoneLine } from '#src/catalogue/edits/gone/gone-line.ts'
import { fatesOf, survivorsOf } from '#src/catalogue/edits/gone/survivors.ts'
import { type RecordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import type { RankOf } from '#src/catalogue/sources.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { numberOfKind, type Staging } from './staging.ts'

/** Records that are read or noted together. */
const PAGE_RECORDS = 500

const GoneRow = Type.Object({
  id: Type.Integer(),
  into_id: nullable(Type.Integer()),
  source_id: Type.String(),
  series_id: nullable(Type.Integer()),
  season_number: nullable(Type.Integer()),
  episode_number: nullable(Type.Integer()),
})
type GoneRow = Static<typeof GoneRow>
const columns = sql`id, into_id, source_id, series_id, season_number, episode_number`

/** The records that are gone on purpose, as lines, page by page. What was merged is in what there is of it now. */
export async function* goneRecordLines(db: Reader): AsyncGenerator<GoneLine[]> {
  for (const of of recordKindNames) {
    for (let after = 0; ; ) {
      const rows = await db.all(
        GoneRow,
        sql`
        select ${columns} from gone_record where kind = ${of} and id > ${after} order by id ${limit(PAGE_RECORDS)}`,
      )
      if (rows.length === 0) break
      yield await linesOf(db, of, rows)
      after = rows.at(-1)?.id as number
    }
  }
}

/** The lines of those of these records that are gone on purpose. */
export async function goneAmong(db: Reader, of: RecordKind, ids: readonly number[]): Promise<GoneLine[]> {
  if (ids.length === 0) return []
  const rows = await db.all(
    GoneRow,
    sql`
    select ${columns} from gone_record where kind = ${of} and ${db.engine.anyOf(raw('id'), ids)} order by id`,
  )
  return linesOf(db, of, rows)
}

async function linesOf(db: Reader, of: RecordKind, rows: readonly GoneRow[]): Promise<GoneLine[]> {
  const merged = rows.flatMap(({ id, into_id }) => (into_id === null ? [] : [id]))
  const survivors = await survivorsOf(db, of, merged)
  return rows.map(({ id, into_id, source_id, series_id, season_number, episode_number }) => ({
    kind: 'gone',
    of,
    id,
    ...(into_id !== null && { into: survivors.get(id)?.id ?? into_id }),
    source: source_id,
    ...(series_id !== null && { series_id }),
    ...(season_number !== null && { season_number }),
    ...(episode_number !== null && { episode_number }),
  }))
}

type StagedGone = GoneRow & { no: number; file: string; number: number }
export type RefuseGone = (line: { file: string; line: number }, field: string, reason: string) => void
type Noting = { rankOf: RankOf; refuse: RefuseGone }

const staged = sql`select g.*, f.name as file from gone g join file f on f.no = g.file`

/** Refuses lines that cannot be right, whatever the catalogue has. */
export function checkGone({ connection }: Staging, refuse: RefuseGone): void {
  const wrong = connection.all(sql`
    ${staged} where into_id = id or source_id not in (select id from source) order by g.no`) as StagedGone[]
  for (const { no, id, into_id, source_id, file, number: line } of wrong) {
    connection.run(sql`delete from gone where no = ${no}`)
    if (into_id === id) refuse({ file, line }, 'into', 'is the record itself')
    else refuse({ file, line }, 'source', source_id ? `refers to ${source_id}, which does not exist` : 'is missing')
  }
}

/**
 * Notes what is gone, after all records were written: what is there stays, and what was noted by somebody whose word
 * counts more stays as it is.
 */
export async function noteGone(db: Database, { connection }: Staging, noting: Noting): Promise<void> {
  for (const of of recordKindNames) {
    for (let after = 0; ; ) {
      const lines = connection.all(sql`
        ${staged} where g.kind = ${numberOfKind(of)} and g.no > ${after} order by g.no ${limit(PAGE_RECORDS)}`)
      if (lines.length === 0) break
      await notePage(db, of, lines as StagedGone[], noting)
      after = lines.at(-1)?.no as number
    }
  }
}

async function notePage(db: Database, of: RecordKind, lines: readonly StagedGone[], { rankOf, refuse }: Noting) {
  const circles = await db.transaction(async (tx) => {
    const ids = lines.map(({ id }) => id)
    const there = await tx.all(Id, sql`select id from record where kind = ${of} and ${tx.engine.anyOf(raw('id'), ids)}`)
    const present = new Set(there.map(({ id }) => id))
    const fates = await fatesOf(tx, of, ids)
    const targets = [...new Set(lines.flatMap(({ into_id }) => into_id ?? []))]
    const survivors = await survivorsOf(tx, of, targets)
    const noted = new Map<number, GoneRow>()
    const circles: StagedGone[] = []
    for (const line of lines) {
      const { id, into_id, source_id } = line
      const fate = fates.get(id)
      const isTold = fate && (fate.source_id === source_id ? isSameFate(fate, into_id) : !outranks(rankOf, line, fate))
      if (present.has(id) || isTold || noted.has(id)) continue
      let end = into_id === null ? null : (survivors.get(into_id)?.id ?? into_id)
      for (let steps = 0; end !== null && end !== id && noted.has(end) && steps < PAGE_RECORDS; steps++)
        end = noted.get(end)?.into_id ?? end
      if (end === id) circles.push(line)
      else noted.set(id, { ...line, into_id: end })
    }
    const rows = [...noted.values()].map((row) => ({
      kind: of as string,
      id: row.id,
      into_id: row.into_id,
      source_id: row.source_id,
      series_id: row.series_id,
      season_number: row.season_number,
      episode_number: row.episode_number,
    }))
    if (rows.length > 0) await tx.put(goneTable, rows)
    return circles
  })
  for (const { file, number: line } of circles) refuse({ file, line }, 'into', 'leads back to the record itself')
}

type Fate = { is: 'merged' | 'removed'; into_id?: number; source_id: string }
const isSameFate = ({ into_id = null as never }: Fate, other: number | null) => into_id === other
const outranks = (rankOf: RankOf, { source_id }: StagedGone, fate: Fate) => rankOf(source_id) > rankOf(fate.source_id)
