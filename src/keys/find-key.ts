import { type Static, Type } from 'typebox'
import type { Account, Role } from '#src/contract/access.ts'
import { type DialectName, dialectNames } from '#src/contract/dialects.ts'
import { nullable } from '#src/contract/schema.ts'
import { scopesIn, type Token } from '#src/contract/scopes.ts'
import { digestOf, isAccessToken } from '#src/credentials/secrets.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { type Sql, sql } from '#src/database/sql.ts'
import { dayAfter, utcDay } from '#src/reference/days.ts'
import { digestOfShared } from './digests.ts'
import { type Plan, plans } from './plans.ts'

const Key = Type.Object({
  id: Type.Integer(),
  plan: Type.Unsafe<Plan>({ type: 'string', enum: plans }),
  /** Requests per second: null is what the plan allows, 0 no limit. */
  limit_per_second: nullable(Type.Integer()),
  dialect: Type.Unsafe<DialectName>({ type: 'string', enum: dialectNames }),
  /** The chain of languages of replies to requests that name none, or ''. */
  languages: Type.String(),
  /** Those that follow the languages of every request, or ''. */
  appended_languages: Type.String(),
  /** The key itself, or the account that it belongs to. */
  is_suspended: Type.Boolean(),
  /** When it ends because another key replaces it. */
  ends_at: nullable(Type.String()),
})
/** A valid key, as far as requests need to know it; with the access token that opened it, if one did. */
export type Key = Static<typeof Key> & {
  token?: Token
  /** Absent: it opens the interface. */
  use?: 'plex'
  /** Apps of the network share it: nobody signs in with it, it changes nothing, and is not for pages of other sites. */
  isShared?: true
}

/** `dialect` is that of keys that have none yet: a node of an older version may still make such keys. */
const columns = (dialect: DialectName): Sql => sql`
  k.id, k.plan, k.limit_per_second, k.ends_at, k.languages, k.appended_languages,
  coalesce(k.dialect, ${dialect}) as dialect,
  (k.suspended_at is not null or holder.disabled_at is not null) as is_suspended`

const isValid = (now: Date): Sql =>
  sql`k.revoked_at is null and (k.ends_at is null or k.ends_at > ${now.toISOString()})`

/** The key that a secret opens, unless it was revoked or has ended after its replacement. */
export const findKey = (
  db: Database,
  secret: string,
  now: Date,
  dialect: DialectName = 'neutral',
): Promise<Key | undefined> =>
  isAccessToken(secret)
    ? findKeyOfToken(db, digestOf(secret), now, dialect)
    : db.one(
        Key,
        sql`
        select ${columns(dialect)} from api_key k left join account holder on holder.id = k.account_id
        where k.digest = ${digestOf(secret)} and k.use = 'interface' and ${isValid(now)}`,
      )

/** The key that the secret in an address for the Plex media server opens. */
export async function findPlexKey(db: Reader, secret: string, now: Date): Promise<Key | undefined> {
  const key = await db.one(
    Key,
    sql`
    select ${columns('neutral')} from api_key k left join account holder on holder.id = k.account_id
    where k.digest = ${digestOf(secret)} and k.use = 'plex' and ${isValid(now)}`,
  )
  return key && { ...key, use: 'plex' }
}

/** The key that requests under the names of `appHosts` share; undefined where there is none, or it was revoked. */
export async function findSharedKey(db: Reader, now: Date, dialect: DialectName): Promise<Key | undefined> {
  const key = await db.one(
    Key,
    sql`
    select ${columns(dialect)} from api_key k left join account holder on holder.id = k.account_id
    where k.digest = ${digestOfShared} and ${isValid(now)}`,
  )
  return key && { ...key, isShared: true }
}

const KeyOfToken = Type.Object({
  ...Key.properties,
  token_id: Type.Integer(),
  scopes: Type.String(),
  token_ends_at: nullable(Type.String()),
})

/** The key that an access token belongs to. It is looked up again on each day, so that days of use can be noted. */
async function findKeyOfToken(db: Database, digest: string, now: Date, dialect: DialectName): Promise<Key | undefined> {
  const found = await db.one(
    KeyOfToken,
    sql`
    select ${columns(dialect)}, token.id as token_id, token.scopes, token.ends_at as token_ends_at
    from access_token token join api_key k on k.id = token.key_id join account holder on holder.id = token.account_id
    where token.digest = ${digest} and (token.ends_at is null or token.ends_at > ${now.toISOString()})
      and ${isValid(now)}`,
  )
  if (!found) return undefined
  const { token_id: id, scopes, token_ends_at, ...key } = found
  const today = utcDay(now)
  // Reads continue when nothing can be written, such as on a full disk; the next day tries again.
  await db
    .run(
      sql`
      update access_token set last_used_on = ${today} where id = ${id} and coalesce(last_used_on, '') < ${today}`,
    )
    .catch(() => {})
  const ends = [key.ends_at, token_ends_at, `${dayAfter(today, 1)}T00:00:00.000Z`].filter((end) => end !== null)
  return { ...key, ends_at: ends.sort()[0] as string, token: { id, scopes: scopesIn(scopes) } }
}

const Holder = Type.Object({ id: Type.Integer(), role: Type.Unsafe<Role>(Type.String()) })

/**
 * The account that an access token acts for, as it is now: requests that need it are refused as soon as the token, its
 * key or its account no longer count.
 */
export const holderOfToken = (db: Reader, token_id: number, now: Date): Promise<Account | undefined> =>
  db.one(
    Holder,
    sql`
    select holder.id, holder.role
    from access_token token join api_key k on k.id = token.key_id join account holder on holder.id = token.account_id
    where token.id = ${token_id} and (token.ends_at is null or token.ends_at > ${now.toISOString()})
      and ${isValid(now)} and k.suspended_at is null and holder.disabled_at is null and holder.deleted_at is null`,
  )
