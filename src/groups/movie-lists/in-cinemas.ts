import { Type } from 'typebox'
import { listPage } from '#src/catalogue/summaries/list-query.ts'
import { MovieSummary, movieSummary } from '#src/catalogue/summaries/titles.ts'
import type { Place } from '#src/contract/cursors.ts'
import { paged } from '#src/contract/paging.ts'
import { country, type Language, language, page } from '#src/contract/parameters.ts'
import type { Reader } from '#src/database/database.ts'
import { type Sql, sql } from '#src/database/sql.ts'
import { dayAfter } from '#src/reference/days.ts'
import { cinemaTypes, shownIn } from './region.ts'

export const inCinemasQuery = Type.Object({
  language,
  page,
  region: country('Country whose releases count and whose release dates are shown'),
})

export const InCinemas = Type.Object({
  dates: Type.Object({ maximum: Type.String(), minimum: Type.String() }, { title: 'Dates' }),
  ...paged(MovieSummary).properties,
})

/** The longest time between a movie's own release date and its release in another country's cinemas. */
const maxLagDays = 183

/** Movies by their own release date: those without known releases, or with one in cinemas. */
const anywhere = (minimum: string, maximum: string): Sql => sql`
  from movie m where m.release_date >= ${minimum} and m.release_date <= ${maximum} and not m.adult
    and (exists (select 1 from release_date r
      where r.kind = 'movie' and r.entity_id = m.id and r.type in (${cinemaTypes}))
      or not exists (select 1 from release_date r where r.kind = 'movie' and r.entity_id = m.id))`

/** Movies by their releases in the cinemas of one country. */
const within = (region: string, minimum: string, maximum: string): Sql => sql`
  from movie m where m.release_date >= ${dayAfter(minimum, -maxLagDays)}
    and m.release_date <= ${dayAfter(maximum, maxLagDays)} and not m.adult
    and exists (select 1 from release_date r where r.kind = 'movie' and r.entity_id = m.id
      and r.iso_3166_1 = ${region} and r.type in (${cinemaTypes})
      and r.release_date >= ${minimum} and r.release_date < ${dayAfter(maximum, 1)})`

/**
 * Movies that come to cinemas on the days from `minimum` to `maximum`, anywhere or in one country, whose date they then
 * show; the most popular first, without adult ones.
 */
export async function moviesInCinemas(
  db: Reader,
  { minimum, maximum }: { minimum: string; maximum: string },
  { language, region, ...place }: Place & { language: Language; region?: string },
) {
  const from = region === undefined ? anywhere(minimum, maximum) : within(region, minimum, maximum)
  const movies = await listPage(db, { of: 'movie', from }, MovieSummary, movieSummary(language, db.engine), place)
  if (region === undefined) return { dates: { maximum, minimum }, ...movies }
  const results = await shownIn(db, region, movies.results)
  return { dates: { maximum, minimum }, ...movies, results }
}
