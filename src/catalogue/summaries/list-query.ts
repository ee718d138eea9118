import type { Static, TObject, TProperties } from 'typebox'
import type { Place } from '#src/contract/cursors.ts'
import { onPage, pageOf, pageSize } from '#src/contract/paging.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, raw, type Sql, sql } from '#src/database/sql.ts'
import type { Selection } from './selection.ts'

/** The kinds that have lists, and their aliases in queries. */
const aliases = { movie: 'm', series: 's', person: 'p' } as const
type ListedKind = keyof typeof aliases

/**
 * The rows of a list that can be reached: 500 pages. Further ones are not counted, because counting takes as long as
 * reading.
 */
export const maxListRows = 10_000

export type ListQuery = {
  of: ListedKind
  /** Which records, under the alias of their kind: `from …` with its conditions. */
  from: Sql
  /** The most popular first if absent. */
  order?: Sql
  /** What is counted, if that is less work than counting `from`: `from …` with its conditions. */
  counted?: Sql
}

const byPopularity: Readonly<Record<ListedKind, Sql>> = {
  movie: sql`m.popularity desc, m.id`,
  series: sql`s.popularity desc, s.id`,
  person: sql`p.popularity desc, p.id`,
}

/** One page of a list. Its ids are found before the other columns are read, so that little is sorted. */
export async function listPage<Properties extends TProperties>(
  db: Reader,
  { of, from, order = byPopularity[of], counted = from }: ListQuery,
  row: TObject<Properties>,
  { columns, join }: Selection,
  place: number | Place,
) {
  const alias = raw(aliases[of])
  const { page, page_size: size = pageSize, cursor } = typeof place === 'number' ? ({ page: place } as Place) : place
  const [wanted, by, rows] =
    cursor === undefined
      ? [from, order, onPage(page, size)]
      : [sql`${from} and ${alias}.id > ${cursor}`, sql`${alias}.id`, limit(size)]
  const [found, count] = await Promise.all([
    db.all(
      row,
      sql`
      with shown as (select ${alias}.id ${wanted} order by ${by} ${rows})
      select ${columns} from shown join ${raw(of)} ${alias} on ${alias}.id = shown.id ${join} order by ${by}`,
    ),
    countRows(db, counted),
  ])
  const shown = pageOf<Static<TObject<Properties>>>(page, found, count, size)
  return cursor === undefined ? shown : { ...shown, next_cursor: nextCursor(found as { id: number }[], size) }
}

/** The id after which the list continues; null at its end. */
export const nextCursor = (rows: readonly { id: number }[], size: number): number | null =>
  rows.length < size ? null : (rows.at(-1)?.id ?? null)

/** All records of a kind, the most popular first; adult ones are left out. */
export const popular = (of: ListedKind): ListQuery => ({
  of,
  from: sql`from ${raw(of)} ${raw(aliases[of])} where ${raw(aliases[of])}.adult = false`,
  counted: sql`from (select id from ${raw(of)} where adult = false ${limit(maxListRows)}) as listed`,
})

/** The average of fewer votes says little. It is in the text because partial indexes have this very condition. */
export const hasEnoughVotes = raw('vote_count >= 200')
