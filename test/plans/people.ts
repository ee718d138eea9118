import { findAccount, signIn } from '#src/accounts/accounts.ts'
import { countAccounts, waitingForVerification } from '#src/accounts/administration.ts'
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
import { openLiveSettings, settingsNow } from '#src/background/stored-settings.ts'
import { readConfig } from '#src/config.ts'
import { codeAt } from '#src/credentials/one-time-codes.ts'
import { openPasswords } from '#src/credentials/passwords.ts'
import type { Database } from '#src/database/database.ts'
import { mayBeFirst, setUpServer } from '#src/installation/first-administrator.ts'
import { changeSettings } from '#src/installation/server-settings.ts'
import { hasAdministrator, isSetUpCode, newSetUpCode } from '#src/installation/set-up-code.ts'
import { sizesOf } from '#src/installation/sizes.ts'
import { openJobs } from '#src/jobs/jobs.ts'
import { keepFirstKey } from '#src/keys/keys.ts'
import { makeLink } from '#src/mail/links.ts'
import { claimMail, deleteMail, dueMails, isStillQueued } from '#src/mail/queue.ts'
import { hasAnyTitle } from '#src/sample/removal.ts'
import { lastBackups, rememberBackup } from '#src/upkeep/backups.ts'
import { lastTaskOf, startTask, taskUnderWay } from '#src/upkeep/upkeep-job.ts'
import { writingOf } from '../support/accounts.ts'
import { password } from '../support/world.ts'
import type { Allowed } from './allowed.ts'

/** The way of a person who signs up, forgets a password and signs in, with the mails of it. */
export async function people(db: Database, now: Date) {
  const anyone = { ...writingOf(db, 1, now, 'administrator'), passwords: openPasswords(1) }
  const person = { username: 'person', email: 'person@people.example' }
  const invitation = await invite.handle(anyone, undefined)
  const wanted = {
    ...person,
    password,
    language: 'en',
    clientAddress: '192.0.2.1',
    invitation: invitation ?? '',
  } as const
  const made = await signUp.handle(anyone, wanted)
  if (made === undefined || made === 'uninvited') throw new Error('Nobody was made')
  const account_id = made.id
  await openInvitations(db, now)
  for (const mail of await dueMails(db, now))
    if ((await claimMail(db, mail, now)) && (await isStillQueued(db, mail))) await deleteMail(db, mail)
  await db.transaction((tx) => sendVerification(tx, { ...person, id: account_id, language: 'en' }, now))
  const link = { account_id, email: person.email, now }
  await verifyAddress.handle(anyone, await makeLink(db, { ...link, purpose: 'verify' }))
  await sendReset.handle(anyone, { email: person.email, language: 'en' })
  const secret = await makeLink(db, { ...link, purpose: 'reset' })
  await findReset(db, secret, now)
  await resetPassword.handle(anyone, { secret, password })
  await signIn.handle(anyone, { username: person.email, password, clientAddress: '192.0.2.1' })
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
  const writing = writingOf(db, account_id, now)
  await beginCodes.handle(writing, proven)
  const waiting = await waitingSecret(db, asked)
  if (!waiting) throw new Error('No secret waits')
  const { secret } = waiting
  const code = codeAt(secret, now)
  const [recovery = ''] = (await confirmCodes.handle(writing, { holder, waiting, code, language: 'en' })) ?? []
  await codesOf(db, account_id)
  const step = await beginStep(db, proven, now)
  await findStep(db, step, now)
  const next = new Date(now.getTime() + 30_000)
  for (const typed of [codeAt(secret, next), recovery])
    await checkSecondFactor.handle({ ...writing, now: next }, { account_id, code: typed, clientAddress: '192.0.2.1' })
  await endBrowserSession(db, await beginBrowserSession(db, { account_id, step, browser: '', now }))
  await renewRecoveryCodes.handle(writing, { holder, proven, language: 'en' })
  await removeLostCodes(db, proven, { by: null, now })
  await passkeys(db, holder, now)
}

/** Everything about passkeys but what a device signs. */
async function passkeys(db: Database, holder: Holder, now: Date) {
  const site = { host: 'localhost', origin: 'http://localhost' }
  const [writing, clientAddress] = [writingOf(db, holder.id, now), '192.0.2.1']
  const { challenge } = await optionsToAdd.handle(writing, { holder: { ...holder, displayName: '' }, site })
  await takeChallenge(db, challenge, holder.id, now)
  const { challenge: signed } = await optionsToSignIn.handle(writing, { site, clientAddress })
  const clientDataJSON = Buffer.from(JSON.stringify({ challenge: signed })).toString('base64url')
  const credential = JSON.stringify({ id: 'unknown', response: { clientDataJSON } })
  await signInWithPasskey.handle(writing, { credential, site, clientAddress })
  await passkeysOf(db, holder.id)
  await renamePasskey.handle(writing, { id: 1, name: 'phone' })
  await removePasskey.handle(writing, { holder, id: 1, language: 'en' })
}

/** A server is set up, changed and looked after on its pages. */
export async function server(db: Database, now: Date) {
  const { config } = readConfig({}, {})
  const administrator = writingOf(db, 1, now, 'administrator')
  const settings = { siteName: 'Plans', greeting: '', signups: 'open', private: 'false' } as const
  await newSetUpCode(db, now)
  await isSetUpCode(db, 'code', now)
  await mayBeFirst.handle(administrator, { isHere: false, code: 'code', clientAddress: '192.0.2.1' })
  await setUpServer.handle(administrator, {
    ...{ username: 'first', email: '', password, language: 'en', settings, removesSample: false, folder: '' },
  })
  await hasAdministrator(db)
  await db.transaction((tx) => keepFirstKey(tx, 1))
  await changeSettings.handle(administrator, settings)
  await settingsNow(db, config)
  await openLiveSettings({ db, config }).fresh()
  await startTask.handle(administrator, 'backup')
  await taskUnderWay(db)
  await lastTaskOf(db, 1)
  await rememberBackup(db, { at: now.toISOString(), folder: '/backups/1', pictures: 1, bytes: 1 })
  await lastBackups(db)
  await hasAnyTitle(db)
  await sizesOf(db, config)
  await openJobs(db)
  await countAccounts(db, 10_001)
  await waitingForVerification(db)
}

/** What pages of administrators may do, and the look at what the server is. */
export const allowedOfServer: readonly Allowed[] = [
  {
    statement: 'union all select id from (select id from series limit 1) any_series) any_title',
    anyStep: true,
    reason: 'It looks at the first movie and the first series.',
  },
  {
    statement: 'where source_id is null and deleted_at is null limit 10001) as some_accounts',
    anyStep: true,
    reason: 'An administrator sees how many accounts there are; it ends after 10,000.',
  },
  {
    statement: 'where source_id is null and deleted_at is null order by id limit 1) as first_account',
    SQLite: ['SCAN account USING INDEX account_of_person', 'SCAN first_account'],
    reason: 'It looks at the first account of a person.',
  },
  {
    statement: 'disabled_at is null order by created_at desc limit 20',
    SQLite: ['SCAN account USING INDEX account_unverified'],
    reason: 'The index has those alone who wait to be verified, in this order, and 20 of them are read.',
  },
]
