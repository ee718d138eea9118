import { type Sql, sql } from '#src/database/sql.ts'

/** Whether a key works, apart from its suspension. */
export const isActive = (now: Date): Sql =>
  sql`(revoked_at is null and (ends_at is null or ends_at > ${now.toISOString()}))`
