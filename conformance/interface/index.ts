import * as lists from './catalogue-lists.ts'
import * as words from './companies-and-words.ts'
import * as kept from './lists.ts'
import * as movies from './movies.ts'
import type { Group } from './operation.ts'
import * as people from './people.ts'
import * as seasons from './seasons-and-episodes.ts'
import * as series from './series.ts'

/** Every operation of the interface, by group. */
export const groups: Readonly<Record<string, Group>> = {
  Account: kept.accounts,
  Authentication: kept.authentication,
  Certifications: words.certifications,
  Changes: lists.changeLists,
  Collections: words.collections,
  Companies: words.companies,
  Configuration: lists.configurations,
  Credits: people.credits,
  Discover: lists.discoveries,
  Find: lists.find,
  Genres: words.genres,
  'Guest sessions': kept.guestSessions,
  Keywords: words.keywords,
  Lists: kept.lists,
  'Movie lists': movies.movieLists,
  Movies: movies.movies,
  Networks: words.networks,
  'People lists': people.peopleLists,
  People: people.people,
  Ratings: kept.ratings,
  Reviews: words.reviews,
  Search: lists.searches,
  Trending: lists.trends,
  'Series lists': series.seriesLists,
  Series: series.series,
  Seasons: seasons.seasons,
  Episodes: seasons.episodes,
  'Episode groups': series.episodeGroups,
  'Watch providers': words.watchProviders,
}
