import { Type } from 'typebox'
import { listPage } from '#src/catalogue/summaries/list-query.ts'
import { MovieSummary, movieSummary } from '#src/catalogue/summaries/titles.ts'
import { paged } from '#src/contract/paging.ts'
import { country, type Language, language, page } from '#src/contract/parameters.ts'
import type { Database } from '#src/database/database.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import { dayAfter } from '#src/reference/days.ts'

export const inCinemasQuery = Type.Object({
  language,
  page,
  region: country('Country whose releases count, and whose days are shown'),
})

export const InCinemas = Type.Object({
  dates: Type.Object({ maximum: Type.String(), minimum: Type.String() }, { title: 'Dates' }),
  ...paged(MovieSummary).properties,
})

/** Limited and general releases in cinemas. */
const types = raw('2, 3')

const Released = Type.Object({ id: Type.Integer(), day: Type.String() })

/** The longest time between a movie's own release date and its release in another country's cinemas. */
const maxLagDays = 183

/** Movies by their own release date: those without known releases, or with one in cinemas. */
const anywhere = (minimum: string, maximum: string): Sql => sql`
  from movie m where m.release_date >= ${minimum} and m.release_date <= ${maximum} and not m.adult
    and (exists (select 1 from release_date r where r.kind = 'movie' and r.entity_id = m.id and r.type in (${types}))
      or not exists (select 1 from release_date r where r.kind = 'movie' and r.entity_id = m.id))`

/** Movies by their releases in the cinemas of one country. */
const within = (region: string, minimum: string, maximum: string): Sql => sql`
  from movie m where m.release_date >= ${dayAfter(minimum, -maxLagDays)}
    and m.release_date <= ${dayAfter(maximum, maxLagDays)} and not m.adult
    and exists (select 1 from release_date r where r.kind = 'movie' and r.entity_id = m.id
      and r.iso_3166_1 = ${region} and r.type in (${types})
      and r.release_date >= ${minimum} and r.release_date < ${dayAfter(maximum, 1)})`

/**
 * Movies that come to cinemas on the days from `minimum` to `maximum`, anywhere or in one country, whose date they then
 * show; the most popular first, without adult ones.
 */
export async function moviesInCinemas(
  db: Database,
  { minimum, maximum }: { minimum: string; maximum: string },
  { language, page, region }: { language: Language; page: number; region?: string },
) {
  const from = region === undefined ? anywhere(minimum, maximum) : within(region, minimum, maximum)
  const movies = await listPage(db, { of: 'movie', from }, MovieSummary, movieSummary(language, db.engine), page)
  if (region === undefined) return { dates: { maximum, minimum }, ...movies }
  const ids = movies.results.map(({ id }) => id)
  const days = await daysIn(db, region, ids)
  const results = movies.results.map((movie) => ({ ...movie, release_date: days.get(movie.id) ?? movie.release_date }))
  return { dates: { maximum, minimum }, ...movies, results }
}

/** The first day of each movie in the cinemas of a country. */
async function daysIn(db: Database, region: string, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.all(
    Released,
    sql`
    select entity_id as id, min(release_date) as day from release_date
    where kind = 'movie' and ${db.engine.anyOf(raw('entity_id'), ids)} and iso_3166_1 = ${region}
      and type in (${types}) group by entity_id`,
  )
  return new Map(rows.map(({ id, day }) => [id, day.slice(0, 10)]))
}
