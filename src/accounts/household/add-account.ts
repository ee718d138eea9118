import { recordAct } from '#src/audit/acts.ts'
import { type Role, requireAdministrator } from '#src/contract/access.ts'
import { write } from '#src/contract/write.ts'
import { createAccount, findAccount } from '../accounts.ts'
import { linkFor } from './passwords.ts'

type Added = {
  username: string
  name: string
  /** May be empty; else it counts as verified. */
  email: string
  role: Role
  /** Undefined: the person chooses one with a link. */
  password: string | undefined
}

/**
 * Adds an account for somebody. `secret` is that of the link with which the person chooses a password, if none was
 * given. `taken` says which of the two another account has.
 */
export const addAccount = write([], async ({ db, now, account, passwords, settings }, added: Added) => {
  requireAdministrator(account)
  const { username, email, role } = added
  let secret: string | undefined
  const made = await createAccount(db, passwords, {
    ...added,
    isPrivate: settings.private,
    now,
    async onMade(tx, id) {
      await recordAct(tx, 'account_made', { by: account.id, now }, { account_id: id, about: { role } })
      if (added.password === undefined) secret = await linkFor(tx, { id, email }, now)
    },
  })
  if (made) return { id: made.id, secret }
  return { taken: (await findAccount(db, username)) ? ('username' as const) : ('email' as const) }
})
