import { Type } from 'typebox'

/**
 * The one rule for addresses of pages that people and imports give, and that pages and replies hand out: http or https,
 * a host without a user name before it, no blanks and nothing that cannot be printed. No other scheme becomes a link.
 */

/** Longest address, in UTF-16 units. */
export const maxAddressLength = 2_048

const unprintable = '\\s\\u0000-\\u001f\\u007f'
const form = `[Hh][Tt]{2}[Pp][Ss]?://[^/?#@\\\\${unprintable}]+([/?#][^${unprintable}]*)?`
/** An address, or ''. */
export const addressPattern = `^(${form})?$`
/** What may be stated as an address. */
export const WebAddress = Type.String({ pattern: addressPattern, maxLength: maxAddressLength })

const address = new RegExp(`^${form}$`)
export const isWebAddress = (text: string): boolean => text.length <= maxAddressLength && address.test(text)

/** What was stored as an address; nothing is handed out that is none, whenever it was stored. */
export const shownAddress = (text: string): string => (isWebAddress(text) ? text : '')
