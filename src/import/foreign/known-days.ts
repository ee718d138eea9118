import { type TObject, Type } from 'typebox'
import { type Kind, kind as kindOf } from '#src/catalogue/kinds.ts'
import { names } from '#src/catalogue/part.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { wordTable } from '#src/reference/word-table.ts'

type Line = Record<string, any> & { kind: Kind; id: number }

const ending = '_precision'

const datesOf = (of: Kind): string[] =>
  Object.keys(kindOf(of).fields).flatMap((column) => (column.endsWith(ending) ? [column.slice(0, -ending.length)] : []))

/** How much more than a year or a month is known of a day; sources that say nothing of it mean the day. */
const exactness: Readonly<Record<string, number>> = wordTable({ year: 1, month: 2 })
const exact = 3
const exactnessOf = (precision: unknown): number => exactness[String(precision)] ?? exact

/**
 * Leaves out dates of which a line knows only the year or the month, where the catalogue knows more: a table with years
 * takes no day from a record, whatever its rank.
 */
export async function keepKnownDays(db: Database, lines: readonly Line[]): Promise<void> {
  for (const [of, some] of Map.groupBy(lines, ({ kind }) => kind)) {
    const dates = datesOf(of)
    const vague = some.filter((line) => dates.some((date) => exactnessOf(line[date + ending]) < exact))
    if (vague.length === 0) continue
    const columns = dates.flatMap((date) => [
      [date, nullable(Type.String())] as const,
      [date + ending, Type.String()] as const,
    ])
    const row: TObject = Type.Object({ id: Type.Integer(), ...Object.fromEntries(columns) })
    const ids = vague.map(({ id }) => id)
    const rows = (await db.all(
      row,
      sql`select ${names(row.properties)} from ${raw(of)} where ${db.engine.anyOf(raw('id'), ids)}`,
    )) as Record<string, unknown>[]
    const known = new Map(rows.map((stored) => [stored.id, stored]))
    for (const line of vague) {
      const stored = known.get(line.id)
      for (const date of dates) {
        if (!stored?.[date] || exactnessOf(line[date + ending]) >= exactnessOf(stored[date + ending])) continue
        delete line[date]
        delete line[date + ending]
      }
    }
  }
}

const Premiere = Type.Object({ id: Type.Integer(), release_date: Type.String() })

/**
 * Gives releases without a day that of the movie's premiere where the catalogue knows it, and leaves them out where it
 * does not: no day is invented for a certificate.
 */
export async function dateReleases(db: Database, lines: readonly Line[]): Promise<void> {
  const undated = lines.filter(({ kind, release_dates }) => kind === 'movie' && release_dates?.results.some(hasUndated))
  if (undated.length === 0) return
  const ids = undated.map(({ id }) => id)
  const rows = await db.all(
    Premiere,
    sql`
    select id, release_date from movie
    where ${db.engine.anyOf(raw('id'), ids)} and release_date <> ''
      and not release_date_derived and release_date_precision not in ('year', 'month')`,
  )
  const days = new Map(rows.map(({ id, release_date }) => [id, release_date]))
  for (const line of undated) {
    const day = days.get(line.id)
    if (day === undefined) delete line.release_dates
    else {
      const release_date = `${day}T00:00:00.000Z`
      line.release_dates = {
        results: line.release_dates.results.map((country: { release_dates: object[] }) => ({
          ...country,
          release_dates: country.release_dates.map((release) => ({ release_date, ...release })),
        })),
      }
    }
  }
}

const hasUndated = ({ release_dates }: { release_dates: { release_date?: string }[] }): boolean =>
  release_dates.some(({ release_date }) => release_date === undefined)
