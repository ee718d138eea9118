import { IsIdnEmail } from 'typebox/format'
import { asciiHost } from '#src/reference/host-name.ts'

/** Of an address in a mail, by RFC 5321. */
export const maxEmailLength = 254

/** Characters before the @, by RFC 5321. */
export const maxLocalLength = 64

/** Ways of writing the same local part differently: quotes, invisible characters, and other forms of letters. */
const isPlain = (local: string) => !/["\p{C}\p{Z}\ufffd]/u.test(local) && local.normalize('NFKC') === local

/** A number is no name of a host, but the address of one. */
const isName = (domain: string) => !/(^|\.)\d+$/.test(domain)

/**
 * An e-mail address in the one spelling in which it is stored: the domain in ASCII and lower case, by UTS 46. Undefined
 * if it is no address, or could be read as another one.
 */
export function readEmail(text: string): string | undefined {
  if (text.length > maxEmailLength) return undefined
  const at = text.lastIndexOf('@')
  if (at < 1) return undefined
  const local = text.slice(0, at)
  if (local.length > maxLocalLength || !isPlain(local)) return undefined
  const domain = asciiHost(text.slice(at + 1))
  const email = `${local}@${domain}`
  return email.length <= maxEmailLength && isName(domain) && IsIdnEmail(email) ? email : undefined
}

/** Addresses that differ only in case are the same: no mail server of importance tells them apart. */
export const foldEmail = (text: string): string => (readEmail(text) ?? text).toLowerCase()

/** The mailbox that an address is delivered to, as far as can be told: many servers ignore what follows a plus. */
export const mailboxOf = (text: string): string => foldEmail(text).replace(/^([^+@]*)\+[^@]*@/, '$1@')
