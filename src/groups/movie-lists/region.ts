import { Type } from 'typebox'
import { country } from '#src/contract/parameters.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'

/** The `region` of lists that show its release dates and leave nothing out. */
export const shownRegion = country('Country whose release dates are shown')

/** Limited and general releases in cinemas. */
export const cinemaTypes = raw('2, 3')

const Released = Type.Object({ id: Type.Integer(), day: Type.String() })

type Dated = { id: number; release_date: string }

/** Movies with the day on which they first came to the cinemas of a country; others keep their own release date. */
export async function shownIn<Movie extends Dated>(
  db: Database,
  region: string | undefined,
  movies: readonly Movie[],
): Promise<Movie[]> {
  if (region === undefined || movies.length === 0) return [...movies]
  const ids = movies.map(({ id }) => id)
  const rows = await db.all(
    Released,
    sql`
    select entity_id as id, min(release_date) as day from release_date
    where kind = 'movie' and ${db.engine.anyOf(raw('entity_id'), ids)} and iso_3166_1 = ${region}
      and type in (${cinemaTypes}) group by entity_id`,
  )
  const days = new Map(rows.map(({ id, day }) => [id, day.slice(0, 10)]))
  return movies.map((movie) => ({ ...movie, release_date: days.get(movie.id) ?? movie.release_date }))
}
