import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { write } from '#src/contract/write.ts'
import { digestOf, newSecret } from '#src/credentials/secrets.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { dayMs } from '#src/reference/days.ts'
import { lockPassword } from './accounts.ts'
import { takeStep } from './factors/sign-in-step.ts'

/** Sessions of people in their browsers; sessions of applications are in sessions.ts. */

/** A browser that was not used for this long has to sign in again. */
const IDLE_DAYS = 14
/** And so does every browser after this long. */
export const LIFETIME_DAYS = 90
/** The time of the last use is exact to this many minutes, so that not every page view is a write. */
const SEEN_MINUTES = 10
const maxBrowserLength = 300

const before = (now: Date, days: number) => new Date(now.getTime() - days * dayMs).toISOString()

type NewSession = { account_id: number; password?: string | null; step?: string; browser: string; now: Date }

/**
 * Begins a session. Its secret is only in the result, and then in the browser. `password` is the stored hash if the
 * person has just signed in with a password, `step` the secret of the step if with a code after that: throws
 * `invalid_credentials` if the password has changed since, or the step has ended.
 */
export async function beginBrowserSession(
  db: Database,
  { account_id, password, step, browser, now }: NewSession,
): Promise<string> {
  const secret = newSecret('browser_session')
  const at = now.toISOString()
  await db.transaction(async (tx) => {
    if (password !== undefined) await lockPassword(tx, { id: account_id, password })
    if (step !== undefined && !(await takeStep(tx, account_id, step, now))) throw new ApiError('invalid_credentials')
    await tx.run(sql`
      insert into browser_session (digest, account_id, browser, created_at, last_used_at)
      values (${digestOf(secret)}, ${account_id}, ${browser.slice(0, maxBrowserLength)}, ${at}, ${at})`)
  })
  return secret
}

/** The person who is signed in with a browser. */
export const SignedIn = Type.Object({
  session_id: Type.Integer(),
  id: Type.Integer(),
  username: Type.String(),
  name: Type.String(),
  email: Type.String(),
  email_verified_at: nullable(Type.String()),
  role: Type.Union([Type.Literal('member'), Type.Literal('moderator'), Type.Literal('administrator')]),
  /** Whether moderators trust the member. */
  is_trusted: Type.Boolean(),
  /** Whether the person signs in with a second factor. */
  has_codes: Type.Boolean(),
  iso_639_1: Type.String(),
  iso_3166_1: Type.String(),
  include_adult: Type.Boolean(),
  /** Whether a movie leaves the watchlist when it is watched. */
  leaves_watchlist: Type.Boolean(),
  avatar_path: nullable(Type.String()),
  /** Light, dark or as the device; empty until the person chooses. */
  appearance: Type.String(),
  /** When the person got back into the account, until they have looked at what else opens it. */
  recovered_at: nullable(Type.String()),
})

const Row = Type.Object({ ...SignedIn.properties, last_used_at: Type.String() })

/** The person whose session a secret opens, unless it has expired or the account is suspended. */
export async function findBrowserSession(db: Database, secret: string, now: Date) {
  const row = await db.one(
    Row,
    sql`
    select browser_session.id as session_id, browser_session.last_used_at, account.id, account.username, account.name,
      account.email, account.email_verified_at, account.role, account.trusted_at is not null as is_trusted,
      exists (select 1 from totp where account_id = account.id and confirmed_at is not null) as has_codes,
      account.iso_639_1, account.iso_3166_1, account.include_adult, account.leaves_watchlist, account.avatar_path,
      account.appearance, account.recovered_at
    from browser_session
    join account on account.id = browser_session.account_id
      and account.disabled_at is null and account.deleted_at is null
    where browser_session.digest = ${digestOf(secret)}
      and browser_session.created_at > ${before(now, LIFETIME_DAYS)}
      and browser_session.last_used_at > ${before(now, IDLE_DAYS)}`,
  )
  if (!row) return undefined
  const { last_used_at, ...person } = row
  if (now.getTime() - Date.parse(last_used_at) > SEEN_MINUTES * 60_000)
    // Reads go on where nothing can be written, such as on a full disk; the next use tries again.
    await db
      .run(sql`update browser_session set last_used_at = ${now.toISOString()} where id = ${person.session_id}`)
      .catch(() => {})
  return person
}

export const endBrowserSession = async (db: Database, secret: string): Promise<boolean> =>
  (await db.run(sql`delete from browser_session where digest = ${digestOf(secret)}`)) === 1

/** Ends the sessions of an account in all browsers but one. */
export const endOtherSessions = write([], ({ db, account }, exceptId: number) =>
  db.run(sql`delete from browser_session where account_id = ${account.id} and id <> ${exceptId}`),
)

const Listed = Type.Object({
  id: Type.Integer(),
  browser: Type.String(),
  created_at: Type.String(),
  last_used_at: Type.String(),
})

/** Sessions on a page of their list. */
export const sessionsOnPage = 20

const ofAccount = (account_id: number, now: Date) => sql`
  from browser_session
  where account_id = ${account_id} and created_at > ${before(now, LIFETIME_DAYS)}
    and last_used_at > ${before(now, IDLE_DAYS)}`

/** The browsers in which an account is signed in, the most recently used first: those of a page, and one more. */
export const listBrowserSessions = (db: Reader, account_id: number, now: Date, page = 1) =>
  db.all(
    Listed,
    sql`
    select id, browser, created_at, last_used_at ${ofAccount(account_id, now)}
    order by last_used_at desc, id desc ${limit(sessionsOnPage + 1)} offset ${(page - 1) * sessionsOnPage}`,
  )

/** In how many browsers an account is signed in. */
export const countBrowserSessions = (db: Reader, account_id: number, now: Date): Promise<number> =>
  countRows(db, ofAccount(account_id, now))

/** Ends one session of an account; false if it has no such session. */
export const endSessionOfAccount = write(
  [],
  async ({ db, account }, id: number) =>
    (await db.run(sql`delete from browser_session where id = ${id} and account_id = ${account.id}`)) === 1,
)
