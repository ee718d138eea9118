import { details, detailsBySession } from './details.ts'
import { lists } from './lists.ts'
import { setWatchlist } from './set-watchlist.ts'
import { watchlistMovies } from './watchlist-movies.ts'
import { watchlistTv } from './watchlist-tv.ts'

export const account = [details, detailsBySession, lists, setWatchlist, watchlistMovies, watchlistTv]
