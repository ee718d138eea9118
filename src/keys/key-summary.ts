import { Type } from 'typebox'
import { type DialectName, dialectNames } from '#src/contract/dialects.ts'
import { nullable } from '#src/contract/schema.ts'
import { sql } from '#src/database/sql.ts'
import { type KeyUse, keyUses, type Plan, plans } from './plans.ts'

/** Null until the first start of a server after an upgrade, which writes its setting. */
export const KeyDialect = Type.Unsafe<DialectName | null>({ type: ['string', 'null'], enum: [...dialectNames, null] })

/** What its holder and administrators see of a key. */
export const KeySummary = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  plan: Type.Unsafe<Plan>({ type: 'string', enum: plans }),
  limit_per_second: nullable(Type.Integer()),
  /** What it opens. */
  use: Type.Unsafe<KeyUse>({ type: 'string', enum: keyUses }),
  dialect: KeyDialect,
  /** The chain of languages of replies to requests that name none, or ''. */
  languages: Type.String(),
  /** Those that follow the languages of every request, or ''. */
  appended_languages: Type.String(),
  last_four: Type.String(),
  application_address: Type.String(),
  created_at: Type.String(),
  last_used_at: nullable(Type.String()),
  suspended_at: nullable(Type.String()),
  /** When it ends because another key replaces it. */
  ends_at: nullable(Type.String()),
  revoked_at: nullable(Type.String()),
})

export const keySummaryColumns = sql`
  api_key.id, api_key.name, api_key.plan, api_key.limit_per_second, api_key.use, api_key.dialect, api_key.languages,
  api_key.appended_languages, api_key.last_four, api_key.application_address, api_key.created_at,
  api_key.last_used_at, api_key.suspended_at, api_key.ends_at, api_key.revoked_at`
