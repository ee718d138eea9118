import { Type } from 'typebox'
import { language } from '#src/contract/parameters.ts'
import { extend } from '#src/contract/schema.ts'
import { limit, sql } from '#src/database/sql.ts'
import { alike, part } from '../part.ts'
import { CreditType } from '../summaries/credits.ts'
import { MovieSummary, movieSummary } from '../summaries/titles.ts'
import { maxCreditsOfPerson } from './credits-of-person.ts'

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
const PersonMovieCredit = extend(
  PersonMovieCast,
  { ...PersonMovieCrew.properties, credit_type: CreditType },
  'PersonMovieCredit',
)

export const movieCredits = part({
  name: 'movie_credits',
  summary: `Movies that the person acted in or worked on, newest release first, in at most ${maxCreditsOfPerson} rows`,
  query: Type.Object({ language }),
  reply: alike({ cast: Type.Array(PersonMovieCast), crew: Type.Array(PersonMovieCrew) }),
  async load({ db, query }, _kind, id) {
    const { columns, join } = movieSummary(query.language, db.engine)
    const credits = await db.all(
      PersonMovieCredit,
      sql`
      select ${columns}, c.id as credit_id, c.credit_type, c.character, c."order", c.department, c.job
      from credit c join movie m on m.id = c.entity_id ${join}
      where c.person_id = ${id} and c.kind = 'movie'
      order by nullif(m.release_date, '') desc nulls last, m.id, c.id ${limit(maxCreditsOfPerson)}`,
    )
    const isCrew = ({ credit_type }: { credit_type: CreditType }) => credit_type === 'crew'
    return { cast: credits.filter((credit) => !isCrew(credit)), crew: credits.filter(isCrew) }
  },
})
