import { rateEpisode, unrateEpisode } from './episode.ts'
import { rateMovie, unrateMovie } from './movie.ts'
import { rateSeries, unrateSeries } from './series.ts'

export const ratings = [rateMovie, unrateMovie, rateSeries, unrateSeries, rateEpisode, unrateEpisode]
