import { empty, limit, sql } from '#src/database/sql.ts'
import type { Line, LineKind } from './line.ts'
import { numberOfKind, type Staging } from './staging.ts'

/** Lines of one page when the staging file is scanned. */
const PAGE_LINES = 2_000

/** A line in the staging file. `id` is its id in the catalogue. */
export type StagedLine = {
  no: number
  id: number
  source_id: string
  file: string
  number: number
  bytes: number
  /** The record that the line was about before that was merged into this one. */
  merged_id: number | null
}
export type ParsedLine = StagedLine & { line: Line; numbering: Record<string, number> }

/**
 * The lines of a kind, record by record in the order of their ids; lines of one record in the order in which they are
 * applied: what a source says of a record that was merged into it comes before what it says of that one itself. Either
 * all records, or only the deferred ones.
 */
export function* stagedRecords({ connection }: Staging, of: LineKind, isPostponed = false): Generator<StagedLine[]> {
  const kind = numberOfKind(of)
  const those = isPostponed ? sql`and id in (select id from postponed where kind = ${kind})` : empty
  for (let after = 0; ; ) {
    const page = connection.all(sql`
      select l.no, l.id, l.source_id, f.name as file, l.number, l.bytes, l.merged_id
      from (
        select no, id, source_id, file, number, bytes, merged_id from line
        where kind = ${kind} and id > ${after} ${those} order by id ${limit(PAGE_LINES)}
      ) as l join source s on s.id = l.source_id join file f on f.no = l.file
      order by l.id, s.standing, l.merged_id is null, l.no`) as StagedLine[]
    const records = [...Map.groupBy(page, ({ id }) => id).values()]
    // The last record of a full page may continue on the next one.
    if (page.length === PAGE_LINES) records.pop()
    yield* records
    const last = records.at(-1)?.[0]
    if (page.length < PAGE_LINES || !last) return
    after = last.id
  }
}

/** The lines as they were parsed, in their order. */
export function parsedLines({ connection, lineOf }: Staging, lines: readonly StagedLine[]): ParsedLine[] {
  const rows = connection.all(sql`
    select no, series_id, season_number, episode_number, text from line
    where no in (select value from json_each(${lines.map(({ no }) => no)}))`)
  const byNumber = new Map(rows.map((row) => [row.no, row]))
  return lines.map((line) => {
    const { text, series_id, season_number, episode_number } = byNumber.get(line.no) as Record<string, any>
    const numbering: Record<string, number> = {}
    if (series_id !== null) Object.assign(numbering, { series_id, season_number })
    if (episode_number !== null) numbering.episode_number = episode_number
    return { ...line, line: lineOf(line.no, text), numbering }
  })
}

/** Defers records to the second pass, and notes whether they were counted as created or changed. */
export function defer(
  { connection }: Staging,
  of: LineKind,
  records: readonly { id: number; isCounted: boolean }[],
): void {
  connection.run(sql`
    insert into postponed (kind, id, is_counted)
    select ${numberOfKind(of)}, value ->> 'id', value ->> 'isCounted' from json_each(${records})`)
}

/** How many of the deferred records were not counted as created or changed. */
export function newlyChanged({ connection }: Staging, of: LineKind, ids: readonly number[]): number {
  const row = connection.one(sql`
    select count(*) as n from postponed where kind = ${numberOfKind(of)} and is_counted = 0
      and id in (select value from json_each(${ids}))`)
  return Number(row?.n)
}

/** Says that no line about these records says all about them, as about one into which another one was merged. */
export function share({ connection }: Staging, records: Iterable<{ of: LineKind; id: number }>): void {
  for (const { of, id } of records)
    connection.run(sql`
      update line set merged_id = id where kind = ${numberOfKind(of)} and id = ${id} and merged_id is null`)
}

/** Notes words that lines bring along, in an import that creates none of them. */
export function expect({ connection }: Staging, of: LineKind, ids: readonly number[]): void {
  connection.run(sql`
    insert or ignore into expected (kind, id) select ${numberOfKind(of)}, value from json_each(${ids})`)
}

/** Whether there is a staged line for this id, or a word that a line brings along. */
export const isExpected = ({ connection }: Staging, of: LineKind, id: number): boolean =>
  connection.one(sql`
    select 1 as yes from line where kind = ${numberOfKind(of)} and id = ${id}
    union all select 1 from expected where kind = ${numberOfKind(of)} and id = ${id}`) !== undefined
