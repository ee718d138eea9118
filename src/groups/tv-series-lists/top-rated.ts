import { Type } from 'typebox'
import { listedPage } from '#src/catalogue/summaries/list-query.ts'
import { TvSummary, tvSummary } from '#src/catalogue/summaries/titles.ts'
import { topRatedSeries } from '#src/catalogue/top-rated.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'

export const topRated = operation('tv_series_lists.top_rated', 'GET /3/tv/top_rated', {
  summary: 'Series with at least 200 votes, the best rated first; adult ones are left out',
  access: 'key',
  query: Type.Object({ language, page }),
  reply: paged(TvSummary),
  isWide: true,
  cache: { seconds: cacheSeconds },

  handle: ({ db, query: { language, page } }) =>
    listedPage(db, topRatedSeries, TvSummary, tvSummary(language, db.engine), page),
})
