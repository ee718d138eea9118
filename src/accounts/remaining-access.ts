import type { NoteEvent } from '#src/contract/security-events.ts'
import { listsWithAddress, removeAddressOfList } from '#src/contributions/lists/secret-addresses.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { calendarAddressOf, removeCalendarAddress } from '#src/kept/calendar-address.ts'
import { revokeToken, tokensOfAccount } from '#src/keys/access-tokens.ts'
import { keysOfAccount, revokeKeyOfAccount } from '#src/keys/account-keys.ts'
import type { Language } from '#src/texts/index.ts'
import { listApplications, revokeApplication } from './applications.ts'
import { endBrowserSessions } from './browser-sessions.ts'
import { passkeysOf, removePasskey } from './factors/passkeys.ts'
import type { Holder } from './password-change.ts'
import { endRecovery } from './recovered.ts'
import type { LastingWay } from './ways-in.ts'

/** What opens an account besides its password, codes and browsers, one by one, for whoever wants to end it. */

type RemainingKind = Exclude<LastingWay, 'codes'> | 'app'

/** One of them; the calendar has the id 0. */
export type Remaining = { what: RemainingKind; id: number; name: string; at: string }

type Holding = { holder: Holder; language: Language; now: Date; noteEvent: NoteEvent }

const enders: Readonly<Record<RemainingKind, (db: Database, by: Holding, id: number) => Promise<boolean>>> = {
  async passkey(db, { holder, language, now, noteEvent }, id) {
    const isRemoved = await removePasskey(db, { holder, id, language, now })
    if (isRemoved) await noteEvent('passkey_removed', holder.id)
    return isRemoved
  },
  app: (db, { holder }, key_id) => revokeApplication(db, holder.id, key_id),
  async token(db, { holder, noteEvent }, id) {
    const revoked = await revokeToken(db, { account_id: holder.id, id })
    if (revoked) await noteEvent('token_revoked', holder.id, revoked.key_id)
    return revoked !== undefined
  },
  key: (db, { holder, now }, id) => revokeKeyOfAccount(db, { account_id: holder.id, id, now }),
  calendar: async (db, { holder }) => (await removeCalendarAddress(db, holder.id)) === 1,
  list: (db, { holder, now }, id) => removeAddressOfList(db, { id, account_id: holder.id, now }),
}

export const remainingKinds = Object.keys(enders) as RemainingKind[]

type Asked = { account_id: number; now: Date; sessionDays: number }

export async function remainingOf(db: Reader, { account_id, now, sessionDays }: Asked): Promise<Remaining[]> {
  const [passkeys, apps, tokens, { active: keys }, calendar, lists] = await Promise.all([
    passkeysOf(db, account_id),
    listApplications(db, account_id, { now, sessionDays }),
    tokensOfAccount(db, account_id, now),
    keysOfAccount(db, account_id, now),
    calendarAddressOf(db, account_id),
    listsWithAddress(db, account_id),
  ])
  return [
    ...passkeys.map(({ id, name, made_at: at }) => ({ what: 'passkey', id, name, at }) as const),
    ...apps.map(({ key_id: id, name, last_at: at }) => ({ what: 'app', id, name, at }) as const),
    ...tokens
      .filter(({ isExpired }) => !isExpired)
      .map(({ id, name, created_at: at }) => ({ what: 'token', id, name, at }) as const),
    ...keys.map(({ id, name, created_at: at }) => ({ what: 'key', id, name, at }) as const),
    ...(calendar === undefined ? [] : [{ what: 'calendar', id: 0, name: '', at: calendar } as const]),
    ...lists.map(({ id, name, updated_at: at }) => ({ what: 'list', id, name, at }) as const),
  ]
}

/** Ends one; false if there is no such thing. */
export const endRemaining = (db: Database, by: Holding, what: RemainingKind, id: number): Promise<boolean> =>
  enders[what](db, by, id)

/** Ends all of them, and signs the account out in all browsers but one. */
export async function endAllRemaining(db: Database, by: Holding, sessionDays: number, session_id: number) {
  const asked = { account_id: by.holder.id, now: by.now, sessionDays }
  // There may be more of a kind than are listed at once.
  for (let ended = 1; ended > 0; ) {
    ended = 0
    for (const { what, id } of await remainingOf(db, asked)) if (await endRemaining(db, by, what, id)) ended++
  }
  await endBrowserSessions(db, by.holder.id, session_id)
  await endRecovery(db, by.holder.id)
}
