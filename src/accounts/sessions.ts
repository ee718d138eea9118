import { type Static, Type } from 'typebox'
import type { Role } from '#src/contract/access.ts'
import { type Scope, scopesIn, scopesOfSession, scopesText } from '#src/contract/scopes.ts'
import { digestOf, newSecret } from '#src/credentials/secrets.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { dayMs, utcDay } from '#src/reference/days.ts'
import type { TokenOfKey } from './request-tokens.ts'

type NewSession = {
  account_id: number
  key_id: number
  token_id?: number | null
  scopes?: readonly Scope[]
  now: Date
}

/**
 * Makes a session of an account with a key; it lasts until it is ended, or has not been used for long. Its id is in the
 * result and nowhere else. A key that was replaced makes sessions of its replacement, because that outlives it. One
 * that is made from an access token has the scopes of the token, and ends with it.
 */
export async function createSession(
  db: Database,
  { account_id, key_id, token_id = null, scopes = scopesOfSession, now }: NewSession,
): Promise<string> {
  const session_id = newSecret('session')
  await db.run(sql`
    insert into session (digest, account_id, key_id, token_id, scopes, created_at, last_used_on)
    values (${digestOf(session_id)}, ${account_id},
      (select coalesce(replaced_by, id) from api_key where id = ${key_id}), ${token_id}, ${scopesText(scopes)},
      ${now.toISOString()}, ${utcDay(now)})`)
  return session_id
}

const Approved = Type.Object({ account_id: Type.Integer(), scopes: Type.String() })

/**
 * Exchanges an approved request token for a session of its account; undefined if the token is wrong, expired, not
 * approved, used, or of another key. Deleting the token and making the session are one transaction, so that only one
 * request gets it.
 */
export function exchangeRequestToken(
  db: Database,
  { request_token, key_id, now }: TokenOfKey,
): Promise<{ account_id: number; session_id: string } | undefined> {
  return db.transaction(async (tx) => {
    const approved = await tx.one(
      Approved,
      sql`
      delete from request_token
      where digest = ${digestOf(request_token)} and key_id = ${key_id} and expires_at > ${now.toISOString()}
        and exists (
          select 1 from account
          where id = request_token.account_id and disabled_at is null and deleted_at is null)
      returning account_id, scopes`,
    )
    if (!approved) return undefined
    const { account_id, scopes } = approved
    return { account_id, session_id: await createSession(tx, { account_id, key_id, scopes: scopesIn(scopes), now }) }
  })
}

const Token = Type.Object({ id: Type.Integer(), account_id: Type.Integer() })

/**
 * Exchanges an access token for a session of its account; undefined if the token is wrong or has expired, or if its key
 * or its account is not valid. The session belongs to the key that asks for it.
 */
export function exchangeAccessToken(
  db: Database,
  { access_token, key_id, now }: { access_token: string; key_id: number; now: Date },
): Promise<{ account_id: number; session_id: string } | undefined> {
  return db.transaction(async (tx) => {
    const token = await tx.one(
      Token,
      sql`
      select token.id, token.account_id from access_token token
      join api_key k on k.id = token.key_id and k.suspended_at is null and k.revoked_at is null
        and (k.ends_at is null or k.ends_at > ${now.toISOString()})
      join account on account.id = token.account_id and account.disabled_at is null and account.deleted_at is null
      where token.digest = ${digestOf(access_token)}
        and (token.ends_at is null or token.ends_at > ${now.toISOString()})`,
    )
    if (!token) return undefined
    const { id: token_id, account_id } = token
    return { account_id, session_id: await createSession(tx, { account_id, key_id, token_id, now }) }
  })
}

/** Ends a session; false if there is none. */
export const endSession = async (db: Database, session_id: string): Promise<boolean> =>
  (await db.run(sql`delete from session where digest = ${digestOf(session_id)}`)) === 1

const Session = Type.Object({
  account_id: Type.Integer(),
  key_id: Type.Integer(),
  role: Type.Unsafe<Role>(Type.String()),
})
const UsedSession = Type.Object({
  ...Session.properties,
  last_used_on: Type.String(),
  scopes: Type.String(),
})
/** A session with its scopes, which are those of the access token that it was made from, if it was. */
type FoundSession = Static<typeof Session> & { scopes: readonly Scope[] }

/** When a session is used, and for how many days it lasts without use. */
type SessionUse = { now: Date; sessionDays: number }

/** The days after the beginning of that of its last use on which a session expires: that day counts as a whole. */
export const sessionLifetimeDays = (sessionDays: number): number => sessionDays + 1

/** Sessions that were last used on a day up to this time have expired. */
export const sessionsExpiredBefore = ({ now, sessionDays }: SessionUse): string =>
  new Date(now.getTime() - sessionLifetimeDays(sessionDays) * dayMs).toISOString()

/**
 * The session that a secret opens, while its account and its key are valid and not suspended, and it has not expired.
 * The first use of a day is stored, so that not every request is a write.
 */
export async function findSession(db: Database, secret: string, use: SessionUse): Promise<FoundSession | undefined> {
  const digest = digestOf(secret)
  const row = await db.one(
    UsedSession,
    sql`
    select session.account_id, session.key_id, account.role, session.last_used_on,
      coalesce(token.scopes, session.scopes) as scopes
    from session
    join api_key on api_key.id = session.key_id and api_key.revoked_at is null and api_key.suspended_at is null
    join account on account.id = session.account_id
      and account.disabled_at is null and account.deleted_at is null
    left join account holder on holder.id = api_key.account_id
    left join access_token token on token.id = session.token_id
    left join api_key token_key on token_key.id = token.key_id
    where session.digest = ${digest} and session.last_used_on > ${sessionsExpiredBefore(use)}
      and holder.disabled_at is null and holder.deleted_at is null
      and token_key.revoked_at is null and token_key.suspended_at is null
      and (token.ends_at is null or token.ends_at > ${use.now.toISOString()})`,
  )
  if (!row) return undefined
  const { last_used_on, scopes, ...session } = row
  const today = utcDay(use.now)
  if (last_used_on < today)
    // Reads go on where nothing can be written, such as on a full disk; the next use tries again.
    await db
      .run(sql`update session set last_used_on = ${today} where digest = ${digest} and last_used_on < ${today}`)
      .catch(() => {})
  return { ...session, scopes: scopesIn(scopes) }
}
