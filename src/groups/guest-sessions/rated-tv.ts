import { operation } from '#src/contract/operation.ts'
import { listQuery, ratedPage, ratedReply } from '#src/kept/account-list.ts'
import { findGuest } from '#src/kept/guests.ts'

export const guestRatedTv = operation('guest_session.rated_tv', 'GET /3/guest_session/{guest_session_id}/rated/tv', {
  summary: 'Series that the guest has rated',
  access: 'key',
  isDeep: true,
  query: listQuery,
  reply: ratedReply.series,
  refusals: ['not_found'],

  async handle({ db, params, query, now }) {
    const guest = await findGuest(db, params.guest_session_id, now)
    return guest && ratedPage(db, 'series', { guest_id: guest.id }, query)
  },
})
