import { Type } from 'typebox'
import { keyOf } from '#src/contract/access.ts'
import { operation } from '#src/contract/operation.ts'
import { createGuestSession, GUEST_HOURS } from '#src/kept/guests.ts'

export const guestSession = operation(
  'authentication.create_guest_session',
  'GET /3/authentication/guest_session/new',
  {
    summary: `Creates a guest session, which can rate for ${GUEST_HOURS} hours`,
    access: 'key',
    reply: Type.Object(
      { success: Type.Boolean(), guest_session_id: Type.String(), expires_at: Type.String() },
      { title: 'GuestSession' },
    ),
    handle: ({ db, caller, now, clientAddress = '' }) =>
      createGuestSession(db, { key_id: keyOf(caller), clientAddress, now }),
  },
)
