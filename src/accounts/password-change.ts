import { write } from '#src/contract/write.ts'
import type { Database } from '#src/database/database.ts'
import { queueMail } from '#src/mail/queue.ts'
import type { Language } from '#src/texts/index.ts'
import { lockPassword, type ProvenPassword } from './accounts.ts'
import { setPassword } from './recovery.ts'

/** An account, as its pages know it. */
export type Holder = { id: number; username: string; email: string; email_verified_at: string | null }

type Change = { holder: Holder; proven: ProvenPassword; password: string; language: Language }

/**
 * Gives an account a new password and signs it out everywhere, apps included. The present browser gets a new session
 * too, so that a copy of its cookie is worthless. A note goes to the verified address. Returns the stored hash; throws
 * `invalid_credentials` if the old password has changed meanwhile.
 */
export const changePassword = write([], async (writing, { holder, proven, password, language }: Change) => {
  const { db, now, account, passwords, noteEvent } = writing
  const hashed = await passwords.hash(password)
  await db.transaction(async (tx) => {
    await lockPassword(tx, proven)
    await setPassword(tx, account.id, hashed)
    await mailHolder(tx, holder, { template: 'passwordChanged', language }, now)
  })
  await noteEvent('password_changed', account.id)
  return hashed
})

/** Sends a note to the verified address of an account. */
export async function mailHolder(
  tx: Database,
  { id, username, email, email_verified_at }: Holder,
  { template, language, account_id = id, facts = {} }: MailToHolder,
  now: Date,
) {
  if (email === '' || email_verified_at === null) return
  await queueMail(tx, { template, account_id, recipient: email, language, facts: { username, ...facts } }, now)
}

type HolderMail =
  | ('passwordChanged' | 'emailChangeAsked' | 'emailChanged' | 'accountDeleted')
  | ('codesOn' | 'codesOff' | 'recoveryCodesMade' | 'recoveryCodeUsed')
  | ('passkeyAdded' | 'passkeyRemoved')

type MailToHolder = {
  template: HolderMail
  language: Language
  account_id?: number | null
  facts?: Readonly<Record<string, string>>
}
