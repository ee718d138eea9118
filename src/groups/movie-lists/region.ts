import { Type } from 'typebox'
import { country } from '#src/contract/parameters.ts'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'

/** The `region` of lists that show its release dates and leave nothing out. */
export const shownRegion = country('Country whose release dates are shown')

/** Limited and general releases in cinemas. */
export const cinemaTypes = raw('2, 3')

const Released = Type.Object({ id: Type.Integer(), type: Type.Integer(), day: Type.String() })

type Dated = { id: number; release_date: string }

/**
 * Movies with the day on which they first came to the cinemas of a country; others keep their own release date. Where
 * `types` are given, the first of them that a movie has in the country decides.
 */
export async function shownIn<Movie extends Dated>(
  db: Reader,
  region: string | undefined,
  movies: readonly Movie[],
  types: readonly number[] = [],
): Promise<Movie[]> {
  if (region === undefined || movies.length === 0) return [...movies]
  const ids = movies.map(({ id }) => id)
  const ofTypes = types.length > 0 ? db.engine.anyOf(raw('type'), types) : sql`type in (${cinemaTypes})`
  const rows = await db.all(
    Released,
    sql`
    select entity_id as id, type, min(release_date) as day from release_date
    where kind = 'movie' and ${db.engine.anyOf(raw('entity_id'), ids)} and iso_3166_1 = ${region}
      and ${ofTypes} group by entity_id, type`,
  )
  const releases = Map.groupBy(rows, ({ id }) => id)
  const place = ({ type }: { type: number }) => types.indexOf(type)
  return movies.map((movie) => {
    const [first] = (releases.get(movie.id) ?? []).sort(
      (one, other) => place(one) - place(other) || (one.day < other.day ? -1 : 1),
    )
    return { ...movie, release_date: first?.day.slice(0, 10) ?? movie.release_date }
  })
}
