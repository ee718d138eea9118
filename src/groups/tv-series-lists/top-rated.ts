import { Type } from 'typebox'
import { hasEnoughVotes, type ListQuery, listPage, maxListRows } from '#src/catalogue/summaries/list-query.ts'
import { SeriesSummary, seriesSummary } from '#src/catalogue/summaries/titles.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'
import { limit, sql } from '#src/database/sql.ts'

const topRatedSeries: ListQuery = {
  of: 'series',
  from: sql`from series s where s.adult = false and s.${hasEnoughVotes}`,
  order: sql`s.vote_average desc, s.id`,
  counted: sql`from (select id from series where adult = false and ${hasEnoughVotes} ${limit(maxListRows)}) as listed`,
}

export const topRated = operation('tv_series_lists.top_rated', 'GET /3/tv/top_rated', {
  summary: 'Series with at least 200 votes, best rated first; adult ones are left out',
  access: 'key',
  isDeep: true,
  query: Type.Object({ language, page }),
  reply: paged(SeriesSummary),
  isWide: true,
  cache: { seconds: cacheSeconds },

  handle: ({ db, query: { language, ...place } }) =>
    listPage(db, topRatedSeries, SeriesSummary, seriesSummary(language, db.engine), place),
})
