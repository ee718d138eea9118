import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { dayAfter, dayIn } from '#src/reference/days.ts'
import { InCinemas, inCinemasQuery, moviesInCinemas } from './in-cinemas.ts'

/** How far the list looks ahead. */
export const daysAhead = 21

export const upcoming = operation('movie_lists.upcoming', 'GET /3/movie/upcoming', {
  summary: 'Movies coming to cinemas in the next 21 days, most popular first; adult ones are left out',
  access: 'key',
  isDeep: true,
  query: inCinemasQuery,
  reply: InCinemas,
  isWide: true,
  cache: { seconds: cacheSeconds, endsAtMidnightIn: () => 'UTC' },

  handle({ db, query, now }) {
    const today = dayIn('UTC', now)
    return moviesInCinemas(db, { minimum: dayAfter(today, 1), maximum: dayAfter(today, daysAhead) }, query)
  },
})
