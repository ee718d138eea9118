import { domainToASCII } from 'node:url'
import isEmail from 'validator/lib/isEmail.js'

/** Of an address in a mail, by RFC 5321. */
export const maxEmailLength = 254

const rules = { require_tld: false, allow_ip_domain: false, allow_display_name: false }
/** Ways of writing the same local part differently: quotes, invisible characters, and other forms of letters. */
const isPlain = (local: string) => !/["\p{Cf}]/u.test(local) && local.normalize('NFKC') === local

/**
 * An e-mail address in the one spelling in which it is stored: the domain in ASCII and lower case, by UTS 46. Undefined
 * if it is no address, or could be read as another one.
 */
export function readEmail(text: string): string | undefined {
  if (text.length > maxEmailLength) return undefined
  const at = text.lastIndexOf('@')
  if (at < 1) return undefined
  const local = text.slice(0, at)
  const email = `${local}@${domainToASCII(text.slice(at + 1))}`
  return email.length <= maxEmailLength && isPlain(local) && isEmail.default(email, rules) ? email : undefined
}

/** Addresses that differ only in case are the same: no mail server of importance tells them apart. */
export const foldEmail = (text: string): string => (readEmail(text) ?? text).toLowerCase()

/** The mailbox that an address is delivered to, as far as can be told: many servers ignore what follows a plus. */
export const mailboxOf = (text: string): string => foldEmail(text).replace(/^([^+@]*)\+[^@]*@/, '$1@')
