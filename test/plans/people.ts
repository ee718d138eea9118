import { findAccount, signIn } from '#src/accounts/accounts.ts'
import { beginBrowserSession, endBrowserSession, findBrowserSession } from '#src/accounts/browser-sessions.ts'
import { takeChallenge } from '#src/accounts/factors/challenges.ts'
import { checkSecondFactor } from '#src/accounts/factors/check.ts'
import { beginCodes, codesOf, confirmCodes, renewRecoveryCodes, waitingSecret } from '#src/accounts/factors/codes.ts'
import {
  optionsToAdd,
  optionsToSignIn,
  passkeysOf,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from '#src/accounts/factors/passkeys.ts'
import { removeLostCodes } from '#src/accounts/factors/remove-lost.ts'
import { beginStep, findStep } from '#src/accounts/factors/sign-in-step.ts'
import { invite, openInvitations } from '#src/accounts/invitations.ts'
import type { Holder } from '#src/accounts/password-change.ts'
import { findReset, resetPassword, sendReset } from '#src/accounts/recovery.ts'
import { sendVerification, signUp, verifyAddress } from '#src/accounts/sign-up.ts'
import { codeAt } from '#src/credentials/one-time-codes.ts'
import { openPasswords } from '#src/credentials/passwords.ts'
import type { Database } from '#src/database/database.ts'
import { makeLink } from '#src/mail/links.ts'
import { claimMail, deleteMail, dueMails, isStillQueued } from '#src/mail/queue.ts'
import { password } from '../support/world.ts'

/** The way of a person who signs up, forgets a password and signs in, with the mails of it. */
export async function people(db: Database, now: Date) {
  const passwords = openPasswords(1)
  const person = { username: 'person', email: 'person@people.example' }
  const invitation = await invite(db, 1, now)
  const made = await signUp(db, passwords, { ...person, password, language: 'en', now, invitation: invitation ?? '' })
  if (made === undefined || made === 'uninvited') throw new Error('Nobody was made')
  const account_id = made.id
  await openInvitations(db, now)
  for (const mail of await dueMails(db, now))
    if ((await claimMail(db, mail, now)) && (await isStillQueued(db, mail))) await deleteMail(db, mail)
  await db.transaction((tx) => sendVerification(tx, { ...person, id: account_id, language: 'en' }, now))
  const link = { account_id, email: person.email, now }
  await verifyAddress(db, await makeLink(db, { ...link, purpose: 'verify' }), now)
  await sendReset(db, person.email, { language: 'en', now })
  const secret = await makeLink(db, { ...link, purpose: 'reset' })
  await findReset(db, secret, now)
  await resetPassword(db, passwords, { secret, password }, now)
  await signIn(db, passwords, { username: person.email, password, clientAddress: '192.0.2.1', now })
  await secondFactor(db, account_id, now)
  const session = await beginBrowserSession(db, { account_id, browser: '', now })
  await findBrowserSession(db, session, new Date(now.getTime() + 3_600_000))
  await endBrowserSession(db, session)
}

/** Turns one-time codes on, signs in with them, and removes them. */
async function secondFactor(db: Database, account_id: number, now: Date) {
  const proven = await findAccount(db, 'person')
  const holder = { id: account_id, username: 'person', email: '', email_verified_at: null }
  if (!proven) throw new Error('Nobody was made')
  const asked = { account_id, secretKey: '', now }
  await beginCodes(db, { ...asked, proven })
  const waiting = await waitingSecret(db, asked)
  if (!waiting) throw new Error('No secret waits')
  const { secret } = waiting
  const code = codeAt(secret, now)
  const [recovery = ''] = (await confirmCodes(db, { holder, waiting, code, language: 'en', now })) ?? []
  await codesOf(db, account_id)
  const step = await beginStep(db, proven, now)
  await findStep(db, step, now)
  const next = new Date(now.getTime() + 30_000)
  for (const typed of [codeAt(secret, next), recovery])
    await checkSecondFactor(db, { ...asked, code: typed, clientAddress: '192.0.2.1', now: next })
  await endBrowserSession(db, await beginBrowserSession(db, { account_id, step, browser: '', now }))
  await renewRecoveryCodes(db, { holder, proven, language: 'en', now })
  await removeLostCodes(db, proven, { by: null, now })
  await passkeys(db, holder, now)
}

/** Everything about passkeys but what a device signs. */
async function passkeys(db: Database, holder: Holder, now: Date) {
  const site = { host: 'localhost', origin: 'http://localhost' }
  const { challenge } = await optionsToAdd(db, { ...holder, displayName: '' }, site, now)
  await takeChallenge(db, challenge, holder.id, now)
  const { challenge: signed } = await optionsToSignIn(db, site, now)
  const clientDataJSON = Buffer.from(JSON.stringify({ challenge: signed })).toString('base64url')
  const credential = JSON.stringify({ id: 'unknown', response: { clientDataJSON } })
  await signInWithPasskey(db, { credential, site, now })
  await passkeysOf(db, holder.id)
  await renamePasskey(db, holder.id, 1, 'phone')
  await removePasskey(db, { holder, id: 1, language: 'en', now })
}
