import { operation } from '#src/contract/operation.ts'
import { noRating, rate, rating, unrate } from './rate.ts'

export const rateEpisode = operation(
  'episode.rate',
  'POST /3/tv/{series_id}/season/{season_number}/episode/{episode_number}/rating',
  {
    summary: 'Rates an episode for the account or guest of the session',
    ...rating,
    handle: (context) => rate(context, 'episode'),
  },
)

export const unrateEpisode = operation(
  'episode.delete_rating',
  'DELETE /3/tv/{series_id}/season/{season_number}/episode/{episode_number}/rating',
  {
    summary: 'Removes the rating of an episode',
    ...noRating,
    handle: (context) => unrate(context, 'episode'),
  },
)
