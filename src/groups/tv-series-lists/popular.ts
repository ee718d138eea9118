import { Type } from 'typebox'
import { countPopular, popularPage } from '#src/catalogue/popular.ts'
import { TvSummary, tvSummary } from '#src/catalogue/rows.ts'
import { sql } from '#src/database/sql.ts'
import { cacheSeconds, operation } from '#src/operation.ts'
import { paged, pageOf } from '#src/paging.ts'
import { language, page } from '#src/parameters.ts'

export const popular = operation('tv_series_lists.popular', 'GET /3/tv/popular', {
  summary: 'Series, the most popular first; adult ones are left out',
  access: 'key',
  query: Type.Object({ language, page }),
  reply: paged(TvSummary),
  cache: { seconds: cacheSeconds },

  async handle({ db, query: { language, page } }) {
    const { columns, join } = tvSummary(language, db.engine)
    const [series, count] = await Promise.all([
      db.all(
        TvSummary,
        sql`
        with shown as (${popularPage('series', page)})
        select ${columns} from shown join series s on s.id = shown.id ${join} order by s.popularity desc, s.id`,
      ),
      countPopular(db, 'series'),
    ])
    return pageOf(page, series, count)
  },
})
