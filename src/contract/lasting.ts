import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { limit, type Sql, sql } from '#src/database/sql.ts'
import { nullable } from './schema.ts'
import { ApiError } from './statuses.ts'

const Count = Type.Object({ count: Type.Integer(), first_end: nullable(Type.String()) })

/** How many rows of a table that match may last at one time. */
type LastingLimit = { most: number; of: Sql }

/**
 * Throws `too_many_requests`, with the time until the first one ends, where as many rows of a table that have an end
 * last as may.
 */
export async function refuseBeyond(
  tx: Database,
  table: Sql,
  limits: readonly LastingLimit[],
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  for (const { most, of } of limits) {
    const found = await tx.one(
      Count,
      sql`
      select count(*) as count, min(expires_at) as first_end from (
        select expires_at from ${table} where ${of} and expires_at > ${at} order by expires_at ${limit(most)}
      ) as lasting`,
    )
    if (found && found.count >= most) throw new ApiError('too_many_requests', secondsTo(found.first_end ?? at, now))
  }
}

const secondsTo = (end: string, now: Date) => Math.max(1, Math.ceil((Date.parse(end) - now.getTime()) / 1_000))
