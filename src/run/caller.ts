import { findSession } from '#src/accounts/sessions.ts'
import { type Account, admitsGuests, type Caller, needsSession } from '#src/contract/access.ts'
import type { Operation } from '#src/contract/operation.ts'
import { scopeOfRoles } from '#src/contract/scopes.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { findGuest } from '#src/kept/guests.ts'
import { holderOfToken } from '#src/keys/find-key.ts'
import type { Asker } from './run.ts'

type Services = { db: Database; config: { sessionDays: number }; clock(): Date }

/**
 * Looks up who asks an operation. What the request names counts before its access token: a session, or a guest where
 * the operation is for them.
 */
export function callers({ access, scope }: Operation, { db, config, clock }: Services) {
  /** The person whose session or token came with the request, if its scopes allow the operation. */
  async function personOf({ session, token }: Asker): Promise<Account | undefined> {
    const now = clock()
    const { sessionDays } = config
    const found = session !== undefined ? await findSession(db, session, { now, sessionDays }) : undefined
    const scopes = session === undefined ? token?.scopes : found?.scopes
    // If nobody has to be known, such a request is anonymous.
    if (scopes && !scopes.includes(scope)) {
      if (needsSession(access)) throw new ApiError('token_scope_missing')
      return undefined
    }
    const person =
      session === undefined
        ? token && (await holderOfToken(db, token.id, now))
        : found && { id: found.account_id, role: found.role }
    // Whatever looks at the role, now or later, sees that of a member.
    return person && !scopes?.includes(scopeOfRoles) ? { ...person, role: 'member', withheld: person.role } : person
  }

  return async (asker: Asker, takesGuests = admitsGuests(access)): Promise<Caller> => {
    const { key_id, session, guestSession, account } = asker
    const asGuest = guestSession !== undefined && takesGuests
    const namesGuest = session === undefined && asGuest
    const known = account ?? (namesGuest ? undefined : await personOf(asker))
    const guest = known === undefined && asGuest ? await findGuest(db, guestSession, clock()) : undefined
    return { key_id, account: known, guest }
  }
}
