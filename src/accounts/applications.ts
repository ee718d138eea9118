import { Type } from 'typebox'
import { write } from '#src/contract/write.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { sessionsExpiredBefore } from './sessions.ts'

/** Applications that hold sessions of an account. Each key counts as one application. */

const Application = Type.Object({
  key_id: Type.Integer(),
  name: Type.String(),
  address: Type.String(),
  sessions: Type.Integer(),
  first_at: Type.String(),
  last_at: Type.String(),
  last_used_on: Type.String(),
})

/** Applications that are listed at once. */
const maxApplications = 100

/** The applications that may use an account, the latest one first. */
export const listApplications = (db: Reader, account_id: number, use: { now: Date; sessionDays: number }) =>
  db.all(
    Application,
    sql`
    select session.key_id, api_key.name, api_key.application_address as address, count(*) as sessions,
      min(session.created_at) as first_at, max(session.created_at) as last_at,
      max(session.last_used_on) as last_used_on
    from session join api_key on api_key.id = session.key_id and api_key.revoked_at is null
    where session.account_id = ${account_id} and session.last_used_on > ${sessionsExpiredBefore(use)}
    group by session.key_id, api_key.name, api_key.application_address
    order by last_at desc, session.key_id desc ${limit(maxApplications)}`,
  )

/**
 * Withdraws everything an application may do with an account, approved tokens without a session included. False if
 * there was nothing.
 */
export const revokeApplication = write([], ({ db, account }, key_id: number) =>
  db.transaction(async (tx) => {
    const whose = sql`account_id = ${account.id} and key_id = ${key_id}`
    const sessions = await tx.run(sql`delete from session where ${whose}`)
    const tokens = await tx.run(sql`delete from request_token where ${whose}`)
    return sessions + tokens > 0
  }),
)
