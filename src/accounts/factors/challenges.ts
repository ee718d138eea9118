import { digestOf } from '#src/credentials/secrets.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'

/** Challenges for passkeys: each is signed once, within a few minutes, by who it was made for. */

export const CHALLENGE_MINUTES = 5
/** Challenges that wait for one account; a further one replaces the oldest. */
export const maxChallengesOfAccount = 5
/** Challenges of those who sign in that are kept at once, for all of them together. */
const maxChallenges = 10_000

/** Keeps a challenge; without an account it is for whoever signs in. */
export async function keepChallenge(db: Database, challenge: string, account_id: number | null, now: Date) {
  const expires_at = new Date(now.getTime() + CHALLENGE_MINUTES * 60_000).toISOString()
  await db.transaction(async (tx) => {
    const made = await tx.one(
      Id,
      sql`
      insert into passkey_challenge (digest, account_id, expires_at)
      values (${digestOf(challenge)}, ${account_id}, ${expires_at}) returning id`,
    )
    if (account_id === null)
      await tx.run(sql`delete from passkey_challenge where id <= ${made!.id - maxChallenges} and account_id is null`)
    else
      await tx.run(sql`
        delete from passkey_challenge where account_id = ${account_id} and id not in (
          select id from passkey_challenge where account_id = ${account_id}
          order by id desc ${limit(maxChallengesOfAccount)})`)
  })
}

/** Uses a challenge up; false if it was not made for this account, was used, or has expired. */
export async function takeChallenge(db: Database, challenge: string, account_id: number | null, now: Date) {
  const isTheirs = account_id === null ? sql`account_id is null` : sql`account_id = ${account_id}`
  const taken = await db.run(sql`
    delete from passkey_challenge
    where digest = ${digestOf(challenge)} and expires_at > ${now.toISOString()} and ${isTheirs}`)
  return taken === 1
}
