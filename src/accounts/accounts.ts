import { Type } from 'typebox'
import type { Role } from '#src/contract/access.ts'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { openWrite, type Passwords, write } from '#src/contract/write.ts'
import { foldEmail, readEmail } from '#src/credentials/email.ts'
import {
  accountFaults,
  emailFault,
  foldUsername,
  isUsername,
  nameFault,
  passwordLengthFault,
  usernameFault,
} from '#src/credentials/rules.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { isUniqueViolation } from '#src/database/errors.ts'
import { sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import {
  type Attempt,
  clearAttempts,
  clientOf,
  signInAt,
  signInTo,
  takeAttempt,
  takeBack,
  typedFor,
} from './attempts.ts'
import { hasCodes } from './has-codes.ts'
import { knownPlace, type Origin, placesOf, rememberPlaces } from './places.ts'

type NewAccount = {
  username: string
  name: string
  email: string
  /** Without one, nobody signs in before a first one is chosen with a link. */
  password: string | undefined
  role?: Role
  /** Without one, pages use the language of the browser until the person chooses. */
  language?: string
  /** Whether the server is private: then members see each other from the start. */
  isPrivate?: boolean
  now: Date
  /** Further work in the transaction that makes it. */
  onMade?(tx: Database, account_id: number): Promise<unknown>
}

type Words = Pick<NewAccount, 'username' | 'name' | 'email' | 'password'>

/**
 * What is wrong with the details of a new account, as one sentence for whoever makes it. The password may be left out.
 */
export function accountFault({ username, name, email, password }: Words): string | undefined {
  const fault =
    usernameFault(username) ??
    nameFault(name) ??
    (email === '' ? undefined : emailFault(email)) ??
    (password === undefined ? undefined : passwordLengthFault(password))
  return fault && accountFaults[fault]
}

/**
 * Makes an account that `accountFault` accepts; its address counts as verified. Undefined when the user name is taken,
 * or the address belongs to another account.
 */
export async function createAccount(db: Database, passwords: Passwords, account: NewAccount) {
  const { username, name, role = 'member', language = '', isPrivate = false, now } = account
  const email = readEmail(account.email) ?? ''
  const password = account.password === undefined ? null : await passwords.hash(account.password)
  const at = now.toISOString()
  const folded_email = email === '' ? null : foldEmail(email)
  try {
    return await db.transaction(async (tx) => {
      const made = await tx.one(
        Id,
        sql`
        insert into account (username, folded_username, name, email, folded_email, email_verified_at, password, role,
          iso_639_1, has_public_profile, shows_ratings, shows_diary, created_at)
        values (${username}, ${foldUsername(username)}, ${name}, ${email}, ${folded_email}, ${at}, ${password}, ${role},
          ${language}, ${isPrivate}, ${isPrivate}, ${isPrivate}, ${at})
        returning id`,
      )
      await account.onMade?.(tx, made!.id)
      return made
    })
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}

const Created = Type.Object({ created_at: Type.String() })

/** When the account with a user name was made; undefined if there is none. */
export async function createdAt(db: Reader, username: string): Promise<string | undefined> {
  if (!isUsername(username)) return undefined
  const found = await db.one(
    Created,
    sql`
    select created_at from account
    where folded_username = ${foldUsername(username)} and source_id is null and deleted_at is null`,
  )
  return found?.created_at
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

/** The account with a user name. Accounts that came with a source belong to nobody and are not found. */
export async function findAccount(db: Reader, username: string) {
  // Only valid names are looked up: one engine refuses texts that contain a NUL.
  if (!isUsername(username)) return undefined
  return db.one(
    Known,
    sql`${known} where folded_username = ${foldUsername(username)} and source_id is null and deleted_at is null`,
  )
}

/** The account with a verified address. */
export async function findByEmail(db: Reader, email: string) {
  if (emailFault(email)) return undefined
  return db.one(
    Known,
    sql`${known} where folded_email = ${foldEmail(email)} and email_verified_at is not null and deleted_at is null`,
  )
}

/** Who wants to sign in, by user name or address, and from where. */
export type Credentials = Origin & { username: string; password: string }

/**
 * The account of a user who knows its password. Throws `too_many_requests` and `invalid_credentials`, and
 * `account_disabled` only if the password is right: nobody else learns whether the account exists.
 */
export const authenticate = openWrite([], async ({ db, now, passwords, noteEvent }, credentials: Credentials) => {
  const { username, password } = credentials
  const account = await (username.includes('@') ? findByEmail : findAccount)(db, username)
  const places = placesOf(credentials)
  const known = account && (await knownPlace(db, account.id, places, now))
  const origins = known === undefined ? originsOf(credentials) : []
  const attempts =
    known === undefined
      ? [signInTo(username), ...places.map((place) => signInAt(username, place)), ...origins]
      : [signInAt(username, known)]
  await takeAttempt(db, attempts, now)
  if (!(await passwords.verify(password, account?.password)) || !account) {
    // Nobody waits for it: how long the refusal takes must not reveal who has an account.
    void noteEvent('sign_in_failed', account?.id)
    throw new ApiError('invalid_credentials')
  }
  if (account.disabled_at !== null) throw new ApiError('account_disabled')
  const typed = typedFor(account)
  await clearAttempts(db, [
    ...(known === undefined ? typed.map(signInTo) : []),
    ...places.flatMap((place) => typed.map((text) => signInAt(text, place))),
  ])
  // Many people may sign in from one address or with one key, but one right password does not clear the guesses at
  // others.
  for (const attempt of origins) await takeBack(db, attempt)
  return account
})

/** An account and the stored hash of the password that its user has just proved to know. */
export type ProvenPassword = { id: number; password: string | null }

/**
 * Makes sure that the password is still the account's, and keeps it from changing until the transaction ends: a new
 * password ends everything that the old one began, and must not miss what begins meanwhile. Throws
 * `invalid_credentials`.
 */
export async function lockPassword(tx: Database, { id, password }: ProvenPassword) {
  // On both engines, an update that changes nothing waits for other updates of the row and then sees their outcome.
  const matched = await tx.run(sql`update account set password = password where id = ${id} and password = ${password}`)
  if (matched !== 1) throw new ApiError('invalid_credentials')
}

/** What an attempt is counted against besides the account. */
function originsOf({ clientAddress, key_id }: Credentials): Attempt[] {
  const origins: Attempt[] = []
  if (clientAddress !== undefined) origins.push(['sign_in_from_address', clientOf(clientAddress)])
  if (key_id !== undefined) origins.push(['sign_in_with_key', String(key_id)])
  return origins
}

/**
 * For the interface, which knows no second factor: also throws `second_factor_required` and `email_unverified`, to
 * those who know the password, and remembers the place.
 */
export const signIn = openWrite([], async (writing, credentials: Credentials) => {
  const { db, now, noteEvent } = writing
  const account = await authenticate.handle(writing, credentials)
  if (await hasCodes(db, account.id)) {
    await noteEvent('login_refused', account.id)
    throw new ApiError('second_factor_required')
  }
  await rememberPlaces(db, account.id, placesOf(credentials), now)
  if (account.email_verified_at === null) throw new ApiError('email_unverified')
  return account
})

/** Sets the language in which an account sees the pages. */
export const setLanguage = write([], ({ db, account }, iso_639_1: string) =>
  db.run(sql`update account set iso_639_1 = ${iso_639_1} where id = ${account.id}`),
)
