import { type Static, Type } from 'typebox'
import { type DialectName, dialectNames } from '#src/contract/dialects.ts'
import { nullable } from '#src/contract/schema.ts'
import { digestOf } from '#src/credentials/secrets.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { type Plan, plans } from './plans.ts'

const Key = Type.Object({
  id: Type.Integer(),
  plan: Type.Unsafe<Plan>({ type: 'string', enum: plans }),
  /** Requests per second: null is what the plan allows, 0 no limit. */
  limit_per_second: nullable(Type.Integer()),
  dialect: Type.Unsafe<DialectName>({ type: 'string', enum: dialectNames }),
  /** The chain of languages of replies to requests that name none, or ''. */
  languages: Type.String(),
  /** The key itself, or the account that it belongs to. */
  is_suspended: Type.Boolean(),
  /** When it ends because another key replaces it. */
  ends_at: nullable(Type.String()),
})
/** A valid key, as far as requests need to know it. */
export type Key = Static<typeof Key>

/**
 * The key that a secret opens, unless it was revoked or has ended after its replacement. `dialect` is that of keys that
 * have none yet: a node of an older version may still make such keys during an upgrade.
 */
export const findKey = (db: Database, secret: string, now: Date, dialect: DialectName = 'neutral') =>
  db.one(
    Key,
    sql`
    select k.id, k.plan, k.limit_per_second, k.ends_at, k.languages, coalesce(k.dialect, ${dialect}) as dialect,
      (k.suspended_at is not null or holder.disabled_at is not null) as is_suspended
    from api_key k left join account holder on holder.id = k.account_id
    where k.digest = ${digestOf(secret)} and k.revoked_at is null
      and (k.ends_at is null or k.ends_at > ${now.toISOString()})`,
  )
