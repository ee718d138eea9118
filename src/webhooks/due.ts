import { type Sql, sql } from '#src/database/sql.ts'
import { utcDay } from '#src/reference/days.ts'

/** Webhooks of which something is due. */
export const isSendingDue = (now: Date): Sql => sql`due_at is not null and due_at <= ${now.toISOString()}`

/** Webhooks that are to be told what airs on this day. */
export const isAiringDue = (now: Date): Sql => sql`
  airs_on is not null and state = 'on' and airs_on <= ${utcDay(now)}`
