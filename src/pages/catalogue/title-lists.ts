import { enoughVotes } from '#src/catalogue/summaries/enough-votes.ts'
import { newestMovies, newestSeries } from '#src/catalogue/summaries/newest.ts'
import { movie as discoverMovies } from '#src/groups/discover/movie.ts'
import { nowPlaying } from '#src/groups/movie-lists/now-playing.ts'
import { popular as popularMovies } from '#src/groups/movie-lists/popular.ts'
import { topRated as topRatedMovies } from '#src/groups/movie-lists/top-rated.ts'
import { upcoming } from '#src/groups/movie-lists/upcoming.ts'
import { airingToday } from '#src/groups/tv-series-lists/airing-today.ts'
import { onTheAir } from '#src/groups/tv-series-lists/on-the-air.ts'
import { popular as popularSeries } from '#src/groups/tv-series-lists/popular.ts'
import { topRated as topRatedSeries } from '#src/groups/tv-series-lists/top-rated.ts'
import { languageOf, languageTag } from '../components/languages.ts'
import { cardsOnPage } from '../components/lists.ts'
import type { Place } from '../discover/choices.ts'
import { seriesOfPages } from '../discover/series.ts'
import type { PageContext } from '../page.ts'
import { type Card, movieCard, seriesCard } from '../records/cards.ts'

/** A page of a list, as cards. */
export type Listed = { page: number; total_pages: number; total_results: number; cards: readonly Card[] } | undefined

type Found<Row> = { page: number; total_pages: number; total_results: number; results: readonly Row[] } | undefined

export const withCards = <Row>(found: Found<Row>, cardOf: (row: Row) => Card): Listed =>
  found && { ...found, cards: found.results.map(cardOf) }

/** Lists of the interface, by their names in addresses. */
const movieLists = { now_playing: nowPlaying, upcoming, top_rated: topRatedMovies }
const seriesLists = { airing_today: airingToday, on_the_air: onTheAir, top_rated: topRatedSeries }

/** Votes that a title of the interface's list of the best rated has. */
const votesOfInterface = 200

/** What discover is asked for a list that the interface does not have, or has with too many votes for this server. */
async function askedOf({ db }: PageContext, place: Place, list: string) {
  if (list === 'title') return { sort_by: place === 'movie' ? 'title.asc' : 'name.asc' }
  if (list !== 'top_rated') return undefined
  const votes = await enoughVotes(db, place === 'movie' ? 'movie' : 'series')
  return votes >= votesOfInterface ? undefined : { sort_by: 'vote_average.desc', 'vote_count.gte': votes }
}

/** A page of a list of titles. */
export async function titleList(context: PageContext, place: Place, list: string, page: number): Promise<Listed> {
  const { ask, db } = context
  const query = { language: languageTag(context), page, page_size: cardsOnPage }
  if (list === 'added') {
    const asked = { page, size: cardsOnPage }
    return place === 'movie'
      ? withCards(await newestMovies(db, asked, languageOf(context)), (row) => movieCard(row))
      : withCards(await newestSeries(db, asked, languageOf(context)), (row) => seriesCard(row))
  }
  const asked = await askedOf(context, place, list)
  if (place === 'movie') {
    const found = asked
      ? await ask(discoverMovies, { query: { ...query, ...asked } })
      : await ask(movieLists[list as keyof typeof movieLists] ?? popularMovies, { query })
    return withCards(found, (row) => movieCard(row))
  }
  const found = asked
    ? await ask(seriesOfPages, { query: { ...query, ...asked } })
    : await ask(seriesLists[list as keyof typeof seriesLists] ?? popularSeries, { query })
  return withCards(found, (row) => seriesCard(row))
}
