import { Type } from 'typebox'
import { hasEnoughVotes, type ListQuery, listPage, maxListRows } from '#src/catalogue/summaries/list-query.ts'
import { MovieSummary, movieSummary } from '#src/catalogue/summaries/titles.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { shownIn, shownRegion } from './region.ts'

/** Documentaries, and a genre that was given up. Source: the interface's rules, section 8. */
const leftOut = raw('99, 10755')

const rated = sql`from movie m where m.adult = false and m.${hasEnoughVotes} and not exists (
  select 1 from title_genre g where g.kind = 'movie' and g.entity_id = m.id and g.genre_id in (${leftOut}))`

const topRatedMovies: ListQuery = {
  of: 'movie',
  from: rated,
  order: sql`m.vote_average desc, m.id`,
  counted: sql`from (select m.id ${rated} ${limit(maxListRows)}) as listed`,
}

export const topRated = operation('movie_lists.top_rated', 'GET /3/movie/top_rated', {
  summary: 'Movies with at least 200 votes, best rated first; documentaries and adult ones are left out',
  access: 'key',
  isDeep: true,
  query: Type.Object({ language, page, region: shownRegion }),
  reply: paged(MovieSummary),
  isWide: true,
  cache: { seconds: cacheSeconds },

  async handle({ db, query: { language, region, ...place } }) {
    const movies = await listPage(db, topRatedMovies, MovieSummary, movieSummary(language, db.engine), place)
    return { ...movies, results: await shownIn(db, region, movies.results) }
  },
})
