import { Type } from 'typebox'
import { listedPage, popular as mostPopular } from '#src/catalogue/listed.ts'
import { TvSummary, tvSummary } from '#src/catalogue/rows.ts'
import { cacheSeconds, operation } from '#src/operation.ts'
import { paged } from '#src/paging.ts'
import { language, page } from '#src/parameters.ts'

export const popular = operation('tv_series_lists.popular', 'GET /3/tv/popular', {
  summary: 'Series, the most popular first; adult ones are left out',
  access: 'key',
  query: Type.Object({ language, page }),
  reply: paged(TvSummary),
  cache: { seconds: cacheSeconds },

  handle: ({ db, query: { language, page } }) =>
    listedPage(db, mostPopular('series'), TvSummary, tvSummary(language, db.engine), page),
})
