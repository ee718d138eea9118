/** Hexadecimal digits of the digest in a name: 160 bits, so that nobody finds two pictures with one name. */
const DIGEST_DIGITS = 40
const NAME_LENGTH = 31

/** The name of content with this SHA-256: digits and lower-case letters, which every file system tells apart. */
export const nameOfDigest = (sha256: string): string =>
  BigInt(`0x${sha256.slice(0, DIGEST_DIGITS)}`)
    .toString(36)
    .padStart(NAME_LENGTH, '0')

export const namePattern = /^[0-9a-z]{31}$/
export const isContentName = (text: string): boolean => namePattern.test(text)
