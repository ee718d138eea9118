import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** One-time codes by time (RFC 6238), as all programs for them make: SHA-1, six digits, a new one every 30 seconds. */

const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
/** Clocks may differ by a period: the codes of the one before and the one after are taken, too. */
const PERIODS_BESIDE = 1

export const newCodeSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

const codesOf = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD_SECONDS, algorithm: 'SHA1' })

/** The address in the QR code, which programs for codes read; `issuer` is the name of the site. */
export const codeAddress = (secret: string, issuer: string, username: string): string =>
  codesOf(secret, { issuer, label: username }).toString()

/** The period that a code belongs to, if it is right now. Periods are counted from 1970. */
export function periodOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const codes = codesOf(secret)
  const beside = codes.validate({ token: code, timestamp, window: PERIODS_BESIDE })
  return beside === null ? undefined : codes.counter({ timestamp }) + beside
}

/** The code of a time. */
export const codeAt = (secret: string, now: Date): string => codesOf(secret).generate({ timestamp: now.getTime() })

/** Recovery codes of an account. */
export const recoveryCodes = 10
/** Without l, o, 0 and 1, which look like others. 20 of these 32 characters are 100 random bits. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const RECOVERY_LENGTH = 20
const GROUP = 5
const groups = new RegExp(`(.{${GROUP}})(?=.)`, 'g')

export const newRecoveryCode = (): string =>
  Array.from({ length: RECOVERY_LENGTH }, () => alphabet[randomInt(alphabet.length)])
    .join('')
    .replaceAll(groups, '$1-')

/** What somebody typed, without blanks and hyphens, as which kind of code; undefined if it is none. */
export function readCode(typed: string): { kind: 'time' | 'recovery'; code: string } | undefined {
  const code = typed.replaceAll(/[\s-]/g, '').toLowerCase()
  if (/^\d{6}$/.test(code)) return { kind: 'time', code }
  const isRecovery = code.length === RECOVERY_LENGTH && [...code].every((character) => alphabet.includes(character))
  return isRecovery ? { kind: 'recovery', code } : undefined
}

/** Longer than any code with blanks in it. */
export const maxCodeLength = 64
