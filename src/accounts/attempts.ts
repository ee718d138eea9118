import { Type } from 'typebox'
import { ApiError } from '#src/contract/statuses.ts'
import { mailboxOf } from '#src/credentials/email.ts'
import { foldUsername } from '#src/credentials/rules.ts'
import { digestOf } from '#src/credentials/secrets.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { networkOf } from '#src/reference/addresses.ts'
import { hourMs } from '#src/reference/days.ts'

/**
 * Limits of attempts: the first `free` ones are not delayed, the next one waits `firstSeconds`, and each one after that
 * twice as long, up to `mostSeconds`. For an account this is a minute at most, and for a key too, because many people
 * may sign in with one application. Attempts from a place where the account has signed in before count only against
 * that place, so that nobody can lock another person out by guessing elsewhere. Codes by time have six digits, so
 * whoever guesses them, which only those can who know the password, waits up to an hour.
 */
const limits = {
  sign_in_at_place: { free: 10, firstSeconds: 2, mostSeconds: 60 },
  sign_in_to_account: { free: 20, firstSeconds: 2, mostSeconds: 60 },
  sign_in_from_address: { free: 30, firstSeconds: 2, mostSeconds: 900 },
  sign_in_with_key: { free: 100, firstSeconds: 2, mostSeconds: 60 },
  code_at_place: { free: 5, firstSeconds: 30, mostSeconds: 3_600 },
  code_of_account: { free: 5, firstSeconds: 30, mostSeconds: 3_600 },
  recovery_code_of_account: { free: 20, firstSeconds: 2, mostSeconds: 60 },
  passkey_from_address: { free: 30, firstSeconds: 2, mostSeconds: 900 },
  token_from_address: { free: 30, firstSeconds: 2, mostSeconds: 900 },
  set_up_from_address: { free: 5, firstSeconds: 30, mostSeconds: 3_600 },
  set_up: { free: 50, firstSeconds: 2, mostSeconds: 60 },
  name_asked_from_address: { free: 20, firstSeconds: 10, mostSeconds: 3_600 },
  sign_up_from_address: { free: 5, firstSeconds: 60, mostSeconds: 3_600 },
  mail_to_address: { free: 3, firstSeconds: 60, mostSeconds: 3_600 },
  mail_from_address: { free: 10, firstSeconds: 60, mostSeconds: 3_600 },
} as const

/** Attempts are forgotten this long after the last one. */
export const EXPIRY_HOURS = 24

/** Clocks of several servers differ by less. */
export const CLOCKS_DIFFER_MS = 60_000

export type Attempt = readonly [action: keyof typeof limits, subject: string]

/**
 * Attempts to sign in as what was typed, a user name or an address: at one place, and from all unknown places together.
 * User name and address are counted separately, and also without an account: otherwise delays would show which address
 * belongs to whom.
 */
export const signInTo = (typed: string): Attempt => ['sign_in_to_account', `name:${foldUsername(typed)}`]
export const signInAt = (typed: string, place: string): Attempt => [
  'sign_in_at_place',
  `${place} name:${foldUsername(typed)}`,
]

const Known = Type.Object({ count: Type.Integer(), last_at: Type.String() })

const keyOf = ([action, subject]: Attempt) => digestOf(`${action} ${subject}`)

/**
 * Counts an attempt against all of its limits; if one of them is exceeded, counts nothing and throws
 * `too_many_requests`. It is counted before its outcome is known, so that parallel attempts cannot exceed a limit.
 */
export async function takeAttempt(db: Database, attempts: readonly Attempt[], now: Date): Promise<void> {
  const at = now.toISOString()
  const wrong = new Date(now.getTime() + CLOCKS_DIFFER_MS).toISOString()
  const forgotten = new Date(now.getTime() - EXPIRY_HOURS * hourMs).toISOString()
  const waitSeconds = await db.transaction(async (tx) => {
    let waitSeconds = 0
    for (const attempt of attempts) {
      const known = await tx.one(
        Known,
        sql`select count, last_at from attempt where subject = ${keyOf(attempt)} and last_at > ${forgotten}`,
      )
      if (!known) continue
      // The clock was put back since: nobody waits until it is as late again.
      if (known.last_at > wrong) {
        known.last_at = at
        await tx.run(sql`update attempt set last_at = ${at} where subject = ${keyOf(attempt)}`)
      }
      waitSeconds = Math.max(waitSeconds, secondsLeft(attempt[0], known, now))
    }
    if (waitSeconds > 0) return waitSeconds
    for (const attempt of attempts)
      await tx.run(sql`
        insert into attempt (subject, count, last_at) values (${keyOf(attempt)}, 1, ${at})
        on conflict (subject) do update set last_at = excluded.last_at,
          count = case when attempt.last_at > ${forgotten} then attempt.count + 1 else 1 end`)
    return 0
  })
  if (waitSeconds > 0) throw new ApiError('too_many_requests', waitSeconds)
}

/** Mails that somebody makes us send. */
export const mailsTo = (email: string, clientAddress: string): Attempt[] => [
  ['mail_from_address', clientOf(clientAddress)],
  ['mail_to_address', mailboxOf(email)],
]

function secondsLeft(action: Attempt[0], { count, last_at }: { count: number; last_at: string }, now: Date): number {
  const { free, firstSeconds, mostSeconds } = limits[action]
  if (count < free) return 0
  const delaySeconds = Math.min(mostSeconds, firstSeconds * 2 ** (count - free))
  return Math.max(0, Math.ceil((Date.parse(last_at) - now.getTime()) / 1_000 + delaySeconds))
}

/**
 * People sign in with their user name, or with their address once it is verified: before that it may be somebody
 * else's.
 */
type Person = { username: string; email: string; email_verified_at: string | null }

/** What can be typed for an account. */
export const typedFor = ({ username, email, email_verified_at }: Person): string[] =>
  email_verified_at === null ? [username] : [username, email]

/** Clears attempts, once somebody has proved to own the account. */
export async function clearAttempts(db: Database, attempts: readonly Attempt[]) {
  for (const attempt of attempts) await db.run(sql`delete from attempt where subject = ${keyOf(attempt)}`)
}

/** Takes back one attempt that turned out to be right; earlier ones stay counted. */
export const takeBack = (db: Database, attempt: Attempt): Promise<number> =>
  db.run(sql`update attempt set count = count - 1 where subject = ${keyOf(attempt)} and count > 0`)

/** Whoever has one address of an IPv6 network of this size has them all. */
const clientBits = { ipv4: 32, ipv6: 64 } as const

/** What counts as one client: an IPv4 address, or the network of an IPv6 address. */
export const clientOf = (address: string): string => networkOf(address, clientBits)
