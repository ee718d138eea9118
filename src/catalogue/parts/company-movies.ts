import { Type } from 'typebox'
import { paged } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'
import { sql } from '#src/database/sql.ts'
import { alike, part } from '../part.ts'
import { listPage } from '../summaries/list-query.ts'
import { MovieSummary, movieSummary } from '../summaries/titles.ts'

export const companyMovies = part({
  name: 'movies',
  summary: 'Movies by the company, most popular first; adult ones are left out',
  query: Type.Object({ language, page }),
  reply: alike(paged(MovieSummary).properties),
  async load({ db, query }, _company, id) {
    const made = sql`from title_company c join movie m on m.id = c.entity_id
      where c.kind = 'movie' and c.company_id = ${id} and not m.adult`
    return listPage(db, { of: 'movie', from: made }, MovieSummary, movieSummary(query.language, db.engine), query.page)
  },
})
