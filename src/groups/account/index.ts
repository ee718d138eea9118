import { details, detailsBySession } from './details.ts'
import { favoriteMovies } from './favorite-movies.ts'
import { favoriteTv } from './favorite-tv.ts'
import { lists } from './lists.ts'
import { ratedMovies } from './rated-movies.ts'
import { ratedTv } from './rated-tv.ts'
import { ratedTvEpisodes } from './rated-tv-episodes.ts'
import { setFavorite, setWatchlist } from './set-marks.ts'
import { watchlistMovies } from './watchlist-movies.ts'
import { watchlistTv } from './watchlist-tv.ts'

export const account = [
  details,
  detailsBySession,
  setFavorite,
  setWatchlist,
  favoriteMovies,
  favoriteTv,
  lists,
  ratedMovies,
  ratedTv,
  ratedTvEpisodes,
  watchlistMovies,
  watchlistTv,
]
