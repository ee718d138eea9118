import { hiddenIn } from '#src/reference/hidden.ts'
import { maxEmailLength, readEmail } from './email.ts'

/** Rules for what people sign in with and call themselves, for the command line and the pages. */

export const maxUsernameLength = 32
const minPasswordLength = 12
export const maxPasswordLength = 256
export const maxNameLength = 100

const usernameForm = new RegExp(`^[A-Za-z0-9][A-Za-z0-9_.-]{1,${maxUsernameLength - 1}}$`)

/** What can be wrong with the details of an account. */
export type AccountFault = 'username' | 'name' | 'email' | 'passwordTooShort' | 'passwordTooLong' | 'passwordCommon'

/** The same as sentences. */
export const accountFaults: Readonly<Record<AccountFault, string>> = {
  username:
    `A user name has 2 to ${maxUsernameLength} letters from a to z, digits, dots, hyphens and underscores, ` +
    'and begins with a letter or a digit.',
  name: `A name has at most ${maxNameLength} characters, none of them invisible.`,
  email: `An e-mail address has the form name@host and at most ${maxEmailLength} characters.`,
  passwordTooShort: `A password has at least ${minPasswordLength} characters.`,
  passwordTooLong: `A password has at most ${maxPasswordLength} characters.`,
  passwordCommon: 'This password is too easy to guess. Choose one that only you would think of.',
}

export const isUsername = (text: string) => usernameForm.test(text)

/** User names that differ only in case are the same. */
export const foldUsername = (username: string): string => username.toLowerCase()

export const usernameFault = (username: string): AccountFault | undefined =>
  isUsername(username) ? undefined : 'username'

export const nameFault = (name: string): AccountFault | undefined =>
  name.length > maxNameLength || hiddenIn(name) !== undefined ? 'name' : undefined

export const emailFault = (email: string): AccountFault | undefined =>
  readEmail(email) === undefined ? 'email' : undefined

/**
 * What is wrong with the length of a password. Whether it is common is tested separately, because that list is long.
 */
export function passwordLengthFault(password: string): AccountFault | undefined {
  if ([...password].length < minPasswordLength) return 'passwordTooShort'
  return password.length > maxPasswordLength ? 'passwordTooLong' : undefined
}
