import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { isUniqueViolation } from '#src/database/errors.ts'
import { sql } from '#src/database/sql.ts'
import { ApiError } from '#src/errors.ts'
import { nullable } from '#src/schema.ts'
import type { Passwords } from './passwords.ts'

/** What an account may do, each more than the one before it. */
export const roles = ['member', 'moderator', 'administrator'] as const
export type Role = (typeof roles)[number]

export const maxUsernameLength = 32
export const minPasswordLength = 12
export const maxPasswordLength = 256
const maxNameLength = 100
/** Of an address in a mail, as RFC 5321 limits it. */
const maxEmailLength = 254

const usernameForm = new RegExp(`^[A-Za-z0-9][A-Za-z0-9_.-]{1,${maxUsernameLength - 1}}$`)

/** User names that differ only in capital letters are one. */
const fold = (username: string): string => username.toLowerCase()

export type NewAccount = { username: string; name: string; email: string; password: string; now: Date }

type Words = Omit<NewAccount, 'now' | 'password'> & { password: string | undefined }

/** What is wrong with the words of a new account: one sentence for whoever makes it. The password may still be open. */
export function accountFault({ username, name, email, password }: Words): string | undefined {
  if (!usernameForm.test(username))
    return (
      `A user name has 2 to ${maxUsernameLength} letters from a to z, digits, dots, hyphens and underscores, ` +
      'and begins with a letter or a digit.'
    )
  if (name.length > maxNameLength || /\p{Cc}/u.test(name))
    return `A name has at most ${maxNameLength} characters, and no control characters.`
  if (email !== '' && (email.length > maxEmailLength || !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)))
    return `An e-mail address has the form name@host and at most ${maxEmailLength} characters.`
  if (password === undefined) return undefined
  if ([...password].length < minPasswordLength) return `A password has at least ${minPasswordLength} characters.`
  if (password.length > maxPasswordLength) return `A password has at most ${maxPasswordLength} characters.`
  return undefined
}

const Made = Type.Object({ id: Type.Integer() })

/**
 * Makes an account in which `accountFault` finds nothing wrong; its address counts as verified. Undefined when the user
 * name is taken.
 */
export async function createAccount(db: Database, passwords: Passwords, account: NewAccount) {
  const { username, name, email, now } = account
  const password = await passwords.hash(account.password)
  const at = now.toISOString()
  try {
    return await db.transaction((tx) =>
      tx.one(
        Made,
        sql`
        insert into account (username, folded_username, name, email, email_verified_at, password, created_at)
        values (${username}, ${fold(username)}, ${name}, ${email}, ${at}, ${password}, ${at})
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
  password: nullable(Type.String()),
  disabled_at: nullable(Type.String()),
  email_verified_at: nullable(Type.String()),
})

/** The account of a user name; accounts that came with a source are nobody's. */
export async function findAccount(db: Database, username: string) {
  // What is no user name is not looked up: one engine refuses texts that hold a NUL.
  if (!usernameForm.test(username)) return undefined
  return db.one(
    Known,
    sql`
    select id, password, disabled_at, email_verified_at from account
    where folded_username = ${fold(username)} and source_id is null`,
  )
}

/**
 * The account of a user who knows its password. Throws `invalid_credentials`, and only to those who know the password
 * `account_disabled` and `email_unverified`: others do not learn whether the account exists.
 */
export async function signIn(db: Database, passwords: Passwords, username: string, password: string): Promise<number> {
  const account = await findAccount(db, username)
  if (!(await passwords.verify(password, account?.password)) || !account) throw new ApiError('invalid_credentials')
  if (account.disabled_at !== null) throw new ApiError('account_disabled')
  if (account.email_verified_at === null) throw new ApiError('email_unverified')
  return account.id
}

/** The language that an account is shown pages in. */
export const setLanguage = (db: Database, account_id: number, iso_639_1: string): Promise<number> =>
  db.run(sql`update account set iso_639_1 = ${iso_639_1} where id = ${account_id}`)
