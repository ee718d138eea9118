import { createAccount, findAccount } from '#src/accounts/accounts.ts'
import { restoreAccount, searchAccounts, seeAccount, setRole, suspendAccount } from '#src/accounts/administration.ts'
import { listApplications, revokeApplication } from '#src/accounts/applications.ts'
import {
  beginBrowserSession,
  countBrowserSessions,
  endSessionOfAccount,
  listBrowserSessions,
} from '#src/accounts/browser-sessions.ts'
import { deleteAccount } from '#src/accounts/deletion.ts'
import { askForEmailChange, changeEmail, findEmailChange } from '#src/accounts/email-change.ts'
import { personalData } from '#src/accounts/own-data/personal-data.ts'
import { ownTable, ownTables } from '#src/accounts/own-data/tables.ts'
import { changePassword } from '#src/accounts/password-change.ts'
import { alwaysLeaveWatchlist, changeProfile } from '#src/accounts/profile.ts'
import { noteRecovery, recoveredAt } from '#src/accounts/recovered.ts'
import { endAllRemaining } from '#src/accounts/remaining-access.ts'
import { allowApplication, createRequestToken, denyApplication, findApplication } from '#src/accounts/request-tokens.ts'
import { exchangeAccessToken, findSession } from '#src/accounts/sessions.ts'
import { listActs } from '#src/audit/acts.ts'
import { listEvents, storeEvent } from '#src/audit/security-events.ts'
import { openPasswords } from '#src/credentials/passwords.ts'
import type { Database } from '#src/database/database.ts'
import { makeToken, revokeToken, tokenOfAccountBySecret, tokensOfAccount } from '#src/keys/access-tokens.ts'
import { keyToTest } from '#src/keys/account-keys.ts'
import { findKey, holderOfToken } from '#src/keys/find-key.ts'
import { createKey } from '#src/keys/keys.ts'
import { sharedKeyId } from '#src/keys/keys-of-apps.ts'
import { recentOf, recentRefusals } from '#src/keys/recent-requests.ts'
import { openUsage, usageOf } from '#src/keys/usage.ts'
import { makeLink } from '#src/mail/links.ts'
import { writingOf } from '../support/accounts.ts'
import { password, testDay } from '../support/world.ts'

const now = new Date(testDay)

/** What a person does with an account until it is deleted, and what administrators do with it. */
export async function ownAccount(db: Database) {
  const passwords = openPasswords(1)
  const [username, email] = ['leaver', 'leaver@people.example']
  const { id } = (await createAccount(db, passwords, { username, name: '', email, password, now }))!
  const holder = { id, username, email, email_verified_at: testDay }
  const writing = { ...writingOf(db, id, now, 'administrator'), passwords }
  await changeProfile.handle(writing, {
    ...{ name: 'Leaver', iso_639_1: 'en', iso_3166_1: 'US', include_adult: false, leaves_watchlist: false },
  })
  await alwaysLeaveWatchlist.handle(writing, undefined)
  const proven = (await findAccount(db, username))!
  await beginBrowserSession(db, { account_id: id, password: proven.password, browser: '', now })
  await countBrowserSessions(db, id, now)
  for (const session of await listBrowserSessions(db, id, now, 1)) await endSessionOfAccount.handle(writing, session.id)
  const change = { holder, proven, password, language: 'en' } as const
  proven.password = await changePassword.handle(writing, change)
  await askForEmailChange.handle(writing, {
    ...{ holder, proven, email: 'other@people.example', language: 'en', clientAddress: '192.0.2.1' },
  })
  const secret = await makeLink(db, { purpose: 'change', account_id: id, email: 'other@people.example', now })
  await findEmailChange(db, secret, now)
  await changeEmail.handle(writing, secret)
  for (const isAllowed of [true, false]) {
    const { request_token } = await createRequestToken(db, { key_id: 1, now, lifetimeMinutes: 60 })
    await findApplication(db, { request_token, now })
    if (isAllowed) await allowApplication.handle(writing, { request_token, scopes: ['read', 'keep', 'edit'] })
    else await denyApplication.handle(writing, request_token)
  }
  await listApplications(db, id, { now, sessionDays: 365 })
  await noteRecovery(db, id, now)
  await recoveredAt(db, id)
  await endAllRemaining.handle(writing, { holder, language: 'en', session_id: 0 })
  await revokeApplication.handle(writing, 1)
  for (const text of ['', 'leav']) await searchAccounts(db, { text })
  await seeAccount(db, id)
  await suspendAccount.handle(writing, { id, reason: '' })
  await restoreAccount.handle(writing, { id, reason: '' })
  for (const role of ['administrator', 'member'] as const) await setRole.handle(writing, { id, role, reason: '' })
  for (const filter of [{}, { what: 'role_changed' }, { person: id }, { what: 'role_changed', person: id }] as const)
    await listActs(db, filter)
  const key = await createKey(db, { name: 'own', plan: 'developer', account_id: id, now })
  const token = { key_id: key.id, name: 'own', scopes: ['read', 'keep'], lifetimeDays: 30 } as const
  const made = (await makeToken.handle(writingOf(db, id, now), token))!
  await tokensOfAccount(db, id, now)
  await tokenOfAccountBySecret(db, { account_id: id, secret: made.secret })
  await findKey(db, made.secret, now)
  await holderOfToken(db, made.id, now)
  const converted = await exchangeAccessToken(db, { access_token: made.secret, key_id: key.id, now })
  await findSession(db, converted!.session_id, { now, sessionDays: 365 })
  await revokeToken.handle(writing, made.id)
  await storeEvent(db, { what: 'signed_in', account_id: id, now })
  await listEvents(db, id)
  for (const table of ownTables) await ownTable(db, id, table).toArray()
  await personalData(db, id)
  await deleteAccount.handle(writing, { holder, proven, keepsReviews: false, language: 'en' })
}

/** What keys were used for, and whether an app arrives. */
export async function usesOfKeys(db: Database) {
  const now = new Date(testDay)
  const usage = openUsage(db, () => now)
  usage.count(1, false)
  usage.refuse('unknown_key', '192.0.2.1')
  await usage.write()
  for (const account_id of [undefined, 1]) await keyToTest(db, { id: 1, account_id })
  await recentOf(db, 1, now)
  await recentRefusals(db, () => true, now)
  await sharedKeyId(db)
  await usageOf(db, [1, 2], now)
}
