import { isIPv6 } from 'node:net'
import { Type } from 'typebox'
import { foldUsername } from '#src/credentials/rules.ts'
import { digestOf } from '#src/credentials/secrets.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

/**
 * What may not be done too often: `free` times nothing is waited for, then for `firstSeconds`, and each time twice as
 * long up to `mostSeconds`. An account waits no longer than a minute, so that nobody locks another person out, and so
 * does a key, because many people may sign in with one application.
 */
const limits = {
  sign_in_to_account: { free: 10, firstSeconds: 2, mostSeconds: 60 },
  sign_in_from_address: { free: 30, firstSeconds: 2, mostSeconds: 900 },
  sign_in_with_key: { free: 100, firstSeconds: 2, mostSeconds: 60 },
  sign_up_from_address: { free: 5, firstSeconds: 60, mostSeconds: 3_600 },
  mail_to_address: { free: 3, firstSeconds: 60, mostSeconds: 3_600 },
  picture_by_account: { free: 40, firstSeconds: 60, mostSeconds: 3_600 },
  image_vote_by_account: { free: 300, firstSeconds: 10, mostSeconds: 600 },
  mail_from_address: { free: 10, firstSeconds: 60, mostSeconds: 3_600 },
} as const

/** What was done is forgotten this long after it was done last. */
export const EXPIRY_HOURS = 24

export type Attempt = readonly [action: keyof typeof limits, subject: string]

/**
 * An attempt to sign in to what was typed, a user name or an address. Each waits for itself, and alike without an
 * account: otherwise waiting times would tell which address is whose.
 */
export const signInTo = (typed: string): Attempt => ['sign_in_to_account', `name:${foldUsername(typed)}`]

const Known = Type.Object({ count: Type.Integer(), last_at: Type.String() })

const keyOf = ([action, subject]: Attempt) => digestOf(`${action} ${subject}`)

/**
 * Counts an attempt against all of its limits, or against none: then the seconds until it may be tried again come
 * back, and 0 otherwise. It is counted before its outcome is known, so that many at once do not get past a limit.
 */
export function takeAttempt(db: Database, attempts: readonly Attempt[], now: Date): Promise<number> {
  const at = now.toISOString()
  const forgotten = new Date(now.getTime() - EXPIRY_HOURS * 3_600_000).toISOString()
  return db.transaction(async (tx) => {
    let waitSeconds = 0
    for (const attempt of attempts) {
      const known = await tx.one(
        Known,
        sql`select count, last_at from attempt where subject = ${keyOf(attempt)} and last_at > ${forgotten}`,
      )
      if (known) waitSeconds = Math.max(waitSeconds, secondsLeft(attempt[0], known, now))
    }
    if (waitSeconds > 0) return waitSeconds
    for (const attempt of attempts)
      await tx.run(sql`
        insert into attempt (subject, count, last_at) values (${keyOf(attempt)}, 1, ${at})
        on conflict (subject) do update set last_at = excluded.last_at,
          count = case when attempt.last_at > ${forgotten} then attempt.count + 1 else 1 end`)
    return 0
  })
}

function secondsLeft(action: Attempt[0], { count, last_at }: { count: number; last_at: string }, now: Date): number {
  const { free, firstSeconds, mostSeconds } = limits[action]
  if (count < free) return 0
  const delaySeconds = Math.min(mostSeconds, firstSeconds * 2 ** (count - free))
  return Math.max(0, Math.ceil((Date.parse(last_at) - now.getTime()) / 1_000 + delaySeconds))
}

/** Who can sign in: by the user name, and by the address once it is verified. Before, it may be somebody else's. */
type Person = { username: string; email: string; email_verified_at: string | null }

/** Whoever showed to own an account starts anew, with all that can be typed for it. */
export async function clearSignInAttempts(db: Database, { username, email, email_verified_at }: Person) {
  const typed = email_verified_at === null ? [username] : [username, email]
  for (const text of typed) await db.run(sql`delete from attempt where subject = ${keyOf(signInTo(text))}`)
}

/** Takes one attempt back, which turned out to be right; those before it stay counted. */
export const takeBack = (db: Database, attempt: Attempt): Promise<number> =>
  db.run(sql`update attempt set count = count - 1 where subject = ${keyOf(attempt)} and count > 0`)

/** Groups of an IPv6 address that name a network; whoever has one of its addresses has them all. */
const NETWORK_GROUPS = 4

/** What counts as one client: an IPv4 address, or the network of an IPv6 one. */
export function clientOf(address: string): string {
  const [bare = ''] = address.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (mapped !== undefined || !isIPv6(bare)) return mapped ?? bare
  // The parser of addresses writes each IPv6 address in one way.
  const { hostname } = new URL(`http://[${bare}]`)
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::')
  const [before, behind] = [head, tail].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  const zeros = Array(8 - before.length - behind.length).fill('0')
  return [...before, ...zeros, ...behind].slice(0, NETWORK_GROUPS).join(':')
}
