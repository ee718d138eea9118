import { operation } from '#src/contract/operation.ts'
import { noRating, rate, rating, unrate } from './rate.ts'

export const rateSeries = operation('series.rate', 'POST /3/tv/{series_id}/rating', {
  summary: 'Rates a series for the account or guest of the session',
  ...rating,
  handle: (context) => rate(context, 'series'),
})

export const unrateSeries = operation('series.delete_rating', 'DELETE /3/tv/{series_id}/rating', {
  summary: 'Removes the rating of a series',
  ...noRating,
  handle: (context) => unrate(context, 'series'),
})
