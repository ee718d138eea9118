import { type Static, Type } from 'typebox'
import type { Language } from '#src/contract/languages.ts'
import { onPage, pageOf } from '#src/contract/paging.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { moviesById, seriesById } from './by-id.ts'
import { maxListRows } from './list-query.ts'

/**
 * The ids of the movies or the series that were added last, which have the highest ones; adult titles are left out.
 * With `adult = false`, SQLite would look all of them up in the index by popularity.
 */
export async function newestIds(db: Reader, of: 'movie' | 'series', most: number): Promise<number[]> {
  const found = await db.all(Id, sql`select id from ${raw(of)} where not adult order by id desc ${limit(most)}`)
  return found.map(({ id }) => id)
}

/** Which page is wanted. */
type Asked = { page: number; size: number }

/** A page of the movies that were added last; adult ones are left out. */
export const newestMovies = (db: Reader, asked: Asked, language: Language) =>
  newestPage(db, 'movie', asked, (ids) => moviesById(db, ids, language))

/** The same of series. */
export const newestSeries = (db: Reader, asked: Asked, language: Language) =>
  newestPage(db, 'series', asked, (ids) => seriesById(db, ids, language))

async function newestPage<Row>(
  db: Reader,
  of: 'movie' | 'series',
  { page, size }: Asked,
  rowsOf: (ids: number[]) => Promise<Row[]>,
) {
  const [found, count] = await Promise.all([
    db.all(Id, sql`select id from ${raw(of)} where not adult order by id desc ${onPage(page, size)}`),
    countRows(db, sql`from (select id from ${raw(of)} where adult = false ${limit(maxListRows)}) as listed`),
  ])
  return pageOf(page, await rowsOf(found.map(({ id }) => id)), count, size)
}

const Added = Type.Object({ id: Type.Integer(), at: Type.String() })

/** When records of a kind came into the catalogue, by their ids. */
export async function addedAt(
  db: Reader,
  of: 'movie' | 'series',
  ids: readonly number[],
): Promise<Map<number, string>> {
  const found = await db.all(
    Added,
    sql`
    select r.id, e.at from record r join edit e on e.id = r.edit_id
    where r.kind = ${of} and ${db.engine.anyOf(raw('r.id'), ids)}`,
  )
  return new Map(found.map(({ id, at }) => [id, at]))
}

const Aired = Type.Object({
  id: Type.Integer(),
  series_id: Type.Integer(),
  season_number: Type.Integer(),
  episode_number: Type.Integer(),
  name: Type.String(),
  air_date: Type.String(),
})
/** An episode that has aired. */
type Aired = Static<typeof Aired>

/** The episodes that aired on some days, the latest first; those of adult series are left out. */
export const airedEpisodes = (
  db: Reader,
  { first, last }: { first: string; last: string },
  most: number,
): Promise<Aired[]> =>
  db.all(
    Aired,
    sql`
    select e.id, e.series_id, e.season_number, e.episode_number, e.name, e.air_date
    from episode e join series s on s.id = e.series_id
    where e.air_date >= ${first} and e.air_date <= ${last} and s.adult = false
    order by e.air_date desc, e.series_id desc, e.season_number desc, e.episode_number desc ${limit(most)}`,
  )
