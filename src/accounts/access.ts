import { type Static, Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { digestOf } from './secrets.ts'

/** What requests ask before anything else: whose key, and whose session. */

const Key = Type.Object({ id: Type.Integer(), plan: Type.String() })
/** A valid key, as far as requests need to know it. */
export type Key = Static<typeof Key>

/** The key that a secret opens, unless it was revoked. */
export const findKey = (db: Database, secret: string) =>
  db.one(Key, sql`select id, plan from api_key where digest = ${digestOf(secret)} and revoked_at is null`)

const Session = Type.Object({ account_id: Type.Integer(), key_id: Type.Integer() })

/** The session that a secret opens, while the key that it was made with is valid and its account not disabled. */
export const findSession = (db: Database, secret: string) =>
  db.one(
    Session,
    sql`
    select session.account_id, session.key_id from session
    join api_key on api_key.id = session.key_id and api_key.revoked_at is null
    join account on account.id = session.account_id and account.disabled_at is null
    where session.digest = ${digestOf(secret)}`,
  )
