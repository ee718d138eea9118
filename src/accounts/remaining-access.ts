import { openWrite, type Writing, write } from '#src/contract/write.ts'
import { listsWithAddress, removeAddressOfList } from '#src/contributions/lists/lists.ts'
import type { Reader } from '#src/database/database.ts'
import { calendarAddressOf, removeCalendarAddress } from '#src/kept/calendar-address.ts'
import { playerAddressOf, removePlayerAddress } from '#src/kept/player-address.ts'
import { revokeToken, tokensOfAccount } from '#src/keys/access-tokens.ts'
import { keysOfAccount, revokeKeyOfAccount } from '#src/keys/account-keys.ts'
import type { Language } from '#src/texts/index.ts'
import { deleteOfPerson, webhooksOfPerson } from '#src/webhooks/hooks.ts'
import { listApplications, revokeApplication } from './applications.ts'
import { endOtherSessions } from './browser-sessions.ts'
import { passkeysOf, removePasskey } from './factors/passkeys.ts'
import { hasCodes } from './has-codes.ts'
import type { Holder } from './password-change.ts'
import { noteLook, recoveredAt } from './recovered.ts'
import type { LastingWay } from './ways-in.ts'

/** What opens an account besides its password, codes and browsers, one by one, for whoever wants to end it. */

type RemainingKind = Exclude<LastingWay, 'codes'> | 'app'

/** One of them; the calendar and the address of players have the id 0. */
export type Remaining = { what: RemainingKind; id: number; name: string; at: string }

type Ending = { id: number; holder: Holder; language: Language }

const enders: Readonly<Record<RemainingKind, (writing: Writing, ending: Ending) => Promise<boolean>>> = {
  passkey: removePasskey.handle,
  app: (writing, { id }) => revokeApplication.handle(writing, id),
  token: (writing, { id }) => revokeToken.handle(writing, id),
  key: (writing, { id }) => revokeKeyOfAccount.handle(writing, id),
  calendar: async ({ db, account }) => (await removeCalendarAddress(db, account.id)) === 1,
  player: async ({ db, account }) => (await removePlayerAddress(db, account.id)) === 1,
  webhook: ({ db, account }, { id }) => deleteOfPerson(db, id, account.id),
  list: ({ db, account, now }, { id }) => removeAddressOfList(db, { id, account_id: account.id, now }),
}

export const remainingKinds = Object.keys(enders) as RemainingKind[]

type Asked = { account_id: number; now: Date; sessionDays: number }

export async function remainingOf(db: Reader, { account_id, now, sessionDays }: Asked): Promise<Remaining[]> {
  const [passkeys, apps, tokens, { active: keys }, calendar, players, webhooks, lists] = await Promise.all([
    passkeysOf(db, account_id),
    listApplications(db, account_id, { now, sessionDays }),
    tokensOfAccount(db, account_id, now),
    keysOfAccount(db, account_id, now),
    calendarAddressOf(db, account_id),
    playerAddressOf(db, account_id),
    webhooksOfPerson(db, account_id),
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
    ...(players === undefined ? [] : [{ what: 'player', id: 0, name: '', at: players.created_at } as const]),
    ...webhooks.map(
      ({ id, name, address, created_at: at }) => ({ what: 'webhook', id, name: name || address, at }) as const,
    ),
    ...lists.map(({ id, name, updated_at: at }) => ({ what: 'list', id, name, at }) as const),
  ]
}

type Held = Omit<Ending, 'id'>

/** Ends one; false if there is no such thing. */
export const endRemaining = write([], (writing, { what, ...ending }: Ending & { what: RemainingKind }) =>
  enders[what](writing, ending),
)

/** Ends all of them, and signs the account out in all browsers but one. */
export const endAllRemaining = write([], async (writing, { session_id, ...held }: Held & { session_id: number }) => {
  const { db, now, account, settings } = writing
  const asked = { account_id: account.id, now, sessionDays: settings.sessionDays }
  // There may be more of a kind than are listed at once.
  for (let ended = 1; ended > 0; ) {
    ended = 0
    for (const { what, id } of await remainingOf(db, asked)) if (await enders[what](writing, { id, ...held })) ended++
  }
  await endOtherSessions.handle(writing, session_id)
  await noteLook(db, account.id)
})

/**
 * Whether who has just signed in got back into the account, and something else opens it that they have not looked at;
 * where nothing does, there is nothing to look at any more.
 */
export const hasToLook = openWrite([], async ({ db, now, settings }, account_id: number) => {
  if ((await recoveredAt(db, account_id)) === null) return false
  const remaining = await remainingOf(db, { account_id, now, sessionDays: settings.sessionDays })
  if (remaining.length > 0 || (await hasCodes(db, account_id))) return true
  await noteLook(db, account_id)
  return false
})
