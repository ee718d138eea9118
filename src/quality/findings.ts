import { type Static, Type } from 'typebox'
import type { Kind } from '#src/catalogue/kinds.ts'
import { onPage } from '#src/contract/paging.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { type ReportName, report, reportNames, textLanguages } from './reports.ts'

/** Days of a number that are shown, the last ones on which it changed. */
export const maxNumberDays = 90

/** A number of a report: of one kind, and of one language where the report has them. */
export const ReportNumber = Type.Object({
  report: Type.String(),
  kind: Type.String(),
  language: Type.String(),
  found: Type.Integer(),
})
export type ReportNumber = Static<typeof ReportNumber>

const Place = Type.Object({ report: Type.String(), kind: Type.String(), language: Type.String() })

/** The present number of each report, kind and language, in the order of the table of reports. */
export async function presentNumbers(db: Reader): Promise<ReportNumber[]> {
  const places = reportNames.flatMap((name) =>
    report(name).kinds.flatMap((kind) => languagesOf(name).map((language) => ({ report: name, kind, language }))),
  )
  const rows = await db.all(
    ReportNumber,
    sql`
    select r.report, r.kind, r.language, coalesce((
      select n.found from quality_number n
      where n.report = r.report and n.kind = r.kind and n.language = r.language
      order by n.day desc limit 1), 0) as found
    from ${db.engine.rows(Place, places)} as r`,
  )
  const known = new Map(rows.map((row) => [`${row.report} ${row.kind} ${row.language}`, row]))
  return places.map(({ report: name, kind, language }) => known.get(`${name} ${kind} ${language}`) as ReportNumber)
}

/** The languages for which a report has a number of its own. */
export const languagesOf = (name: ReportName): readonly string[] => (report(name).isByLanguage ? textLanguages : [''])

const Day = Type.Object({ day: Type.String(), found: Type.Integer() })

/** How a number has changed, the oldest day first. */
export async function numberByDay(db: Reader, { name, kind, language }: Asked) {
  const rows = await db.all(
    Day,
    sql`
    select day, found from quality_number where report = ${name} and kind = ${kind} and language = ${language}
    order by day desc ${limit(maxNumberDays)}`,
  )
  return rows.toReversed()
}

const Counted = Type.Object({
  seq: Type.Integer(),
  rebuilt_kind: nullable(Type.String()),
  head: Type.Integer(),
  at: nullable(Type.String()),
})

/**
 * How far the reports have come: `building` while all records are counted anew, otherwise the time of the last change
 * that is counted (null if there was none), and whether there are later ones.
 */
export async function countedUpTo(db: Reader): Promise<'building' | { at: string | null; isBehind: boolean }> {
  const row = await db.one(
    Counted,
    sql`
    select f.seq, f.rebuilt_kind, (select at from change where change.seq = f.seq) as at,
      (select coalesce(max(seq), 0) as seq from change) as head
    from follower f where f.name = 'quality'`,
  )
  if (!row || row.rebuilt_kind !== null) return 'building'
  return { at: row.at, isBehind: row.seq < row.head }
}

export type Asked = { name: ReportName; kind: Kind; language: string }

/** A record that a report names. */
export const NamedFinding = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** Its first day, empty where that is not known; of a season that of the season. */
  day: Type.String(),
  /** What it has in common with others; the language of a missing text. */
  about: Type.String(),
  series_id: Type.Union([Type.Integer(), Type.Null()]),
  season_number: Type.Union([Type.Integer(), Type.Null()]),
  /** The best known of the records that have it in common; null for that one, and where there is nothing in common. */
  best_known_id: Type.Union([Type.Integer(), Type.Null()]),
})
export type NamedFinding = Static<typeof NamedFinding>

const named: Partial<Record<Kind, { columns: Sql; from: Sql }>> = {
  movie: {
    columns: sql`coalesce(nullif(t.title, ''), t.original_title) as name, t.release_date as day,
      null as series_id, null as season_number`,
    from: sql`join movie t on t.id = f.entity_id`,
  },
  series: {
    columns: sql`coalesce(nullif(t.name, ''), t.original_name) as name, t.first_air_date as day,
      null as series_id, null as season_number`,
    from: sql`join series t on t.id = f.entity_id`,
  },
  person: {
    columns: sql`coalesce(nullif(t.name, ''), t.original_name) as name, coalesce(t.birthday, '') as day,
      null as series_id, null as season_number`,
    from: sql`join person t on t.id = f.entity_id`,
  },
  season: {
    columns: sql`coalesce(nullif(t.name, ''), t.original_name) as name, coalesce(s.air_date, '') as day,
      s.series_id, s.season_number`,
    from: sql`join season s on s.id = f.entity_id join series t on t.id = s.series_id`,
  },
}

/** One page of what a report names, the best known first; records that have something in common stand together. */
export function findingsOf(db: Reader, { name, kind, language }: Asked, page: number, size: number) {
  const { columns, from } = named[kind] as { columns: Sql; from: Sql }
  const isOfSeveral = report(name).isOfSeveral
  const about = isOfSeveral ? sql`` : sql`and f.about = ${language}`
  const bestKnown = sql`(
    select nullif(b.entity_id, f.entity_id) from quality_finding b
    where b.report = ${name} and b.kind = ${kind} and b.about = f.about
    order by b.popularity desc, b.entity_id ${limit(1)})`
  return db.all(
    NamedFinding,
    sql`
    select f.entity_id as id, f.about, ${columns}, ${isOfSeveral ? bestKnown : raw('null')} as best_known_id
    from (
      select f.entity_id, f.about, f.popularity from quality_finding f
      where f.report = ${name} and f.kind = ${kind} ${about}
      order by f.about, f.popularity desc, f.entity_id ${onPage(page, size)}) as f
    ${from}
    order by f.about, f.popularity desc, f.entity_id`,
  )
}
