import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { type Scope, scopesIn, scopesText } from '#src/contract/scopes.ts'
import { write } from '#src/contract/write.ts'
import { digestOf, newSecret } from '#src/credentials/secrets.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { dayMs } from '#src/reference/days.ts'
import { lockAccount, notifyOfKey } from './account-keys.ts'
import { isActive } from './active.ts'
import { announceKeyChange, dropKnownKeys } from './known-keys.ts'

/** Tokens of an account, expired ones that are still listed included. */
export const maxTokensOfAccount = 20
export const maxTokenNameLength = 100
/** After how many days a token may expire; 0 for never. */
export const tokenLifetimesDays = [30, 90, 365, 0] as const
/** Expired tokens are listed this long. */
export const EXPIRED_TOKEN_DAYS = 30

/** The account has as many tokens as it may have. */
export class TokensFullError extends Error {
  override name = 'TokensFullError'
}

type NewToken = {
  /** An active key of the account. */
  key_id: number
  name: string
  scopes: readonly Scope[]
  lifetimeDays: number
}

/**
 * Makes an access token and notifies its owner; its secret is in the result and nowhere else. Undefined if the account
 * has no such key that is active. Throws `TokensFullError`, `email_unverified`, `account_disabled`.
 */
export const makeToken = write('access_token', async (writing, wanted: NewToken) => {
  const { db, now, take } = writing
  const { key_id, name, scopes, lifetimeDays } = wanted
  const account_id = writing.account.id
  await take()
  const ends_at = lifetimeDays === 0 ? null : new Date(now.getTime() + lifetimeDays * dayMs).toISOString()
  return db.transaction(async (tx) => {
    const account = await lockAccount(tx, account_id)
    const key = await tx.one(
      Id,
      sql`
      select id from api_key
      where id = ${key_id} and account_id = ${account_id} and use = 'interface' and suspended_at is null
        and ends_at is null
        and ${isActive(now)}`,
    )
    if (!key) return undefined
    const before = await countRows(tx, sql`from access_token where account_id = ${account_id}`)
    if (before >= maxTokensOfAccount) throw new TokensFullError()
    const secret = newSecret('access_token')
    const last_four = secret.slice(-4)
    const made = await tx.one(
      Id,
      sql`
      insert into access_token (digest, last_four, account_id, key_id, name, scopes, created_at, ends_at)
      values (${digestOf(secret)}, ${last_four}, ${account_id}, ${key_id}, ${name}, ${scopesText(scopes)},
        ${now.toISOString()}, ${ends_at})
      returning id`,
    )
    await notifyOfKey(tx, account, { what: 'token_made', about: { name, last_four }, now })
    return { id: made!.id, secret }
  })
})

const Revoked = Type.Object({ key_id: Type.Integer() })

/** Revokes a token, and ends the sessions that were made from it; false if there is none. */
export const revokeToken = write([], async ({ db, account, noteEvent }, id: number) => {
  const revoked = await db.transaction(async (tx) => {
    await announceKeyChange(tx)
    return tx.one(
      Revoked,
      sql`delete from access_token where id = ${id} and account_id = ${account.id} returning key_id`,
    )
  })
  dropKnownKeys()
  if (revoked) await noteEvent('token_revoked', account.id, revoked.key_id)
  return revoked !== undefined
})

const Listed = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  last_four: Type.String(),
  scopes: Type.String(),
  created_at: Type.String(),
  ends_at: nullable(Type.String()),
  last_used_on: nullable(Type.String()),
  key_name: Type.String(),
  is_key_active: Type.Boolean(),
})
export type ListedToken = Omit<Static<typeof Listed>, 'scopes'> & { scopes: Scope[]; isExpired: boolean }

/** The tokens of an account, the newest first. */
export async function tokensOfAccount(db: Reader, account_id: number, now: Date): Promise<ListedToken[]> {
  const rows = await db.all(
    Listed,
    sql`
    select token.id, token.name, token.last_four, token.scopes, token.created_at, token.ends_at, token.last_used_on,
      api_key.name as key_name,
      (api_key.revoked_at is null and (api_key.ends_at is null or api_key.ends_at > ${now.toISOString()}))
        as is_key_active
    from access_token token join api_key on api_key.id = token.key_id
    where token.account_id = ${account_id} order by token.id desc ${limit(maxTokensOfAccount)}`,
  )
  return rows.map(({ scopes, ...row }) => ({
    ...row,
    scopes: scopesIn(scopes),
    isExpired: row.ends_at !== null && row.ends_at <= now.toISOString(),
  }))
}

const Name = Type.Object({ name: Type.String() })

/** The name of the token of an account that a secret opens. */
export const tokenOfAccountBySecret = (db: Reader, { account_id, secret }: { account_id: number; secret: string }) =>
  db.one(Name, sql`select name from access_token where digest = ${digestOf(secret)} and account_id = ${account_id}`)
