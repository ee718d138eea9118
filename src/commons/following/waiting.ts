import { countRows } from '#src/database/count-rows.ts'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import type { Following } from './followings.ts'

/** What of a followed catalogue waits for a person: records that may be some of this one, and merges. */
export const countWaiting = async (db: Reader, { source_id }: Pick<Following, 'source_id'>) => ({
  matches: await countRows(db, sql`from import_review where source_id = ${source_id}`),
  merges: await countRows(
    db,
    sql`from (
      select w.id from pending_edit w join account a on a.id = w.account_id
      where a.source_id = ${source_id} and w.status = 'waiting') as waiting`,
  ),
})

/** For how long what the publisher has is not here yet, in seconds; nothing if it is. */
export const lagOf = ({ packet, needs_whole, offered }: Following, now: Date): number =>
  offered === null || (packet >= offered.packet && !needs_whole)
    ? 0
    : Math.max(0, Math.round((now.getTime() - Date.parse(offered.time)) / 1_000))
