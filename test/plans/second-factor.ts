import { findAccount } from '#src/accounts/accounts.ts'
import { beginBrowserSession, endBrowserSession } from '#src/accounts/browser-sessions.ts'
import { checkSecondFactor } from '#src/accounts/factors/check.ts'
import { beginCodes, codesOf, confirmCodes, renewRecoveryCodes, waitingSecret } from '#src/accounts/factors/codes.ts'
import { removeLostCodes } from '#src/accounts/factors/remove-lost.ts'
import { beginStep, findStep } from '#src/accounts/factors/sign-in-step.ts'
import { codeAt } from '#src/credentials/one-time-codes.ts'
import type { Database } from '#src/database/database.ts'

/** Turns one-time codes on, signs in with them, and removes them. */
export async function secondFactor(db: Database, account_id: number, now: Date) {
  const proven = await findAccount(db, 'person')
  const holder = { id: account_id, username: 'person', email: '', email_verified_at: null }
  if (!proven) throw new Error('Nobody was made')
  const asked = { account_id, secretKey: '', now }
  await beginCodes(db, { ...asked, proven })
  const secret = (await waitingSecret(db, asked)) ?? ''
  const code = codeAt(secret, now)
  const [recovery = ''] = (await confirmCodes(db, { holder, secret, code, language: 'en', now })) ?? []
  await codesOf(db, account_id)
  const step = await beginStep(db, proven, now)
  await findStep(db, step, now)
  const next = new Date(now.getTime() + 30_000)
  for (const typed of [codeAt(secret, next), recovery])
    await checkSecondFactor(db, { ...asked, code: typed, clientAddress: '192.0.2.1', now: next })
  await endBrowserSession(db, await beginBrowserSession(db, { account_id, step, browser: '', now }))
  await renewRecoveryCodes(db, { holder, proven, language: 'en', now })
  await removeLostCodes(db, proven, { by: null, now })
}
