import { guestRatedMovies } from './rated-movies.ts'
import { guestRatedTv } from './rated-tv.ts'
import { guestRatedTvEpisodes } from './rated-tv-episodes.ts'

export const guestSessions = [guestRatedMovies, guestRatedTv, guestRatedTvEpisodes]
