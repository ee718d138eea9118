import { seeAccount } from '#src/accounts/administration.ts'
import { hasToLook } from '#src/accounts/remaining-access.ts'
import { dismissalOf } from '#src/installation/dismissal.ts'
import { setupAddress } from '../admin/setup.ts'
import { accessAddress } from '../components/page-addresses.ts'
import { withNext } from '../local-address.ts'
import type { PageContext } from '../page.ts'

/**
 * Where a person goes who has just signed in: who got back into the account to what else opens it, and administrators
 * to setup, until one of them dismisses it.
 */
export async function afterSignIn({ db, write }: PageContext, account_id: number, next: string): Promise<string> {
  if (await write(hasToLook, account_id)) return withNext(accessAddress, next)
  if (next !== '/' || (await seeAccount(db, account_id))?.role !== 'administrator') return next
  return (await dismissalOf(db)) === undefined ? setupAddress : next
}
