import { type Static, Type } from 'typebox'
import { type Sql, sql } from '#src/database/sql.ts'
import { language } from '#src/parameters.ts'
import type { Part } from '../part.ts'
import { extend, MovieSummary, movieSummary } from '../rows.ts'

export const PersonMovieCast = extend(
  MovieSummary,
  { character: Type.String(), credit_id: Type.String(), order: Type.Integer() },
  'PersonMovieCast',
)
export const PersonMovieCrew = extend(
  MovieSummary,
  { credit_id: Type.String(), department: Type.String(), job: Type.String() },
  'PersonMovieCrew',
)
type Reply = { cast: Static<typeof PersonMovieCast>[]; crew: Static<typeof PersonMovieCrew>[] }

export const movieCredits = {
  name: 'movie_credits',
  summary: 'Movies that the person acted in or worked on, newest release first',
  query: () => Type.Object({ language }),
  reply: () => ({ cast: Type.Array(PersonMovieCast), crew: Type.Array(PersonMovieCrew) }),
  async load({ db, query }, _kind, id): Promise<Reply> {
    const { columns, join } = movieSummary(db.engine, query.language)
    const credited = (condition: Sql) => sql`
      from credit c join movie m on m.id = c.entity_id ${join}
      where c.person_id = ${id} and c.kind = 'movie' and ${condition}
      order by nullif(m.release_date, '') desc nulls last, m.id, c.id`
    const [cast, crew] = await Promise.all([
      db.all(
        PersonMovieCast,
        sql`select ${columns}, c.character, c.id as credit_id, c."order" ${credited(sql`c.credit_type <> 'crew'`)}`,
      ),
      db.all(
        PersonMovieCrew,
        sql`select ${columns}, c.id as credit_id, c.department, c.job ${credited(sql`c.credit_type = 'crew'`)}`,
      ),
    ])
    return { cast, crew }
  },
} satisfies Part
