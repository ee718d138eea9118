import { operation } from '#src/contract/operation.ts'
import { noRating, rate, rating, unrate } from './rate.ts'

export const rateMovie = operation('movie.rate', 'POST /3/movie/{movie_id}/rating', {
  summary: 'Rates a movie for the account or guest of the session',
  ...rating,
  handle: (context) => rate(context, 'movie'),
})

export const unrateMovie = operation('movie.delete_rating', 'DELETE /3/movie/{movie_id}/rating', {
  summary: 'Removes the rating of a movie',
  ...noRating,
  handle: (context) => unrate(context, 'movie'),
})
