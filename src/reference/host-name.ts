import { domainToASCII } from 'node:url'

/** What reads names of hosts stops at a character such as `/` or `?`, decodes `%65` and passes over line breaks. */
const isWhole = (text: string) => /^[a-z\d.\-\u0080-\uffff]+$/i.test(text)

/** The name of a host in ASCII and lower case, by UTS 46; empty if it is none, or more than one. */
export const asciiHost = (text: string): string => (isWhole(text) ? domainToASCII(text).toLowerCase() : '')
