import { limit, raw, sql } from '#src/database/sql.ts'
import { type Listing, maxListed } from './summaries/list-query.ts'

/** Of fewer the average says little. It stands in the text, because the indexes have only what it lets through. */
const hasVotes = raw('vote_count >= 200')

/** Documentaries, and a genre that was given up. Source: the interface's rules, section 8. */
const leftOut = raw('99, 10755')

const rated = sql`from movie m where m.adult = false and m.${hasVotes} and not exists (
  select 1 from title_genre g where g.kind = 'movie' and g.entity_id = m.id and g.genre_id in (${leftOut}))`

export const topRatedMovies: Listing = {
  of: 'movie',
  from: rated,
  order: sql`m.vote_average desc, m.id`,
  counted: sql`from (select m.id ${rated} ${limit(maxListed)}) as listed`,
}

export const topRatedSeries: Listing = {
  of: 'series',
  from: sql`from series s where s.adult = false and s.${hasVotes}`,
  order: sql`s.vote_average desc, s.id`,
  counted: sql`from (select id from series where adult = false and ${hasVotes} ${limit(maxListed)}) as listed`,
}
