import { Type } from 'typebox'
import { countPopular, popularPage } from '#src/catalogue/popular.ts'
import { MovieSummary, movieSummary } from '#src/catalogue/rows.ts'
import { sql } from '#src/database/sql.ts'
import { cacheSeconds, operation } from '#src/operation.ts'
import { paged, pageOf } from '#src/paging.ts'
import { language, page } from '#src/parameters.ts'

export const popular = operation('movie_lists.popular', 'GET /3/movie/popular', {
  summary: 'Movies, the most popular first; adult ones are left out',
  access: 'key',
  query: Type.Object({ language, page }),
  reply: paged(MovieSummary),
  cache: { seconds: cacheSeconds },

  async handle({ db, query: { language, page } }) {
    const { columns, join } = movieSummary(language, db.engine)
    const [movies, count] = await Promise.all([
      db.all(
        MovieSummary,
        sql`
        with shown as (${popularPage('movie', page)})
        select ${columns} from shown join movie m on m.id = shown.id ${join} order by m.popularity desc, m.id`,
      ),
      countPopular(db, 'movie'),
    ])
    return pageOf(page, movies, count)
  },
})
