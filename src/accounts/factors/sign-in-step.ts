import { Type } from 'typebox'
import { digestOf, newSecret } from '#src/credentials/secrets.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { lockPassword, type ProvenPassword } from '../accounts.ts'

/** People who have typed the right password in a browser, and have to enter a code before they are signed in. */

/** How long a browser may wait for the code. */
export const STEP_MINUTES = 10
/** Browsers that wait for a code of one account; a further one replaces the oldest. */
export const maxSteps = 10

/** Makes a step, whose secret is then in the browser. Throws `invalid_credentials` if the password has changed. */
export async function beginStep(db: Database, proven: ProvenPassword, now: Date): Promise<string> {
  const secret = newSecret('sign_in_step')
  const expires_at = new Date(now.getTime() + STEP_MINUTES * 60_000).toISOString()
  await db.transaction(async (tx) => {
    await lockPassword(tx, proven)
    await tx.run(sql`
      insert into sign_in_step (digest, account_id, expires_at)
      values (${digestOf(secret)}, ${proven.id}, ${expires_at})`)
    await tx.run(sql`
      delete from sign_in_step where account_id = ${proven.id} and id not in (
        select id from sign_in_step where account_id = ${proven.id} order by id desc ${limit(maxSteps)})`)
  })
  return secret
}

const Waiting = Type.Object({ account_id: Type.Integer(), username: Type.String() })

/** Who waits in a browser. */
export const findStep = (db: Reader, secret: string, now: Date) =>
  db.one(
    Waiting,
    sql`
    select account.id as account_id, account.username from sign_in_step
    join account on account.id = sign_in_step.account_id and account.disabled_at is null and account.deleted_at is null
    where sign_in_step.digest = ${digestOf(secret)} and sign_in_step.expires_at > ${now.toISOString()}`,
  )

/**
 * Ends a step, in the transaction that makes the session; false if it has ended already, as it does with a new
 * password.
 */
export async function takeStep(tx: Database, account_id: number, secret: string, now: Date): Promise<boolean> {
  // Waits for a new password that is being stored, which ends all steps.
  await tx.run(sql`update account set password = password where id = ${account_id}`)
  const taken = await tx.run(sql`
    delete from sign_in_step
    where digest = ${digestOf(secret)} and account_id = ${account_id} and expires_at > ${now.toISOString()}`)
  return taken === 1
}
