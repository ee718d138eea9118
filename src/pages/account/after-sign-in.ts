import { seeAccount } from '#src/accounts/administration.ts'
import { hasCodes } from '#src/accounts/has-codes.ts'
import { endRecovery, recoveredAt } from '#src/accounts/recovered.ts'
import { remainingOf } from '#src/accounts/remaining-access.ts'
import { dismissalOf } from '#src/installation/dismissal.ts'
import { setupAddress } from '../admin/setup.ts'
import { accessAddress } from '../components/page-addresses.ts'
import { withNext } from '../local-address.ts'
import type { PageContext } from '../page.ts'

/**
 * Where a person goes who has just signed in: who got back into the account to what else opens it, and administrators
 * to setup, until one of them dismisses it.
 */
export async function afterSignIn(
  { db, writable, config, now }: PageContext,
  account_id: number,
  next: string,
): Promise<string> {
  if ((await recoveredAt(db, account_id)) !== null) {
    const remaining = await remainingOf(db, { account_id, now, sessionDays: config.sessionDays })
    if (remaining.length > 0 || (await hasCodes(db, account_id))) return withNext(accessAddress, next)
    await endRecovery(writable, account_id)
  }
  if (next !== '/' || (await seeAccount(db, account_id))?.role !== 'administrator') return next
  return (await dismissalOf(db)) === undefined ? setupAddress : next
}
