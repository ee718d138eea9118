import { Type } from 'typebox'
import type { Passwords } from '#src/contract/operation.ts'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import {
  accountFaults,
  emailFault,
  foldEmail,
  foldUsername,
  isUsername,
  nameFault,
  passwordLengthFault,
  usernameFault,
} from '#src/credentials/rules.ts'
import type { Database } from '#src/database/database.ts'
import { isUniqueViolation } from '#src/database/errors.ts'
import { sql } from '#src/database/sql.ts'
import { type Attempt, clearSignInAttempts, clientOf, signInTo, takeAttempt, takeBack } from './attempts.ts'

/** What an account may do, each more than the one before it. */
export const roles = ['member', 'moderator', 'administrator'] as const
export type Role = (typeof roles)[number]

export const mayModerate = (role: Role): boolean => roles.indexOf(role) >= roles.indexOf('moderator')

export type NewAccount = {
  username: string
  name: string
  email: string
  password: string
  role?: Role
  /** Without one, pages speak that of the browser until the person chooses. */
  language?: string
  now: Date
}

type Words = Pick<NewAccount, 'username' | 'name' | 'email'> & { password: string | undefined }

/** What is wrong with the words of a new account: one sentence for whoever makes it. The password may still be open. */
export function accountFault({ username, name, email, password }: Words): string | undefined {
  const fault =
    usernameFault(username) ??
    nameFault(name) ??
    (email === '' ? undefined : emailFault(email)) ??
    (password === undefined ? undefined : passwordLengthFault(password))
  return fault && accountFaults[fault]
}

const Made = Type.Object({ id: Type.Integer() })

/**
 * Makes an account in which `accountFault` finds nothing wrong; its address counts as verified. Undefined when the user
 * name is taken, or the address is another account's.
 */
export async function createAccount(db: Database, passwords: Passwords, account: NewAccount) {
  const { username, name, email, role = 'member', language = '', now } = account
  const password = await passwords.hash(account.password)
  const at = now.toISOString()
  const folded_email = email === '' ? null : foldEmail(email)
  try {
    return await db.transaction((tx) =>
      tx.one(
        Made,
        sql`
        insert into account (username, folded_username, name, email, folded_email, email_verified_at, password, role,
          iso_639_1, created_at)
        values (${username}, ${foldUsername(username)}, ${name}, ${email}, ${folded_email}, ${at}, ${password}, ${role},
          ${language}, ${at})
        returning id`,
      ),
    )
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}

const Known = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  email: Type.String(),
  password: nullable(Type.String()),
  disabled_at: nullable(Type.String()),
  email_verified_at: nullable(Type.String()),
})

const known = sql`
  select id, username, email, password, disabled_at, email_verified_at from account`

/** The account of a user name; accounts that came with a source are nobody's. */
export async function findAccount(db: Database, username: string) {
  // What is no user name is not looked up: one engine refuses texts that hold a NUL.
  if (!isUsername(username)) return undefined
  return db.one(
    Known,
    sql`${known} where folded_username = ${foldUsername(username)} and source_id is null and deleted_at is null`,
  )
}

/** The account whose verified address it is. */
export async function findByEmail(db: Database, email: string) {
  if (emailFault(email)) return undefined
  return db.one(
    Known,
    sql`${known} where folded_email = ${foldEmail(email)} and email_verified_at is not null and deleted_at is null`,
  )
}

/** Who wants to sign in: a user name or an address, and where the request comes from or whose key it has. */
export type Credentials = { username: string; password: string; clientAddress?: string; key_id?: number; now: Date }

/**
 * The account of a user who knows its password. Throws `too_many_requests`, `invalid_credentials`, and
 * `account_disabled` only to those who know the password: others do not learn whether the account exists.
 */
export async function authenticate(db: Database, passwords: Passwords, credentials: Credentials) {
  const { username, password, now } = credentials
  const account = await (username.includes('@') ? findByEmail : findAccount)(db, username)
  const origins = originsOf(credentials)
  const waitSeconds = await takeAttempt(db, [signInTo(username), ...origins], now)
  if (waitSeconds > 0) throw new ApiError('too_many_requests', waitSeconds)
  if (!(await passwords.verify(password, account?.password)) || !account) throw new ApiError('invalid_credentials')
  if (account.disabled_at !== null) throw new ApiError('account_disabled')
  await clearSignInAttempts(db, account)
  // Many people may sign in from one address or with one key; but one right password does not clear the guesses at
  // others.
  for (const attempt of origins) await takeBack(db, attempt)
  return account
}

/** Who knew the password that an account has, by its stored hash. */
export type ProvenPassword = { id: number; password: string | null }

/**
 * Makes sure that the password that was right a moment ago is still the account's, and stays it until the transaction
 * ends: a new one ends what the old one began, and must not miss what the old one begins meanwhile. Throws
 * `invalid_credentials`.
 */
export async function lockPassword(tx: Database, { id, password }: ProvenPassword) {
  // An update that changes nothing waits for another one of the row on both engines, and then sees its outcome.
  const kept = await tx.run(sql`update account set password = password where id = ${id} and password = ${password}`)
  if (kept !== 1) throw new ApiError('invalid_credentials')
}

/** What an attempt counts against besides the account. */
function originsOf({ clientAddress, key_id }: Credentials): Attempt[] {
  const origins: Attempt[] = []
  if (clientAddress !== undefined) origins.push(['sign_in_from_address', clientOf(clientAddress)])
  if (key_id !== undefined) origins.push(['sign_in_with_key', String(key_id)])
  return origins
}

/** For the interface: also throws `email_unverified`, to those who know the password. */
export async function signIn(db: Database, passwords: Passwords, credentials: Credentials) {
  const account = await authenticate(db, passwords, credentials)
  if (account.email_verified_at === null) throw new ApiError('email_unverified')
  return account
}

/** The language that an account is shown pages in. */
export const setLanguage = (db: Database, account_id: number, iso_639_1: string): Promise<number> =>
  db.run(sql`update account set iso_639_1 = ${iso_639_1} where id = ${account_id}`)
