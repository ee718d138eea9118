import { operation } from '#src/contract/operation.ts'
import { listQuery, ratedPage, ratedReply } from '#src/kept/account-list.ts'
import { findGuest } from '#src/kept/guests.ts'

export const guestRatedMovies = operation(
  'guest_session.rated_movies',
  'GET /3/guest_session/{guest_session_id}/rated/movies',
  {
    summary: 'Movies that the guest has rated',
    access: 'key',
    isDeep: true,
    query: listQuery,
    reply: ratedReply.movie,
    refusals: ['not_found'],

    async handle({ db, params, query, now }) {
      const guest = await findGuest(db, params.guest_session_id, now)
      return guest && ratedPage(db, 'movie', { guest_id: guest.id }, query)
    },
  },
)
