import { Type } from 'typebox'
import { listedPage, popular as mostPopular } from '#src/catalogue/summaries/list-query.ts'
import { TvSummary, tvSummary } from '#src/catalogue/summaries/titles.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'

export const popular = operation('tv_series_lists.popular', 'GET /3/tv/popular', {
  summary: 'Series, the most popular first; adult ones are left out',
  access: 'key',
  query: Type.Object({ language, page }),
  reply: paged(TvSummary),
  cache: { seconds: cacheSeconds },

  handle: ({ db, query: { language, page } }) =>
    listedPage(db, mostPopular('series'), TvSummary, tvSummary(language, db.engine), page),
})
