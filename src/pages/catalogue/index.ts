import { collection } from '../collections/collection.ts'
import { creditsPages } from '../people/credits.ts'
import { person } from '../people/person.ts'
import { askDeletion, deleteReview, review } from '../reviews/review.ts'
import { writeReviewPages } from '../reviews/write-review.ts'
import { search } from '../search/search.ts'
import { videoPages } from '../videos/play.ts'
import { changeWatchlist, watchlist } from '../watchlist/watchlist.ts'
import { browse } from './browse.ts'
import { company } from './company.ts'
import { episode } from './episode.ts'
import { movie } from './movie.ts'
import { network } from './network.ts'
import { order } from './orders.ts'
import { season } from './season.ts'
import { series } from './series.ts'

export const catalogue = [
  ...browse,
  search,
  movie,
  series,
  season,
  episode,
  order,
  person,
  ...creditsPages,
  ...videoPages,
  company,
  network,
  collection,
  review,
  ...writeReviewPages,
  askDeletion,
  deleteReview,
  watchlist,
  changeWatchlist,
]
