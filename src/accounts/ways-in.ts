import type { Database } from '#src/database/database.ts'
import { type Sql, sql } from '#src/database/sql.ts'
import { announceKeyChange } from '#src/keys/known-keys.ts'
import { wordTable } from '#src/reference/word-table.ts'

/** What may outlast a new password, as the page that offers to end it calls it. */
const lastingWays = ['passkey', 'codes', 'token', 'key', 'calendar', 'player', 'webhook', 'list'] as const
export type LastingWay = (typeof lastingWays)[number]

type WayIn = {
  /** What this is, if it outlasts a new password; absent: it ends with the old one, which may have opened it. */
  lasts?: LastingWay
  /** Ends all of an account's. */
  end(account_id: number, at: string): Sql
}

/**
 * THE table of what opens an account besides its password, or something that is private in it, by the table of the
 * database that holds it. All of it ends when an account that somebody else may have prepared gets to its owner.
 */
export const waysIn: Readonly<Record<string, WayIn>> = wordTable({
  browser_session: { end: (id) => sql`delete from browser_session where account_id = ${id}` },
  sign_in_step: { end: (id) => sql`delete from sign_in_step where account_id = ${id}` },
  passkey_challenge: { end: (id) => sql`delete from passkey_challenge where account_id = ${id}` },
  session: { end: (id) => sql`delete from session where account_id = ${id}` },
  request_token: { end: (id) => sql`delete from request_token where account_id = ${id}` },
  // A link that verifies an address opens nothing.
  mailed_link: {
    end: (id) => sql`delete from mailed_link where account_id = ${id} and purpose in ('reset', 'change')`,
  },
  // Links in queued mails are only made when the mail is sent.
  mail: {
    end: (id) => sql`delete from mail where account_id = ${id} and template in ('reset', 'handed', 'emailChange')`,
  },
  passkey: { lasts: 'passkey', end: (id) => sql`delete from passkey where account_id = ${id}` },
  totp: { lasts: 'codes', end: (id) => sql`delete from totp where account_id = ${id}` },
  recovery_code: { lasts: 'codes', end: (id) => sql`delete from recovery_code where account_id = ${id}` },
  access_token: { lasts: 'token', end: (id) => sql`delete from access_token where account_id = ${id}` },
  api_key: {
    lasts: 'key',
    end: (id, at) => sql`update api_key set revoked_at = coalesce(revoked_at, ${at}) where account_id = ${id}`,
  },
  calendar_address: { lasts: 'calendar', end: (id) => sql`delete from calendar_address where account_id = ${id}` },
  player_address: { lasts: 'player', end: (id) => sql`delete from player_address where account_id = ${id}` },
  // It tells what somebody keeps, to whoever has set it up.
  webhook: { lasts: 'webhook', end: (id) => sql`delete from webhook where account_id = ${id}` },
  user_list: { lasts: 'list', end: (id) => sql`update user_list set secret_digest = null where account_id = ${id}` },
})

/** Ends what the password of an account may have opened. */
export async function endWithPassword(tx: Database, account_id: number): Promise<void> {
  for (const { lasts, end } of Object.values(waysIn)) if (lasts === undefined) await tx.run(end(account_id, ''))
}

/** Ends all that opens an account but its password. Keys that are known have to be dropped after the transaction. */
export async function endAllWaysIn(tx: Database, account_id: number, now: Date): Promise<void> {
  await announceKeyChange(tx)
  for (const { end } of Object.values(waysIn)) await tx.run(end(account_id, now.toISOString()))
}
