import { Type } from 'typebox'
import { refuseBeyond } from '#src/contract/lasting.ts'
import { type Scope, scopesText } from '#src/contract/scopes.ts'
import { write } from '#src/contract/write.ts'
import { digestOf, newSecret } from '#src/credentials/secrets.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { wireTime } from '#src/reference/days.ts'
import { lockPassword } from './accounts.ts'
import { clientOf } from './attempts.ts'

/** A request token and the key that it was made for: it is worthless with another key. */
export type TokenOfKey = { request_token: string; key_id: number; now: Date }

export const RequestToken = Type.Object(
  {
    success: Type.Boolean(),
    expires_at: Type.String({ description: 'YYYY-MM-DD HH:MM:SS UTC' }),
    request_token: Type.String({ description: '40 hex digits' }),
  },
  { title: 'RequestToken' },
)

const Expiry = Type.Object({ expires_at: Type.String() })

/** The reply about a token. */
const reply = (request_token: string, expires_at: string) => ({
  success: true,
  expires_at: wireTime(expires_at),
  request_token,
})

/** Request tokens that last at one time: those of a key, which are people with one app, and those of one client. */
export const maxRequestTokensOfKey = 20_000
export const maxRequestTokensOfClient = 100

type NewRequestToken = {
  key_id: number
  /** Whoever sends no request has none. */
  clientAddress?: string | undefined
  now: Date
  lifetimeMinutes: number
}

/**
 * Makes a token for a key. It waits for the approval of a user. Throws `too_many_requests` where its key or its client
 * has too many.
 */
export async function createRequestToken(
  db: Database,
  { key_id, clientAddress = '', now, lifetimeMinutes }: NewRequestToken,
) {
  const request_token = newSecret('request_token')
  const expires_at = new Date(now.getTime() + lifetimeMinutes * 60_000).toISOString()
  const network = digestOf(`request token ${clientOf(clientAddress)}`)
  await db.transaction(async (tx) => {
    // Nobody else makes one with this key meanwhile. Parallel requests with several keys may exceed that of a client by
    // as many as there are keys.
    await tx.run(sql`update api_key set name = name where id = ${key_id}`)
    const lasting = [
      { most: maxRequestTokensOfClient, of: sql`network = ${network}` },
      { most: maxRequestTokensOfKey, of: sql`key_id = ${key_id}` },
    ]
    await refuseBeyond(tx, sql`request_token`, lasting, now)
    await tx.run(sql`
      insert into request_token (digest, key_id, network, expires_at)
      values (${digestOf(request_token)}, ${key_id}, ${network}, ${expires_at})`)
  })
  return reply(request_token, expires_at)
}

/** Whether a token can still be approved. */
export const isWaiting = async (db: Reader, { request_token, key_id, now }: TokenOfKey): Promise<boolean> =>
  (await db.one(
    Expiry,
    sql`
    select expires_at from request_token
    where digest = ${digestOf(request_token)} and key_id = ${key_id} and expires_at > ${now.toISOString()}`,
  )) !== undefined

/**
 * Approves a token for an account and returns the reply about it; undefined if the token is wrong or expired, or the
 * account is suspended or was never verified. Approving it again changes nothing, and no other account can: it belongs
 * to the first one. `password` is the stored hash if the user has just signed in with a password: throws
 * `invalid_credentials` if it has changed since.
 */
export async function approveRequestToken(
  db: Database,
  { request_token, key_id, now, account_id, password }: TokenOfKey & { account_id: number; password?: string | null },
) {
  const approved = await db.transaction(async (tx) => {
    if (password !== undefined) await lockPassword(tx, { id: account_id, password })
    return tx.one(
      Expiry,
      sql`
      update request_token set account_id = ${account_id}
      where digest = ${digestOf(request_token)} and key_id = ${key_id} and expires_at > ${now.toISOString()}
        and coalesce(account_id, ${account_id}) = ${account_id} and ${mayUse(account_id)}
      returning expires_at`,
    )
  })
  return approved && reply(request_token, approved.expires_at)
}

const mayUse = (account_id: number) => sql`
  exists (
    select 1 from account
    where id = ${account_id} and disabled_at is null and deleted_at is null and email_verified_at is not null)`

/** A token whose application waits for an answer, as a person has it: without the key. */
type Waiting = { request_token: string; now: Date }

const Application = Type.Object({ name: Type.String(), address: Type.String(), expires_at: Type.String() })

const isAnswerable = ({ request_token, now }: Waiting) => sql`
  request_token.digest = ${digestOf(request_token)} and request_token.account_id is null
  and request_token.expires_at > ${now.toISOString()}
  and exists (
    select 1 from api_key k left join account holder on holder.id = k.account_id
    where k.id = request_token.key_id and k.revoked_at is null and k.suspended_at is null
      and (k.ends_at is null or k.ends_at > ${now.toISOString()}) and holder.disabled_at is null
      and holder.deleted_at is null)`

/** The application that waits for an answer; undefined if the token is wrong, expired, or answered already. */
export const findApplication = (db: Reader, waiting: Waiting) =>
  db.one(
    Application,
    sql`
    select api_key.name, api_key.application_address as address, expires_at
    from request_token join api_key on api_key.id = request_token.key_id
    where ${isAnswerable(waiting)}`,
  )

/** Approves an application for an account, with what it may do; false if it does not wait any more. */
export const allowApplication = write(
  [],
  async (
    { db, now, account: { id } },
    { request_token, scopes }: { request_token: string; scopes: readonly Scope[] },
  ) =>
    (await db.run(sql`
      update request_token set account_id = ${id}, scopes = ${scopesText(scopes)}
      where ${isAnswerable({ request_token, now })} and ${mayUse(id)}`)) === 1,
)

/** Denies an application, whose token becomes worthless; false if it does not wait any more. */
export const denyApplication = write(
  [],
  async ({ db, now }, request_token: string) =>
    (await db.run(sql`delete from request_token where ${isAnswerable({ request_token, now })}`)) === 1,
)
