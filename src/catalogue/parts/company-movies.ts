import { Type } from 'typebox'
import { sql } from '#src/database/sql.ts'
import { countRows, onPage, paged, pageOf } from '#src/paging.ts'
import { language, page } from '#src/parameters.ts'
import type { Part } from '../part.ts'
import { MovieSummary, movieSummary } from '../rows.ts'

export const companyMovies: Part = {
  name: 'movies',
  summary: 'Movies that the company made, the most popular first; adult ones are left out',
  query: () => Type.Object({ language, page }),
  reply: () => paged(MovieSummary).properties,
  async load({ db, query }, _company, id) {
    const made = sql`from title_company c join movie m on m.id = c.entity_id
      where c.kind = 'movie' and c.company_id = ${id} and not m.adult`
    const { columns, join } = movieSummary(query.language, db.engine)
    const [movies, count] = await Promise.all([
      db.all(
        MovieSummary,
        sql`
        with shown as (
          select m.id ${made} order by m.popularity desc, m.id ${onPage(query.page)}
        )
        select ${columns} from shown join movie m on m.id = shown.id ${join} order by m.popularity desc, m.id`,
      ),
      countRows(db, made),
    ])
    return pageOf(query.page, movies, count)
  },
}
