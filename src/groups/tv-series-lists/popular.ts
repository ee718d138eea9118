import { Type } from 'typebox'
import { listPage, popular as mostPopular } from '#src/catalogue/summaries/list-query.ts'
import { SeriesSummary, seriesSummary } from '#src/catalogue/summaries/titles.ts'
import { operation, popularListSeconds } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'

export const popular = operation('tv_series_lists.popular', 'GET /3/tv/popular', {
  summary: 'Series, most popular first; adult ones are left out',
  access: 'key',
  isDeep: true,
  query: Type.Object({ language, page }),
  reply: paged(SeriesSummary),
  cache: { seconds: popularListSeconds },

  handle: ({ db, query: { language, ...place } }) =>
    listPage(db, mostPopular('series'), SeriesSummary, seriesSummary(language, db.engine), place),
})
