import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { dayAfter, dayIn } from '#src/reference/days.ts'
import { InCinemas, inCinemasQuery, moviesInCinemas } from './in-cinemas.ts'

/** How long a movie is assumed to stay in cinemas. */
export const daysInCinemas = 42

export const nowPlaying = operation('movie_lists.now_playing', 'GET /3/movie/now_playing', {
  summary: 'Movies released in cinemas in the last 42 days, most popular first; adult ones are left out',
  access: 'key',
  isDeep: true,
  query: inCinemasQuery,
  reply: InCinemas,
  isWide: true,
  cache: { seconds: cacheSeconds, endsAtMidnightIn: () => 'UTC' },

  handle({ db, query, now }) {
    const today = dayIn('UTC', now)
    return moviesInCinemas(db, { minimum: dayAfter(today, -daysInCinemas), maximum: today }, query)
  },
})
